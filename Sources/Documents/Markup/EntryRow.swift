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
    /// The name of its journal, if there are several in the list.
    package var journal: String?
    /// For On this day: the day that looks back to the entry's year.
    package var anniversary: LocalDay?
    /// Its pictures, whose thumbnails stand beside the text.
    package let pictures: [AttachmentInfo]

    package init(
        stored: StoredEntry, snippet: [(text: String, isMatch: Bool)] = [], dates: DateLanguage, looks: Looks,
        authorship: Authorship? = nil, journal: String? = nil, anniversary: LocalDay? = nil, pictures: [AttachmentInfo] = []
    ) {
        (self.stored, self.snippet, self.dates, self.looks) = (stored, snippet, dates, looks)
        (self.authorship, self.journal, self.anniversary, self.pictures) = (authorship, journal, anniversary, pictures)
    }

    package var html: HTML {
        let (entry, id) = (stored.entry, stored.id.description)
        let clock = clock(of: entry)
        let star: HTML = "<span class=\"starred\">\(Icon.star)<span class=\"hidden\">Starred</span></span>"
        return """
            <li class="row" id="entry-\(id)" data-entry="\(id)" data-version="\(stored.modified)">
            <a class="row-link\(" has-pictures", if: !pictures.isEmpty)" href="/entry/\(id)">
            <span class="row-date">\(date) <time datetime="\(entry.day.iso)T\(clock)">\(clock)</time></span>
            <span class="row-text" dir="auto">\(star, if: entry.starred)\(excerpt)</span>
            \(thumbnails)\(chips)</a></li>
            """
    }

    private var chips: HTML? {
        let entry = stored.entry
        let isBare = entry.feeling.isEmpty && entry.tags.isEmpty && otherFiles == 0
        guard !isBare || authorship != nil || journal != nil else { return nil }
        let journal: HTML? = journal.map {
            "<li class=\"chip chip-journal\"><span class=\"hidden\">Journal: </span>\(Icon.journal)\($0)</li>"
        }
        return
            "<ul class=\"chips\">\(journal)\(authorship.map { authorChips($0) })\(looks.chip(entry.feeling))\(tags)\(files)</ul>"
    }

    private var date: HTML {
        let day = stored.entry.day
        guard let anniversary else { return "<b>\(day.parts.day)</b> <span>\(dates.day(day, style: .weekday))</span>" }
        return "<b>\(day.year)</b> <span>\(plural(anniversary.year - day.year, "1 year", "# years")) ago</span>"
    }

    private var tags: HTML {
        let (shown, more) = (stored.entry.tags.prefix(4), stored.entry.tags.count - 4)
        let rest: HTML? = more > 0 ? "<li class=\"chip\">and \(more) more</li>" : nil
        return "\(shown.html { "<li class=\"chip\(looks.hue($0.name))\">\(looks.words($0))</li>" })\(rest)"
    }

    /// Up to three; a narrow page shows the first one.
    private var thumbnails: HTML? {
        guard !pictures.isEmpty else { return nil }
        let more = pictures.count - 1
        let number: HTML =
            "<span class=\"row-more\" aria-hidden=\"true\" data-more=\"+\(more)\" data-wide=\"\(more > 2 ? "+\(more - 2)" : "")\"></span>"
        return """
            <span class="row-pictures">\(pictures.prefix(3).html { picture($0) })\(number, if: more > 0)<span class="hidden">\(counted(pictures.count, "photo", "photos"))</span></span>
            """
    }

    private func picture(_ picture: AttachmentInfo) -> HTML {
        "<img src=\"\(ThumbnailPath.of(picture.id, in: stored.id))\" alt=\"\" width=\"64\" height=\"64\" loading=\"lazy\" decoding=\"async\" data-thumbnail>"
    }

    /// Files that are not shown as pictures.
    private var otherFiles: Int { stored.attachments.count - pictures.count }

    private var files: HTML? {
        let count = otherFiles
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

/// The address of a picture's thumbnail.
package enum ThumbnailPath {
    package static func of(_ picture: RecordID, in entry: RecordID) -> String {
        "/thumbnail/\(entry.description)/\(picture.description)"
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
            let line = MarkdownProse.words(ofLine: Substring(bytes).prefix(400))
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
}
