extension Trial {
    package struct Block: Hashable, Sendable {
        /// Its number, 1 for the first.
        package let number: Int
        /// The number of its pair, 1 for the first.
        package let pair: Int
        /// Whether the action is done in it.
        package let arm: Arm
        /// The numbers of its first and last day.
        package let days: ClosedRange<Int>
        /// The days that count.
        package let counted: ClosedRange<Int>
    }

    /// The total length in days.
    package var days: Int { 2 * pairs * blockDays }

    /// The last day, at most the last of the calendar.
    package var last: LocalDay { first.adding(days: days - 1) ?? Instant.last.utcLocalDay }

    /// Which arm is first in a pair (1 for the first): the highest bit of the number that SplitMix64 gives for the seed at this
    /// place. So each pair has one block of either kind, both orders are equally likely, and every device gets the same.
    package func firstArm(ofPair pair: Int) -> Arm {
        (seed &+ UInt64(truncatingIfNeeded: pair) &* .splitMixStep).splitMix >> 63 == 1 ? .with : .without
    }

    /// A block by its number, 1 for the first.
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

    package func state(on today: LocalDay) -> State {
        if stopped != nil { return .stopped }
        if today < first { return .waiting }
        return today.number - first.number < days ? .running : .ended
    }

    /// Whether anything is to be done on this day or later.
    package func isOpen(on today: LocalDay) -> Bool { [.waiting, .running].contains(state(on: today)) }
}

extension Instant {
    fileprivate var utcLocalDay: LocalDay {
        guard let day = LocalDay(number: utcDay) else { preconditionFailure("an instant lies on a day") }
        return day
    }
}
