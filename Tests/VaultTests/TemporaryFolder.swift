import Crypto
import Foundation
import SeededChance
import Testing
import Vault

/// A folder that is removed with everything in it when the test ends.
final class TemporaryFolder: Sendable {
    private let folder = PassingFolder("vault")

    var path: String { folder.path }

    func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
    }

    func write(_ bytes: [UInt8], to name: String) {
        #expect(FileManager.default.createFile(atPath: path + "/" + name, contents: Data(bytes)))
    }

    func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path + "/" + name) }

    func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Changes the line with the slots as a program with the key does: header code, body and checksum are made right.
    func editHeader(_ key: borrowing Secret, _ edit: (String) -> String) {
        let lines = copies.main.dropLast(32).split(separator: 0x0a, maxSplits: 3, omittingEmptySubsequences: false)
        let header = edit(String(decoding: lines[1], as: UTF8.self))
        let front: [UInt8] = Array(lines[0]) + [0x0a] + Array(header.utf8) + Array("\n---".utf8)
        let codeKey = SymmetricKey(data: bytes(key.derive("header-mac")))
        let code = Data(HMAC<SHA256>.authenticationCode(for: front, using: codeKey)).base64EncodedString()
        let content: [UInt8] = front + Array(" \(code)\n".utf8) + lines[3]
        write(content + Array(SHA256.hash(data: content)), to: "vault.auralyst")
        write(content + Array(SHA256.hash(data: content)), to: "vault.auralyst.bak")
    }

    /// Both copies of the vault file, to be put back after a test has spoilt them.
    var copies: (main: [UInt8], backup: [UInt8]) { (read("vault.auralyst") ?? [], read("vault.auralyst.bak") ?? []) }
}

func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

func bytes(_ secret: borrowing Secret) -> [UInt8] { unsafe secret.withBytes { unsafe Array($0) } }
