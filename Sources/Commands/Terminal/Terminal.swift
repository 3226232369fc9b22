import Base
import Basics
import CPlatform
import Foundation
import Journal
import Synchronization

/// Whether the program talks to a person at a terminal, or to a script.
package enum Terminal {
    /// A person can answer.
    static let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    /// Where to ask for a secret: standard input, or the terminal itself if the input is a file or a pipe. A program in the
    /// background cannot ask.
    static let secretInput: Int32? = {
        if canAsk { return STDIN_FILENO }
        var status = stat()
        let kinds = [S_IFIFO, S_IFREG, S_IFSOCK]
        guard unsafe fstat(STDIN_FILENO, &status) == 0, kinds.contains(status.st_mode & S_IFMT) else { return nil }
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else {
            if terminal >= 0 { close(terminal) }
            return nil
        }
        return terminal
    }()
    /// Output goes to a person.
    static let isRead = isatty(STDOUT_FILENO) == 1
    /// A person can see progress.
    static let showsProgress = isatty(STDERR_FILENO) == 1
    /// The width in columns, 40 to 400; 100 without a terminal.
    static let columns: Int = {
        let columns = Int(platform_terminal_columns(STDOUT_FILENO))
        return columns > 0 ? min(max(columns, 40), 400) : 100
    }()

    private static let hasStyle = isRead && Variables["NO_COLOR"] == nil && Variables["TERM"] != "dumb"

    enum Style: String, CaseIterable {
        case bold = "1"
        case dim = "2"
        /// The amber of cues.
        case cue = "33"
        /// The blue of next steps.
        case primary = "34"
        /// A search match.
        case match = "1;33"
        /// Black on white, for a QR code on any terminal.
        case paper = "30;107"
    }

    static func styled(_ text: String, _ style: Style) -> String {
        hasStyle && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\(plain)" : text
    }

    private static let plain = "\u{1B}[0m"
    private static let styles = hasStyle ? [plain] + Style.allCases.map { "\u{1B}[\($0.rawValue)m" } : []

    /// What a person sees of printed text: everything in it that could control a terminal is made visible, but our own styles.
    static func shown(_ text: String) -> String {
        guard isRead else { return text }
        // Begins with the text before the first escape character; what follows one begins with a style, or not.
        let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(visible(String(parts[0]))) { shown, part in
            let part = "\u{1B}\(part)"
            guard let style = styles.first(where: { part.hasPrefix($0) }) else { return shown + visible(part) }
            return shown + style + visible(String(part.dropFirst(style.count)))
        }
    }

    package static func error(_ line: String) {
        let line = isatty(STDERR_FILENO) == 1 ? visible(line) : line
        OpenFile.say(line + "\n")
    }

    /// A note about something that succeeded all the same.
    static func note(_ sentence: String) {
        let sentence = TypedLine.here.forSameVault(sentence)
        let isHeld = heldNotes.withLock { notes in
            notes?.append(sentence)
            return notes != nil
        }
        if !isHeld { error("auralyst: note: \(sentence)") }
    }

    /// With --json an error is the only thing on standard error, so notes wait for the end of the command.
    static func holdNotes() { heldNotes.withLock { $0 = [] } }

    /// The notes that wait; later ones are printed at once.
    static func takeNotes() -> [String] {
        heldNotes.withLock { notes in
            defer { notes = nil }
            return notes ?? []
        }
    }

    private static let heldNotes = Mutex<[String]?>(nil)

    /// Asks a person for one line; `nil` at the end of input.
    static func ask(_ question: String) -> String? {
        OpenFile.say(visible(question))
        return readLine()
    }

    /// Asks yes or no; anything but `y` or `yes` is no.
    static func confirm(_ question: String) -> Bool {
        ["y", "yes"].contains(trimmed(ask(question + " [y/N] ") ?? "").lowercased())
    }

    /// The owner's text for a terminal: control characters are made visible.
    static func harmless(_ text: String) -> String { isRead ? visible(text) : text }

    /// A name for a line of its own, also in a pipe: it cannot begin another line.
    static func name(_ text: String) -> String {
        visible(
            text.unicodeScalars.reduce(into: "") { name, scalar in
                switch scalar.value {
                case 0x09, 0x0A...0x0D, 0x85, 0x2028, 0x2029: name.unicodeScalars.append(" ")
                default: name.unicodeScalars.append(scalar)
                }
            })
    }

    /// JSON in which the characters that `visible` replaces are written as `\uXXXX`: the meaning is the same.
    static func escapedInJSON(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.value != 0x0A, steers(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: false)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a character could control a terminal, break a line unnoticed, or change the direction of text.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The text with every such character made visible.
    static func visible(_ text: String) -> String {
        // Most texts have no byte that such a character begins with.
        guard
            text.utf8.contains(where: {
                ($0 < 0x20 && $0 != 0x0A && $0 != 0x09) || $0 == 0x7F || [0xC2, 0xD8, 0xE2].contains($0)
            })
        else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case _ where !steers(scalar): result.append(scalar)
            case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }
}

/// Prints a line. It hides the library's function of this name, so that no text of others reaches a terminal past `Terminal.shown`.
func print(_ text: String = "", terminator: String = "\n") { Swift.print(Terminal.shown(text), terminator: terminator) }
