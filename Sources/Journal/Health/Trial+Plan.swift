extension Trial {
    /// One block of a trial.
    package struct Block: Hashable, Sendable {
        /// Its place, 1 for the first.
        package let number: Int
        /// The place of its pair, 1 for the first.
        package let pair: Int
        /// Whether it is done in it.
        package let arm: Arm
        /// The numbers of its first and last day.
        package let days: ClosedRange<Int>
        /// Those of them that count.
        package let counted: ClosedRange<Int>
    }

    /// How many days it takes.
    package var days: Int { 2 * pairs * blockDays }

    /// The last day; the last of the calendar where it would lie behind it.
    package var last: LocalDay { first.adding(days: days - 1) ?? Instant.last.utcLocalDay }

    /// Which comes first in a pair (1 for the first): the highest bit of the number of this place that SplitMix64 gives
    /// for the seed. So each pair has one block of either kind, each order is as likely as the other, and every device finds the same.
    package func firstArm(ofPair pair: Int) -> Arm {
        (seed &+ UInt64(truncatingIfNeeded: pair) &* .splitMixStep).splitMix >> 63 == 1 ? .with : .without
    }

    /// A block by its place, 1 for the first.
    package func block(_ number: Int) -> Block {
        let pair = (number + 1) / 2
        let arm = firstArm(ofPair: pair)
        let start = first.number + (number - 1) * blockDays
        let end = start + blockDays - 1
        return Block(
            number: number, pair: pair, arm: number % 2 == 1 ? arm : arm.other, days: start...end,
            counted: (start + min(washOut, blockDays - 1))...end)
    }

    /// All blocks, in their order.
    package var blocks: [Block] { (1...(2 * pairs)).map(block) }

    /// The block of a day; `nil` before the first and after the last.
    package func block(on day: LocalDay) -> Block? {
        let offset = day.number - first.number
        return (0..<days).contains(offset) ? block(offset / blockDays + 1) : nil
    }

    /// How far it has come on a day.
    package func state(on today: LocalDay) -> State {
        if stopped != nil { return .stopped }
        if today < first { return .waiting }
        return today.number - first.number < days ? .running : .ended
    }

    /// Whether it asks for something on this day or a later one.
    package func isOpen(on today: LocalDay) -> Bool { [.waiting, .running].contains(state(on: today)) }
}

extension Instant {
    /// The civil day in UTC.
    fileprivate var utcLocalDay: LocalDay {
        guard let day = LocalDay(number: utcDay) else { preconditionFailure("an instant lies on a day") }
        return day
    }
}
