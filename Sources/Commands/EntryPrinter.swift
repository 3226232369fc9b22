import Base
import Engine
import Journal
import Ledger
import Records

/// Shows entries to a person: in month sections, a line each, or one in full.
enum EntryPrinter {
    /// The list, newest month first. `journals`: what journals are called, where that is said.
    static func list(_ entries: [StoredEntry], journals: [JournalID: String], authorships: [RecordID: Authorship]) {
        sections(entries, day: \.entry.day) {
            line($0, journals[$0.journal], authorships[$0.id], text: firstLine($0.entry.text))
        }
    }

    /// What a search has found, with the words marked.
    static func hits(_ hits: [Hit], journals: [JournalID: String], authorships: [RecordID: Authorship]) {
        sections(hits, day: \.entry.entry.day) { hit in
            line(
                hit.entry, journals[hit.entry.journal], authorships[hit.entry.id],
                text: hit.snippet.isEmpty ? firstLine(hit.entry.entry.text) : snippet(hit.snippet))
        }
    }

    private static func sections<Element>(
        _ list: [Element], day: (Element) -> LocalDay, line: (Element) -> String
    ) {
        for (index, section) in MonthSection.sections(of: list, day: day).enumerated() {
            if index > 0 { print() }
            print(Terminal.styled(section.month.name, .bold))
            for element in section.elements { print(line(element)) }
        }
    }

    /// `  k3f9a2b  Sat 14  21:00  ★ Walked along the river …  happy #walk`
    private static func line(
        _ stored: StoredEntry, _ journal: String?, _ authorship: Authorship?,
        text: (plain: String, styled: (Int) -> String)
    ) -> String {
        let entry = stored.entry
        let weekday = LocalMonth.weekdayNames[entry.day.weekday - 1].prefix(3)
        let head = "  \(stored.id.short)  "
        let date = "\(weekday) \(String(entry.day.parts.day).leftPadded(to: 2))  \(clock(of: entry))  "
        let marks = marks(of: entry, attachments: stored.attachments.count, journal, authorship)
        let star = entry.starred ? "★ " : ""
        let room = max(20, Terminal.columns - head.count - date.count - star.count - (marks.isEmpty ? 0 : marks.count + 2))
        let end = marks.isEmpty ? "" : "  " + Terminal.styled(marks, .primary)
        return Terminal.styled(head, .dim) + date + Terminal.styled(star, .cue) + text.styled(room) + end
    }

    private static func marks(
        of entry: Entry, attachments: Int, _ journal: String?, _ authorship: Authorship?
    ) -> String {
        var marks: [String] = []
        if let mood = entry.mood { marks.append(Terminal.harmless(mood.name)) }
        var room = Terminal.columns / 4
        for (index, tag) in entry.tags.enumerated() {
            let mark = "#" + Terminal.harmless(tag.name)
            room -= mark.count + 1
            guard room > 0 else {
                marks.append("+\(entry.tags.count - index)")
                break
            }
            marks.append(mark)
        }
        if attachments > 0 { marks.append(attachments == 1 ? "1 file" : "\(attachments) files") }
        if let journal { marks.append("in " + cut(Terminal.harmless(journal), to: 20)) }
        marks += authorship?.words.map { cut(Terminal.name($0), to: 30) } ?? []
        return marks.joined(separator: " ")
    }

    private static func firstLine(_ text: String) -> (plain: String, styled: (Int) -> String) {
        let line = oneLine(text)
        return (line, { cut(line, to: $0) })
    }

    private static func snippet(_ pieces: [(text: String, isMatch: Bool)]) -> (plain: String, styled: (Int) -> String) {
        let pieces = pieces.map { (text: oneLine($0.text, trims: false), isMatch: $0.isMatch) }
        return (
            pieces.map(\.text).joined(),
            { room in
                // A search shows the match rather than keeping to one line.
                pieces.map { $0.isMatch ? Terminal.styled($0.text, .match) : $0.text }.joined()
            }
        )
    }

