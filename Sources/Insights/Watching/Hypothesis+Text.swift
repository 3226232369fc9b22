import Journal

// Records are named after this text, and all devices of a person must derive the same name: it never changes.
extension Hypothesis {
    /// Its form in records: parts between slashes, in ASCII; `factor/tag:walk/symptom:headache/1`, `trend/mood`,
    /// `time/mood/morning`, `step/RECORD/mood/20526`. Bytes of names other than letters, digits and `-._~:` are written as `%2F`.
    package var text: String {
        switch self {
        case .factor(let factor, let outcome, let lag): joined("factor", factor.text, outcome.text, String(lag))
        case .trend(let outcome): joined("trend", outcome.text)
        case .change(let outcome): joined("change", outcome.text)
        case .weekend(let outcome): joined("weekend", outcome.text)
        case .timeOfDay(let outcome, let slot): joined("time", outcome.text, slot.word)
        case .asNeeded(let medicine, let outcome): joined("as-needed", medicine.description, outcome.text)
        case .step(let medicine, let outcome, let day): joined("step", medicine.description, outcome.text, String(day))
        }
    }

    /// From `text`; `nil` for anything else, even another spelling of the same question.
    package init?(text: some StringProtocol) {
        let written = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let parts = written.compactMap { plain($0) }
        guard (2...4).contains(parts.count), parts.count == written.count,
            let found = Hypothesis(kind: parts[0], Array(parts.dropFirst())), found.text.utf8.elementsEqual(text.utf8)
        else { return nil }
        self = found
    }

    private init?(kind: String, _ rest: [String]) {
        switch (kind, rest.count) {
        case ("factor", 3):
            guard let factor = Factor.Name(text: rest[0]), let outcome = Outcome.Name(text: rest[1]),
                let lag = Int(rest[2]), (0...3).contains(lag)
            else { return nil }
            self = .factor(factor, outcome, lag: lag)
        case ("trend", 1), ("change", 1), ("weekend", 1):
            guard let outcome = Outcome.Name(text: rest[0]) else { return nil }
            self = kind == "trend" ? .trend(outcome) : kind == "change" ? .change(outcome) : .weekend(outcome)
        case ("time", 2):
            guard let outcome = Outcome.Name(text: rest[0]),
                let slot = DaySlot.allCases.first(where: { $0.word == rest[1] })
            else { return nil }
            self = .timeOfDay(outcome, slot)
        case ("as-needed", 2):
            guard let medicine = RecordID(text: rest[0]), let outcome = Outcome.Name(text: rest[1]) else { return nil }
            self = .asNeeded(medicine, outcome)
        case ("step", 3):
            guard let medicine = RecordID(text: rest[0]), let outcome = Outcome.Name(text: rest[1]), let day = Int(rest[2]),
                LocalDay(number: day) != nil
            else { return nil }
            self = .step(medicine, outcome, day: day)
        default: return nil
        }
    }
}

extension DaySlot {
    /// Its name in records and documents.
    package var word: String {
        switch self {
        case .night: "night"
        case .morning: "morning"
        case .afternoon: "afternoon"
        case .evening: "evening"
        }
    }
}

private func joined(_ parts: String...) -> String { parts.map(escaped).joined(separator: "/") }

private func escaped(_ part: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = [UInt8]()
    for byte in part.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: ":"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            bytes.append(byte)
        default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The part with its escapes decoded; `nil` if an escape is incomplete or the bytes are no UTF-8.
private func plain(_ part: some Collection<UInt8>) -> String? {
    var bytes = [UInt8]()
    var rest = part[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else { return nil }
        bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
}

private func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
