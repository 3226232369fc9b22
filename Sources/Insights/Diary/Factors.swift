import Journal

/// The factors of a diary while they are counted.
struct Factors {
    private var found: [Factor] = []

    init(_ logged: Logged, medicines: [Medicine], used: Set<Int>, days: ClosedRange<Int>) {
        addNames(Factors.tags(logged), in: days) { .tag($0) }
        addNames(logged.checkIns.lazy.map { ($0.day.number, $0.triggers) }, in: days) { .trigger($0) }
        for medicine in medicines where !medicine.asNeeded { add(medicine, used: used, in: days) }
        func samples(_ measure: HealthSample.Measure) -> [(Int, Double)] {
            logged.samples.filter { $0.measure == measure }.map { ($0.day.number, $0.value) }
        }
        addNumbers(samples(.sleep), as: .shortSleep, in: days, isThere: <)
        addNumbers(samples(.steps), as: .fewSteps, in: days, isThere: <)
        addMeasures(logged, in: days)
        add(.badSleep, logged.checkIns.lazy.compactMap { check in check.sleep.map { (check.day.number, $0 <= 2) } }, in: days)
        add(.craving, logged.checkIns.lazy.compactMap { check in check.craving.map { (check.day.number, $0 >= 5) } }, in: days)
        addMenstruation(logged, in: days)
    }

    /// The factors present on the most days; for equal counts, the first by name. The choice never depends on the outcomes.
    /// - Parameter kept: those that come before the others.
    /// - Parameter days: the days that are counted.
    func mostUsed(_ limit: Int, keeping kept: [Factor.Name], of days: ClosedRange<Int>) -> [Factor] {
        let counted = found.map { factor in
            (factor, kept.contains(factor.name) ? Int.max : factor.count(in: days))
        }
        return counted.filter { $0.1 > 0 }.sorted { ($1.1, $0.0.name.text) < ($0.1, $1.0.name.text) }.prefix(limit).map { $0.0 }
            .sorted { $0.name.text < $1.name.text }
    }

    /// A day is known if there is any value for it; the factor was present if any of them says so.
    private mutating func add(_ name: Factor.Name, _ known: some Sequence<(Int, Bool)>, in days: ClosedRange<Int>) {
        var values: [Int: Bool] = [:]
        for (day, isThere) in known where days.contains(day) { values[day] = isThere || values[day] == true }
        if !values.isEmpty { found.append(Factor(name, values)) }
    }

    /// The days on which it is known what the tags are. Once a person marks days on which none fits, a day with neither a tag nor
    /// the mark is unknown: it may have been left as it is because it was good.
    private static func tags(_ logged: Logged) -> [(Int, [String])] {
        let untagged = logged.checkIns.filter { $0.isUntagged }.map { $0.day.number }
        let since = untagged.min() ?? .max
        let written = logged.entries.map { ($0.day.number, $0.tags) }.filter { $0.0 < since || !$0.1.isEmpty }
        return written + untagged.map { ($0, []) }
    }

    private mutating func addNames(
        _ known: some Sequence<(Int, [String])>, in days: ClosedRange<Int>, as name: (String) -> Factor.Name
    ) {
        var none: [Int: Bool] = [:]
        for (day, _) in known where days.contains(day) { none[day] = false }
        var byName: [String: [Int: Bool]] = [:]
        for (day, names) in known where days.contains(day) {
            for name in names { byName[SymptomEntry.key(of: name), default: none][day] = true }
        }
        for (key, values) in byName.sorted(by: { $0.key < $1.key }) { found.append(Factor(name(key), values)) }
    }

    /// A medicine with days off is present on its other days. Any medicine that is due may also be late or missed.
    private mutating func add(_ medicine: Medicine, used: Set<Int>, in days: ClosedRange<Int>) {
        let due = medicine.due.filter { $0.value.unknown == 0 }
        add(.late(medicine.id), due.lazy.map { ($0.key, $0.value.late > 0) }, in: days)
        add(.missed(medicine.id), due.lazy.map { ($0.key, $0.value.missed + $0.value.skipped > 0) }, in: days)
        guard let first = medicine.due.keys.min(), let last = medicine.due.keys.max() else { return }
        let off = used.filter { (first...last).contains($0) && medicine.due[$0] == nil }
        guard !off.isEmpty else { return }
        add(
            .taken(medicine.id),
            due.map { ($0.key, $0.value.taken + $0.value.early + $0.value.late > 0) } + off.map { ($0, false) }, in: days)
    }

    private mutating func addMeasures(_ logged: Logged, in days: ClosedRange<Int>) {
        var (answers, numbers) = ([String: [(Int, Bool)]](), [String: [(Int, Double)]]())
        for entry in logged.measures {
            if entry.measure.form == .yesNo {
                answers[entry.key, default: []].append((entry.day.number, entry.value > 0))
            } else {
                for series in entry.series { numbers[series.key, default: []].append((entry.day.number, series.value)) }
            }
        }
        for (key, known) in answers.sorted(by: { $0.key < $1.key }) { add(.yes(key), known, in: days) }
        for (key, known) in numbers.sorted(by: { $0.key < $1.key }) { addNumbers(known, as: .high(key), in: days, isThere: >) }
    }

    /// Whether a value is below (or above) the person's own median of the 90 days before, if at least 14 of them are known: so a
    /// day's result never changes with later data.
    private mutating func addNumbers(
        _ numbers: [(Int, Double)], as name: Factor.Name, in days: ClosedRange<Int>, isThere: (Double, Double) -> Bool
    ) {
        var values: [Int: Double] = [:]
        for (day, value) in numbers { values[day] = max(value, values[day] ?? value) }
        let sorted = values.sorted { $0.key < $1.key }
        // The values of the last 90 days, kept in ascending order: each day adds one and removes those that are too old. Sorting
        // all of them again for each day would take two thirds of a look's memory.
        var before: [Double] = []
        func place(of value: Double) -> Int { before.partitioningIndex { $0 >= value } }
        var (first, known) = (0, [(Int, Bool)]())
        for (day, value) in sorted {
            while sorted[first].key < day - 90 {
                before.remove(at: place(of: sorted[first].value))
                first += 1
            }
            if before.count >= 14 {
                let middle = (before[(before.count - 1) / 2] + before[before.count / 2]) / 2
                known.append((day, isThere(value, middle)))
            }
            before.insert(value, at: place(of: value))
        }
        add(name, known, in: days)
    }

    /// A person who marked menstruation once is expected to mark it each time: a symptom entry without the mark is a "no", from
    /// 35 days before the first mark to 35 days after the last.
    private mutating func addMenstruation(_ logged: Logged, in days: ClosedRange<Int>) {
        let marked = logged.symptoms.filter { $0.menstruation == true }.map { $0.day.number }
        guard let first = marked.min(), let last = marked.max() else { return }
        let said = logged.symptoms.lazy.filter { ((first - 35)...(last + 35)).contains($0.day.number) }
        add(.menstruation, said.lazy.map { ($0.day.number, $0.menstruation == true) }, in: days)
    }
}

extension Factor {
    /// On how many of some days it was present. A measure's number is high on every second day: it counts least, so that it takes
    /// the place of nothing that a person named.
    fileprivate func count(in days: ClosedRange<Int>) -> Int {
        let count = self.days.count { $0.value && days.contains($0.key) }
        if case .high = name { return min(count, 1) }
        return count
    }
}
