import Base
import Journal

/// What the owner should check before an import: shown in the dry run, without other effects.
package enum ImportFinding: Hashable, Sendable {
    /// The file has dates such as 09/06/2013 whose order is not proven; they were read in this order.
    case ambiguousDates(read: DateOrder, because: DateDoubt = .usual, example: TwoReadings? = nil)
    /// In jrnl's format an entry begins at this line; it may be text of the entry before.
    case entryMayBeText(line: Int, because: Doubt)
    /// The column of dates is empty, so another column was used; their names.
    case datesElsewhere(empty: String, took: String)
    /// Columns without a meaning here: their values are stored with each entry, but not shown.
    case columnsKept([String])
    /// Columns without a meaning here, which were left out.
    case columnsLeft([String])
    /// A column of measurements whose heading names no unit: its name, the unit that was taken, and another.
    case unitAssumed(String, String, not: String)
    /// A column whose numbers fit several units, so that they were not taken as measurements; its name, and the units.
    case unitUnclear(String, [String])
    /// Tables of the database that hold records too and were not read.
    case tablesLeft([String])
    /// The number of records in an update that have nothing to identify their entry by.
    case withoutIdentity(Int)
    /// The position at which a source ends that is imported as far as possible.
    case brokenOff(SourcePosition)

    /// The unit of glucose that was taken where none is named.
    static func glucose(_ column: String, _ unit: String) -> ImportFinding {
        .unitAssumed(column, unit, not: unit == "mg/dL" ? "mmol/L" : "mg/dL")
    }

    /// A date of the source that can be read in two ways.
    package struct TwoReadings: Hashable, Sendable {
        package let day: LocalDay
        /// Another order, in which it is another day.
        package let other: DateOrder
        /// The day in that order.
        package let otherDay: LocalDay

        package init(day: LocalDay, other: DateOrder, otherDay: LocalDay) {
            (self.day, self.other, self.otherDay) = (day, other, otherDay)
        }
    }

    /// Why ambiguous dates were read in one order.
    package enum DateDoubt: String, Sendable {
        /// No proof: it is the usual order of dates with such separators.
        case usual
        /// In this order they follow each other in time.
        case sequence
        /// In another order some would be in the future.
        case future
        /// Some can only be in one order, others only in another: most fit this one.
        case mixed
    }

    /// Why a bracketed date in a line's first column is uncertain.
    package enum Doubt: String, Sendable {
        /// Its date is before that of the entry above (in a file with the newest first: after it).
        case outOfOrder
        /// No blank line above it, though most entries of the file have one.
        case noBlankLineAbove
    }
}

/// The order of a date of three numbers.
package enum DateOrder: String, CaseIterable, Sendable {
    /// 31/12/2026
    case dayFirst
    /// 12/31/2026
    case monthFirst
    /// 26/12/31
    case yearFirst
}

/// How an imported entry differs from its source, and why.
package enum ImportChange: Hashable, Sendable {
    /// This many NUL characters were removed: they cannot be stored.
    case nulRemoved(Int)
    /// This many bytes were not UTF-8 and were read as Windows-1252.
    case notUTF8(Int)
    /// The whole file had CR LF or CR line ends; the text has LF.
    case lineEnds
    /// This many marks were removed that `JrnlText.write` puts before lines that look like an entry's first line.
    case guardRemoved(Int)
    /// The source names a time of day that does not exist; the entry has its day only.
    case impossibleTime
    /// Two dates of the source differ; which one was used.
    case datesDisagree(took: DateSource)
    /// No date in the file or its name: its modification time was used.
    case dateFromModification
    /// This many tags beyond `Limits.tags` are only in the text.
    case tagsOverLimit(Int)
    /// This many tags are too long (or otherwise not allowed) and were left out.
    case tagsRefused(Int)
    /// This many tags with blanks were joined by hyphens.
    case tagsRespelled(Int)
    /// The front matter has data without a field here, so it stays at the beginning of the text.
    case frontMatterKept
    /// The title was only in the file's name or front matter; it is now a heading above the text.
    case titlePutAbove
    case fileLeft(LeftFile)
    /// This many more files in the text are not attached.
    case moreFilesLeft(Int)
    /// This many files beyond `Limits.attachments` are not attached.
    case filesOverLimit(Int)
    /// The rating by this name has no level, so only its name is stored.
    case ratingUnknown(String)
    /// The source's further data is too long to be stored.
    case moreDropped(bytes: Int)
    case partRefused(HealthFault)
    /// The cell of a column of measurements is no possible value, or half of one; the column.
    case valueLeft(String)
    /// It had no text: one was made of its other data.
    case wordsFromFacts
    /// Values of further columns were added below the text.
    case columnsPutBelow
    /// A table row had cells or quotation marks in the wrong place.
    case rowMended
    /// The source names a part of the day: its middle is used as the time.
    case hourOfDayPart(String)
    /// It was in the other program's trash.
    case fromTrash
    case zoneUnknown(String, took: String)

    package enum DateSource: String, Sendable {
        /// The `date:` of the front matter.
        case frontMatter
        /// The file's name or its folders.
        case path
    }

    package var sentence: String {
        switch self {
        case .nulRemoved(let count): say("\(counted(count, "NUL character")) removed")
        case .notUTF8(let count): say("\(counted(count, "byte")) not in UTF-8, read as Windows-1252")
        case .lineEnds: say("line ends changed from CR LF to LF")
        case .guardRemoved(let count): say("\(counted(count, "invisible guard mark")) of the export removed")
        case .impossibleTime: say("the time of day does not exist, only the date was taken")
        case .datesDisagree(.frontMatter): say("the dates in the file and in its name differ, the one in the file was taken")
        case .datesDisagree(.path): say("the dates in the file and in its path differ, the one in the path was taken")
        case .dateFromModification: say("no date in the file: its modification time was taken")
        case .tagsOverLimit(let count): say("\(counted(count, "tag")) over the limit, kept in the text only")
        case .tagsRefused(let count): say("\(counted(count, "tag")) too long or not a word, not taken as such")
        case .tagsRespelled(let count): say("\(counted(count, "tag")) written with hyphens in place of blanks")
        case .frontMatterKept: say("front matter with unknown keys kept in the text")
        case .titlePutAbove: say("the title was put above the text")
        case .fileLeft(let file): file.sentence
        case .moreFilesLeft(let count): say("\(counted(count, "more file")) it shows not attached either")
        case .filesOverLimit(let count):
            say("\(counted(count, "file")) it shows over the limit of \(Limits.attachments), not attached")
        case .ratingUnknown(let name): say("the rating \(quotedName(name)) has no level, so it is kept as a word only")
        case .moreDropped(let bytes): say("further facts of \(bytes) bytes are more than is kept beside an entry")
        case .partRefused(let fault): say("a part of it was not taken: \(fault.explanation.sentence)")
        case .valueLeft(let name): say("what \(quotedName(name)) says is no possible value, and was kept as words")
        case .wordsFromFacts: say("nothing was written in it: its text was made of its mood and facts")
        case .columnsPutBelow: say("what further columns say was put below the text")
        case .rowMended: say("its row has cells or quotation marks in the wrong place, and was put in order")
        case .hourOfDayPart(let name): say("the hour was set to the middle of \(quotedName(name))")
        case .fromTrash: say("it lay in the trash of the program it comes from")
        case .zoneUnknown(let name, let taken): say("its zone \(quotedName(name)) is not known here: \(taken) was taken")
        }
    }
}
