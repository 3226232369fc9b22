extension ImportFinding {
    /// What a person should look at, in one sentence.
    package var sentence: String {
        switch self {
        case .ambiguousDates(.dayFirst): "dates such as 09/06/2013 were read with the day first"
        case .ambiguousDates(.monthFirst): "dates such as 09/06/2013 were read with the month first"
        case .entryMayBeText(let line, .outOfOrder):
            "line \(line) begins an entry whose date is out of order: is it text of the entry above?"
        case .entryMayBeText(let line, .noBlankLineAbove):
            "line \(line) begins an entry without a blank line above: is it text of the entry above?"
        case .refersToFile(let name): "a note shows the file " + quotedName(name)
        case .brokenOff(let position): position.label + ": broken from here on, and what follows cannot be read"
        }
    }
}
