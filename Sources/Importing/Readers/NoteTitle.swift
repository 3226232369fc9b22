import Journal

/// The title that a program keeps beside the text of a note.
enum NoteTitle {
    /// Whether the first line with something in it is the title already, as a heading or plain; some programs make a title of
    /// a long first line by cutting it.
    static func begins(_ body: String, with title: String) -> Bool {
        let line = body.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } } ?? ""
        let (head, name) = (letters(line.prefix(400)), letters(title[...]))
        if head == name { return !name.isEmpty || trimmed(line) == trimmed(title) }
        return name.count >= 40 && head.hasPrefix(name)
    }

    /// The text under its title; a note that has nothing but its title is that alone.
    static func above(_ body: String, _ title: String) -> String {
        let heading = "# " + trimmed(title.split(whereSeparator: \.isNewline).joined(separator: " "))
        return body.contains { !$0.isWhitespace } ? heading + "\n\n" + body : heading
    }

    private static func letters(_ text: Substring) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
