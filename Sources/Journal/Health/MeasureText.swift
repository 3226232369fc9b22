/// A number with at most three decimals: `38.2`, `-4`, `70`.
package func numberText(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e13 else { return "–" }
    let thousandths = Int64((abs(number) * 1000).rounded())
    var rest = String(thousandths % 1000 + 1000).dropFirst()
    while rest.last == "0" { rest.removeLast() }
    return (number < 0 && thousandths > 0 ? "-" : "") + String(thousandths / 1000) + (rest.isEmpty ? "" : "." + String(rest))
}

/// The number that a person typed, with a point or a comma; `nil` for anything else.
package func typedNumber(_ text: some StringProtocol) -> Double? {
    var (digits, decimals, hasPoint) = (Int64(0), 0, false)
    var characters = Array(text.unicodeScalars)
    let sign: Double = characters.first == "-" || characters.first == "−" ? -1 : 1
    if sign < 0 || characters.first == "+" { characters.removeFirst() }
    guard (1...15).contains(characters.count), characters.contains(where: { ("0"..."9").contains($0) }) else { return nil }
    for character in characters {
        switch character {
        case "0"..."9":
            digits = digits * 10 + Int64(character.value - 48)
            if hasPoint { decimals += 1 }
        case ".", ",":
            guard !hasPoint else { return nil }
            hasPoint = true
        default: return nil
        }
    }
    // Two whole numbers below 2^53 and one division give the nearest number.
    return sign * Double(digits) / (0..<decimals).reduce(1.0) { power, _ in power * 10 }
}

extension Measure {
    /// A value as a person types it: `128/82`, `71,4`, `yes`, `1 h 20 min`, `7/10`. `nil` if it is none of this form.
    package func read(_ text: String) -> (value: Double, second: Double?)? {
        let text = trimmed(text).lowercased()
        switch form {
        case .number: return typedNumber(text).map { ($0, nil) }
        case .scale:
            let end = range.map { "/" + numberText($0.upperBound) }
            return typedNumber(end.map { text.hasSuffix($0) ? text.dropLast($0.count) : text[...] } ?? text[...]).map {
                ($0, nil)
            }
        case .pair:
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { typedNumber(trimmed(String($0))) }
            guard parts.count == 2, let upper = parts[0], let lower = parts[1] else { return nil }
            return (upper, lower)
        case .yesNo:
            return ["yes", "y", "1", "true"].contains(text)
                ? (1, nil) : ["no", "n", "0", "false"].contains(text) ? (0, nil) : nil
        case .duration: return Measure.minutes(text).map { ($0, nil) }
        }
    }

    /// The form of a value of a measure that is new: from the way it is typed; `nil` if it is no value.
    package static func form(of text: String) -> Form? {
        let forms: [Form] = [.number, .pair, .duration, .yesNo]
        return forms.first { Measure("", $0).read(text) != nil }
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
        case .number, .pair: typed(value, second) + (unit.isEmpty ? "" : " " + unit)
        case .scale: range.map { numberText(value) + " of " + numberText($0.upperBound) } ?? numberText(value)
        case .yesNo, .duration: typed(value, second)
        }
    }

    /// The same as it would be typed.
    package func typed(_ value: Double, _ second: Double? = nil) -> String {
        switch form {
        case .number, .scale: return numberText(value)
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
