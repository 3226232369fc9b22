/// What the owner allows of a medicine: the shortest time between two doses, and the most in 24 hours. A dose that breaks one is
/// asked about first, never refused.
///
/// Doses of all medicines of one substance count together.
package struct DoseLimits: Hashable, Sendable {
    /// The substance; empty if it is the medicine's name.
    package var substance: String
    /// The shortest time between two doses in minutes, 1 to 10,080.
    package var gap: Int?
    /// The most in any 24 hours, in units of the medicine.
    package var dayMost: Amount?

    package init(substance: String = "", gap: Int? = nil, dayMost: Amount? = nil) {
        (self.substance, self.gap, self.dayMost) = (trimmed(substance), gap, dayMost)
    }

    /// `gap` in hours, exact to a minute.
    package var gapHours: Amount? { gap.map { Amount(clamped: ($0 * 1000 + 30) / 60) } }

    /// Reads a gap that a person typed in hours; throws why it cannot be used.
    /// - Returns: minutes, rounded to the nearest.
    package static func typedGap(_ hours: some StringProtocol) throws(HealthFault) -> Int {
        if let unclear = HealthFault.unclear("gap", hours) { throw unclear }
        let minutes = Amount(hours).map { Int(clamping: (Int64($0.thousandths) * 60 + 500) / 1000) } ?? 0
        guard gapRange.contains(minutes) else { throw outsideGap }
        return minutes
    }

    private static let outsideGap = HealthFault.outside(field: "gap", least: "1 minute", most: "7 days")

    /// The range of `gap`: up to a week.
    package static let gapRange = 1...10_080

    /// The first reason why they cannot be saved; `nil` if they can.
    var fault: HealthFault? {
        if let fault = dayMost?.fault("daily limit") { return fault }
        if let gap, !DoseLimits.gapRange.contains(gap) { return DoseLimits.outsideGap }
        return substance.shortFault("substance")
    }
}

extension Medication {
    /// What names its substance, regardless of capitals: medicines with the same key count together.
    package var substanceKey: String { (limits.substance.isEmpty ? name : limits.substance).lowercased() }

    /// What one unit of it holds, in micrograms, from a strength such as `500 mg`; `nil` if that says nothing of the kind.
    package var micrograms: Int64? {
        let (digits, rest) = strengthParts
        guard let factor = Medication.factors[trimmed(String(rest)).lowercased()], let amount = Amount(digits), amount > .none
        else { return nil }
        return Int64(amount.thousandths) * factor / 1000
    }

    private static let factors: [String: Int64] = [
        "g": 1_000_000, "mg": 1000, "µg": 1, "μg": 1, "ug": 1, "mcg": 1,
    ]

    /// An amount of another medicine in units of this one, in thousandths rounded up: by what a unit of each holds, otherwise as
    /// it is if unit and strength are the same; `nil` if they cannot be compared.
    package func thousandths(of amount: Amount, of other: Medication) -> Int? {
        let isSame = unit.lowercased() == other.unit.lowercased() && strength.lowercased() == other.strength.lowercased()
        if isSame { return amount.thousandths }
        guard let own = micrograms, let theirs = other.micrograms, own > 0 else { return nil }
        let (product, overflow) = Int64(amount.thousandths).multipliedReportingOverflow(by: theirs)
        return overflow ? Amount.most : Int(clamping: min(product / own + (product % own == 0 ? 0 : 1), Int64(Amount.most)))
    }
}

package enum DoseWarning: Hashable, Sendable {
    /// Another dose of the substance is nearer than a medicine's gap.
    case tooSoon(other: TakenDose, gap: Int)
    /// In 24 hours it would be more than a medicine allows: the sum and the limit, in units of that medicine.
    case tooMuch(of: Medication, sum: Amount, most: Amount)

    package struct TakenDose: Hashable, Sendable {
        package let instant: Instant
        package let medication: Medication
        package let amount: Amount

        package init(_ instant: Instant, _ medication: Medication, _ amount: Amount) {
            (self.instant, self.medication, self.amount) = (instant, medication, amount)
        }
    }

    /// The limits of medicines of one substance that a dose would break beside the doses that were taken: at most one of each
    /// kind, that of the medicine itself first. A dose that is logged later than it was taken counts with those after it too.
    package static func all(
        before dose: TakenDose, taken: [TakenDose], medications: [Medication]
    ) -> [DoseWarning] {
        func isSame(_ medication: Medication) -> Bool { medication.substanceKey == dose.medication.substanceKey }
        let taken = taken.filter { isSame($0.medication) }
        let setters = [dose.medication] + medications.filter { isSame($0) && !$0.archived && $0 != dose.medication }
        let soon = setters.lazy.compactMap { setter in setter.limits.gap.flatMap { tooSoon(dose, taken, gap: $0) } }.first
        let much = setters.lazy.compactMap { setter in setter.limits.dayMost.flatMap { tooMuch(dose, taken, setter, most: $0) } }
            .first
        return [soon, much].compactMap { $0 }
    }

    private static func tooSoon(_ dose: TakenDose, _ taken: [TakenDose], gap: Int) -> DoseWarning? {
        func distance(_ other: TakenDose) -> Int64 { abs(other.instant.milliseconds - dose.instant.milliseconds) }
        guard let nearest = taken.min(by: { distance($0) < distance($1) }), distance(nearest) < Int64(gap) * 60_000 else {
            return nil
        }
        return .tooSoon(other: nearest, gap: gap)
    }

    private static func tooMuch(
        _ dose: TakenDose, _ taken: [TakenDose], _ setter: Medication, most: Amount
    ) -> DoseWarning? {
        guard let own = setter.thousandths(of: dose.amount, of: dose.medication) else { return nil }
        let day = Instant.dayMilliseconds
        // The sum over 24 hours is largest when they end with a dose.
        let later = taken.filter { $0.instant > dose.instant && $0.instant < dose.instant.moved(by: day) }
        let sums = ([dose.instant] + later.map { $0.instant }).map { end in
            taken.filter { $0.instant > end.moved(by: -day) && $0.instant <= end }.reduce(own) {
                min($0 + (setter.thousandths(of: $1.amount, of: $1.medication) ?? 0), Amount.most)
            }
        }
        guard let largest = sums.max(), largest > most.thousandths else { return nil }
        return .tooMuch(of: setter, sum: Amount(clamped: largest), most: most)
    }

    /// The warning as a sentence without its capital and period; `clock` names a moment, `12:10`, `name` a medicine.
    package func words(clock: (Instant) -> String, name: (Medication) -> String = { $0.title }) -> String {
        switch self {
        case .tooSoon(let other, let gap):
            "you took \(name(other.medication)) at \(clock(other.instant)), and set at least \(DoseWarning.time(gap)) between doses"
        case .tooMuch(let setter, let sum, let most):
            "with this dose it would be \(setter.words(sum)) of \(name(setter)) in 24 hours, and you set at most \(setter.words(most))"
        }
    }

    /// `6 hours`, `1.5 hours`, `45 minutes`.
    package static func time(_ minutes: Int) -> String {
        guard minutes >= 60, minutes % 30 == 0 else { return SchedulePhrase.counted(minutes, "minute") }
        return minutes == 60 ? "1 hour" : Amount(clamped: minutes * 1000 / 60).text + " hours"
    }
}
