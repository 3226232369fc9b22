import Base
import Journal

/// What a person should look at before an import: shown in the dry run, changes nothing by itself.
package enum ImportFinding: Hashable, Sendable {
    /// Dates such as 09/06/2013 are in the file and do not prove what is the day; they were read in this order.
    case ambiguousDates(read: DateOrder, because: DateDoubt = .usual)
    /// An entry begins at this line, as jrnl has it; it may be text of the entry before.
    case entryMayBeText(line: Int, because: Doubt)
    /// The text shows a file by this name (decoded, as written); `NoteFiles.places` says where to look for it.
    /// No person is shown this one: the reader looks for the file, and the receipt says when it was left.
    case refersToFile(String)
    /// The column of dates is empty, so that those of another column were taken; their names.
    case datesElsewhere(empty: String, took: String)
    /// Columns that mean nothing here: what they say is kept with each entry, out of sight.
    case columnsKept([String])
    /// Columns that mean nothing here and were left out.
    case columnsLeft([String])
    /// So many records of an update have nothing by which the entry that came of them could be found again.
    case withoutIdentity(Int)
    /// A source that was to be taken as far as it goes breaks off here.
    case brokenOff(SourcePosition)

    /// Why dates that could be read in several orders were read in one.
    package enum DateDoubt: String, Sendable {
        /// Nothing tells: it is how dates with such signs are usually written.
        case usual
        /// Read so, they follow each other in time.
        case sequence
        /// Read otherwise, some would be in the future.
        case future
        /// Some can only be read in one order, others only in another: most fit this one.
        case mixed
    }

    /// What makes a bracketed date in a line's first column doubtful.
    package enum Doubt: String, Sendable {
        /// Its date lies before (in a file with the newest first: after) the date of the entry above.
        case outOfOrder
        /// No blank line above it, though most entries of the file have one.
        case noBlankLineAbove
    }
}

/// What comes first in a date of three figures.
package enum DateOrder: String, CaseIterable, Sendable {
    /// 31/12/2026
    case dayFirst
    /// 12/31/2026
    case monthFirst
    /// 26/12/31
    case yearFirst
}

/// What is different in an entry from its source, and why.
package enum ImportChange: Hashable, Sendable {
    /// So many NUL characters were removed: they cannot be kept.
    case nulRemoved(Int)
    /// So many bytes were not UTF-8 and were read as Windows-1252.
    case notUTF8(Int)
    /// The whole file had CR LF or CR line ends; the text has LF.
    case lineEnds
    /// So many marks were taken out that `JrnlText.write` puts before look-alikes of an entry's first line.
    case guardRemoved(Int)
    /// The source names a time of day that does not exist; the entry has its day only.
    case impossibleTime
    /// Two dates of the source disagree, and which was taken.
    case datesDisagree(took: DateSource)
    /// No date in the file or its name: the time of its last modification was taken.
    case dateFromModification
    /// So many tags over `Limits.tags` stay in the text only.
    case tagsOverLimit(Int)
    /// So many tags are too long (or otherwise no tags here) and were not taken.
    case tagsRefused(Int)
    /// So many tags with blanks inside were joined by hyphens.
    case tagsRespelled(Int)
    /// The front matter holds what has no place elsewhere, so that it stays at the head of the text.
    case frontMatterKept
    /// The title stood in the file's name or front matter only; it is now a heading above the text.
    case titlePutAbove
    /// A file that the text shows is not attached.
    case fileLeft(LeftFile)
    /// So many more files that the text shows are not attached.
    case moreFilesLeft(Int)
    /// So many files over `Limits.attachments` are not attached.
    case filesOverLimit(Int)
    /// The rating by this name has no level, so that it is kept as a word only.
    case ratingUnknown(String)
    /// What else the source knew of it is too much to be kept beside it.
    case moreDropped(bytes: Int)
    /// A part of it is outside of what a health log can hold.
    case partRefused(HealthFault)
    /// Nothing was written in it: the text was made of what else it says.
    case wordsFromFacts
    /// What further columns of its row say was put below the text.
    case columnsPutBelow
    /// A row of a table with cells or quotation marks in the wrong place.
    case rowMended
    /// The source names a part of the day: its middle was taken for the hour.
    case hourOfDayPart(String)
    /// It lay in the trash of the program that it comes from.
    case fromTrash
    /// The source names a zone that is not known here; which was taken.
    case zoneUnknown(String, took: String)

    /// Where a date came from.
    package enum DateSource: String, Sendable {
        /// The `date:` of the front matter.
        case frontMatter
        /// The file's name or its folders.
        case path
    }

    /// The reason in a few words, for a receipt.
    package var sentence: String {
        switch self {
        case .nulRemoved(let count): counted(count, "NUL character") + " removed"
        case .notUTF8(let count): counted(count, "byte") + " not in UTF-8, read as Windows-1252"
        case .lineEnds: "line ends changed from CR LF to LF"
        case .guardRemoved(let count): counted(count, "invisible guard mark") + " of the export removed"
        case .impossibleTime: "the time of day does not exist, only the date was taken"
        case .datesDisagree(.frontMatter): "the dates in the file and in its name differ, the one in the file was taken"
        case .datesDisagree(.path): "the dates in the file and in its path differ, the one in the path was taken"
        case .dateFromModification: "no date in the file: its modification time was taken"
        case .tagsOverLimit(let count): counted(count, "tag") + " over the limit, kept in the text only"
        case .tagsRefused(let count): counted(count, "tag") + " too long or not a word, not taken as such"
        case .tagsRespelled(let count): counted(count, "tag") + " written with hyphens in place of blanks"
        case .frontMatterKept: "front matter with unknown keys kept in the text"
        case .titlePutAbove: "the title was put above the text"
        case .fileLeft(let file): file.sentence
        case .moreFilesLeft(let count): counted(count, "more file") + " it shows not attached either"
        case .filesOverLimit(let count):
            counted(count, "file") + " it shows over the limit of " + String(Limits.attachments) + ", not attached"
        case .ratingUnknown(let name): "the rating " + quotedName(name) + " has no level, so it is kept as a word only"
        case .moreDropped(let bytes): "further facts of " + String(bytes) + " bytes are more than is kept beside an entry"
        case .partRefused(let fault): "a part of it was not taken: " + fault.explanation.sentence
        case .wordsFromFacts: "nothing was written in it: its text was made of its mood and facts"
        case .columnsPutBelow: "what further columns say was put below the text"
        case .rowMended: "its row has cells or quotation marks in the wrong place, and was put in order"
        case .hourOfDayPart(let name): "the hour was set to the middle of " + quotedName(name)
        case .fromTrash: "it lay in the trash of the program it comes from"
        case .zoneUnknown(let name, let taken): "its zone " + quotedName(name) + " is not known here: " + taken + " was taken"
        }
    }
}
