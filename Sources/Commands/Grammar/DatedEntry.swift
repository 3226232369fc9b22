import Base
import Engine
import Journal

/// `auralyst yesterday 9pm: Long day`, as in jrnl: an entry for the moment before the colon.
enum DatedEntry {
    /// The equivalent arguments of `add`; `nil` if the words before the first colon are not all part of a moment, so that a
    /// mistyped command or date is never saved as an entry.
    @Sendable static func arguments(_ arguments: [String]) -> [String]? {
        var words: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix("-") { return nil }
            for (start, rest) in cuts(argument) {
                let moment = (words + [start]).joined
                guard isMoment(moment) else { continue }
                return ["add", "--at=" + moment] + (rest.isEmpty ? [] : [rest]) + arguments[(index + 1)...]
            }
            words.append(argument)
        }
        return nil
    }

    /// Date, time and text of `yesterday 9pm: Long day`; `nil` if not all before a colon is a day and a time of day.
    static func split(_ text: String) -> (moment: String, text: String)? {
        cuts(text).lazy.map { (moment: $0.0, text: $0.1) }.first { isDayAndTime($0.moment) && !$0.text.isEmpty }
    }

    /// The day before the first colon of a text that `split` leaves as it is, since no time of day is said: `yesterday: …`.
    static func day(before text: String) -> String? {
        guard split(text) == nil, let start = cuts(String(text.prefix(60))).first?.0, isMoment(start) else { return nil }
        let wall = Environment.surroundings.wall
        // What is no moment is no day either.
        let phrase = try? WhenPhrase.parseMoment(
            NumericDates.monthFirst(start), today: wall.day, nowMinutes: wall.time.hour * 60 + wall.time.minute)
        guard case .day(let day, time: nil)? = phrase?.meaning else { return nil }
        return day == wall.day ? nil : start
    }

    /// What is wrong with the date or time before a colon; `nil` if it is none.
    static func fault(_ arguments: [String]) -> (any Error)? {
        for (start, _) in cuts(arguments.joined) {
            do { _ = try Moment.parse(NumericDates.monthFirst(start), in: Environment.surroundings) } catch {
                switch error {
                case .when(.noSuchTime), .when(.noSuchDay), .when(.noSuchMonth), .when(.wrongWeekday): return error
                default: continue
                }
            }
        }
        return nil
    }

    /// The text before and after each colon; the one within a time (21:00) is followed by a digit.
    private static func cuts(_ text: String) -> [(String, String)] {
        text.indices.filter { text[$0] == ":" }.compactMap { colon in
            let rest = text[text.index(after: colon)...]
            return rest.first?.isWholeNumber == true ? nil : (String(text[..<colon]), String(rest.drop(while: \.isWhitespace)))
        }
    }

    private static func isDayAndTime(_ text: String) -> Bool {
        let wall = Environment.surroundings.wall
        // A time alone can follow 'today'.
        guard isMoment(text), !isMoment("today " + text),
            let phrase = try? WhenPhrase.parseMoment(text, today: wall.day, nowMinutes: wall.time.hour * 60 + wall.time.minute)
        else { return false }
        switch phrase.meaning {
        case .day(_, time: .some), .instant: return true
        default: return false
        }
    }

    private static func isMoment(_ text: String) -> Bool {
        text.contains { $0.isLetter || $0.isNumber }
            && (try? Moment.parse(NumericDates.monthFirst(text), in: Environment.surroundings)) != nil
    }
}
