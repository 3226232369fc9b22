import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

/// Brings changes in a source since its import into the imported entries. What their owner has changed here stays; if both have
/// changed the same field, the receipt says so.
extension Importer {
    private struct Outcome {
        var fields: [String: JSON] = [:]
        /// The fields taken from the source, by their names for people.
        var taken: [String] = []
        /// The fields that changed in both places.
        var kept: [String] = []
        /// What the source says from now on; for `kept` fields, what it said before.
        var base: ImportBase
    }

    /// - `health`: the result for the record's health log.
    mutating func update(
        _ known: StoredEntry, with record: ImportedRecord, _ parts: [ImportedPart], _ moment: Moment, health: PartsOutcome,
        vault: isolated OpenVault
    ) throws {
        var record = record
        let label = record.position.label
        let state = try vault.store.state(of: known.id, kind: Entry.kind, journal: known.journal)
        let before = ImportBase(state["imported"]?["base"])
        let said = ImportBase(record, parts, at: moment)
        var outcome = Outcome(base: said)
        compare(known, state, record, moment, before, said, &outcome)
        let changes = record.changes.count
        let attachments = try newFiles(of: &record, known, state, before, vault: vault)
        if attachments.count > 0 { outcome.taken.append("files") }
        if health.saved + health.updated > 0 { outcome.taken.append(say("health log")) }
        if health.kept > 0 {
            outcome.kept.append(say("health log"))
            outcome.base.parts = before?.parts ?? []
        }
        if let entry = Entry(fields: state.values.merging(outcome.fields) { $1 }), let fault = entry.fault(after: known.entry) {
            enter(.init(source: label, outcome: .skipped, why: fault.explanation.sentence, id: known.id.description))
            return
        }
        let imported = more(of: &record, base: outcome.base)
        if before != nil, outcome.taken.isEmpty, let imported, let old = state["imported"], old["more"] != imported["more"] {
            outcome.taken.append(say("what else it knows"))
        }
        var why = Receipt.here
        if !outcome.taken.isEmpty { why += say("; updated from the source: ") + outcome.taken.joined(separator: ", ") }
        if !outcome.kept.isEmpty {
            let both = before == nil ? say("changed here since it was imported") : say("changed both here and in the source")
            why += "; " + both + say(", so that what is here stays: ") + outcome.kept.joined(separator: ", ")
        }
        let left = record.changes.dropFirst(changes).map(\.sentence).joined(separator: "; ")
        if !outcome.taken.isEmpty, !left.isEmpty { why += "; " + left }
        if !isDry, !outcome.taken.isEmpty {
            var fields = outcome.fields
            if let imported { fields["imported"] = imported }
            if !attachments.sealed.isEmpty {
                let all = known.attachments + attachments.sealed.map(\.id)
                fields["attachments"] = .array(all.map { .string($0.description) })
            }
            try vault.append(
                [try vault.store.mutation(of: known.id, kind: Entry.kind, journal: known.journal, setting: fields)]
                    + attachments.sealed.map(\.mutation),
                to: known.journal)
        }
        let result: Receipt.Outcome = outcome.taken.isEmpty ? .skipped : .merged
        enter(.init(source: label, outcome: result, why: why, id: known.id.description))
    }

    private func compare(
        _ known: StoredEntry, _ state: RecordState, _ record: ImportedRecord, _ moment: Moment, _ before: ImportBase?,
        _ said: ImportBase, _ outcome: inout Outcome
    ) {
        let here = ImportBase(known.entry)
        // For our own export, the time of its last change decides; without what the source said before, whether the field was written since.
        let isOlder = record.ownID != nil && (record.modified ?? .min) < known.modified
        func isUntouched(_ field: String) -> Bool {
            record.ownID != nil ? !isOlder : Importer.isUntouched(field, in: state, since: "imported")
        }
        /// Whether the source's value counts; `nil` if there is nothing to decide.
        func counts<Value: Equatable>(_ path: WritableKeyPath<ImportBase, Value>, _ field: String, isEmpty: Bool) -> Bool? {
            guard said[keyPath: path] != here[keyPath: path] else { return nil }
            guard let before else { return isEmpty ? nil : isUntouched(field) }
            guard said[keyPath: path] != before[keyPath: path] else { return nil }
            if here[keyPath: path] == before[keyPath: path] { return true }
            outcome.base[keyPath: path] = before[keyPath: path]
            return false
        }
        func decide(_ name: String, _ counts: Bool?, _ fields: [String: JSON]) {
            switch counts {
            case true?:
                outcome.taken.append(name)
                outcome.fields.merge(fields) { $1 }
            case false?: outcome.kept.append(name)
            case nil: break
            }
        }
        decide("text", counts(\.text, "text", isEmpty: false), ["text": .string(record.text)])
        decide(
            "time", timeCounts(known, record, moment, before, said, here, isUntouched("instant"), &outcome),
            [
                "instant": .int(moment.instant.milliseconds), "zone": .string(moment.zone), "day": .string(moment.day.iso),
            ])
        decide(
            "mood", counts(\.mood, "mood", isEmpty: said.mood.isEmpty),
            [
                "mood": .text(record.mood?.name),
                "mood_source": .text(record.mood.map { _ in (record.moodSource ?? .chosen).rawValue }),
            ])
        decide(
            "mood number", counts(\.score, "mood_score", isEmpty: said.score == nil),
            ["mood_score": record.moodScore.map { .int(Int64($0)) } ?? .null])
        decide("star", counts(\.starred, "starred", isEmpty: !said.starred), ["starred": .bool(record.starred)])
        decide("place", counts(\.place, "place", isEmpty: said.place.isEmpty), ["place": record.place?.json ?? .null])
        tags(known, before, said, isUntouched("tags"), &outcome)
    }

