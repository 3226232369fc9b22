import Engine
import Journal
import Ledger
import Records

/// A page of the health log, the newest first.
package struct HealthHistory: Sendable {
    /// The latest first.
    package let records: [HealthRecord]
    /// The record after which the next page begins; `nil` at the end.
    package let next: RecordID?
    /// The day at which the search stopped before the page was full: rare records are not searched for without limit.
    package let lookedBack: LocalDay?

    package static let pageSize = 50
    /// The most records read for a page of rare ones.
    static let glance = 500
    fileprivate static let portion = 100

    /// Where a page begins: after this record.
    package struct Place: Sendable {
        let instant: Instant
        let id: RecordID
    }

    fileprivate init(_ found: [HealthRecord], isWhole: Bool, lookedAt last: (place: Place, day: LocalDay)?) {
        records = Array(found.prefix(HealthHistory.pageSize))
        let isFull = found.count > HealthHistory.pageSize
        next = isFull ? records.last?.id : isWhole ? nil : last?.place.id
        lookedBack = isFull || isWhole ? nil : last?.day
    }
}

extension OpenVault {
    /// The position of the record that ended a page, deleted or not; `nil` if there is none.
    package func place(ofHealthRecord id: RecordID) -> HealthHistory.Place? {
        func instant<Kept: LoggedValue>(_ type: Kept.Type) -> Instant? {
            // If it is of another kind, or gone, the page begins at the start.
            (try? record(type, id, evenDeleted: true))?.value.instant
        }
        let found = HealthRecord.kinds.lazy.compactMap { instant($0) }.first
        return found.map { HealthHistory.Place(instant: $0, id: id) }
    }

    package func healthHistory(_ filter: HealthFilter, after place: HealthHistory.Place?) throws -> HealthHistory {
        if !filter.symptom.isEmpty { return try search(SymptomEntry.self, after: place) { $0.key == filter.symptom } }
        if !filter.measure.isEmpty { return try search(MeasureEntry.self, after: place) { $0.key == filter.measure } }
        if let medicine = filter.medication { return try search(Intake.self, after: place) { $0.medication == medicine } }
        let limit = HealthHistory.pageSize + 1
        func portion<Kept: LoggedValue>(_ type: Kept.Type) throws -> [HealthRecord] {
            try listed(self.portion(type, limit, after: place).list)
        }
        var list = try HealthRecord.kinds.filter { $0.kind == filter.kind ?? $0.kind }.flatMap { try portion($0) }
        list.sort { ($0.instant, $0.id) > ($1.instant, $1.id) }
        return HealthHistory(list, isWhole: list.count < limit, lookedAt: nil)
    }

    /// Searches one kind, reading at most `glance` records.
    private func search<Kept: LoggedValue>(
        _ type: Kept.Type, after place: HealthHistory.Place?, where isWanted: (Kept) -> Bool
    ) throws -> HealthHistory {
        var found: [HealthRecord] = []
        var (place, looked) = (place, 0)
        while looked < HealthHistory.glance {
            let (list, hasMore) = try portion(type, HealthHistory.portion, after: place)
            looked += list.count
            found += try listed(list.filter { isWanted($0.value) })
            guard hasMore, let last = list.last else { return HealthHistory(found, isWhole: true, lookedAt: nil) }
            let end = HealthHistory.Place(instant: last.value.instant, id: last.id)
            if found.count > HealthHistory.pageSize || looked >= HealthHistory.glance {
                return HealthHistory(found, isWhole: false, lookedAt: (end, last.value.day))
            }
            place = end
        }
        return HealthHistory(found, isWhole: true, lookedAt: nil)
    }

    /// The next records of a kind after a position, the newest first, at least `limit` if there are as many. Records of one
    /// instant stay together, so that paging loses none.
    private func portion<Kept: LoggedValue>(
        _ type: Kept.Type, _ limit: Int, after place: HealthHistory.Place?
    ) throws -> (list: [Stored<Kept>], hasMore: Bool) {
        var (stored, hasMore) = try page(type, before: place?.instant, limit: limit)
        if let place { stored += try at(place.instant, type) }
        if hasMore, let last = stored.map(\.value.instant).min() {
            stored = stored.filter { $0.value.instant != last } + (try at(last, type))
        }
        let list = stored.filter { stored in place.map { (stored.value.instant, stored.id) < ($0.instant, $0.id) } ?? true }
        return (list.sorted { ($0.value.instant, $0.id) > ($1.value.instant, $1.id) }, hasMore)
    }

    private func at<Kept: LoggedValue>(_ instant: Instant, _ type: Kept.Type) throws -> [Stored<Kept>] {
        guard let next = Instant(milliseconds: instant.milliseconds + 1) else { return [] }
        return try records(type, in: instant..<next)
    }
}
