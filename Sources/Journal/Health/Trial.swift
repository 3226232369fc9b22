/// An experiment of one person with themselves (n-of-1): a question asked in advance, and answered once, at its end.
///
/// Days form blocks, and two blocks form a pair: in one of them something is done, in the other it is left out, in an order
/// chosen at random for each pair. The plan is fixed when it begins: changing the length, the order or the outcome after seeing
/// some days would mean choosing the answer. Only these may change: `note`, `remindAt`, and what was done on each day
/// (`answers`).
package struct Trial: Hashable, Sendable {
    /// What is done in the blocks "with", as typed: `400 mg magnesium before bed`.
    package var action: String
    /// What else in the journal shows that it was done; `nil` if only `answers` do.
    package var sign: Sign?
    /// The outcome that may change, in its text form: `symptom:headache`, `mood`, `craving`.
    package var outcome: String
    /// The part of the day whose readings count; `nil` for the whole day.
    package var part: Part?
    /// Days in a block, within `blockRange`.
    package var blockDays: Int
    /// Pairs of blocks, within `pairRange`.
    package var pairs: Int
    /// Days at the beginning of each block that do not count because of after-effects; at least one, and fewer than `blockDays`.
    package var washOut: Int
    package var first: LocalDay
    /// Determines the random order in each pair.
    package var seed: UInt64
    /// Free text, Markdown.
    package var note: String
    /// When to remind on the first day of each block; `nil` for no reminder.
    package var remindAt: TimeOfDay?
    /// The day on which it was stopped early; `nil` if it was not.
    package var stopped: LocalDay?
    /// Whether it was done, for days of the trial. A missing day is unknown.
    package var answers: [LocalDay: Bool]

    /// What in the journal shows that it was done on a day.
    package enum Sign: Hashable, Sendable {
        /// An entry of the day has this tag.
        case tag(String)
        /// A dose of this medicine was taken.
        case medicine(RecordID)
    }

    /// The parts of a day, as in insights: the night from 22 to 4, then until 12, 17 and 22 o'clock.
    package enum Part: String, CaseIterable, Sendable {
        case night, morning, afternoon, evening
    }

    /// Which of the two a block is.
    package enum Arm: String, CaseIterable, Sendable {
        /// It is done.
        case with
        /// It is left out.
        case without

        package var other: Arm { self == .with ? .without : .with }
    }

    package enum State: String, CaseIterable, Sendable {
        case waiting
        case running
        /// All its days are over: it has a result.
        case ended
        /// It was stopped early, and has no result.
        case stopped = "stopped_early"
    }

    /// The range of days in a block. At least two, of which one does not count: an action in the evening that is felt the next
    /// morning would otherwise count for the next block, and the answer could have the wrong sign.
    package static let blockRange = 2...14
    package static let pairRange = 2...30
    /// With this many pairs the exact test reaches .05 even if one of them contradicts.
    package static let usualPairs = 8
    /// With fewer pairs it cannot reach .05 at all: 2 / 2⁵ is .0625.
    package static let leastPairs = 6
    /// The default number of days in a block.
    package static let usualBlock = 3

    package init(
        action: String, sign: Sign? = nil, outcome: String, part: Part? = nil, blockDays: Int = usualBlock,
        pairs: Int = usualPairs,
        washOut: Int? = nil, first: LocalDay, seed: UInt64 = 0, note: String = "", remindAt: TimeOfDay? = nil,
        stopped: LocalDay? = nil, answers: [LocalDay: Bool] = [:]
    ) {
        (self.action, self.sign, self.outcome, self.part) = (trimmed(action), sign, outcome, part)
        (self.blockDays, self.pairs, self.first, self.seed) = (blockDays, pairs, first, seed)
        self.washOut = washOut ?? Trial.usualWashOut
        (self.note, self.remindAt, self.stopped, self.answers) = (note, remindAt, stopped, answers)
    }

    /// The default, and the least, number of days that do not count.
    package static let usualWashOut = 1

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? { faults.first }

    /// Why it cannot be saved; none if it can.
    package var faults: [HealthFault] {
        let longest = Trial.blockRange.contains(blockDays) ? blockDays : Trial.blockRange.upperBound
        var found = [action.nameFault("action"), outcome.nameFault("outcome"), note.noteFault()]
        if case .tag(let tag)? = sign { found.append(tag.nameFault("tag")) }
        found += [
            rangeFault(blockDays, "days of a block", Trial.blockRange), rangeFault(pairs, "pairs", Trial.pairRange),
            rangeFault(washOut, "days that do not count", Trial.usualWashOut...(longest - 1)),
        ]
        let faults = found.compactMap { $0 }
        guard faults.isEmpty, first.adding(days: days - 1) == nil else { return faults }
        return [.outside(field: "first day", least: "year 1", most: "year 9999")]
    }
}
