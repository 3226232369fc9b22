import Ledger
import Store

/// What the log or an old table still says and replay refuses: a note becomes the owner's own, everything else is set aside in a record
/// of its own, which exports and backups hold. Nothing is dropped.
struct RecordRescuer {
    /// The kind of a record that holds another one, which doesn't count where it was written.
    static let kind = "set_aside"

    /// Changes that were saved again.
    private(set) var rescued = 0
    /// Records that were set aside, by their kinds.
    private(set) var setAside: [String: Int] = [:]

    /// Saves fields of a record again, unless they are there already.
    mutating func save(_ mutation: Mutation, from journal: JournalID, vault: isolated OpenVault, writer: StoreWriter) throws {
        var mutation = mutation
        if mutation.kind == SharingRule.note, let root = vault.membership(in: try vault.control(of: journal))?.root {
            let known = try writer.state(of: mutation.record, kind: mutation.kind, journal: journal)
            let adopted = AdoptedNote(
                mutation.record, fields: known.values.merging(mutation.fields) { $1 }, root: root)
            mutation = Mutation(kind: mutation.kind, record: adopted.id, fields: adopted.fields)
        }
        let lane = vault.lane(of: mutation.kind)
        if try vault.admits(mutation, on: lane, in: journal), try vault.mayWrite(on: lane, in: journal) {
            if try write(mutation, to: journal, on: lane, vault: vault, writer: writer) { rescued += 1 }
            return
        }
        let held = Mutation(
            kind: RecordRescuer.kind, record: RecordRescuer.name(of: mutation),
            fields: [
                "kind": .string(mutation.kind), "record": .string(mutation.record.description),
                "journal": .string(journal.description), "fields": .object(mutation.fields),
            ])
        if try write(held, to: try vault.firstJournal(), on: .record, vault: vault, writer: writer) {
            setAside[mutation.kind, default: 0] += 1
        }
    }

    private func write(
        _ mutation: Mutation, to journal: JournalID, on lane: OperationHeader.Lane, vault: isolated OpenVault, writer: StoreWriter
    ) throws -> Bool {
        let state = try writer.state(of: mutation.record, kind: mutation.kind, journal: journal)
        guard mutation.fields.contains(where: { (state[$0.key] ?? .null) != $0.value }) else { return false }
        var changes = state.mutation(kind: mutation.kind, record: mutation.record, setting: mutation.fields)
        if mutation.kind == SharingRule.note { changes.fields["nonce"] = mutation.fields["nonce"] }
        try vault.append([changes], to: journal, on: lane, with: writer)
        return true
    }

    /// The same for the same record, so that a second repair finds it there.
    private static func name(of mutation: Mutation) -> RecordID {
        RecordID(firstBytesOf: digest(.label("set-aside") + Array(mutation.kind.utf8) + [0] + mutation.record.bytes))
    }
}
