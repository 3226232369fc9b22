/// A medicine that a person takes, as they call it.
package struct Medication: Hashable, Sendable {
    /// `Sumatriptan`.
    package var name: String
    /// What one unit holds, `50 mg`; may be empty.
    package var strength: String
    /// How much is taken at a time, unless a schedule or the person says otherwise; more than nothing.
    package var amount: Amount
    /// What an amount counts: `tablet`, `ml`, `drops`.
    package var unit: String
    /// Taken when needed; else by its schedules.
    package var asNeeded: Bool
    /// What was in the house at a counted moment; `nil` where the person does not count.
    package var stock: Stock?
    /// At how much left to buy more.
    package var refillAt: Amount?
    /// The last day on which the pack in use may be taken.
    package var expiry: LocalDay?
    /// Free words, Markdown.
    package var notes: String
    /// No longer taken; its doses stay.
    package var archived: Bool

    /// What was counted in the house, and when.
    package struct Stock: Hashable, Sendable {
        /// How much there was.
        package var amount: Amount
        /// When it was counted: what is taken later comes off it.
        package var counted: Instant

        package init(amount: Amount, counted: Instant) { (self.amount, self.counted) = (amount, counted) }
    }

    package init(
        name: String, strength: String = "", amount: Amount = .one, unit: String = "tablet", asNeeded: Bool = false,
        stock: Stock? = nil, refillAt: Amount? = nil, expiry: LocalDay? = nil, notes: String = "", archived: Bool = false
    ) {
        (self.name, self.strength, self.amount, self.unit) = (trimmed(name), trimmed(strength), amount, trimmed(unit))
        (self.asNeeded, self.stock, self.refillAt, self.expiry) = (asNeeded, stock, refillAt, expiry)
        (self.notes, self.archived) = (notes, archived)
    }

    /// Name and strength, `Sumatriptan 50 mg`.
    package var title: String { strength.isEmpty ? name : name + " " + strength }

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: HealthFault? {
        if amount == .none { return .outside(field: "amount", least: "0.001", most: "1000000") }
        return name.nameFault("name") ?? strength.shortFault("strength") ?? unit.nameFault("unit") ?? notes.noteFault("notes")
    }

    /// An amount with the unit, `1 tablet`, `2 tablets`, `5 ml`.
    package func words(_ amount: Amount) -> String { Medication.words(amount, unit: unit) }

    /// The same for any unit. Units of measure have no plural; words of three letters and more take an s, unless they end in one.
    package static func words(_ amount: Amount, unit: String) -> String {
        let isWord = unit.count > 2 && unit.allSatisfy { $0.isLetter } && unit.last != "s"
        return amount.text + " " + (amount > .one && isWord ? unit + "s" : unit)
    }
}
