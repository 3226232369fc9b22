/// A medicine that a person takes, under their own name for it.
package struct Medication: Hashable, Sendable {
    /// `Sumatriptan`.
    package var name: String
    /// The content of one unit, `50 mg`; may be empty.
    package var strength: String
    /// The usual dose, above zero; a schedule or the person may override it.
    package var amount: Amount
    /// The unit of an amount: `tablet`, `ml`, `drops`.
    package var unit: String
    /// Taken as needed; otherwise by its schedules.
    package var asNeeded: Bool
    /// Its kind if it is taken against pain or attacks, as its owner said; the report counts the days with one.
    package var acute: AcuteKind?
    /// The last counted stock; `nil` if it is not counted.
    package var stock: Stock?
    package var refillAt: Amount?
    /// The expiry date of the pack in use.
    package var expiry: LocalDay?
    /// For how many hours after it was due a scheduled dose can be taken, 1 to 168; `nil` for half of the time to the next one, at
    /// most 12 hours.
    package var openHours: Int?
    package var limits: DoseLimits
    /// Free text, Markdown.
    package var notes: String
    /// No longer taken; its doses stay.
    package var archived: Bool

    /// A counted stock, and when it was counted.
    package struct Stock: Hashable, Sendable {
        package var amount: Amount
        /// When it was counted: doses taken later are deducted.
        package var counted: Instant

        package init(amount: Amount, counted: Instant) { (self.amount, self.counted) = (amount, counted) }
    }

    package init(
        name: String, strength: String = "", amount: Amount = .one, unit: String = "tablet", asNeeded: Bool = false,
        acute: AcuteKind? = nil, stock: Stock? = nil, refillAt: Amount? = nil, expiry: LocalDay? = nil, openHours: Int? = nil,
        limits: DoseLimits = DoseLimits(), notes: String = "", archived: Bool = false
    ) {
        (self.name, self.strength, self.amount, self.unit) = (trimmed(name), trimmed(strength), amount, trimmed(unit))
        (self.asNeeded, self.stock, self.refillAt, self.expiry) = (asNeeded, stock, refillAt, expiry)
        (self.acute, self.openHours, self.limits) = (acute, openHours, limits)
        (self.notes, self.archived) = (notes, archived)
    }

    /// A key of the pack that is to be replaced, the same until the stock or the expiry date is changed: of a stock at the refill
    /// threshold, or of a pack that expires within a week or has expired; `nil` if it lasts.
    package func packToReplace(left: Amount?, today: LocalDay) -> String? {
        guard !archived else { return nil }
        if let stock, let left, let refillAt, left <= refillAt {
            return "\(stock.amount.thousandths)@\(stock.counted.milliseconds)"
        }
        return expiry.flatMap { $0.number - today.number <= Medication.expiryNotice ? $0.iso : nil }
    }

    /// How many days ahead the end of a pack is told.
    package static let expiryNotice = 7

    /// The range of `openHours`: an hour to a week.
    package static let openRange = 1...168

    /// Name and strength, `Sumatriptan 50 mg`.
    package var title: String { strength.isEmpty ? name : name + " " + strength }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        amount.fault("amount") ?? name.nameFault("name") ?? strength.shortFault("strength") ?? unit.nameFault("unit")
            ?? notes.noteFault("notes")
            ?? rangeFault(openHours, "hours", Medication.openRange) ?? limits.fault ?? strengthFault
    }

    /// `1,000 mg` may be one or a thousand: limits of a substance count with it.
    private var strengthFault: HealthFault? { .unclear("strength", strengthParts.digits) }

    /// The number at the beginning of its strength, and what follows.
    var strengthParts: (digits: Substring, unit: Substring) {
        let digits = strength.prefix { $0.isNumber || $0 == "." || $0 == "," }
        return (digits, strength.dropFirst(digits.count))
    }

    /// An amount with the unit, `1 tablet`, `2 tablets`, `5 ml`.
    package func words(_ amount: Amount) -> String { Medication.words(amount, unit: unit) }

    /// The same for any unit. Units of measure have no plural; words of three letters and more get an s unless they end in one.
    package static func words(_ amount: Amount, unit: String) -> String {
        let isWord = unit.count > 2 && unit.allSatisfy { $0.isLetter } && unit.last != "s"
        return amount.text + " " + (amount > .one && isWord ? unit + "s" : unit)
    }
}
