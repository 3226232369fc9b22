import Base
import Journal

extension ImportFinding {
    package var sentence: String {
        switch self {
        case .ambiguousDates(let order, let doubt, let example):
            say("dates such as ") + (order == .yearFirst ? "13-06-09" : "09/06/2013") + say(" were read with the \(order.part)")
                + " first" + doubt.sentence
                + (example.map { say("; \($0.day.iso) would otherwise be \($0.otherDay.iso)") } ?? "")
        case .entryMayBeText(let line, .outOfOrder):
            say("line \(line) begins an entry whose date is out of order: is it text of the entry above?")
        case .entryMayBeText(let line, .noBlankLineAbove):
            say("line \(line) begins an entry without a blank line above: is it text of the entry above?")
        case .datesElsewhere(let empty, let took):
            say("the column \(quotedName(empty)) is empty: the dates were taken from \(quotedName(took))")
        case .columnsKept(let names):
            say("columns with no place here are kept with each entry and exported, but not shown: \(listed(names))")
        case .columnsLeft(let names): say("columns with no place here were not imported: \(listed(names))")
        case .unitAssumed(let name, let unit, let other):
            say("the column \(quotedName(name)) names no unit: its numbers were read as \(unit), not \(other). ")
                + say("If that is wrong, write the unit into its heading: '\(name.prefix(30)) (\(other))'")
        case .unitUnclear(let name, let units):
            say(
                "the numbers of \(quotedName(name)) fit \(units.joined(separator: say(" and "))), so they are no measurements here. "
            )
                + say("Write the unit into its heading: '\(name.prefix(30)) (\(units[0]))'")
        case .tablesLeft(let names):
            say("other tables were not read: \(listed(names)). Name one of them as the table to import it too")
        case .withoutIdentity(let count):
            (say("\(counted(count, "record has", "records have"))"))
                + say(" no id in the source: if the text was changed there, it is imported as a new entry")
        case .brokenOff(let position): position.label + say(": broken from here on, and what follows cannot be read")
        }
    }
}

/// The names, up to a readable number.
private func listed(_ names: [String]) -> String {
    names.prefix(100).map(quotedName).joined(separator: ", ") + (names.count > 100 ? say(" and \(names.count - 100) more") : "")
}

extension DateOrder {
    /// The part that comes first; also its name as an option.
    package var part: String {
        switch self {
        case .dayFirst: "day"
        case .monthFirst: "month"
        case .yearFirst: "year"
        }
    }
}

extension ImportFinding.DateDoubt {
    fileprivate var sentence: String {
        switch self {
        case .usual: say(", the usual order: nothing in them shows which it is")
        case .sequence: say(", because they then follow each other in time")
        case .future: say(", because some would otherwise be in the future")
        case .mixed: say(", which fits most of them; the others were read another way")
        }
    }
}
