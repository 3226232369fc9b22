/// A number with at most three decimals: `38.2`, `-4`, `70`.
package func numberText(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e13 else { return "–" }
    let thousandths = Int64((abs(number) * 1000).rounded())
    var rest = String(thousandths % 1000 + 1000).dropFirst()
    while rest.last == "0" { rest.removeLast() }
    return (number < 0 && thousandths > 0 ? "-" : "") + String(thousandths / 1000) + (rest.isEmpty ? "" : "." + String(rest))
}

extension Measure {
    /// A value as it is typed without its unit or with it: `128/82`, `71,4`, `11 st 4 lb`, `yes`, `1 h 20 min`, `7/10`. `nil` if it
    /// is none of this form, has two readings, or is in another unit.
    package func read(_ text: String) -> (value: Double, second: Double?)? {
        switch form {
        case .number, .pair, .scale:
            guard let typed = TypedMeasure(text, scaleEnd: form == .scale ? range?.upperBound : nil), typed.choices.count == 1,
                typed.isPair == (form == .pair), typed.unit.isEmpty || spelled(typed.unit) == unit
            else { return nil }
            return (typed.choices[0].value, typed.choices[0].second)
        case .yesNo:
            let text = trimmed(text).lowercased()
            return ["yes", "y", "1", "true"].contains(text)
                ? (1, nil) : ["no", "n", "0", "false"].contains(text) ? (0, nil) : nil
        case .duration: return Measure.minutes(trimmed(text).lowercased()).map { ($0, nil) }
        }
    }

    /// The form of a value of a measure that is new: from the way it is typed; `nil` if it is no value.
    package static func form(of text: String) -> Form? {
        let typed = TypedMeasure(text)
        if let typed, typed.unit.isEmpty { return typed.isPair ? .pair : .number }
        let forms: [Form] = [.duration, .yesNo]
        return forms.first { Measure("", $0).read(text) != nil } ?? typed.map { $0.isPair ? .pair : .number }
    }

    /// Whether a word is a value by itself: a number, a pair, yes or no, a duration, or a number with a known unit, `11st`.
    package static func isValue(_ word: String) -> Bool {
        if let typed = TypedMeasure(word) {
            return typed.unit.isEmpty || MeasureKind.isUnit(typed.unit) || form(of: word) == .duration
        }
        return form(of: word) != nil
    }

    /// `40`, `40 min`, `1 h`, `1 h 20 min`, `1h20`, `1:20`.
    private static func minutes(_ text: String) -> Double? {
        if let number = typedNumber(text) { return number }
        var (total, number, hasUnit) = (0.0, "", false)
        for character in text.replacingUnits() {
            switch character {
            case " ": continue
            case "h", ":":
                guard let hours = typedNumber(number) else { return nil }
                (total, number, hasUnit) = (total + hours * 60, "", true)
            case "m":
                guard let minutes = typedNumber(number) else { return nil }
                (total, number, hasUnit) = (total + minutes, "", true)
            default: number.append(character)
            }
        }
        if number.isEmpty { return hasUnit ? total : nil }
        return typedNumber(number).map { total + $0 }
    }

    /// A value with its unit: `128/82 mmHg`, `71.4 kg`, `yes`, `1 h 20 min`, `3 of 5`.
    package func words(_ value: Double, _ second: Double? = nil) -> String {
        switch form {
        case .number, .pair: typed(value, second) + (unit.isEmpty || smaller != nil ? "" : " " + unit)
        case .scale: range.map { numberText(value) + " of " + numberText($0.upperBound) } ?? numberText(value)
        case .yesNo, .duration: typed(value, second)
        }
    }

    /// The unit after its own in which people say the rest: pounds after stones.
    private var smaller: (name: String, count: Double)? { form == .number ? kind?.unit(unit)?.smaller : nil }

    /// Whether its values are said in two units, `11 st 4 lb`.
    package var hasTwoUnits: Bool { smaller != nil }

    /// The same as it would be typed.
    package func typed(_ value: Double, _ second: Double? = nil) -> String {
        switch form {
        case .number, .scale:
            guard let smaller, value >= 0 else { return numberText(value) + (smaller == nil ? "" : " " + unit) }
            // To a tenth of the smaller unit.
            let tenths = (value * smaller.count * 10).rounded()
            let whole = (tenths / 10 / smaller.count).rounded(.down)
            let rest = (tenths - whole * smaller.count * 10) / 10
            return "\(numberText(whole)) \(unit)" + (rest == 0 ? "" : " \(numberText(rest)) \(smaller.name)")
        case .pair: return numberText(value) + "/" + numberText(second ?? .nan)
        case .yesNo: return value == 0 ? "no" : "yes"
        case .duration:
            return durationText(value)
        }
    }
}

/// Minutes as `40 min` or `1 h 20 min`.
package func durationText(_ minutes: Double) -> String {
    let hours = (min(max(minutes, 0), MeasureEntry.most) / 60).rounded(.down)
    return hours == 0 ? numberText(minutes) + " min" : numberText(hours) + " h " + numberText(minutes - hours * 60) + " min"
}

extension Instant {
    /// How many whole minutes later another one is.
    package func minutes(to later: Instant) -> Double { Double((later.milliseconds - milliseconds) / 60_000) }
}

extension MeasureEntry {
    /// Its value with its unit.
    package var amount: String { measure.words(value, second) }
}

extension String {
    /// The words for hours and minutes as one letter each.
    fileprivate func replacingUnits() -> String {
        var (words, word) = ("", "")
        func short(_ word: String) -> String {
            switch word {
            case "hours", "hour", "hrs", "hr", "h": "h"
            case "minutes", "minute", "mins", "min", "m": "m"
            default: word
            }
        }
        for character in self {
            if character.isLetter {
                word.append(character)
            } else {
                words += short(word) + String(character)
                word = ""
            }
        }
        return words + short(word)
    }
}
