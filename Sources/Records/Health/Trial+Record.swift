import Journal
import Ledger

/// The fields of a record of kind `trial`. What is fixed at its start is one field, so that plans of two devices are never mixed.
/// Each day's answer is a field of its own (`did 2026-03-14`), so that answers of two devices are merged.
extension Trial: RecordValue {
    package static let kind = "trial"

    package var fields: [String: JSON] {
        var fields: [String: JSON] = [
            "plan": [
                "action": .string(action), "sign": .text(sign?.text), "outcome": .string(outcome), "part": .text(part?.rawValue),
                "block_days": .number(blockDays), "pairs": .number(pairs), "wash_out": .number(washOut),
                "first": .string(first.iso), "seed": .string(Trial.hexadecimal(seed)),
            ],
            "note": .string(note), "remind_at": .number(remindAt.map { $0.milliseconds / 60_000 }),
            "stopped": .text(stopped?.iso),
        ]
        for (day, did) in answers { fields[Trial.field(of: day)] = .bool(did) }
        return fields
    }

    package static func field(of day: LocalDay) -> String { "did " + day.iso }

    package init?(fields: [String: JSON]) {
        guard let plan = fields["plan"]?.object else { return nil }
        let (read, fixed) = (FieldReader(fields: fields), FieldReader(fields: plan))
        guard let action = fixed.text("action"), let outcome = fixed.text("outcome"),
            let blockDays = fixed.number("block_days", in: Trial.blockRange),
            let pairs = fixed.number("pairs", in: Trial.pairRange),
            let washOut = fixed.number("wash_out", in: 0...(blockDays - 1)), let first = fixed.day("first"),
            let seed = fixed.text("seed").flatMap(Trial.seed)
        else { return nil }
        let minutes = read.number("remind_at", in: 0...1439)
        var answers: [LocalDay: Bool] = [:]
        for (name, value) in fields where name.hasPrefix("did ") {
            if let day = LocalDay(iso: name.dropFirst(4)), let did = value.bool { answers[day] = did }
        }
        self.init(
            // One that cannot be read must not make it a trial without a sign.
            action: action, sign: fixed.text("sign").map { Sign(text: $0) ?? .medicine(.unknown) }, outcome: outcome,
            part: fixed.text("part").flatMap(Part.init(rawValue:)), blockDays: blockDays, pairs: pairs, washOut: washOut,
            first: first,
            seed: seed, note: read.text("note") ?? "", remindAt: minutes.flatMap { TimeOfDay(milliseconds: $0 * 60_000) },
            stopped: read.day("stopped"), answers: answers)
        // A plan that this version would not have saved must not become a different plan.
        if fault != nil { return nil }
    }

    /// Sixteen digits: a JSON whole number is too small for it.
    private static func hexadecimal(_ seed: UInt64) -> String {
        let figures = String(seed, radix: 16)
        return String(repeating: "0", count: 16 - figures.count) + figures
    }

    private static func seed(_ text: String) -> UInt64? {
        let isPlain = text.utf8.count == 16 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isPlain ? UInt64(text, radix: 16) : nil
    }
}

extension Trial.Sign {
    /// `tag:magnesium`, `medicine:RECORD`.
    package var text: String {
        switch self {
        case .tag(let tag): "tag:" + tag
        case .medicine(let medicine): "medicine:" + medicine.description
        }
    }

    /// Reads what `text` wrote; `nil` for anything else.
    package init?(text: String) {
        if text.hasPrefix("tag:"), text.utf8.count > 4 {
            self = .tag(String(text.dropFirst(4)))
        } else if text.hasPrefix("medicine:"), let medicine = RecordID(text: text.dropFirst(9)),
            medicine.description == text.dropFirst(9)
        {
            self = .medicine(medicine)
        } else {
            return nil
        }
    }
}
