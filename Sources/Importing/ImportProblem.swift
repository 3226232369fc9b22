import Base
import Journal

/// A record that cannot be imported; it stays in the source, and the receipt names it.
package struct ImportProblem: Error, Hashable, Sendable {
    package var position: SourcePosition
    package var reason: Reason

    package init(position: SourcePosition, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    package enum Reason: Hashable, Sendable {
        /// More than `Limits.textBytes` bytes of text.
        case tooLong(bytes: Int)
        /// Its date does not exist, or is outside the years 1 to 9999.
        case impossibleDate
        case noDate
        /// Nothing but white space.
        case empty
        case malformed
        /// Text above the first entry of a journal, which belongs to no entry.
        case beforeFirstEntry
        /// The whole file is refused: no text, encrypted, another kind, too large.
        case refused(ImportError)
        /// Another program's export beside the one that was read; its name if it is known.
        case otherExport(of: String?)
        /// The system does not allow reading it, or it is no regular file.
        case unreadable
    }

    package var sentence: String {
        switch reason {
        case .tooLong(let bytes): say("longer than 1 MiB (") + grouped(bytes) + " bytes)"
        case .impossibleDate: say("its date does not exist")
        case .noDate: say("it has no date")
        case .empty: say("nothing is written in it")
        case .malformed: say("it is not a valid entry")
        case .beforeFirstEntry: say("text above the first entry has no date")
        case .refused(let error): error.explanation.sentence
        case .otherExport(let program?): say("a separate export of \(program), not read: import it on its own")
        case .otherExport(nil): say("not read: it is not part of the same export")
        case .unreadable: say("the file cannot be read")
        }
    }
}

package struct ImportReading: Sendable {
    /// In the order of the file.
    package var entries: [ImportedRecord] = []
    package var templates: [Template] = []
    /// Records that cannot be imported, in the order of the file.
    package var problems: [ImportProblem] = []
    package var findings: [ImportFinding] = []

    package init() {}
}
