/// An experiment of one person with themselves (n-of-1): a question that is asked in advance, and answered once, at its end.
///
/// Days make blocks, and two blocks make a pair: in one of them something is done, in the other it is left out. Which comes first is
/// drawn for each pair. All of the plan is fixed when it begins; who changed the length, the order or the outcome after having seen
/// some days would choose the answer. What may change: `note`, `remindAt`, and what was done on each day (`answers`).
package struct Trial: Hashable, Sendable {
    /// What is done in the blocks "with", in the person's words: `400 mg magnesium before bed`.
    package var action: String
    /// By what else in the journal it can be seen that it was done; `nil` where only `answers` say so.
    package var sign: Sign?
    /// What may change by it, in the text form of an outcome: `symptom:headache`, `mood`, `craving`.
    package var outcome: String
    /// The part of the day whose readings count; `nil` counts the whole day.
    package var part: Part?
    /// Days of a block, within `blockRange`.
    package var blockDays: Int
    /// Pairs of blocks, within `pairRange`.
    package var pairs: Int
    /// Days at the beginning of each block that do not count, since what was before may still be at work; at least one, and fewer
    /// than `blockDays`.
    package var washOut: Int
    /// The first day.
    package var first: LocalDay
    /// From it the order in each pair is drawn.
    package var seed: UInt64
    /// Free words, Markdown.
    package var note: String
    /// When to remind, on the first day of each block; `nil` does not.
    package var remindAt: TimeOfDay?
    /// The day on which it was given up; `nil` where it was not.
    package var stopped: LocalDay?
    /// For days of the trial, whether it was done. A day that is missing here is unknown.
    package var answers: [LocalDay: Bool]

    /// What in the journal tells that it was done on a day.
    package enum Sign: Hashable, Sendable {
        /// An entry of the day has this tag.
        case tag(String)
        /// A dose of this medicine was taken.
        case medicine(RecordLink)
    }

    /// The parts of a day, as insights know them: the night from 22 to 4, then to 12, 17 and 22 o'clock.
    package enum Part: String, CaseIterable, Sendable {
        case night, morning, afternoon, evening
    }

    /// Which of the two a block is.
    package enum Arm: String, CaseIterable, Sendable {
        /// It is done.
        case with
        /// It is left out.
        case without

        /// The other one.
        package var other: Arm { self == .with ? .without : .with }
    }

    /// How far a trial has come.
    package enum State: String, CaseIterable, Sendable {
        /// Its first day has not come.
        case waiting
        case running
        /// All its days are over: it has a result.
        case ended
        /// It was given up before its end, and has none.
        case stopped = "stopped_early"
    }

    /// How many days a block may have. Two at least, of which one does not count: what is done in the evening and felt the next
    /// morning would else be counted for the block after, and the answer could have the other sign.
    package static let blockRange = 2...14
    /// How many pairs there may be.
    package static let pairRange = 2...30
    /// With so many pairs the exact test reaches .05 even where one of them points the other way.
    package static let usualPairs = 8
    /// With fewer pairs it cannot reach .05 at all: 2 / 2⁵ is .0625.
    package static let leastPairs = 6
    /// Days of a block where nothing else was said.
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

    /// Days that do not count where nothing else was said; there may not be fewer.
    package static let usualWashOut = 1

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: HealthFault? {
        if let fault = action.nameFault("action") ?? outcome.nameFault("outcome") ?? note.noteFault() { return fault }
        if case .tag(let tag)? = sign, let fault = tag.nameFault("tag") { return fault }
        if let fault = rangeFault(blockDays, "days of a block", Trial.blockRange) ?? rangeFault(pairs, "pairs", Trial.pairRange) {
            return fault
        }
        if let fault = rangeFault(washOut, "days that do not count", Trial.usualWashOut...(blockDays - 1)) { return fault }
        return first.adding(days: days - 1) == nil ? .outside(field: "first day", least: "year 1", most: "year 9999") : nil
    }
}
