import Basics
import Engine
import Foundation
import Journal
import Ledger
import Vault

package enum BackupOpening: ~Copyable {
    /// The keys of the open vault that made them.
    case vault(BackupKeys)
    /// The recovery code that the vault had then.
    case recoveryCode(RecoveryCode)

    borrowing func unlock(_ reader: inout AgeReader) throws(AgeError) {
        switch self {
        case .vault(let keys): try keys.unlock(&reader)
        case .recoveryCode(let code): try reader.unlock(with: AgeIdentity(code))
        }
    }

    /// Whether the open vault confirms a manifest's code for a backup made at `created`; `nil` if the vault is not open.
    borrowing func isCode(_ code: [UInt8]?, of manifest: [UInt8], created: Int64) -> Bool? {
        switch self {
        case .vault(let keys): code.map { keys.isCode($0, of: manifest, created: created) } ?? false
        case .recoveryCode: nil
        }
    }
}

/// One backup file being read: its decrypted tar, and the digest of the file itself.
final class BackupReader {
    let name: BackupName
    let manifest: BackupManifest
    /// Whether the manifest's code is the vault's own; `nil` if the vault is not open.
    let isAuthentic: Bool?
    private var tar: TarReader
    private let file: HashedFile
    /// Closes the file with the reader, even after it was refused.
    private let descriptor: OwnedDescriptor

    private static let manifestLimit = 64 << 20

    /// Opens a file and reads its manifest. `file`: its name in the folder, if it has not its own; without `name`, that is found
    /// in the manifest.
    init(_ name: BackupName?, in folder: String, file: String? = nil, opening: borrowing BackupOpening) throws {
        let shown = name?.text ?? file ?? ""
        let path = folder + "/" + (file ?? shown)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        self.descriptor = OwnedDescriptor(descriptor)
        let file = HashedFile(descriptor)
        self.file = file
        do {
            let age = try AgeSource(file, opening)
            tar = TarReader { try age.next() }
            let bytes = try BackupReader.part("manifest.json", of: &tar, atMost: Self.manifestLimit)
            let code = try BackupReader.part("manifest.code", of: &tar, atMost: 100)
            guard let manifest = BackupManifest(reading: bytes) else {
                let format = (try? JSON(reading: bytes))?["format"]?.string
                throw format?.hasPrefix("auralyst-backup/") == true && format != BackupManifest.format
                    ? BackupFault.newerVersion(name: shown) : BackupFault.damaged(name: shown)
            }
            self.manifest = manifest
            let found = name ?? BackupName(vault: manifest.vault, created: manifest.created, tier: manifest.tier)
            self.name = found
            guard manifest.tier == found.tier, hex(manifest.vault.prefix(4)) == found.vault, manifest.created == found.created
            else {
                throw BackupFault.damaged(name: shown)
            }
            let text = trimmed(String(decoding: code, as: UTF8.self))
            isAuthentic = opening.isCode(Ledger.bytes(fromHex: text), of: bytes, created: manifest.created)
            guard isAuthentic != false else { throw BackupFault.forged(name: shown) }
        } catch is TarReader.Damage where name == nil {
            // Another file that the same key opens, such as an export.
            throw BackupFault.notABackup(name: shown)
        } catch {
            throw Self.explained(error, name: shown, path: path)
        }
    }

    /// Hands over the parts after the manifest, one after the other, until the end of the file or until the closure returns
    /// false.
    func eachPart(_ body: (_ name: String, _ size: Int64, _ tar: inout TarReader) throws -> Bool) throws {
        do {
            while let (part, size) = try tar.next() { if try !body(part, size, &tar) { return } }
            // Bytes after the end of the archive belong to the file as well.
            while try !file.read(1 << 16).isEmpty {}
        } catch {
            throw Self.explained(error, name: name.text, path: name.text)
        }
    }

    /// Reads one part; the rest is not read.
    func firstPart(_ wanted: String, atMost limit: Int) throws -> [UInt8] {
        do {
            while let (part, _) = try tar.next() {
                if part == wanted { return try tar.readAll(atMost: limit) }
            }
            throw TarReader.Damage()
        } catch {
            throw Self.explained(error, name: name.text, path: name.text)
        }
    }

    /// SHA-256 of the whole file; valid only after `eachPart`.
    var digest: [UInt8] { file.digest }

    private static func part(_ wanted: String, of tar: inout TarReader, atMost limit: Int) throws -> [UInt8] {
        guard let (name, _) = try tar.next(), name == wanted else { throw TarReader.Damage() }
        return try tar.readAll(atMost: limit)
    }

    private static func explained(_ error: any Error, name: String, path: String) -> any Error {
        switch error {
        case AgeError.notAge: BackupFault.notABackup(name: name)
        case AgeError.otherVersion: BackupFault.newerVersion(name: name)
        case AgeError.noMatch, AgeError.wrongPassphrase: BackupFault.otherKey(name: name)
        case AgeError.reading(let code): EngineError.file(path: path, code: code)
        case is AgeError, is TarReader.Damage: BackupFault.damaged(name: name)
        default: error
        }
    }
}

/// An age file that closures read piece by piece.
private final class AgeSource {
    private var reader: AgeReader

    init(_ file: HashedFile, _ opening: borrowing BackupOpening) throws(AgeError) {
        var reader = try AgeReader { (count) throws(AgeError) in try file.read(count) }
        try opening.unlock(&reader)
        self.reader = reader
    }

    func next() throws(AgeError) -> [UInt8]? { try reader.next() }
}

/// An open file, closed when its last owner releases it.
private final class OwnedDescriptor {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
