import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The most lines in each part of a plan.
    package static let supportLimit = 100

    /// The lines of one part of the support plan: by rank, then in the order in which they were written.
    package func supportItems(_ part: SupportItem.Part) throws -> [StoredSupportItem] {
        try OpenVault.inOrder(allSupportItems(part))
    }

    /// The same, read from the database.
    static func supportItems(_ part: SupportItem.Part, in store: Store, of journal: JournalID) throws -> [StoredSupportItem] {
        inOrder(try allSupportItems(part, in: store, of: journal))
    }

    private static func inOrder(_ items: [StoredSupportItem]) -> [StoredSupportItem] {
        items.filter { $0.deleted == nil }.sorted {
            ($0.item.rank ?? .max, $0.item.name.lowercased(), $0.id) < (
                $1.item.rank ?? .max, $1.item.name.lowercased(), $1.id
            )
        }
    }

    /// The deleted lines of one part, the latest first; each can be restored.
    package func deletedSupportItems(_ part: SupportItem.Part) throws -> [StoredSupportItem] {
        try allSupportItems(part).filter { $0.deleted != nil }.sorted { ($0.deleted ?? 0, $0.id) > ($1.deleted ?? 0, $1.id) }
    }

    package func supportPlan() throws -> SupportPlan {
        try SupportPlan(
            triggers: supportItems(.trigger).map(\.item), steps: supportItems(.step).map(\.item),
            buddies: supportItems(.buddy).map(\.item), contacts: supportItems(.contact).map(\.item))
    }

    /// A line; throws if it does not exist or is deleted.
    package func supportItem(_ part: SupportItem.Part, _ id: RecordID) throws -> StoredSupportItem {
        guard let state = try store.state(of: id, kind: part.rawValue),
            let found = StoredSupportItem(id: id, part: part, state: state),
            found.deleted == nil
        else { throw HealthError.noSuchRecord(kind: part.rawValue) }
        return found
    }

    /// Adds a line at the end of its part.
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

    /// Replaces a line; only what differs is written.
    @discardableResult
    package func changeSupportItem(_ id: RecordID, to item: SupportItem) throws -> StoredSupportItem {
        if let fault = item.fault { throw HealthError.fault(fault) }
        let current = try supportItem(item.part, id)
        try setSupport(item.fields.filter { current.item.fields[$0.key] != $0.value }, part: item.part, id: id)
        return try supportItem(item.part, id)
    }

    /// Moves a line up or down within its part; ranks of other lines are rewritten only where needed.
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

    package func deleteSupportItem(_ part: SupportItem.Part, _ id: RecordID) throws {
        _ = try supportItem(part, id)
        try setSupport(["gone": true], part: part, id: id)
    }

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
        let journal = try firstJournal()
        return try cached(Cached.support(part)) { try OpenVault.allSupportItems(part, in: store, of: journal) }
    }

    /// A plan is kept in its owner's first journal. Contacts in other journals, shared ones too, belong to someone else.
    private static func allSupportItems(
        _ part: SupportItem.Part, in store: Store, of journal: JournalID
    ) throws -> [StoredSupportItem] {
        try store.records(kind: part.rawValue).filter { $0.journal == journal }.compactMap {
            StoredSupportItem(id: $0.id, part: part, state: $0.state)
        }
    }
}
