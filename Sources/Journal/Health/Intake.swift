/// The log of one dose: a scheduled one, or one taken as needed.
package struct Intake: Hashable, Sendable {
    /// When it was taken, or logged as not taken.
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    package var medication: RecordID
    /// The amount; of a dose not taken, the planned amount.
    package var amount: Amount
    package var unit: String
    /// Taken, skipped or missed.
    package var outcome: Outcome
    /// The scheduled dose that it logs; `nil` for one taken as needed.
    package var occurrence: Occurrence.Name?
    /// When that dose was due.
    package var due: Instant?
    /// The symptom entry for which it was taken.
    package var symptom: RecordID?
    package var note: String
    /// Whether a scheduled dose was taken in time, judged when it was logged, where its owner was then; `nil` if it was not taken,
    /// if it was taken as needed, and in a log that does not say.
    package var timing: Timing?

    /// Whether a dose was taken within the window of its time.
    package enum Timing: String, CaseIterable, Sendable {
        case early
        case inTime = "in_time"
        case late
    }

    package enum Outcome: String, CaseIterable, Sendable {
        case taken
        /// The person decided against it.
        case skipped
        /// The person forgot it.
        case missed
    }

    package init(
        instant: Instant, zone: String, day: LocalDay, medication: RecordID, amount: Amount, unit: String,
        outcome: Outcome = .taken, occurrence: Occurrence.Name? = nil, due: Instant? = nil, symptom: RecordID? = nil,
        note: String = "", timing: Timing? = nil
    ) {
        (self.instant, self.zone, self.day) = (instant, zone, day)
        (self.medication, self.amount, self.unit, self.outcome) = (medication, amount, unit, outcome)
        (self.occurrence, self.due, self.symptom, self.note, self.timing) = (occurrence, due, symptom, note, timing)
    }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        amount.fault("amount") ?? unit.nameFault("unit") ?? note.noteFault()
    }
}
