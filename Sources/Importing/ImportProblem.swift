import Base
import Journal

/// A record that cannot be taken; it stays in the source, and the receipt names it.
package struct ImportProblem: Error, Hashable, Sendable {
    /// Where it stands.
    package var position: SourcePosition
    /// Why it cannot be taken.
    package var reason: Reason

    package init(position: SourcePosition, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    /// Why a record cannot be taken.
    package enum Reason: Hashable, Sendable {
        /// More than `Limits.textBytes` bytes of text.
        case tooLong(bytes: Int)
        /// Its date is none of the calendar's, or outside years 1 to 9999.
        case impossibleDate
        /// No date, and none can be taken from elsewhere.
        case noDate
        /// Nothing but white space.
        case empty
        /// Not of the shape that the format asks for.
        case malformed
        /// Text above the first entry of a journal, which belongs to none.
        case beforeFirstEntry
        /// The whole file is not what it is taken for: no text, encrypted, another kind, too large.
        case refused(ImportError)
        /// Another program's export that lies beside what was read; its name where it is known.
        case otherExport(of: String?)
        /// The system does not let it be read, or it is no regular file.
        case unreadable
    }

    /// The reason in a few words, for a receipt.
    package var sentence: String {
        switch reason {
        case .tooLong(let bytes): "longer than 1 MiB (" + grouped(bytes) + " bytes)"
        case .impossibleDate: "its date does not exist"
        case .noDate: "it has no date"
        case .empty: "nothing is written in it"
        case .malformed: "it is not a valid entry"
        case .beforeFirstEntry: "text above the first entry has no date"
        case .refused(let error): error.explanation.sentence
        case .otherExport(let program?): "a separate export of " + program + ", not read: import it on its own"
        case .otherExport(nil): "not read: it is not part of the same export"
        case .unreadable: "the file cannot be read"
        }
    }
}

/// What one file gave.
package struct ImportReading: Sendable {
    /// In the order of the file.
    package var entries: [ImportedRecord] = []
    /// Texts with which entries may begin.
    package var templates: [Template] = []
    /// Records that cannot be taken, in the order of the file.
    package var problems: [ImportProblem] = []
    /// What to look at first.
    package var findings: [ImportFinding] = []

    package init() {}
}
