extension ImportFinding {
    /// The finding in one sentence.
    package var sentence: String {
        switch self {
        case .ambiguousDates(let order, let doubt):
            "dates such as " + (order == .yearFirst ? "13-06-09" : "09/06/2013") + " were read with the " + order.first
                + " first" + doubt.sentence
        case .entryMayBeText(let line, .outOfOrder):
            "line \(line) begins an entry whose date is out of order: is it text of the entry above?"
        case .entryMayBeText(let line, .noBlankLineAbove):
            "line \(line) begins an entry without a blank line above: is it text of the entry above?"
        case .refersToFile(let name): "a note shows the file " + quotedName(name)
        case .datesElsewhere(let empty, let took):
            "the column " + quotedName(empty) + " is empty: the dates were taken from " + quotedName(took)
        case .columnsKept(let names):
            "columns with no place here are kept with each entry and exported, but not shown: " + listed(names)
        case .columnsLeft(let names): "columns with no place here were not imported: " + listed(names)
        case .withoutIdentity(let count):
            (count == 1 ? "1 record has" : "\(count) records have")
                + " no id in the source: if the text was changed there, it is imported as a new entry"
        case .brokenOff(let position): position.label + ": broken from here on, and what follows cannot be read"
        }
    }
}

/// The names, up to a readable number.
private func listed(_ names: [String]) -> String {
    names.prefix(100).map(quotedName).joined(separator: ", ") + (names.count > 100 ? " and \(names.count - 100) more" : "")
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
        case .usual: ", the usual order: nothing in the file shows which it is"
        case .sequence: ", because they then follow each other in time"
        case .future: ", because some would otherwise be in the future"
        case .mixed: ", which fits most of them; the others were read another way"
        }
    }
}
