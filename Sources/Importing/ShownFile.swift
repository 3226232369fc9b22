import Base
import Journal

/// The result for a file that a note shows.
package enum ShownFile: Hashable, Sendable {
    /// It is at this path and can be attached.
    case found(path: String)
    case left(LeftFile)
}

/// A file that a note shows and that is not attached to its entry.
package struct LeftFile: Hashable, Sendable {
    /// Its name in the note, decoded.
    package var name: String
    package var reason: Reason

    package init(name: String, reason: Reason) {
        self.name = name
        self.reason = reason
    }

    package enum Reason: String, CaseIterable, Sendable {
        /// There is no such file beside the note or in the folder.
        case notFound
        /// Its name leads out of the folder, or through a link.
        case outside
        /// A folder, pipe or device.
        case notAFile
        case unreadable
        /// The note was imported alone, without its folder.
        case withoutFolder
    }

    package var sentence: String {
        let file = say("the file \(quotedName(name)) it shows ")
        return switch reason {
        case .notFound: file + say("was not found, so it is not attached")
        case .outside: file + say("is outside the folder or a link, so it is not attached")
        case .notAFile: file + say("is not a regular file, so it is not attached")
        case .unreadable: file + say("cannot be read, so it is not attached")
        case .withoutFolder: file + say("is not attached: import its whole folder or zip to attach it")
        }
    }
}

/// A name from outside in quotation marks, cut if it is very long, without characters that control a terminal or change the
/// direction of writing.
package func quotedName(_ name: String) -> String {
    let turning: [ClosedRange<Unicode.Scalar>] = ["\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}"]
    let scalars = name.unicodeScalars.prefix(61).map { scalar in
        scalar.isControl || turning.contains { $0.contains(scalar) } ? "\u{FFFD}" : scalar
    }
    return Explanation.quoted(String(String.UnicodeScalarView(scalars)))
}
