/// What the vault file says of a change of the vault's key, from before it begins until nothing of it is left to do or to tell.
package struct VaultKeyChange: Equatable, Sendable {
    /// How far a change of key is.
    package enum Stage: UInt8, Sendable {
        /// In a file under the old key: another key may take its place at any moment.
        case begun = 1
        /// In a file under the new key: what is under the old one may still be in the folder.
        case committed
        /// Nothing in the folder is under the old key.
        case done
    }

    /// How far the journals are, which are to get new keys as well.
    package enum Journals: UInt8, Sendable {
        /// Nothing is left to do.
        case done
        /// Not all have begun to.
        case due
        /// All have begun to: whoever goes on begins no more of them.
        case begun
    }

    /// How far it is.
    package var stage: Stage
    /// When the new key was made: milliseconds since 1970, UTC.
    package internal(set) var at: Int64
    /// The slots that could not be made again without their secret, by type, and were not added again since.
    package internal(set) var removed: [KeyslotType] = []
    /// How far the keys of the journals are.
    package var journals = Journals.done

    /// Nothing is left to do or to tell.
    var isOver: Bool { stage == .done && removed.isEmpty && journals == .done }

    init(stage: Stage, at: Int64) { (self.stage, self.at) = (stage, at) }

    /// Reads what `bytes` gives; `nil` for anything else.
    init?(reading bytes: [UInt8]) {
        guard bytes.count >= 10, let stage = Stage(rawValue: bytes[0]), let journals = Journals(rawValue: bytes[9]) else {
            return nil
        }
        self.init(stage: stage, at: Int64(bitPattern: Octets.number(bytes[1..<9])))
        self.journals = journals
        removed = String(decoding: bytes.dropFirst(10), as: UTF8.self).split(separator: ",")
            .compactMap { KeyslotType(name: String($0)) }
    }

    /// u8 stage ‖ i64 milliseconds ‖ u8 how far the journals are ‖ types of slots, with commas between them.
    var bytes: [UInt8] {
        [stage.rawValue] + Octets.of(at) + [journals.rawValue] + Array(removed.map(\.name).joined(separator: ",").utf8)
    }
}

extension VaultBody {
    private static let keyChangeName = "vault-key-change"
    private static let backupKeysName = "backup-keys"

    /// A change of the vault's key that is going on, or of which something is left; `nil` otherwise.
    package var keyChange: VaultKeyChange? {
        get { self[setting: Self.keyChangeName].flatMap(VaultKeyChange.init(reading:)) }
        set { self[setting: Self.keyChangeName] = newValue.flatMap { $0.isOver ? nil : $0.bytes } }
    }

    /// The keys of backups that were made under earlier keys of this vault.
    borrowing func formerBackupKeys() -> Secret { Secret(copying: self[setting: Self.backupKeysName] ?? []) }

    /// Keeps the keys of the backups that were made under this vault key, which was replaced at a time in milliseconds since 1970.
    mutating func keepBackupKeys(of vaultKey: borrowing Secret, replacedAt time: Int64) {
        let record = BackupKeys(vaultKey: vaultKey).record(replacedAt: time)
        self[setting: Self.backupKeysName] = (self[setting: Self.backupKeysName] ?? []) + record
    }

    /// Forgets the keys of backups that were replaced more than 400 days before a time.
    mutating func forgetBackupKeys(now: Int64) {
        guard let kept = self[setting: Self.backupKeysName] else { return }
        let count = BackupKeys.recordCount
        let records = stride(from: 0, to: kept.count - kept.count % count, by: count).map { Array(kept[$0..<$0 + count]) }
        let left = records.filter { now &- Int64(bitPattern: Octets.number($0.prefix(8))) <= BackupKeys.keptMilliseconds }
        self[setting: Self.backupKeysName] = left.isEmpty ? nil : Array(left.joined())
    }
}
