import Base
import Foundation
import Importing
import Journal
import Ledger

/// An entry, or a file of one, that is not in an export that was written otherwise.
package struct UnwrittenPart: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The disk did not take its name or its size: the system's error.
        case disk(Int32)
        /// Its encrypted file is gone or damaged.
        case damaged
    }

    /// The entry, and its day; `nil` for the file of a deleted entry.
    package let entry: RecordID?, day: LocalDay?
    /// The name of the owner's file; `nil` for the entry itself.
    package let file: String?
    package let reason: Reason

    /// The errors that concern one name or one file. After others, such as a full disk, nothing more can be written.
    static let codes: Set<Int32> = [ENAMETOOLONG, EINVAL, EILSEQ, EEXIST, EFBIG]

    package var sentence: String {
        let why =
            switch reason {
            case .disk(let code): Explanation.words(ofSystemError: code)
            case .damaged: say("it is damaged")
            }
        guard let entry, let day else { return say("The file \(quotedName(file ?? "")) is not in it: \(why).") }
        let name = "\(entry.short) (\(day.longName))"
        guard let file else { return say("The entry \(name) is not in it: \(why).") }
        return say("The file \(quotedName(file)) of the entry \(name) is not in it: \(why).")
    }
}
