import Journal

/// A date pattern in the letters of Unicode's UTS 35 (part 4, date field symbols): `EEEE, d. MMMM y`.
struct DatePattern: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case year
        /// With at least this many digits.
        case month(Int)
        case day(Int)
        case monthName([String])
        case weekdayName([String])
    }

    private let pieces: [Piece]
    /// The digit zero; the others follow it.
    private let zero: Unicode.Scalar

    /// `names`: twelve months or seven days (from Monday) for each run of letters that means names.
    init(_ pattern: String, names: [String: [String]], zero: String, era: String) {
        self.zero = zero.unicodeScalars.first ?? "0"
        pieces = DatePattern.runs(of: pattern).map { run, isField in
            guard isField else { return .text(run) }
            if let list = names[run] { return list.count == 12 ? .monthName(list) : .weekdayName(list) }
            return switch run.first {
            case "y": .year
            case "M": .month(run.count)
            case "d": .day(run.count)
            case "G": .text(era)
            default: .text(run)
            }
        }
    }

    func words(for day: LocalDay) -> String {
        let (year, month, number) = day.parts
        return pieces.reduce(into: "") { words, piece in
            switch piece {
            case .text(let text): words += text
            case .year: append(year, 1, to: &words)
            case .month(let width): append(month, width, to: &words)
            case .day(let width): append(number, width, to: &words)
            case .monthName(let names): words += names[month - 1]
            case .weekdayName(let names): words += names[day.weekday - 1]
            }
        }
    }

    private func append(_ number: Int, _ width: Int, to words: inout String) {
        let figures = String(number)
        for figure in String(repeating: "0", count: max(0, width - figures.count)) + figures {
            let value = UInt32(figure.wholeNumberValue ?? 0)
            words.unicodeScalars.append(Unicode.Scalar(zero.value + value) ?? zero)
        }
    }

    /// Runs of one letter, and the text between them. Letters in quotation marks are text; two marks are one quotation mark.
    private static func runs(of pattern: String) -> [(text: String, isField: Bool)] {
        var runs: [(text: String, isField: Bool)] = []
        var isQuoted = false
        var rest = pattern.unicodeScalars[...]
        // By scalars: an accent can follow a quotation mark.
        while let scalar = rest.popFirst() {
            if scalar == "'", rest.first != "'" {
                isQuoted.toggle()
                continue
            }
            if scalar == "'" { rest.removeFirst() }
            let isField = !isQuoted && scalar.isASCII && scalar.properties.isAlphabetic
            if let last = runs.last, last.isField == isField, !isField || last.text.unicodeScalars.last == scalar {
                runs[runs.count - 1].text.unicodeScalars.append(scalar)
            } else {
                runs.append((String(scalar), isField))
            }
        }
        return runs
    }
}
