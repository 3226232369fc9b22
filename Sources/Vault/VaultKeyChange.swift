/// The vault file's record of a change of its key, until nothing of it is left to do or to report.
package struct VaultKeyChange: Equatable, Sendable {
    package enum Stage: UInt8, Sendable {
        /// In a file under the old key: another key may replace it at any moment.
        case begun = 1
        /// In a file under the new key: the folder may still hold files under the old one.
        case committed
        /// Nothing in the folder is under the old key.
        case done
    }

    /// The progress of the journals, which get new keys as well.
    package enum Journals: UInt8, Sendable {
        case done
        /// Not all have started.
        case due
        /// All have started, so resuming starts none again.
        case begun
    }

    package var stage: Stage
    /// When the new key was made: milliseconds since 1970, UTC.
    package internal(set) var at: Int64
    /// The types of slots that could not be recreated without their secret, and have not been added since.
    package internal(set) var removed: [KeyslotType] = []
    package var journals = Journals.done

    /// Whether nothing is left to do or to report.
    var isOver: Bool { stage == .done && removed.isEmpty && journals == .done }

    init(stage: Stage, at: Int64) { (self.stage, self.at) = (stage, at) }

    /// Reads what `bytes` returns; `nil` for anything else.
    init?(reading bytes: [UInt8]) {
        guard bytes.count >= 10, let stage = Stage(rawValue: bytes[0]), let journals = Journals(rawValue: bytes[9]) else {
            return nil
        }
        self.init(stage: stage, at: Int64(bitPattern: Octets.number(bytes[1..<9])))
        self.journals = journals
        removed = String(decoding: bytes.dropFirst(10), as: UTF8.self).split(separator: ",")
            .compactMap { KeyslotType(name: String($0)) }
    }

    /// u8 stage ‖ i64 milliseconds ‖ u8 progress of the journals ‖ types of slots, separated by commas.
    var bytes: [UInt8] {
        [stage.rawValue] + Octets.of(at) + [journals.rawValue] + Array(removed.map(\.name).joined(separator: ",").utf8)
    }
}

extension VaultBody {
    private static let keyChangeName = "vault-key-change"
    private static let backupKeysName = "backup-keys"

    /// A key change in progress, or with something left to report; `nil` otherwise.
    package var keyChange: VaultKeyChange? {
        get { self[setting: Self.keyChangeName].flatMap(VaultKeyChange.init(reading:)) }
        set { self[setting: Self.keyChangeName] = newValue.flatMap { $0.isOver ? nil : $0.bytes } }
    }

    /// The keys of backups that were made under earlier keys of this vault.
    borrowing func formerBackupKeys() -> Secret { Secret(copying: self[setting: Self.backupKeysName] ?? []) }

    /// Keeps the backup keys of this vault key, which was replaced at a time in milliseconds since 1970.
    mutating func keepBackupKeys(of vaultKey: borrowing Secret, replacedAt time: Int64) {
        let record = BackupKeys(vaultKey: vaultKey).record(replacedAt: time)
        self[setting: Self.backupKeysName] = (self[setting: Self.backupKeysName] ?? []) + record
    }

    /// Drops backup keys that were replaced more than 400 days before `now`.
    mutating func forgetBackupKeys(now: Int64) {
        guard let kept = self[setting: Self.backupKeysName] else { return }
        let count = BackupKeys.recordCount
        let records = stride(from: 0, to: kept.count - kept.count % count, by: count).map { Array(kept[$0..<$0 + count]) }
        let left = records.filter { now &- Int64(bitPattern: Octets.number($0.prefix(8))) <= BackupKeys.keptMilliseconds }
        self[setting: Self.backupKeysName] = left.isEmpty ? nil : Array(left.joined())
    }
}
