import Ledger
import Store

/// What this device remembers of the backups in one folder, so that the next one can leave it out.
struct BackupMemory: Hashable, Sendable {
    struct Written: Hashable, Sendable {
        let name: BackupName
        /// When it was made by the clock, in milliseconds since 1970: its name may be later, after one made with the clock ahead.
        let made: Int64
        /// SHA-256 of the file.
        let digest: [UInt8]
        /// Its length in bytes.
        let size: Int64
        /// How far into the log it reaches, its parents included.
        let through: LogPlace
    }

    /// The last valid one of each tier: a monthly one clears the others, a weekly one the daily ones.
    var last: [BackupTier: Written] = [:]
    /// Encrypted files in the last monthly one, and in it and the last weekly one.
    var files: [BackupTier: [String]] = [:]
    /// The recipient that they were encrypted for.
    var recipient: [UInt8] = []
    /// For each journal the epochs whose keys are included. A change means that operations were re-encrypted.
    var epochs: [String] = []
    /// When a backup of this folder was last checked, in milliseconds since 1970.
    var verified: Int64?
    /// When the last check found a fault, if it did.
    var failed: Int64?

    /// Encrypted files in the parents of a backup of this tier; none for a monthly one.
    func files(ofParentsOf tier: BackupTier) -> [String] {
        switch tier {
        case .monthly: []
        case .weekly: files[.monthly] ?? []
        case .daily: (files[.monthly] ?? []) + (files[.weekly] ?? [])
        }
    }

    var newest: Written? { last.values.max { $0.name < $1.name } }

    init() {}

    /// An empty memory if the row cannot be read: the next backup is then a full one.
    init(reading bytes: [UInt8]?) {
        guard let bytes, let json = try? JSON(reading: bytes), json["v"] == 1 else { return }
        for tier in BackupTier.allCases {
            guard let one = json["last"]?[tier.rawValue], let name = one["file"]?.string.flatMap({ BackupName($0) }),
                let made = one["made"]?.int, let digest = one["sha256"]?.hexBytes(count: 32),
                let size = one["size"]?.int, let through = BackupManifest.place(one["through"])
            else { continue }
            last[tier] = Written(name: name, made: made, digest: digest, size: size, through: through)
            files[tier] = json["files"]?[tier.rawValue]?.array?.compactMap(\.string) ?? []
        }
        recipient = json["recipient"]?.hexBytes() ?? []
        epochs = json["epochs"]?.array?.compactMap(\.string) ?? []
        verified = json["verified"]?.int
        failed = json["failed"]?.int
    }

    var bytes: [UInt8] {
        var members: [String: JSON] = [
            "v": 1, "recipient": .string(hex(recipient)), "epochs": .array(epochs.map(JSON.string)),
            "last": .object(
                Dictionary(
                    uniqueKeysWithValues: last.map { tier, one in
                        (
                            tier.rawValue,
                            [
                                "file": .string(one.name.text), "made": .int(one.made), "sha256": .string(hex(one.digest)),
                                "size": .int(one.size), "through": BackupManifest.json(one.through),
                            ] as JSON
                        )
                    })),
            "files": .object(
                Dictionary(uniqueKeysWithValues: files.map { ($0.key.rawValue, .array($0.value.map(JSON.string))) })),
        ]
        members["verified"] = verified.map(JSON.int)
        members["failed"] = failed.map(JSON.int)
        return JSON.object(members).bytes
    }

    /// The files that one of this tier builds on, the monthly one first; `nil` if there is none to build on.
    func parents(of tier: BackupTier) -> [Written]? {
        guard let monthly = last[.monthly] else { return tier == .monthly ? [] : nil }
        switch tier {
        case .monthly: return []
        case .weekly: return [monthly]
        case .daily: return [monthly] + (last[.weekly].map { [$0] } ?? [])
        }
    }

    /// Notes a file that was written, with the names of the encrypted files in it.
    mutating func note(_ written: Written, tier: BackupTier, files new: [String]) {
        switch tier {
        case .monthly:
            last = [.monthly: written]
            files = [.monthly: new]
        case .weekly:
            last[.weekly] = written
            last[.daily] = nil
            files[.weekly] = new
        case .daily: last[.daily] = written
        }
    }
}
