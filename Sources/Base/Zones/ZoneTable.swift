/// When the offset of a zone changed, and what it does since: the contents of one TZif file (RFC 8536). Times are seconds
/// since 1970.
final class ZoneTable: Sendable {
    /// An offset that the zone has had.
    struct Offset: Equatable, Sendable {
        /// Seconds east of UTC.
        let seconds: Int
        /// Whether the file calls it daylight saving time.
        let isDaylight: Bool
    }

    /// What the zone has had; the first held before the first change.
    private let offsets: [Offset]
    /// When it changed, in order.
    private let changes: [Int64]
    /// Which of `offsets` each change brought.
    private let brought: [UInt8]
    /// What holds after the last change; `nil` where that is what the change brought.
    private let rule: ZoneRule?

    /// The rules of one offset for all times, in seconds east of UTC.
    init(offset: Int) {
        (offsets, changes, brought, rule) = ([Offset(seconds: offset, isDaylight: false)], [], [], nil)
    }

    /// Reads a TZif file; `nil` for bytes that are none, or whose seconds count leap seconds.
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
    /// Some files call the winter of Ireland and the Ramadan of Morocco daylight saving time with an offset below standard time.
    /// Whoever reads a calendar expects the summer by that name, so that those are turned round.
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

    /// Whether both give the same offsets from a time on, looked at around each change and twice a month until 2050.
    func isLike(_ other: ZoneTable, since start: Int64) -> Bool {
        let turns = (changes + other.changes).filter { $0 > start }.flatMap { [$0 - 1, $0] }
        let fortnights = stride(from: max(start, 1_735_689_600), to: 2_524_608_000, by: 1_296_000)
        return offset(at: start) == other.offset(at: start) && turns.allSatisfy { offset(at: $0) == other.offset(at: $0) }
            && fortnights.allSatisfy { offset(at: $0) == other.offset(at: $0) }
    }

    /// How many changes have come by a time.
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
