import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Store
import Sync
import Testing
import Vault

/// A vault with a record of every kind, and what it must hold, whichever ways it goes.
final class Everything {
    struct Written {
        let maker: RecordMaker
        let id: RecordID
        var fields: [String: JSON]
        var isDeleted = false
    }

    var vault: TestVault
    var open: OpenVault
    let relay: TestRelay
    var code = RecoveryCode.random().text()
    var values: RandomValues
    private(set) var records: [String: Written] = [:]
    /// Words that stand in no register of `records`, and yet must be in every export.
    var otherWords: Set<String> = []
    var isSyncing = false
    /// What was before stands in this device's log as a snapshot alone.
    var hasJoined = false
    let people = OtherPeople()
    private var past: [TestVault] = []

    init(seed: UInt64) async throws {
        values = RandomValues(seed: seed)
        relay = try await TestRelay()
        vault = try TestVault(seed: seed)
        open = try VaultOpening.create(
            at: vault.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: RecoveryCode(typed: code),
            surroundings: vault.surroundings, deviceName: "first", cost: .testOnlyCheapest)
        _ = try await open.renameJournal(try await open.journalToShare(nil), to: "Journal " + word())
    }

    /// A word that every export must have from now on.
    func word() -> String {
        let word = values.word()
        otherWords.insert(word)
        return word
    }

    /// From now on it is another vault's turn. The former one's folder stays as long as this.
    func goOn(with next: TestVault, _ opened: OpenVault) {
        next.clock.advance(milliseconds: max(0, vault.clock.now - next.clock.now))
        past.append(vault)
        (vault, open) = (next, opened)
    }

    // MARK: Writing

    /// Writes records as another program would that knows every field: as an export, which the vault imports.
    func write(_ written: [Written]) async throws {
        vault.clock.advance(seconds: 10)
        relay.clock.advance(seconds: 10)
        let now = JSON.string(try #require(Instant(milliseconds: vault.clock.now)).rfc3339(offset: 0))
        let lines: [JSON] = written.map { one in
            [
                "id": .string(one.id.description), "kind": .string(one.maker.kind), "created": now, "modified": now,
                "more": .object(one.fields),
            ]
        }
        let receipt = try await importLines(lines)
        for line in receipt.lines where line.outcome != .kept && line.outcome != .merged {
            Issue.record("\(line.source): \(line.outcome) \(line.why ?? "")")
        }
        for one in written { records[Everything.key(one.maker.kind, one.id)] = one }
    }

    func importLines(_ lines: [JSON]) async throws -> Receipt {
        let document: JSON = [
            "kind": "export", "format": "auralyst", "version": 1, "attachments": "none", "records": .array(lines),
        ]
        let bytes = document.bytes
        return try await open.importExport(opening: {
            var pieces = [bytes]
            return { pieces.popLast() ?? [] }
        })
    }

    static func key(_ kind: String, _ id: RecordID) -> String { kind + " " + id.description }

    /// A new record, or other values for the only one of its kind. `owners`: what its fields of these names say instead.
    func make(_ maker: RecordMaker, _ owners: [String: JSON] = [:]) -> Written {
        let id = maker.name ?? RecordID.random(using: &values.random)
        let fields = fields(of: maker)
        return Written(maker: maker, id: id, fields: fields.merging(owners.filter { fields[$0.key] != nil }) { $1 })
    }

    /// Values for all fields of a kind, and one that only a newer program would write.
    func fields(of maker: RecordMaker) -> [String: JSON] {
        let fields = maker.fields(&values)
        let forgotten = fields.filter { $0.value == .null || $0.value == .array([]) || $0.value == "" }.keys.sorted()
            .filter { $0 != "phone" || maker.kind == "buddy" || maker.kind == "sos_contact" }
        #expect(forgotten == [], "\(maker.kind): a field without a value would not be tried")
        #expect(maker.read(fields) == fields, "\(maker.kind): what is read and written again is what was written")
        return fields.merging(["from_a_newer_program": .string(values.word())]) { $1 }
    }

    func delete(_ key: String) async throws {
        guard let record = records[key], let delete = record.maker.delete else { throw Missing() }
        try await delete(open, record.id)
        records[key]?.isDeleted = true
    }

    func rename(_ key: String, to id: RecordID) {
        guard let record = records.removeValue(forKey: key) else { return }
        records[Everything.key(record.maker.kind, id)] = Written(maker: record.maker, id: id, fields: record.fields)
    }

    // MARK: Looking

    /// All records as the lossless export has them, by kind and name.
    func export() async throws -> [String: JSON] {
        vault.clock.advance(seconds: 1)
        let path = vault.scratch.path + "/everything-\(values.random.next()).json"
        _ = try await open.export(ExportRequest(.json), to: path)
        let document = try JSON(reading: try contents(of: path))
        var lines: [String: JSON] = [:]
        for line in document["records"]?.array ?? [] {
            lines[(line["kind"]?.string ?? "") + " " + (line["id"]?.string ?? "")] = line
        }
        return lines
    }

    /// Compares all registers and the export with what was written.
    func check(_ what: String, _ lines: [String: JSON]) throws {
        let store = try VaultInsides(vault).store
        for (key, record) in records.sorted(by: { $0.key < $1.key }) where !record.isDeleted {
            let found = try store.anyRecord(record.id, kind: record.maker.kind)
            guard let found, !found.state.isGone else {
                Issue.record("\(what): \(key) is not there")
                continue
            }
            for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) where found.state[field] != value {
                Issue.record("\(what): \(key): \(field) is \(found.state[field] ?? .null), not \(value)")
            }
        }
        let text = lines.values.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
        let words = records.values.filter { !$0.isDeleted }.flatMap { JSON.object($0.fields).words } + otherWords
        for word in Set(words).sorted() where !text.contains(word) { Issue.record("\(what): '\(word)' is in no export") }
    }
}

extension JSON {
    /// The words of `RandomValues.word` in it.
    var words: [String] {
        switch self {
        case .string(let text):
            text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.hasPrefix("w") && $0.count > 8 }
        case .array(let list): list.flatMap(\.words)
        case .object(let members): members.flatMap { [JSON.string($0.key)] + [$0.value] }.flatMap(\.words)
        default: []
        }
    }
}
