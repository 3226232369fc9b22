import Ledger
import Store

/// Saves during a repair what would otherwise be lost: what is only in the tables of a damaged database.
struct RecordRescuer {
    /// The kind of a record that counts nowhere: the complete former record. Every JSON export includes it.
    static let setAsideKind = "set_aside"

    /// How many records are under another id now, since they would not count in their place.
    private(set) var aside = 0

    /// Rewrites what is only in the tables of a damaged database; returns how many texts and records.
    mutating func rescue(from old: Store, vault: isolated OpenVault, with writer: StoreWriter) throws -> Int {
        var rescued = 0
        // Earlier values first, in order of time, so that the current values are written last and are current again.
        var histories: [LostWrite] = []
        try old.eachReadableRevision {
            histories.append(LostWrite(journal: $0, kind: $1, record: $2, field: $3, write: $4))
        }
        for lost in histories.sorted(by: { $0.write.name < $1.write.name }) {
            guard try !writer.knows(lost.write, of: lost.field, record: lost.record, kind: lost.kind, journal: lost.journal)
            else { continue }
            try save(lost.record, lost.kind, [lost.field: lost.write.value], in: lost.journal, vault: vault, with: writer)
            rescued += 1
        }
        try old.eachReadableRecord { journal, kind, record, state in
            let present = try writer.state(of: record, kind: kind, journal: journal)
            let lost = state.values.filter { present[$0.key] != $0.value }
            guard !lost.isEmpty else { return }
            try save(record, kind, lost, in: journal, vault: vault, with: writer)
            rescued += 1
        }
        return rescued
    }

    /// Writes fields of a record so that they count: in its place, or under another id.
    private mutating func save(
        _ record: RecordID, _ kind: String, _ fields: [String: JSON], in journal: JournalID, vault: isolated OpenVault,
        with writer: StoreWriter
    ) throws {
        var fields = fields
        if kind == SharingRule.note {
            // Every write of a note carries the proof of its author.
            fields["nonce"] = try fields["nonce"] ?? writer.state(of: record, kind: kind, journal: journal)["nonce"]
            if let note = AdoptedNote(record, fields, by: try vault.authorRoot(in: journal)) {
                _ = try write(note.id, kind, note.fields, in: journal, vault: vault, with: writer)
                return
            }
        } else if try vault.counts(Mutation(kind: kind, record: record, fields: fields), in: journal, on: .record) {
            _ = try write(record, kind, fields, in: journal, vault: vault, with: writer)
            return
        }
        let name = RecordID(firstBytesOf: digest(.label("set-aside") + Array(kind.utf8) + [0] + record.bytes))
        let whole: [String: JSON] = ["of": .string(kind), "record": .string(record.description), "fields": .object(fields)]
        if try write(name, RecordRescuer.setAsideKind, whole, in: journal, vault: vault, with: writer) { aside += 1 }
    }

    /// `false` if all of it is current already.
    private func write(
        _ record: RecordID, _ kind: String, _ fields: [String: JSON], in journal: JournalID, vault: isolated OpenVault,
        with writer: StoreWriter
    ) throws -> Bool {
        var mutation = try writer.mutation(of: record, kind: kind, journal: journal, setting: fields)
        guard !mutation.fields.isEmpty else { return false }
        if kind == SharingRule.note { mutation.fields["nonce"] = fields["nonce"] }
        try vault.append([mutation], to: journal, on: kind == SharingRule.note ? .note : .record)
        return true
    }
}

/// A write that exists only in the history of a damaged database.
private struct LostWrite {
    let journal: JournalID
    let kind: String
    let record: RecordID
    let field: String
    let write: Write
}
