import Crypto
import Foundation

/// The keys that encrypt and confirm backups, derived from an unlocked vault's key.
package struct BackupKeys: ~Copyable, Sendable {
    private let identity: Secret
    private let manifest: Secret
    /// The keys derived from the vault's earlier keys, each as a `record`.
    private let former: Secret

    /// HKDF(vault key, `L("backup")`) and HKDF(vault key, `L("backup-manifest")`).
    package init(vaultKey: borrowing Secret) { self.init(vaultKey: vaultKey, former: Secret(copying: [UInt8]())) }

    init(vaultKey: borrowing Secret, former: consuming Secret) {
        identity = vaultKey.derive("backup")
        manifest = vaultKey.derive("backup-manifest")
        self.former = former
    }

    /// Unlocks a backup of this vault, including one made under an earlier key.
    package borrowing func unlock(_ reader: inout AgeReader) throws(AgeError) {
        do throws(AgeError) { return try reader.unlock(with: .key(identity.duplicate())) } catch {
            guard error == .noMatch else { throw error }
        }
        for start in Self.starts(in: former) {
            do throws(AgeError) { return try reader.unlock(with: .key(Self.part(of: former, at: start + 8))) } catch {
                guard error == .noMatch else { throw error }
            }
        }
        throw .noMatch
    }

    /// The recipient of this vault's backups, besides the recovery code.
    package var recipient: AgeRecipient { AgeRecipient(ofSecret: identity) }

    /// HMAC-SHA256 of a manifest, 32 bytes: only someone with the unlocked vault can make it.
    package borrowing func code(of bytes: [UInt8]) -> [UInt8] { Self.code(of: bytes, key: manifest) }

    /// Whether this is the code of these bytes, in constant time. An earlier key confirms only what was made before it was
    /// replaced: `created`, in milliseconds since 1970.
    package borrowing func isCode(_ code: [UInt8], of bytes: [UInt8], created: Int64) -> Bool {
        if Octets.areEqual(code, self.code(of: bytes)) { return true }
        for start in Self.starts(in: former) where created <= Self.time(in: former, at: start) {
            if Octets.areEqual(code, Self.code(of: bytes, key: Self.part(of: former, at: start + 40))) { return true }
        }
        return false
    }

    private static func code(of bytes: [UInt8], key: borrowing Secret) -> [UInt8] {
        let key = unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
}

// MARK: - Earlier keys

extension BackupKeys {
    /// How long backup keys made under an earlier vault key are kept: 400 days.
    static let keptMilliseconds: Int64 = 400 * 86_400_000
    static let recordCount = 8 + 32 + 32

    /// i64 milliseconds ‖ identity 32 ‖ key of manifests 32.
    borrowing func record(replacedAt time: Int64) -> [UInt8] {
        Octets.of(time) + (unsafe identity.withBytes { unsafe Array($0) }) + (unsafe manifest.withBytes { unsafe Array($0) })
    }

    private static func starts(in former: borrowing Secret) -> StrideTo<Int> {
        stride(from: 0, to: former.count - former.count % recordCount, by: recordCount)
    }

    private static func time(in former: borrowing Secret, at start: Int) -> Int64 {
        Int64(bitPattern: unsafe former.withBytes { unsafe Octets.number($0[start..<start + 8]) })
    }

    private static func part(of former: borrowing Secret, at start: Int) -> Secret {
        unsafe former.withBytes { bytes in
            unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + 32]))
        }
    }
}

extension UnlockedVault {
    /// The keys of this vault's backups, including those under earlier keys of the vault.
    package borrowing func backupKeys() -> BackupKeys { BackupKeys(vaultKey: key, former: body.formerBackupKeys()) }
}
