/// A file of sentences in another language, as gettext writes it: `msgid`, the English sentence, and `msgstr`, the other one; the
/// sentence of the empty `msgid` holds the file's own facts, `Language: pl` among them (GNU gettext's manual, "The Format of PO Files").
struct SentenceFile {
    /// A sentence, its translation, and the line on which it begins.
    typealias Row = (english: String, translated: String, line: Int)

    let language: String
    /// All sentences but the file's own facts. A translation that is marked as a guess (`fuzzy`) is left out.
    private(set) var rows: [Row] = []

    init(_ bytes: [UInt8]) throws(SentenceFileFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SentenceFileFault(line: 1, reason: "it is not in UTF-8")
        }
        var row: Row?
        var isGuess = false, isTranslation = false
        var facts = ""
        func end(_ rows: inout [Row]) {
            guard let ended = row else { return }
            if ended.english.isEmpty { facts = ended.translated } else if !isGuess { rows.append(ended) }
            (row, isGuess) = (nil, false)
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) {
                end(&rows)
                if line.hasPrefix("#,"), line.contains("fuzzy") { isGuess = true }
                continue
            }
            let word = line.prefix { $0 != "\"" && $0 != " " }
            guard let piece = SentenceFile.unquoted(line.dropFirst(word.count)) else {
                throw SentenceFileFault(line: index + 1, reason: "it has no text in quotation marks")
            }
            switch (word, row != nil) {
            case ("msgid", _):
                end(&rows)
                (row, isTranslation) = ((piece, "", index + 1), false)
            case ("msgstr", true):
                row?.translated = piece
                isTranslation = true
            case ("", true): if isTranslation { row?.translated += piece } else { row?.english += piece }
            default: throw SentenceFileFault(line: index + 1, reason: "it begins with neither msgid nor msgstr")
            }
        }
        end(&rows)
        let named = facts.split(separator: "\n").first { $0.hasPrefix("Language:") }
        language = String(named?.dropFirst("Language:".count).drop { $0 == " " } ?? "")
        guard !language.isEmpty else {
            throw SentenceFileFault(line: 1, reason: "it does not name its language, as in 'Language: pl'")
        }
    }

    /// The text between quotation marks, with its `\n`, `\t`, `\"` and `\\` read; `nil` without the marks.
    private static func unquoted(_ text: Substring) -> String? {
        let text = text.drop { $0 == " " }
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        var read = "", isEscaped = false
        for character in text.dropFirst().dropLast() {
            if isEscaped {
                read.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                read.append(character)
            }
        }
        return isEscaped ? nil : read
    }
}

package struct SentenceFileFault: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    package let reason: String

    /// `line 12: it has no text in quotation marks`.
    package var description: String { "line \(line): \(reason)" }
}
