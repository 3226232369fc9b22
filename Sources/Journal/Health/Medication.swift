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
    /// The refill threshold.
    package var refillAt: Amount?
    /// The expiry date of the pack in use.
    package var expiry: LocalDay?
    /// Free text, Markdown.
    package var notes: String
    /// No longer taken; its doses stay.
    package var archived: Bool

    /// A counted stock, and when it was counted.
    package struct Stock: Hashable, Sendable {
        /// The counted amount.
        package var amount: Amount
        /// When it was counted: doses taken later are deducted.
        package var counted: Instant

        package init(amount: Amount, counted: Instant) { (self.amount, self.counted) = (amount, counted) }
    }

    package init(
        name: String, strength: String = "", amount: Amount = .one, unit: String = "tablet", asNeeded: Bool = false,
        acute: AcuteKind? = nil,
        stock: Stock? = nil, refillAt: Amount? = nil, expiry: LocalDay? = nil, notes: String = "", archived: Bool = false
    ) {
        (self.name, self.strength, self.amount, self.unit) = (trimmed(name), trimmed(strength), amount, trimmed(unit))
        (self.asNeeded, self.stock, self.refillAt, self.expiry) = (asNeeded, stock, refillAt, expiry)
        (self.acute, self.notes, self.archived) = (acute, notes, archived)
    }

    /// Name and strength, `Sumatriptan 50 mg`.
    package var title: String { strength.isEmpty ? name : name + " " + strength }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        if amount == .none { return .outside(field: "amount", least: "0.001", most: "1000000") }
        return name.nameFault("name") ?? strength.shortFault("strength") ?? unit.nameFault("unit") ?? notes.noteFault("notes")
    }

    /// An amount with the unit, `1 tablet`, `2 tablets`, `5 ml`.
    package func words(_ amount: Amount) -> String { Medication.words(amount, unit: unit) }

    /// The same for any unit. Units of measure have no plural; words of three letters and more get an s unless they end in one.
    package static func words(_ amount: Amount, unit: String) -> String {
        let isWord = unit.count > 2 && unit.allSatisfy { $0.isLetter } && unit.last != "s"
        return amount.text + " " + (amount > .one && isWord ? unit + "s" : unit)
    }
}
