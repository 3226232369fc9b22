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

        func isBefore(_ record: HealthRecord) -> Bool { (record.instant, record.id) < (instant, id) }
    }

    fileprivate init(_ found: [HealthRecord], isWhole: Bool, lookedAt last: HealthRecord?) {
        records = Array(found.prefix(HealthHistory.pageSize))
        let isFull = found.count > HealthHistory.pageSize
        next = isFull ? records.last?.id : isWhole ? nil : last?.id
        lookedBack = isFull || isWhole ? nil : last?.day
    }
}

extension OpenVault {
    /// The position of the record that ended a page, deleted or not; `nil` if there is none.
    package func place(ofHealthRecord id: RecordID) -> HealthHistory.Place? {
        func instant<Kept: HealthValue & MomentValue>(_ type: Kept.Type) -> Instant? {
            // If it is of another kind, or gone, the page begins at the start.
            (try? record(type, id, evenDeleted: true))?.value.instant
        }
        let found =
            instant(SymptomEntry.self) ?? instant(MeasureEntry.self) ?? instant(Intake.self) ?? instant(CheckIn.self)
            ?? instant(HealthSample.self)
        return found.map { HealthHistory.Place(instant: $0, id: id) }
    }

    package func healthHistory(_ filter: HealthFilter, after place: HealthHistory.Place?) throws -> HealthHistory {
        if !filter.symptom.isEmpty {
            return try search(SymptomEntry.self, after: place) {
                $0.key == filter.symptom
            } as: {
                .symptom($0)
            }
        }
        if !filter.measure.isEmpty {
            return try search(MeasureEntry.self, after: place) {
                $0.key == filter.measure
            } as: {
                .measure($0)
            }
        }
        if let medication = filter.medication {
            let title = try medicationTitle(medication)
            return try search(Intake.self, after: place) {
                $0.medication == medication
            } as: {
                .intake($0, title: title)
            }
        }
        var titles = Dictionary(try medications(archived: true).map { ($0.id, $0.value.title) }) { first, _ in first }
        func title(_ link: RecordID) throws -> String {
            if let known = titles[link] { return known }
            let title = try medicationTitle(link)
            titles[link] = title
            return title
        }
        var list: [HealthRecord] = []
        let limit = HealthHistory.pageSize + 1
        for kind in filter.kinds {
            switch kind {
            case .symptoms: list += try portion(SymptomEntry.self, limit, after: place) { .symptom($0) }.list
            case .measures: list += try portion(MeasureEntry.self, limit, after: place) { .measure($0) }.list
            case .doses:
                list += try portion(Intake.self, limit, after: place) { .intake($0, title: try title($0.value.medication)) }.list
            case .checkIns: list += try portion(CheckIn.self, limit, after: place) { .checkIn($0) }.list
            case .samples: list += try portion(HealthSample.self, limit, after: place) { .sample($0) }.list
            }
        }
        list.sort { ($0.instant, $0.id) > ($1.instant, $1.id) }
        return HealthHistory(list, isWhole: list.count < limit, lookedAt: nil)
    }

    /// Searches one kind, reading at most `glance` records.
    private func search<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, after place: HealthHistory.Place?, where isWanted: (Kept) -> Bool,
        as record: (Stored<Kept>) throws -> HealthRecord
    ) throws -> HealthHistory {
        var found: [HealthRecord] = []
        var (place, looked) = (place, 0)
        while looked < HealthHistory.glance {
            var wanted: Set<RecordID> = []
            let (list, hasMore) = try portion(type, HealthHistory.portion, after: place) { stored in
                if isWanted(stored.value) { wanted.insert(stored.id) }
                return try record(stored)
            }
            looked += list.count
            found += list.filter { wanted.contains($0.id) }
            guard hasMore, let last = list.last else { return HealthHistory(found, isWhole: true, lookedAt: nil) }
            if found.count > HealthHistory.pageSize || looked >= HealthHistory.glance {
                return HealthHistory(found, isWhole: false, lookedAt: last)
            }
            place = HealthHistory.Place(instant: last.instant, id: last.id)
        }
        return HealthHistory(found, isWhole: true, lookedAt: nil)
    }

    /// The next records of a kind after a position, the newest first, at least `limit` if there are as many. Records of one
    /// instant stay together, so that paging loses none.
    private func portion<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, _ limit: Int, after place: HealthHistory.Place?, as record: (Stored<Kept>) throws -> HealthRecord
    ) throws -> (list: [HealthRecord], hasMore: Bool) {
        var (stored, hasMore) = try page(type, before: place?.instant, limit: limit)
        if let place { stored += try at(place.instant, type) }
        if hasMore, let last = stored.map(\.value.instant).min() {
            stored = stored.filter { $0.value.instant != last } + (try at(last, type))
        }
        let list = try stored.map(record).filter { place?.isBefore($0) ?? true }
        return (list.sorted { ($0.instant, $0.id) > ($1.instant, $1.id) }, hasMore)
    }

    private func at<Kept: HealthValue & MomentValue>(_ instant: Instant, _ type: Kept.Type) throws -> [Stored<Kept>] {
        guard let next = Instant(milliseconds: instant.milliseconds + 1) else { return [] }
        return try records(type, in: instant..<next)
    }
}
