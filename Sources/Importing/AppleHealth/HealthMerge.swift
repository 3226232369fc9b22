import Base
import Foundation
import Journal

/// Makes days of records: the first source in the order counts for all of its time, the others only for what is still free, in
/// proportion.
///
/// Days of records come in order, each once; a day is finished as soon as nothing can be added to it.
package struct HealthMerge {
    /// The result for one day and measure.
    package struct Finished {
        package let measure: HealthSample.Measure
        /// `LocalDay.number`.
        package let day: Int
        package let sum: DaySum
    }

    private let sources: HealthSources
    private let zones: [CivilTime?]
    /// The owner's time zone.
    private let home: CivilTime
    private let ranks: [Int]
    private var steps: [Int: DaySum] = [:]
    private var sleep: [Int: DaySum] = [:]
    /// The night that is not over yet, by the start of its records.
    private var night: [HealthPiece] = []
    private var nightEnd = Int64.min

    /// Sleep that continues within two hours belongs to the same night.
    private static let pause: Int64 = 7200
    /// A record that begins a day after its night began belongs to the next night.
    private static let longestNight: Int64 = 86_400

    /// `order`: the numbers of the sources, the most trusted first.
    package init(sources: HealthSources, order: [Int], zones: [CivilTime?], home: CivilTime) {
        (self.sources, self.zones, self.home) = (sources, zones, home)
        var ranks = [Int](repeating: 0, count: sources.list.count)
        for (rank, number) in order.enumerated() { ranks[number] = rank }
        self.ranks = ranks
    }

    /// Adds the records of a day of UTC.
    package mutating func take(_ pieces: [HealthPiece], of day: Int) {
        takeSteps(pieces.filter { $0.what == .steps }, of: day)
        for piece in pieces.filter(\.isSleep).sorted(by: { ($0.start, $0.length) < ($1.start, $1.length) }) {
            if let first = night.first,
                piece.start > nightEnd + HealthMerge.pause || piece.start >= first.start + HealthMerge.longestNight
            {
                closeNight()
            }
            night.append(piece)
            nightEnd = max(nightEnd, piece.span.upperBound)
        }
    }

    /// The days that are complete once all records up to a day of UTC were added; all days for `nil`.
    package mutating func finished(through day: Int?) -> [Finished] {
        guard let day else {
            closeNight()
            return drain(&steps, .steps, before: Int.max) + drain(&sleep, .sleep, before: Int.max)
        }
        // A civil day begins at most 14 hours before the UTC day and ends at most 12 hours after it.
        let open = night.first.map { min(day, HealthPiece.day(of: $0.start)) } ?? day
        return drain(&steps, .steps, before: day - 1) + drain(&sleep, .sleep, before: open - 1)
    }

    private func drain(_ sums: inout [Int: DaySum], _ measure: HealthSample.Measure, before day: Int) -> [Finished] {
        let ready = sums.keys.filter { $0 < day }.sorted()
        return ready.compactMap { number in
            sums.removeValue(forKey: number).map { Finished(measure: measure, day: number, sum: $0) }
        }
    }

    // ---- steps ----

    private mutating func takeSteps(_ pieces: [HealthPiece], of day: Int) {
        let window = Int64(day) * 86_400..<(Int64(day) + 1) * 86_400
        var coverage = Coverage()
        let sorted = pieces.sorted { (rank($0), $0.start, -$0.length, -$0.value) < (rank($1), $1.start, -$1.length, -$1.value) }
        for level in HealthMerge.levels(sorted[...], rank) {
            coverage.claim(level.map { $0.span.clamped(to: window) }) { index, free in
                addSteps(level[level.startIndex + index], free: free, window: window)
            }
        }
    }

    private mutating func addSteps(_ piece: HealthPiece, free: [Range<Int64>], window: Range<Int64>) {
        var count: Int64 = 0
        for span in free {
            count += Int64(span.count)
            var from = span.lowerBound
            repeat {
                let offset = offset(of: piece, at: from)
                let day = HealthPiece.day(of: from + Int64(offset))
                let upto = min(span.upperBound, (Int64(day) + 1) * 86_400 - Int64(offset))
                let share = piece.length == 0 ? 1 : Double(upto - from) / Double(piece.length)
                steps[day, default: DaySum()].add(
                    piece.value * share, span: from..<upto, source: piece.source, offset: offset, zone: piece.zone)
                from = upto
            } while from < span.upperBound
        }
        // Counted once, on the day on which the record begins.
        guard window.contains(piece.start) else { return }
        let day = HealthPiece.day(of: piece.start + Int64(offset(of: piece, at: piece.start)))
        let length = Int64(piece.span.clamped(to: window).count)
        steps[day, default: DaySum()].note(gotAll: length == 0 ? !free.isEmpty : count == length, gotSome: count > 0)
    }

    // ---- sleep ----

    private mutating func closeNight() {
        defer { (night, nightEnd) = ([], Int64.min) }
        // If several records end with the night, the one further east: it does not depend on their order.
        guard let offset = night.filter({ $0.span.upperBound == nightEnd }).map({ offset(of: $0, at: nightEnd) }).max() else {
            return
        }
        let day = HealthPiece.day(of: nightEnd + Int64(offset))
        var sum = sleep[day] ?? DaySum()
        // Time in bed is not sleep: it takes no time from the stages, nor they from it.
        for isBed in [false, true] {
            var coverage = Coverage()
            let key = { [ranks] (piece: HealthPiece) in ranks[Int(piece.source)] * 8 + Int(piece.stage.rawValue) }
            let sorted = night.filter { ($0.stage == .inBed) == isBed }
                .sorted { (key($0), $0.start, -$0.length) < (key($1), $1.start, -$1.length) }
            for level in HealthMerge.levels(sorted[...], key) {
                coverage.claim(level.map(\.span)) { index, free in
                    let piece = level[level.startIndex + index]
                    var count: Int64 = 0
                    for span in free {
                        count += Int64(span.count)
                        sum.add(
                            Double(span.count), piece.stage, span: span, source: piece.source,
                            offset: self.offset(of: piece, at: span.upperBound), zone: piece.zone)
                    }
                    sum.note(gotAll: count == Int64(piece.length), gotSome: count > 0)
                }
            }
        }
        sleep[day] = sum
    }

    /// Splits a sorted list where the key changes.
    private static func levels(_ sorted: ArraySlice<HealthPiece>, _ key: (HealthPiece) -> Int) -> [ArraySlice<HealthPiece>] {
        var levels: [ArraySlice<HealthPiece>] = []
        var from = sorted.startIndex
        for index in sorted.indices where index > from && key(sorted[index]) != key(sorted[from]) {
            levels.append(sorted[from..<index])
            from = index
        }
        if from < sorted.endIndex { levels.append(sorted[from...]) }
        return levels
    }

    // ---- sources and zones ----

    private func rank(_ piece: HealthPiece) -> Int { ranks[Int(piece.source)] }

    /// Seconds east of UTC: by the zone that the record names, otherwise as written in the export.
    package func offset(of piece: HealthPiece, at seconds: Int64) -> Int {
        zones[Int(piece.zone)]?.offset(at: seconds * 1000) ?? Int(piece.offset) * 60
    }

    /// The name of the record's zone; otherwise the owner's, if it has this offset then; otherwise `+02:00`.
    package func zoneName(_ zone: UInt16, offset: Int, at seconds: Int64) -> String {
        if let named = zones[Int(zone)] { return named.zone.identifier }
        if home.offset(at: seconds * 1000) == offset { return home.zone.identifier }
        return CivilTime.name(ofOffset: offset) ?? home.zone.identifier
    }

    /// The names of the sources that contributed, the largest share first.
    func names(of shares: [UInt16: Double]) -> String {
        let sorted = shares.sorted { ($1.value, ranks[Int($0.key)]) < ($0.value, ranks[Int($1.key)]) }
        var text = ""
        for (number, _) in sorted {
            let next = text.isEmpty ? sources.list[Int(number)].name : ", " + sources.list[Int(number)].name
            if text.utf8.count + next.utf8.count > HealthSources.nameBytes { break }
            text += next
        }
        return text
    }
}

extension HealthPiece {
    var isSleep: Bool { if case .sleep = what { true } else { false } }

    var stage: SleepStage { if case .sleep(let stage) = what { stage } else { .asleep } }
}