    /// White space of any kind becomes single blanks.
    private static func oneLine(_ text: String, trims: Bool = true) -> String {
        // By scalars: finding whole characters takes longer than everything else on the page.
        let words = text.unicodeScalars.prefix(400).split(omittingEmptySubsequences: trims) { scalar in
            scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
        }
        return Terminal.harmless(words.map { String($0) }.joined(separator: " "))
    }

    private static func cut(_ text: String, to room: Int) -> String {
        text.count <= room ? text : text.prefix(max(1, room - 1)).trimmingEnd() + "…"
    }

    /// The time on the writer's wall, `21:00`.
    static func clock(of entry: Entry) -> String {
        CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds)?.time.clock ?? "--:--"
    }

    /// One entry in full.
    static func full(
        _ stored: StoredEntry, attachments: [AttachmentRecord], absent: [RecordID: AbsentFile] = [:],
        journals: [JournalID: String], authorship: Authorship?
    ) {
        let entry = stored.entry
        var head = "\(entry.day.longName), \(clock(of: entry))"
        if entry.starred { head += " ★" }
        print(Terminal.styled(head, .bold))
        var facts = [entry.zone]
        if let mood = entry.mood { facts.append(Terminal.name(mood.name)) }
        if !entry.tags.isEmpty { facts.append(entry.tags.map { "#" + Terminal.harmless($0.name) }.joined(separator: " ")) }
        if let journal = journals[stored.journal] { facts.append("in " + Terminal.name(journal)) }
        facts += authorship?.words.map(Terminal.name) ?? []
        facts.append(stored.id.short)
        print(Terminal.styled(facts.joined(separator: " · "), .dim))
        if let place = entry.place { print(Terminal.styled("at " + words(of: place), .dim)) }
        if stored.deleted != nil { print(Terminal.styled("deleted; 'auralyst restore \(stored.id.short)' brings it back", .cue)) }
        print("\n" + wrapped(Terminal.harmless(entry.text)))
        if !attachments.isEmpty { print() }
        for record in attachments {
            print(
                Terminal.styled("attached: ", .dim)
                    + "\(Terminal.name(record.name)) (\(Terminal.name(record.type)), \(size(record.size)))")
        }
        for source in Set(absent.values).sorted(by: { $0.words < $1.words }) {
            let count = absent.values.count { $0 == source }
            let files = attachments.count == 1 ? "its file" : count == 1 ? "1 of these files" : "\(count) of these files"
            let isOne = attachments.count == 1 || count == 1
            print(
                Terminal.styled("\(files) \(isOne ? "is" : "are") not here yet: \(Terminal.harmless(source.words))", .cue))
        }
    }

    /// `Café Central, Vienna (48.21034, 16.36554)`
    private static func words(of place: Place) -> String {
        let name = Terminal.name(place.name)
        guard let latitude = place.latitude, let longitude = place.longitude else { return name }
        return name.isEmpty ? "\(latitude), \(longitude)" : "\(name) (\(latitude), \(longitude))"
    }

    /// The text with its lines broken between words, where a person reads it.
    private static func wrapped(_ text: String) -> String {
        guard Terminal.isRead else { return text }
        let width = min(Terminal.columns, 84)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.count > width else { return String(line) }
            var rows: [String] = []
            var row = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                if !row.isEmpty, row.count + 1 + word.count > width {
                    rows.append(row)
                    row = String(word)
                } else {
                    row += (row.isEmpty ? "" : " ") + word
                }
            }
            return (rows + [row]).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1024: "\(bytes) B"
        case ..<(1 << 20): "\(bytes >> 10) KiB"
        case ..<(1 << 30): "\(bytes >> 20) MiB"
        default: "\(bytes >> 30) GiB"
        }
    }
}

extension String {
    /// With blanks in front up to `width` characters.
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}

extension Substring {
    /// Without white space at the end.
    func trimmingEnd() -> Substring {
        var result = self
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}
