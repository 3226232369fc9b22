import Journal
import Ledger
import Records
import Store

package enum DayItem: Sendable {
    case entry(StoredEntry)
    case logged(HealthRecord)
    /// A scheduled dose that is not logged.
    case openDose(ShownDose)

    package var instant: Instant {
        switch self {
        case .entry(let stored): stored.entry.instant
        case .logged(let record): record.instant
        case .openDose(let shown): shown.dose.occurrence.due
        }
    }
}

/// A symptom as last logged, for a button that logs it again.
package struct LastSymptom: Hashable, Sendable {
    /// Its name as last written.
    package let symptom: String
    package let severity: Int
    /// How often it occurs among the latest entries.
    package let count: Int
}

extension OpenVault {
    /// Everything of one civil day by time: entries, symptoms, measurements, check-ins, doses, samples.
    package func timeline(of day: LocalDay) throws -> [DayItem] {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (day, day)
        var items: [DayItem] = try store.entries(Selection(query: query)).list.map { .entry($0) }
        func logged<Kept: LoggedValue>(_ type: Kept.Type) throws -> [HealthRecord] { try listed(records(type, on: day...day)) }
        items += try HealthRecord.kinds.flatMap { try logged($0) }.map { .logged($0) }
        let isOpen: (ShownDose) -> Bool = { $0.intake == nil && $0.dose.occurrence.day == day }
        items += try doses(on: day).filter(isOpen).map { .openDose($0) }
        return items.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
    }

    /// The most used symptoms among the latest 60 entries, the most used first: for buttons that log them again.
    package func lastSymptoms(limit: Int = 6) throws -> [LastSymptom] { Array(try symptomsInUse().prefix(limit)) }

    /// The names of those symptoms in alphabetical order, for suggestions while typing.
    package func symptomNames() throws -> [String] {
        try symptomsInUse().map(\.symptom).sorted { $0.lowercased() < $1.lowercased() }
    }

    private func symptomsInUse() throws -> [LastSymptom] {
        try inUse(SymptomEntry.self) { $0.follows == nil }
            .map { LastSymptom(symptom: $0.last.symptom, severity: $0.last.severity, count: $0.count) }
    }

    /// The latest entry of each measure among the latest 60 measurements, the most used first.
    package func lastMeasures() throws -> [MeasureEntry] { try inUse(MeasureEntry.self) { _ in true }.map(\.last) }

    /// A measure as the latest of its entries says that is among the latest 500 of all, otherwise what is known of this name (`Measure.unsaid`);
    /// `nil` if it is new.
    package func measure(named name: String) throws -> Measure? {
        let key = SymptomEntry.key(of: name)
        if let known = try lastMeasures().first(where: { $0.key == key }) { return known.measure }
        return try records(MeasureEntry.self, limit: 500).first { $0.value.key == key }?.value.measure ?? Measure.unsaid(name)
    }

    /// The latest entries of a measure among the latest 120 of all, otherwise 500, at most 30, the newest first: what a new number
    /// is compared with.
    /// - Parameter without: the entry that the number replaces.
    package func recentMeasures(named name: String, without id: RecordID? = nil) throws -> [MeasureEntry] {
        let key = SymptomEntry.key(of: name)
        for limit in [120, 500] {
            let found = try records(MeasureEntry.self, limit: limit).filter { $0.value.key == key && $0.id != id }
            if !found.isEmpty { return found.prefix(30).map(\.value) }
        }
        return []
    }

    private func inUse<Kept: NamedEntry>(
        _ type: Kept.Type, where isWanted: (Kept) -> Bool
    ) throws -> [(last: Kept, count: Int)] {
        try cached(Cached.inUse(kind: Kept.kind)) {
            var found: [(last: Kept, count: Int)] = []
            for stored in try records(type, limit: 60) where isWanted(stored.value) {
                if let place = found.firstIndex(where: { $0.last.key == stored.value.key }) {
                    found[place].count += 1
                } else {
                    found.append((stored.value, 1))
                }
            }
            return found.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
        }
    }

    /// The latest records of a kind from before a moment, and whether there are more.
    package func page<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, before moment: Instant? = nil, limit: Int, where isWanted: (Kept) -> Bool = { _ in true }
    ) throws -> (list: [Stored<Kept>], hasMore: Bool) {
        let list = try records(type, in: Instant.first..<(moment ?? .last), limit: limit + 1, where: isWanted)
        return (Array(list.prefix(limit)), list.count > limit)
    }
}
