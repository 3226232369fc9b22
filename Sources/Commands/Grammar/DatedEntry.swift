import Engine
import Journal

/// `auralyst yesterday 9pm: Long day`, as in jrnl: an entry for the moment before the colon.
enum DatedEntry {
    /// The equivalent arguments of `add`; `nil` if the words before the first colon are not all part of a moment, so that a
    /// mistyped command or date is never saved as an entry.
    static func arguments(_ arguments: [String]) -> [String]? {
        guard let first = arguments.first, !first.hasPrefix("-"), CommandTree.command(named: [first]).depth == 0 else {
            return nil
        }
        var words: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix("-") { return nil }
            // The colon within a time (21:00) is followed by a digit.
            for colon in argument.indices where argument[colon] == ":" {
                let rest = argument[argument.index(after: colon)...]
                guard rest.first?.isWholeNumber != true else { continue }
                let moment = (words + [String(argument[..<colon])]).joined
                guard isMoment(moment) else { continue }
                let text = rest.drop(while: \.isWhitespace)
                let typed = (text.isEmpty ? [] : [String(text)]) + arguments[(index + 1)...]
                return ["add", "--at=" + moment] + typed
            }
            words.append(argument)
        }
        return nil
    }

    private static func isMoment(_ text: String) -> Bool {
        text.contains { $0.isLetter || $0.isNumber }
            && (try? Moment.parse(NumericDates.monthFirst(text), in: Environment.surroundings)) != nil
    }
}
