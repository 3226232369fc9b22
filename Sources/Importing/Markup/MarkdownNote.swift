import Journal

/// One file of a folder of notes: Obsidian, Logseq, plain Markdown, and the folder journals of jrnl.
///
/// The day comes from `date:` in the front matter, otherwise from the path, then from `created:`, then from the file's
/// modification time. The text is kept byte for byte. Front matter is removed only if all of it is stored elsewhere, and a title
/// that is not in the text is put above it.
package enum MarkdownNote {
    package enum Reading: Sendable {
        /// One entry, and the files that it shows, by their names in it.
        case note(ImportedRecord, files: [String])
        /// A day of a jrnl folder journal, with any number of entries.
        case journal(ImportReading)
        /// No note, and not to be reported.
        case skipped(Skip)
        case problem(ImportProblem)
    }

    package enum Skip: String, Sendable {
        /// Its name, or that of a folder above it, begins with a full stop: settings, trash, version control.
        case hidden
        /// Not `.md`, `.markdown` or `.txt`: used only if a note shows it.
        case notANote
        /// A file in a jrnl folder journal that jrnl does not read either.
        case notInJournal
    }

    /// Whether these paths, relative to the folder, are a folder journal of jrnl: days `YYYY/MM/DD.txt`, no Markdown.
    package static func isJrnlFolder(_ paths: some Sequence<String>) -> Bool {
        var found = false
        for path in paths where skip(path) == nil {
            if ending(of: path) != "txt" { return false }
            if jrnlDay(path) != nil { found = true }
        }
        return found
    }

    /// Why a file need not be opened; `nil` if `read` should read it.
    package static func skip(_ path: String, inJrnlFolder: Bool = false) -> Skip? {
        if path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { return .hidden }
        guard ["md", "markdown", "txt"].contains(ending(of: path)) else { return .notANote }
        return inJrnlFolder && jrnlDay(path) == nil ? .notInJournal : nil
    }

    /// Reads a file.
    ///
    /// - `path`: relative to the folder, with `/` between its parts.
    /// - `modified`: when it was last changed, in the reader's local time.
    /// - `inJrnlFolder`: the result of `isJrnlFolder`; if true, all files except the days are skipped.
    /// - `tagSymbols`: the characters that begin a tag in those days.
    package static func read(
        path: String, _ source: [UInt8], _ dates: NoteDates, modified: (day: LocalDay, time: TimeOfDay)? = nil,
        inJrnlFolder: Bool = false, tagSymbols: String = "#@"
    ) throws(ImportError) -> Reading {
        if let skip = skip(path, inJrnlFolder: inJrnlFolder) { return .skipped(skip) }
        if let own = OwnNote(source, path: path) { return .note(own.entry, files: own.files) }
        if let day = jrnlDay(path) {
            do {
                return .journal(try JrnlText.read(source, file: path, folderDay: day, tagSymbols: tagSymbols))
            } catch .notThisFormat {
                // Any other text of that day.
            }
        }
        let source = try SourceText(source)
        let position = SourcePosition(file: path, line: nil, ordinal: 1)
        let refuse = { Reading.problem(ImportProblem(position: position, reason: $0)) }
        guard source.bytes.count <= Limits.textBytes else { return refuse(.tooLong(bytes: source.bytes.count)) }
        var facts = NoteFacts(source.bytes, NoteName(path: path, order: dates.names), modified, dates)
        guard let day = facts.day else { return refuse(.noDate) }
        var entry = ImportedRecord(position: position, day: day, time: facts.time, text: "")
        if source.lineEndsChanged { entry.changes.append(.lineEnds) }
        entry.changes += facts.changes
        (entry.offset, entry.zone, entry.starred, entry.mood) = (facts.offset, facts.zone, facts.starred, facts.mood)
        entry.text = facts.text(source.bytes, &entry.changes)
        guard entry.text.utf8.count <= Limits.textBytes else { return refuse(.tooLong(bytes: entry.text.utf8.count)) }
        guard entry.text.contains(where: { !$0.isWhitespace }) else { return refuse(.empty) }
        facts.tags.add(InlineTags.inMarkdown(entry.text).names)
        entry.tags = facts.tags.taken(&entry.changes)
        entry.more = facts.more
        return .note(entry, files: NoteFiles.shown(in: entry.text))
    }

    /// The day of `2026/03/14.txt` at the top of the folder or of a subfolder.
    private static func jrnlDay(_ path: String) -> LocalDay? {
        let parts = path.split(separator: "/").suffix(3)
        guard parts.count == 3, let name = parts.last, name.utf8.count == 6, name.hasSuffix(".txt") else { return nil }
        return LocalDay(iso: parts.dropLast().joined(separator: "-") + "-" + name.prefix(2))
    }

    private static func ending(of path: String) -> String {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
