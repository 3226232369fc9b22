import Base

extension ImportFinding {
    /// The finding in one sentence.
    package var sentence: String {
        switch self {
        case .ambiguousDates(let order, let doubt):
            say("dates such as ") + (order == .yearFirst ? "13-06-09" : "09/06/2013") + say(" were read with the \(order.first)")
                + " first" + doubt.sentence
        case .entryMayBeText(let line, .outOfOrder):
            say("line \(line) begins an entry whose date is out of order: is it text of the entry above?")
        case .entryMayBeText(let line, .noBlankLineAbove):
            say("line \(line) begins an entry without a blank line above: is it text of the entry above?")
        case .refersToFile(let name): say("a note shows the file \(quotedName(name))")
        case .datesElsewhere(let empty, let took):
            say("the column \(quotedName(empty)) is empty: the dates were taken from \(quotedName(took))")
        case .columnsKept(let names):
            say("columns with no place here are kept with each entry and exported, but not shown: \(listed(names))")
        case .columnsLeft(let names): say("columns with no place here were not imported: \(listed(names))")
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
    /// The part that comes first.
    fileprivate var first: String {
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
        case .usual: say(", the usual order: nothing in the file shows which it is")
        case .sequence: say(", because they then follow each other in time")
        case .future: say(", because some would otherwise be in the future")
        case .mixed: say(", which fits most of them; the others were read another way")
        }
    }
}
