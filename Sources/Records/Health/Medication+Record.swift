import Journal
import Ledger

/// The fields of a record of kind `medication`. A count and its date are one field, so that two devices never mix them.
extension Medication: RecordValue {
    package static let kind = "medication"

    package var fields: [String: JSON] {
        [
            "name": .string(name), "strength": .string(strength), "amount": .amount(amount), "unit": .string(unit),
            "as_needed": .bool(asNeeded), "refill_at": .amount(refillAt), "expiry": .text(expiry?.iso), "notes": .string(notes),
            "archived": .bool(archived), "acute": .text(acute?.rawValue), "open_hours": .number(openHours),
            "substance": .text(limits.substance.isEmpty ? nil : limits.substance),
            "gap_minutes": .number(limits.gap), "day_most": .amount(limits.dayMost),
            "stock": stock.map { [.amount($0.amount), .int($0.counted.milliseconds)] } ?? .null,
        ]
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let name = read.text("name") else { return nil }
        let counted = fields["stock"]?.array ?? []
        let stock = counted.count == 2 ? Medication.stock(counted[0], counted[1]) : nil
        self.init(
            name: name, strength: read.text("strength") ?? "", amount: read.amount("amount") ?? .one,
            unit: read.text("unit") ?? "",
            asNeeded: read.truth("as_needed") ?? false, acute: read.text("acute").flatMap(AcuteKind.init(rawValue:)),
            stock: stock, refillAt: read.amount("refill_at"),
            expiry: read.day("expiry"),
            openHours: read.number("open_hours", in: Medication.openRange),
            limits: DoseLimits(
                substance: read.text("substance") ?? "", gap: read.number("gap_minutes", in: DoseLimits.gapRange),
                dayMost: read.amount("day_most").flatMap { $0 > .none ? $0 : nil }),
            notes: read.text("notes") ?? "", archived: read.truth("archived") ?? false)
    }

    private static func stock(_ amount: JSON, _ counted: JSON) -> Stock? {
        guard let amount = amount.int.flatMap({ Int(exactly: $0) }).flatMap(Amount.init(thousandths:)),
            let counted = counted.int.flatMap(Instant.init(milliseconds:))
        else { return nil }
        return Stock(amount: amount, counted: counted)
    }
}
