/// What became of one dose: of a scheduled one, or one that was taken as needed.
package struct Intake: Hashable, Sendable {
    /// When it was taken, or when it was settled that it is not.
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// Which medicine.
    package var medication: RecordLink
    /// How much; of a dose that was not taken, how much it would have been.
    package var amount: Amount
    /// What the amount counts.
    package var unit: String
    /// What became of it.
    package var outcome: Outcome
    /// The scheduled dose that it settles; `nil` for one taken as needed.
    package var occurrence: Occurrence.Name?
    /// When that dose was due.
    package var due: Instant?
    /// The symptom entry for which it was taken.
    package var symptom: RecordLink?
    /// Free words.
    package var note: String

    /// Taken, or not, and why.
    package enum Outcome: String, CaseIterable, Sendable {
        case taken
        /// The person decided against it.
        case skipped
        /// The person says that it was forgotten.
        case missed
    }

    package init(
        instant: Instant, zone: String, day: LocalDay, medication: RecordLink, amount: Amount, unit: String,
        outcome: Outcome = .taken, occurrence: Occurrence.Name? = nil, due: Instant? = nil, symptom: RecordLink? = nil,
        note: String = ""
    ) {
        (self.instant, self.zone, self.day) = (instant, zone, day)
        (self.medication, self.amount, self.unit, self.outcome) = (medication, amount, unit, outcome)
        (self.occurrence, self.due, self.symptom, self.note) = (occurrence, due, symptom, note)
    }

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: HealthFault? {
        if amount == .none { return .outside(field: "amount", least: "0.001", most: "1000000") }
        return unit.nameFault("unit") ?? note.noteFault()
    }
}
