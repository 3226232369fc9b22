import Crypto
import Engine
import GivenValues
import Journal
import Ledger
import SQLite
import Store
import Vault

/// A vault's database and keys without the engine: reads and writes operations as another program would that follows the
/// format, so that a test sees what is really in the log.
package final class VaultInsides {
    package let keys: UnlockedVault
    package let store: Store
    package let journal: JournalID

    package init(_ vault: TestVault) throws {
        keys = try vault.unlocked()
        journal = try JournalID(keys.body.defaultJournal ?? []).orThrow()
        store = try unsafe keys.databaseKey().withBytes { bytes in
            try unsafe Store(.file(vault.location.database, mustExist: true), key: bytes)
        }
    }

    /// Runs statements on the database file itself.
    package static func execute(_ script: String, on vault: TestVault) throws { try connection(to: vault).execute(script) }

    /// The number that a query on the database file itself gives.
    package static func count(_ query: String, on vault: TestVault) throws -> Int {
        try connection(to: vault).first(query) { $0.int(0) }.orThrow()
    }

    /// Every row of every table, sorted, but for what chance makes: sealed bytes, of which the number counts, and the keys of files.
    package static func rows(of vault: TestVault) throws -> [String] {
        let database = try connection(to: vault)
        var rows: [String] = []
        for table in try database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", row: { $0.text(0) })
        where table != "words" {
            let columns = try database.all("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
            let shown = columns.map { name in
                switch (table, name) {
                case ("operation", "hash"), ("operation", "bytes"): "length(\(name))"
                case ("record", "state"): "iif(kind = 'attachment', length(state), CAST(state AS TEXT))"
                case ("revision", "content"): "iif(kind = 'attachment', length(content), quote(content))"
                default: "quote(\"\(name)\")"
                }
            }
            rows += try database.all("SELECT \(shown.joined(separator: " || ' ' || ")) FROM \"\(table)\"") {
                table + " " + $0.text(0)
            }
        }
        return rows.sorted()
    }

    private static func connection(to vault: TestVault) throws -> Connection {
        let key = try vault.unlocked().databaseKey()
        return try unsafe key.withBytes { bytes in
            try unsafe Connection(.file(vault.location.database, mustExist: true), key: bytes)
        }
    }

    /// All operations in the order in which they came, with what is sealed in them.
    package func log() throws -> [(operation: Operation, payload: Payload?)] {
        var list: [(Operation, Payload?)] = []
        try store.eachOperation { _, bytes, _ in
            let operation = try Operation(reading: bytes)
            list.append((operation, try payload(of: operation)))
            return true
        }
        return list
    }

    package func lastPayload() throws -> Payload { try log().last.flatMap(\.payload).orThrow() }

    package func payload(of operation: Operation) throws -> Payload? {
        guard operation.header.lane != .control else { return nil }
        let key = try operationKey(epoch: operation.sealedEpoch)
        let bytes = try Seal.open(operation.body, key: key, context: operation.sealingContext)
        return try Payload(reading: bytes)
    }

    /// Appends an operation: by this vault's device, or by another one of the same owner. `counts`: else it stands in the log alone, as
    /// what somebody wrote who must not.
    @discardableResult
    package func append(
        _ mutations: [Mutation], at milliseconds: Int64, by other: OtherDevice? = nil, counts: Bool = true
    ) throws -> Operation {
        let ownKey = keys.body.devicePublicKey
        let device = DeviceID(publicKey: other?.publicKey ?? ownKey)
        return try store.write { writer in
            let stamp = try writer.tick(wallMilliseconds: milliseconds)
            let payload = Payload(stamp: stamp, mutations: mutations)
            let place = try writer.nextPlace(journal: journal, device: device)
            let plaintext = payload.bytes
            let header = OperationHeader(
                lane: .record, journal: journal, epoch: 1, device: device, position: place.position, previous: place.previous,
                bodyCount: UInt32(Seal.sealedCount(of: plaintext.count)))
            let body = Seal.seal(plaintext, key: try operationKey(), context: header.sealingContext)
            let operation = try Operation(header: header, body: body) { hash in try other?.sign(hash) ?? keys.body.sign(hash) }
            try writer.append(operation, payload: counts ? payload : Payload(stamp: stamp, mutations: []))
            return operation
        }
    }

    /// Takes operations that another copy of the vault has and this one has not.
    package func take(from other: VaultInsides) throws {
        let known = Set(try log().map(\.operation.hash))
        try store.write { writer in
            for (operation, payload) in try other.log() where !known.contains(operation.hash) {
                try writer.append(operation, payload: payload)
            }
        }
    }

    /// A mutation of an entry that says truly what it replaces.
    package func mutation(of record: RecordID, kind: String = "entry", setting fields: [String: JSON]) throws -> Mutation {
        try store.read { writer in
            try writer.mutation(of: record, kind: kind, journal: journal, setting: fields)
        }
    }

    private func operationKey(epoch: UInt32 = 1) throws -> Secret {
        guard let epochKey = keys.body.journalKey(journal.bytes, epoch: epoch) else { throw Missing() }
        return epochKey.derive("op-key", OperationHeader.keyContext(journal: journal, epoch: epoch))
    }
}

/// A second device of the owner: the same journal key, another signing key.
package struct OtherDevice {
    private let key = Curve25519.Signing.PrivateKey()

    package init() {}

    package var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

    package func sign(_ hash: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: hash)) }
}
