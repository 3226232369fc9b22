import Base
import Engine
import Ledger
import Store

/// The description of a backup, its first file: `manifest.json`.
struct BackupManifest: Hashable, Sendable {
    /// A file that this one builds on, and its SHA-256.
    struct Parent: Hashable, Sendable {
        let name: String
        let digest: [UInt8]
    }

    static let format = "auralyst-backup/1"

    /// The vault's name, 16 bytes.
    var vault: [UInt8]
    var tier: BackupTier
    /// Milliseconds since 1970.
    var created: Int64
    /// When it was made by the clock; `created` is later after one that was made with the clock ahead.
    var made: Int64
    /// The monthly one first.
    var parents: [Parent]
    /// The operation before this file's part of the log.
    var from: LogPlace
    var through: LogPlace
    var operations: Int
    /// Of all records, parents included.
    var records: RecordsDigest
    var attachments: [String]
    /// Encrypted files that records name and that the vault had lost.
    var missing: [String]
    /// The stamps with which writes count whose own are further ahead than a relay's clock allowed; parents included.
    var ceilings: [WriteName: Stamp] = [:]

    /// JSON with sorted keys.
    var bytes: [UInt8] {
        var members: [String: JSON] = [
            "format": .string(Self.format), "program": .string(Product.version), "vault": .string(hex(vault)),
            "tier": .string(tier.rawValue), "created": .int(created), "made": .int(made),
            "parents": .array(parents.map { ["file": .string($0.name), "sha256": .string(hex($0.digest))] }),
            "log": [
                "from": Self.json(from), "through": Self.json(through), "operations": .int(Int64(operations)),
            ],
            "records": .int(Int64(records.records)), "digest": .string(hex(records.digest)),
            "attachments": .array(attachments.map(JSON.string)), "missing_attachments": .array(missing.map(JSON.string)),
        ]
        if !ceilings.isEmpty {
            members["ceilings"] = .array(
                ceilings.sorted { $0.key < $1.key }.map { [$0.key.json, .int(Int64($0.value.milliseconds))] })
        }
        return JSON.object(members).bytes
    }

    /// Reads what `bytes` wrote; `nil` for anything else.
    init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), json["format"]?.string == Self.format,
            let vault = json["vault"]?.hexBytes(count: 16), let tier = json["tier"]?.string.flatMap(BackupTier.init),
            let created = json["created"]?.int, BackupName.isMoment(created), let parents = json["parents"]?.array,
            parents.count <= 2,
            let from = Self.place(json["log"]?["from"]), let through = Self.place(json["log"]?["through"]),
            let operations = json["log"]?["operations"]?.int.flatMap({ Int(exactly: $0) }), operations >= 0,
            let records = json["records"]?.int.flatMap({ Int(exactly: $0) }), let digest = json["digest"]?.hexBytes(count: 32),
            let attachments = Self.names(json["attachments"]), let missing = Self.names(json["missing_attachments"])
        else { return nil }
        let made = json["made"]?.int.flatMap { BackupName.isMoment($0) ? $0 : nil } ?? created
        self.init(
            vault: vault, tier: tier, created: created, made: made, parents: [], from: from, through: through,
            operations: operations,
            records: RecordsDigest(digest: digest, records: records), attachments: attachments, missing: missing)
        for ceiling in json["ceilings"]?.array ?? [] {
            guard let parts = ceiling.array, parts.count == 2, let name = WriteName(json: parts[0]),
                let moment = parts[1].int.flatMap(UInt64.init(exactly:)), let stamp = Stamp(milliseconds: moment, counter: 0)
            else { return nil }
            ceilings[name] = stamp
        }
        for parent in parents {
            guard let name = parent["file"]?.string, BackupName(name) != nil, let digest = parent["sha256"]?.hexBytes(count: 32)
            else { return nil }
            self.parents.append(Parent(name: name, digest: digest))
        }
    }

    init(
        vault: [UInt8], tier: BackupTier, created: Int64, made: Int64, parents: [Parent], from: LogPlace, through: LogPlace,
        operations: Int, records: RecordsDigest, attachments: [String], missing: [String]
    ) {
        (self.vault, self.tier, self.created, self.made, self.parents) = (vault, tier, created, made, parents)
        (self.from, self.through, self.operations, self.records) = (from, through, operations, records)
        (self.attachments, self.missing) = (attachments, missing)
    }

    private static func names(_ json: JSON?) -> [String]? {
        guard let list = json?.array else { return nil }
        let names = list.compactMap(\.string).filter(AttachmentFolder.isSealedName)
        return names.count == list.count ? names : nil
    }

    static func json(_ place: LogPlace) -> JSON { ["row": .int(Int64(place.row)), "hash": .string(hex(place.hash))] }

    static func place(_ json: JSON?) -> LogPlace? {
        guard let row = json?["row"]?.int.flatMap({ Int(exactly: $0) }), row >= 0,
            let hash = json?["hash"]?.hexBytes(count: row == 0 ? 0 : 32)
        else { return nil }
        return LogPlace(row: row, hash: hash)
    }
}
