import Base
import Engine
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// Gives all entries of a symptom or a measure another name, in one transaction, and with them the trials that watch it. Those
    /// that have the new name already are of the same symptom or measure from then on. Throws `HealthError.fault` for a name that
    /// cannot be one.
    ///
    /// Entries in journals of other people and in "Recently deleted" stay as they are. If nothing had the new name, renaming back
    /// undoes it.
    /// Throws `HealthError.otherMeasure` if measurements of another kind, or in a unit that cannot be converted, would come together.
    /// - Parameter entry: one of the entries.
    /// - Returns: the number of entries changed.
    @discardableResult
    package func rename<Kept: NamedEntry>(_ entry: Kept, to name: String) throws -> Int {
        var renamed = entry
        renamed.name = trimmed(name)
        if let fault = renamed.fault, fault != entry.fault { throw HealthError.fault(fault) }
        let entries = try records(Kept.self) { $0.key == entry.key && $0.name != renamed.name }
        if let measures = entries as? [Stored<MeasureEntry>] { try refuseMixing(measures.map(\.value), named: renamed.name) }
        let kind = entry is MeasureEntry ? "measure:" : "symptom:"
        let outcomes = Dictionary(
            uniqueKeysWithValues: ["", ", upper", ", lower"].map { (kind + entry.key + $0, kind + renamed.key + $0) })
        let trials = try trials().filter { outcomes[$0.value.outcome] != nil }
        try commit { writer in
            func mutation<Value: RecordValue>(
                _ stored: Stored<Value>, _ change: (inout Value) -> Void
            ) throws -> (journal: JournalID, change: Mutation) {
                var value = stored.value
                change(&value)
                let fields = value.fields.filter { stored.value.fields[$0.key] != $0.value }
                return (
                    stored.journal,
                    try writer.mutation(of: stored.id, kind: Value.kind, journal: stored.journal, setting: fields)
                )
            }
            let all =
                try entries.map { try mutation($0) { $0.name = renamed.name } }
                + trials.map { try mutation($0) { $0.outcome = outcomes[$0.outcome] ?? $0.outcome } }
            for (journal, list) in Dictionary(grouping: all, by: \.journal).sorted(by: { $0.key < $1.key }) {
                for start in stride(from: 0, to: list.count, by: 500) {
                    try append(list[start..<min(start + 500, list.count)].map(\.change), to: journal)
                }
            }
        }
        return entries.count
    }

    /// Charts and reports show one kind in one unit: what does not fit would be left out of them without a word.
    private func refuseMixing(_ entries: [MeasureEntry], named name: String) throws {
        guard let old = entries.first?.measure else { return }
        var new = old
        new.name = name
        let there = try records(MeasureEntry.self, limit: 1) { $0.key == new.key && $0.key != old.key }.first?.value.measure
        if let there { new = there }
        let mixes = entries.contains { entry in
            func fits(_ measure: Measure) -> Bool { measure.number(entry.value, in: entry.measure.unit) != nil }
            return there == nil ? fits(old) && !fits(new) : entry.measure.form != new.form || !fits(new)
        }
        if mixes { throw HealthError.otherMeasure }
    }
}
