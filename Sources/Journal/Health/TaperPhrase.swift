/// A taper as people write it: `4 x 7, 3 x 7, 2 x 7`, or `4 tablets for 7 days, then 2 for 7 days, then 1 from then on`.
package enum TaperPhrase {
    /// The steps of a phrase. `unit` is the unit of the amounts and may follow them, also in the plural; any other word is
    /// refused, so that `4 mg` never becomes 4 tablets. The result is always valid for a schedule.
    package static func parse(_ text: some StringProtocol, unit: String = "") throws(SchedulePhraseError) -> [Schedule.Step] {
        guard text.utf8.count <= 4000 else { throw .tooLong }
        var steps: [Schedule.Step] = []
        for piece in pieces(of: text) {
            guard steps.last.map({ $0.days != nil }) ?? true, steps.count < Schedule.mostSteps else { throw .tooManySteps }
            steps.append(try step(piece, units: unitWords(unit)))
        }
        guard !steps.isEmpty else { throw .empty }
        guard steps.contains(where: { $0.amount > .none }) else { throw .noDose }
        return steps
    }

    /// The phrase, which `parse` reads back, given the unit.
    package static func words(_ steps: [Schedule.Step], unit: String) -> String {
        let firstDose = steps.firstIndex { $0.amount > .none }
        let parts = steps.enumerated().map { index, step in
            let amount = step.amount == .none ? "none" : step.amount.text
            let dose = index == firstDose ? Medication.words(step.amount, unit: unit) : amount
            return dose + (step.days.map { " for " + SchedulePhrase.counted($0, "day") } ?? " from then on")
        }
        return parts.joined(separator: ", then ")
    }

    /// Words in lower case, split into steps. A comma between digits belongs to the amount, unless a number of days ends before
    /// it.
    private static func pieces(of text: some StringProtocol) -> [[String]] {
        var plain = ""
        var hasSign = false
        for character in text.lowercased() {
            switch character {
            case "x", "×", "*":
                // A multiplication sign follows a digit or a blank; inside a word it is a letter.
                let isSign = plain.last.map { $0 == " " || !$0.isLetter } ?? true
                plain += isSign ? " × " : String(character)
                hasSign = hasSign || isSign
            case ",":
                let isDecimal = plain.last.map(isASCIIDigit) ?? false
                plain += isDecimal && !hasSign ? "," : " ; "
                hasSign = isDecimal && hasSign ? false : hasSign
            case ";", "\n", "\r\n":
                plain += " ; "
                hasSign = false
            default: plain.append(character.unicodeScalars.contains { $0.isControl } ? " " : character)
            }
        }
        var pieces: [[String]] = [[]]
        for word in plain.split(whereSeparator: { $0.isWhitespace }) {
            var rest = String(word)
            let endsStep = rest.hasSuffix(",")
            if endsStep { rest.removeLast() }
            let isThen = rest == ";" || (rest == "then" && pieces.last?.last != "from")
            if isThen { pieces.append([]) } else if rest != "and", !rest.isEmpty { pieces[pieces.count - 1].append(rest) }
            if endsStep { pieces.append([]) }
        }
        return pieces.filter { !$0.isEmpty }
    }

    private static func step(_ words: [String], units: Set<String>) throws(SchedulePhraseError) -> Schedule.Step {
        let isEndless = words.suffix(3) == ["from", "then", "on"] || ["onwards", "ongoing"].contains(words.last)
        if isEndless {
            return Schedule.Step(amount: try amount(words.dropLast(words.last == "on" ? 3 : 1), units: units), days: nil)
        }
        guard let sign = words.firstIndex(where: { $0 == "for" || $0 == "×" }) else {
            _ = try amount(words[...], units: units)
            throw .needsDays
        }
        return Schedule.Step(amount: try amount(words[..<sign], units: units), days: try days(words[(sign + 1)...]))
    }

    private static func amount(_ words: ArraySlice<String>, units: Set<String>) throws(SchedulePhraseError) -> Amount {
        var numbers = words
        if let last = numbers.last, units.contains(last) { numbers.removeLast() }
        if numbers == ["none"] || numbers == ["nothing"] { return .none }
        guard let first = numbers.first else { throw .notUnderstood(SpokenWhen.quotable(words.first ?? "")) }
        if let amount = Amount(numbers.joined(separator: " ")) { return amount }
        let odd = numbers.first { $0.contains { $0.isLetter } } ?? first
        let isNumber = odd.contains(where: isASCIIDigit) && !odd.contains { $0.isLetter }
        throw isNumber && numbers.count == 1 ? .outOfRange(SpokenWhen.quotable(odd)) : .notUnderstood(SpokenWhen.quotable(odd))
    }

    private static func days(_ words: ArraySlice<String>) throws(SchedulePhraseError) -> Int {
        guard let word = words.first else { throw .needsDays }
        var rest = word[...]
        let digits = takeDigits(&rest)
        let number = digits.isEmpty ? wholeNumber(word) : wholeNumber(digits)
        guard let number else {
            throw digits.isEmpty ? .notUnderstood(SpokenWhen.quotable(word)) : .outOfRange(SpokenWhen.quotable(word))
        }
        var left = words.dropFirst()
        if !digits.isEmpty, !rest.isEmpty { left = [String(rest)] + left }
        let unit = left.popFirst() ?? "days"
        guard let length = ["day": 1, "days": 1, "d": 1, "week": 7, "weeks": 7, "w": 7][unit] else {
            throw .notUnderstood(SpokenWhen.quotable(unit))
        }
        if let odd = left.first { throw .notUnderstood(SpokenWhen.quotable(odd)) }
        let (days, overflow) = number.multipliedReportingOverflow(by: length)
        guard !overflow, Schedule.stepDays.contains(days) else { throw .outOfRange(SpokenWhen.quotable(word)) }
        return days
    }

    private static func unitWords(_ unit: String) -> Set<String> {
        let single = trimmed(unit).lowercased()
        return single.isEmpty ? [] : [single, Medication.words(Amount(clamped: 2000), unit: single).dropFirst(2).description]
    }
}