    /// Whether a field, or an element of it, was not written since the write of another field, which the import wrote.
    static func isUntouched(_ field: String, in state: RecordState, since mark: String) -> Bool {
        state.fields.allSatisfy { name, write in
            (name != field && !name.hasPrefix(field + " ")) || write.name == state.fields[mark]?.name
        }
    }

    private func timeCounts(
        _ known: StoredEntry, _ record: ImportedRecord, _ moment: Moment, _ before: ImportBase?, _ said: ImportBase,
        _ here: ImportBase, _ isUntouched: Bool, _ outcome: inout Outcome
    ) -> Bool? {
        guard said.moment != here.moment else { return nil }
        guard let before else {
            // The local time may differ from that at the import.
            let zone = CivilTime(named: known.entry.zone)
            let wall = zone?.wall(at: known.entry.instant.milliseconds)
            let isSame =
                record.offset != nil
                ? known.entry.instant == moment.instant
                : wall?.day == record.day && (record.time == nil || wall?.time == record.time)
            return isSame ? nil : isUntouched
        }
        guard said.time != before.time else {
            outcome.base.moment = before.moment
            return nil
        }
        if here.moment == before.moment { return true }
        (outcome.base.time, outcome.base.moment) = (before.time, before.moment)
        return false
    }

    /// Tags merge one by one: those added in the source are added, those removed there are removed.
    private func tags(
        _ known: StoredEntry, _ before: ImportBase?, _ said: ImportBase, _ isUntouched: Bool, _ outcome: inout Outcome
    ) {
        let here = Set(known.entry.tags.map(\.name))
        let old = before.map { Set($0.tags) } ?? (isUntouched ? here : Set(said.tags))
        let new = here.union(Set(said.tags).subtracting(old)).subtracting(old.subtracting(said.tags))
        guard new != here else { return }
        guard new.count <= max(Limits.tags, here.count) else {
            outcome.kept.append("tags")
            outcome.base.tags = before?.tags ?? []
            return
        }
        outcome.taken.append("tags")
        outcome.fields["tags"] = .array(new.compactMap { Tag($0) }.sorted().map { .string($0.name) })
    }

    /// Files that a record shows now and did not before, except those that the owner removed. Files that it no longer shows stay.
    private mutating func newFiles(
        of record: inout ImportedRecord, _ known: StoredEntry, _ state: RecordState, _ before: ImportBase?,
        vault: isolated OpenVault
    ) throws -> (sealed: [SealedAttachment], count: Int) {
        let names = try vault.attachments(of: known).map(\.name)
        // Our own notes have the names as they could be written.
        let here = Set(names + FileName.distinct(names))
        guard before != nil || Importer.isUntouched("attachments", in: state, since: "imported") else { return ([], 0) }
        let old = here.union(before?.files ?? [])
        let new = record.files.filter { file in
            guard case .found(let path) = file else { return false }
            return !old.contains(AttachmentFolder.plainName(ImportBase.name(ofFile: path)))
                && !old.contains(ImportBase.name(ofFile: path))
        }
        record.files = new
        guard !new.isEmpty else { return ([], 0) }
        let sealed = try seal(&record, existing: known.attachments.count, vault: vault)
        return (sealed, isDry ? new.count : sealed.count)
    }
}
