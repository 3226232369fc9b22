import Foundation
import GivenVault
import Ledger
import SeededChance
import Testing
import Vault

/// A backup file whose encryption is taken off, so that a test can change what is inside and encrypt it again, as anyone can who
/// knows the recovery code.
struct OpenedBackup {
    struct Part {
        /// 512 bytes, as POSIX ustar has them.
        var header: [UInt8]
        var content: [UInt8]
        /// What the header says of the size, where that is not the size of the content: octal digits.
        var size: String?

        var name: String { String(decoding: header.prefix { $0 != 0 }, as: UTF8.self) }

        /// Header and content as they are in a tar; size and sum are right, unless `size` says otherwise.
        var bytes: [UInt8] {
            func octal(_ number: Int, _ count: Int) -> [UInt8] {
                let digits = String(number, radix: 8)
                return Array((String(repeating: "0", count: max(0, count - digits.count)) + digits).utf8.suffix(count))
            }
            var header = header
            header.replaceSubrange(124..<135, with: size.map { Array($0.utf8) } ?? octal(content.count, 11))
            header.replaceSubrange(148..<156, with: Array("        ".utf8))
            header.replaceSubrange(148..<155, with: octal(header.reduce(0) { $0 + Int($1) }, 6) + [0])
            return header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
        }
    }

    var parts: [Part] = []

    init(_ path: String, code: String) throws {
        var plain: [UInt8] = []
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var reader = try AgeReader(descriptor: file.fileDescriptor)
        try reader.unlock(with: AgeIdentity(RecoveryCode(typed: code)))
        while let piece = try reader.next() { plain += piece }
        var place = 0
        while place + 512 <= plain.count, plain[place] != 0 {
            let header = Array(plain[place..<place + 512])
            let size = try #require(Int(String(decoding: header[124..<135], as: UTF8.self), radix: 8))
            parts.append(Part(header: header, content: Array(plain[place + 512..<place + 512 + size])))
            place += 512 + (size + 511) / 512 * 512
        }
    }

    subscript(name: String) -> [UInt8] {
        get { parts.first { $0.name == name }?.content ?? [] }
        set { if let index = parts.firstIndex(where: { $0.name == name }) { parts[index].content = newValue } }
    }
}

extension BackedUp {
    /// Encrypts for the recipients of the vault's own backups.
    func seal(_ backup: OpenedBackup, into path: String) throws {
        let unlocked = try test.unlocked()
        let recipients = [
            try AgeRecipient(key: unlocked.body.recoveryRecipient), BackupKeys(vaultKey: unlocked.vaultKey()).recipient,
        ]
        var file: [UInt8] = []
        var writer = try AgeWriter(to: recipients) { file += $0 }
        try writer.write(backup.parts.flatMap(\.bytes) + [UInt8](repeating: 0, count: 1024))
        try writer.finish()
        try Data(file).write(to: URL(fileURLWithPath: path))
    }
}
