import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// How many lines each part of a plan may have.
    package static let supportLimit = 100

    /// The lines of one part of the support plan: by rank, then in the order in which they were written.
    package func supportItems(_ part: SupportItem.Part) throws -> [StoredSupportItem] {
        try allSupportItems(part).filter { $0.deleted == nil }
            .sorted {
                ($0.item.rank ?? .max, $0.item.name.lowercased(), $0.id) < (
                    $1.item.rank ?? .max, $1.item.name.lowercased(), $1.id
                )
            }
    }

    /// The lines of one part that were taken out, the latest first; each can be brought back.
    package func deletedSupportItems(_ part: SupportItem.Part) throws -> [StoredSupportItem] {
        try allSupportItems(part).filter { $0.deleted != nil }.sorted { ($0.deleted ?? 0, $0.id) > ($1.deleted ?? 0, $1.id) }
    }

    /// The whole plan, to be shown.
    package func supportPlan() throws -> SupportPlan {
        try SupportPlan(
            triggers: supportItems(.trigger).map(\.item), steps: supportItems(.step).map(\.item),
            buddies: supportItems(.buddy).map(\.item), contacts: supportItems(.contact).map(\.item))
    }

    /// One line; throws where it is not there or deleted.
    package func supportItem(_ part: SupportItem.Part, _ id: RecordID) throws -> StoredSupportItem {
        guard let state = try store.state(of: id, kind: part.rawValue),
            let found = StoredSupportItem(id: id, part: part, state: state),
            found.deleted == nil
        else { throw HealthError.noSuchRecord(kind: part.rawValue) }
        return found
    }

    /// Writes a new line at the end of its part.
    @discardableResult
    package func addSupportItem(_ item: SupportItem) throws -> StoredSupportItem {
        var item = item
        if let fault = item.fault { throw HealthError.fault(fault) }
        let others = try supportItems(item.part)
        guard others.count < OpenVault.supportLimit else { throw HealthError.tooManyLines(limit: OpenVault.supportLimit) }
        if item.rank == nil { item.rank = (others.compactMap(\.item.rank).max() ?? 0) + 1 }
        let id = newID(nil)
        var fields = item.fields.filter { $0.value != .null }
        fields["created"] = .int(surroundings.now())
        try act(in: try firstJournal()) { _ in [Mutation(kind: item.part.rawValue, record: id, fields: fields)] }
        return try supportItem(item.part, id)
    }

    /// Puts another line in the place of one; only what differs is written.
    @discardableResult
    package func changeSupportItem(_ id: RecordID, to item: SupportItem) throws -> StoredSupportItem {
        if let fault = item.fault { throw HealthError.fault(fault) }
        let current = try supportItem(item.part, id)
        try setSupport(item.fields.filter { current.item.fields[$0.key] != $0.value }, part: item.part, id: id)
        return try supportItem(item.part, id)
    }

    /// Moves a line up or down among its part: the ranks of all are written anew where they must.
    package func moveSupportItem(_ part: SupportItem.Part, _ id: RecordID, by steps: Int) throws {
        var items = try supportItems(part)
        guard let place = items.firstIndex(where: { $0.id == id }) else { throw HealthError.noSuchRecord(kind: part.rawValue) }
        let target = min(max(place + max(min(steps, items.count), -items.count), 0), items.count - 1)
        let moved = items.remove(at: place)
        items.insert(moved, at: target)
        let journal = try firstJournal()
        try act(in: journal) { writer in
            try items.enumerated().map { rank, stored in
                try writer.mutation(
                    of: stored.id, kind: part.rawValue, journal: journal, setting: ["rank": .int(Int64(rank + 1))])
            }
        }
    }

    /// Takes a line out of the plan.
    package func deleteSupportItem(_ part: SupportItem.Part, _ id: RecordID) throws {
        _ = try supportItem(part, id)
        try setSupport(["gone": true], part: part, id: id)
    }

    /// Brings a line back.
    @discardableResult
    package func restoreSupportItem(_ part: SupportItem.Part, _ id: RecordID) throws -> StoredSupportItem {
        try setSupport(["gone": false], part: part, id: id)
        return try supportItem(part, id)
    }

    private func setSupport(_ fields: [String: JSON], part: SupportItem.Part, id: RecordID) throws {
        let journal = try firstJournal()
        try act(in: journal) { writer in
            let state = try writer.state(of: id, kind: part.rawValue, journal: journal)
            guard !state.fields.isEmpty else { throw HealthError.noSuchRecord(kind: part.rawValue) }
            return [state.mutation(kind: part.rawValue, record: id, setting: fields)]
        }
    }

    private func allSupportItems(_ part: SupportItem.Part) throws -> [StoredSupportItem] {
        try counts.at(store.logPosition(), part.rawValue) {
            try store.records(kind: part.rawValue).compactMap { StoredSupportItem(id: $0.id, part: part, state: $0.state) }
        }
    }
}
