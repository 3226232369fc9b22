/// The offset changes of a zone and its current rule: the content of one TZif file (RFC 8536). Times are seconds since 1970.
final class ZoneTable: Sendable {
    struct Offset: Equatable, Sendable {
        /// Seconds east of UTC.
        let seconds: Int
        /// Whether the file calls it daylight saving time.
        let isDaylight: Bool
    }

    /// The zone's offsets; the first applied before the first change.
    private let offsets: [Offset]
    /// When it changed, in order.
    private let changes: [Int64]
    /// The index in `offsets` after each change.
    private let brought: [UInt8]
    /// The rule after the last change; `nil` if its offset stays.
    private let rule: ZoneRule?

    /// The rules of one offset for all times, in seconds east of UTC.
    init(offset: Int) {
        (offsets, changes, brought, rule) = ([Offset(seconds: offset, isDaylight: false)], [], [], nil)
    }

    /// Reads a TZif file; `nil` for other bytes, or with leap seconds.
    init?(_ bytes: [UInt8]) {
        guard let file = ZoneFile(bytes) else { return nil }
        (offsets, changes, brought, rule) = (file.offsets, file.changes, file.brought, file.rule)
    }

    /// Seconds east of UTC.
    func offset(at time: Int64) -> Int {
        let place = passed(by: time)
        if place == changes.count, let rule { return rule.offset(at: time) }
        return offset(place).seconds
    }

    /// Whether the clocks are ahead of standard time.
    ///
    /// Some files define the winter of Ireland and the Ramadan of Morocco as daylight saving time with an offset below standard
    /// time. Readers of a calendar expect the summer by that name, so these are reversed.
    func isSummer(at time: Int64) -> Bool {
        let place = passed(by: time)
        if place == changes.count, let rule { return rule.isSummer(at: time) }
        let here = offset(place)
        let isTurned = [place - 1, place + 1].contains { other in
            guard (0...changes.count).contains(other) else { return false }
            let other = offset(other)
            guard here.isDaylight != other.isDaylight else { return false }
            return here.isDaylight ? here.seconds < other.seconds : other.seconds < here.seconds
        }
        return here.isDaylight != isTurned
    }

    /// Whether both give the same offsets from a time on, checked around each change and twice a month until 2050.
    func isLike(_ other: ZoneTable, since start: Int64) -> Bool {
        let turns = (changes + other.changes).filter { $0 > start }.flatMap { [$0 - 1, $0] }
        let fortnights = stride(from: max(start, 1_735_689_600), to: 2_524_608_000, by: 1_296_000)
        return offset(at: start) == other.offset(at: start) && turns.allSatisfy { offset(at: $0) == other.offset(at: $0) }
            && fortnights.allSatisfy { offset(at: $0) == other.offset(at: $0) }
    }

    private func passed(by time: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func offset(_ place: Int) -> Offset { offsets[place == 0 ? 0 : Int(brought[place - 1])] }
}
