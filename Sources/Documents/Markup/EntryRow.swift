import Base
import Engine
import Journal
import Ledger
import Records

package struct EntryRow {
    package let stored: StoredEntry
    /// The excerpt of the text with the matches of a search.
    package var snippet: [(text: String, isMatch: Bool)] = []
    package let dates: DateLanguage
    package let looks: Looks
    /// Who wrote it, if someone else was involved.
    package var authorship: Authorship?
    /// Shows the whole date, for lists without month sections.
    package var hasFullDate = false

    package init(
        stored: StoredEntry, snippet: [(text: String, isMatch: Bool)] = [], dates: DateLanguage, looks: Looks,
        authorship: Authorship? = nil,
        hasFullDate: Bool = false
    ) {
        (self.stored, self.snippet, self.dates, self.looks) = (stored, snippet, dates, looks)
        (self.authorship, self.hasFullDate) = (authorship, hasFullDate)
    }

    package var html: HTML {
        let (entry, id) = (stored.entry, stored.id.description)
        let clock = clock(of: entry)
        let star: HTML = "<span class=\"starred\">\(Icon.star)<span class=\"hidden\">Starred</span></span>"
        return """
            <li class="row" id="entry-\(id)" data-entry="\(id)" data-version="\(stored.modified)">
            <a class="row-link" href="/entry/\(id)">
            <span class="row-date">\(date) <time datetime="\(entry.day.iso)T\(clock)">\(clock)</time></span>
            <span class="row-text" dir="auto">\(star, if: entry.starred)\(excerpt)</span>
            \(chips)</a></li>
            """
    }

    private var chips: HTML? {
        let entry = stored.entry
        guard !entry.feeling.isEmpty || !entry.tags.isEmpty || !stored.attachments.isEmpty || authorship != nil else {
            return nil
        }
        return "<ul class=\"chips\">\(authorship.map { authorChips($0) })\(looks.chip(entry.feeling))\(tags)\(files)</ul>"
    }

    private var date: HTML {
        hasFullDate
            ? "<b>\(dates.day(stored.entry.day, style: .medium))</b>"
            : "<b>\(stored.entry.day.parts.day)</b> <span>\(dates.day(stored.entry.day, style: .weekday))</span>"
    }

    private var tags: HTML {
        let (shown, more) = (stored.entry.tags.prefix(4), stored.entry.tags.count - 4)
        let rest: HTML? = more > 0 ? "<li class=\"chip\">and \(more) more</li>" : nil
        return "\(shown.html { "<li class=\"chip\(looks.hue($0.key))\">\(looks.words($0))</li>" })\(rest)"
    }

    private var files: HTML? {
        let count = stored.attachments.count
        guard count > 0 else { return nil }
        return "<li class=\"chip\">\(Icon.file)\(count)<span class=\"hidden\"> \(plural(count, "file", "files"))</span></li>"
    }

    private var excerpt: HTML {
        guard snippet.isEmpty else {
            return snippet.html { $0.isMatch ? "<mark>\(Prose.line($0.text))</mark>" : "\(Prose.line($0.text))" }
        }
        let (title, text) = Prose.beginning(of: stored.entry.text)
        return "\(title.map { "<b class=\"row-title\">\($0)</b>" as HTML })\(text)"
    }
}

package func authorChips(_ authorship: Authorship) -> HTML { authorship.words.html { "<li class=\"chip\">\($0)</li>" } }

/// The writer's local time, `21:05`; empty if this machine does not know the zone.
package func clock(of entry: Entry) -> String {
    guard let civil = CivilTime(named: entry.zone), let wall = civil.wall(at: entry.instant.milliseconds) else { return "" }
    return wall.time.clock
}

/// Plain lines from Markdown, for lists.
package enum Prose {
    /// The first line with content, without leading Markdown marks, at most 200 characters. Only the beginning of a long text is
    /// read.
    package static func firstLine(of text: String) -> String {
        guard let line = lines(of: text, limit: 1).first else { return "" }
        return line.count > 200 ? line.prefix(200) + "…" : line
    }

    /// The first line as a title, if more follows and it is short or a heading, and about two lines of the text without marks.
    static func beginning(of text: String) -> (title: String?, text: String) {
        let lines = lines(of: text, limit: 8)
        let isTitle = lines.count > 1 && (lines[0].count <= 70 || text.drop { $0.isWhitespace }.hasPrefix("#"))
        let rest = lines.dropFirst(isTitle ? 1 : 0).joined(separator: " ")
        return (isTitle ? lines[0] : nil, rest.utf8.count > 280 && rest.count > 280 ? rest.prefix(280) + "…" : rest)
    }

    /// Lines with content, without leading marks, each of at most 400 characters; no more than a row of a list shows.
    private static func lines(of text: String, limit: Int) -> [String] {
        // By bytes, and limited: a list has many texts, and one of them may be a book.
        var (found, size) = ([String](), 0)
        for bytes in text.utf8.prefix(16_384).split(maxSplits: 200, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = cleaned(Substring(bytes).prefix(400))
            if !line.isEmpty { found.append(line) }
            size += line.utf8.count
            if found.count == limit || size >= 360 { break }
        }
        return found
    }

    /// Line ends become blanks.
    static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    private static func cleaned(_ line: Substring) -> String {
        var rest = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
        // A heading has a blank after its marks; `#walk` is a tag.
        let heading = rest.drop { $0 == "#" }
        if heading.first == " " || heading.isEmpty { rest = heading.drop { $0 == " " } }
        for mark in ["- ", "* ", "+ "] where rest.hasPrefix(mark) { rest = rest.dropFirst(2) }
        for mark in ["[ ] ", "[x] ", "[X] "] where rest.hasPrefix(mark) { rest = rest.dropFirst(4) }
        guard rest.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F || $0 == 0x60 || $0 == 0x5D }) else { return trimmed(rest) }
        return trimmed(withoutLinks(rest).replacing("**", with: "").replacing("__", with: "").replacing("`", with: ""))
    }

    /// Of a link or a picture its words: `[river](https://example.org)`, `![boats](river.png)`.
    private static func withoutLinks(_ line: Substring) -> String {
        var (found, rest) = ("", line)
        while let middle = rest.firstRange(of: "]("), let open = rest[..<middle.lowerBound].lastIndex(of: "["),
            let end = rest[middle.upperBound...].firstIndex(of: ")")
        {
            let before = rest[..<open]
            found += (before.last == "!" ? before.dropLast() : before) + rest[open..<middle.lowerBound].dropFirst()
            rest = rest[end...].dropFirst()
        }
        return found + rest
    }
}
