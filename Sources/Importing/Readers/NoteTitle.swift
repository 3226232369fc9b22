import Journal

/// The title that a program stores separately from the text of a note.
enum NoteTitle {
    /// Whether the first line that is not empty is already the title, as a heading or plain; some programs make a title by
    /// cutting a long first line.
    static func begins(_ body: String, with title: String) -> Bool {
        let line = body.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } } ?? ""
        let (head, name) = (letters(line.prefix(400)), letters(title[...]))
        if head == name { return !name.isEmpty || trimmed(line) == trimmed(title) }
        return name.count >= 40 && head.hasPrefix(name)
    }

    /// The text below its title; a note with only a title is the title alone.
    static func above(_ body: String, _ title: String) -> String {
        let heading = "# " + trimmed(title.split(whereSeparator: \.isNewline).joined(separator: " "))
        return body.contains { !$0.isWhitespace } ? heading + "\n\n" + body : heading
    }

    private static func letters(_ text: Substring) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
