import Base
import Basics
import Engine
import Importing
import Journal
import Ledger
import Records

/// Prints entries: in month sections, one line each, or one in full.
enum EntryPrinter {
    static func show(
        _ list: [StoredEntry], as format: FilterOptions.Format, in vault: OpenVault, journals: [JournalID: String]
    ) async throws {
        let authorships = try await vault.authorships(of: list)
        switch format {
        case .json: Document.print(.array(list.map { Document.entry($0, authorship: authorships[$0.id]) }))
        case .short: EntryPrinter.list(list, journals: journals, authorships: authorships)
        case .full:
            for (index, stored) in list.enumerated() {
                if index > 0 { print() }
                full(
                    stored, attachments: try await vault.attachments(of: stored), journals: journals,
                    authorship: authorships[stored.id])
            }
        case .text:
            // As in jrnl's own files: the oldest first.
            let items = list.reversed().map { stored in
                let time = CivilTime(named: stored.entry.zone)?.wall(at: stored.entry.instant.milliseconds)?.time
                return JrnlText.Item(day: stored.entry.day, time: time, text: stored.entry.text, starred: stored.entry.starred)
            }
            print(Terminal.harmless(String(decoding: JrnlText.write(items), as: UTF8.self)), terminator: "")
        }
    }

    /// The list, newest month first. `journals`: the names of journals, if shown.
    static func list(_ entries: [StoredEntry], journals: [JournalID: String], authorships: [RecordID: Authorship]) {
        sections(entries, day: \.entry.day) {
            line($0, journals[$0.journal], authorships[$0.id], text: firstLine($0.entry.text))
        }
    }

    /// The results of a search, with the words marked.
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

    /// `  k3f9a2b  Sat 14  21:00  ★ Walked along the river …  happy #walk`; at 40 columns the marks are dropped first.
    private static func line(
        _ stored: StoredEntry, _ journal: String?, _ authorship: Authorship?,
        text: (plain: String, styled: (Int) -> String)
    ) -> String {
        let entry = stored.entry
        let head = "  \(stored.id.short)  "
        let date = "\(HealthPrinter.shortDay(entry.day))  \(clock(of: entry))  "
        let star = entry.starred ? "★ " : ""
        let room = Terminal.columns - head.columns - date.columns - star.columns
        let marks = marks(of: entry, attachments: stored.attachments.count, journal, authorship, room: room / 2)
        let forText = room - (marks.isEmpty ? 0 : marks.columns + 2)
        let end = marks.isEmpty ? "" : "  " + Terminal.styled(marks, .primary)
        return Terminal.styled(head, .dim) + date + Terminal.styled(star, .cue) + text.styled(forText) + end
    }

    /// Mood, tags, files, journal and author, as many as fit; the rest is counted: `happy #walk +3`.
    static func marks(
        of entry: Entry, attachments: Int, _ journal: String?, _ authorship: Authorship?, room: Int
    ) -> String {
        var all: [String] = []
        if !entry.feeling.isEmpty { all.append(Terminal.name(entry.feeling.text)) }
        if attachments > 0 { all.append(say("\(counted(attachments, "file"))")) }
        if let journal { all.append("in " + Rows.cut(Terminal.name(journal), to: 20)) }
        all += authorship?.words.map { Rows.cut(Terminal.name($0), to: 30) } ?? []
        all += entry.tags.map { "#" + Terminal.name($0.name) }
        var kept: [String] = []
        var used = 0
        for (index, mark) in all.enumerated() {
            let isLast = index == all.count - 1
            used += mark.columns + 1
            if used > room - (isLast ? 0 : 4) {
                kept.append("+\(all.count - index)")
                break
            }
            kept.append(mark)
        }
        return room < 8 ? "" : kept.joined(separator: " ")
    }

    private static func firstLine(_ text: String) -> (plain: String, styled: (Int) -> String) {
        let line = oneLine(text)
        return (line, { Rows.cut(line, to: $0) })
    }

    private static func snippet(_ pieces: [(text: String, isMatch: Bool)]) -> (plain: String, styled: (Int) -> String) {
        let pieces = pieces.map { (text: oneLine($0.text, trims: false), isMatch: $0.isMatch) }
        return (
            pieces.map(\.text).joined(),
            { room in
                // Shows the match, not only the text before it.
                var pieces = pieces
                let matched = pieces.first(where: \.isMatch)?.text.columns ?? 0
                if let first = pieces.first, !first.isMatch, first.text.columns + matched > room {
                    pieces[0].text = "…" + String(first.text.suffix(max(0, min(room - matched - 1, room / 3))))
                }
                var (line, left) = ("", room)
                for piece in pieces where left > 0 {
                    let text = Rows.cut(piece.text, to: left)
                    left -= text.columns
                    line += piece.isMatch ? Terminal.styled(text, .match) : text
                }
                return line
            }
        )
    }

    /// White space of any kind becomes single blanks.
    private static func oneLine(_ text: String, trims: Bool = true) -> String {
        // By scalars: splitting into characters would take most of the time.
        let words = text.unicodeScalars.prefix(400).split(omittingEmptySubsequences: trims) { scalar in
            scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
        }
        return Terminal.harmless(words.map { String($0) }.joined(separator: " "))
    }

    /// The writer's local time, `21:00`.
    static func clock(of entry: Entry) -> String {
        CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds)?.time.clock ?? "--:--"
    }

    static func full(
        _ stored: StoredEntry, attachments: [AttachmentRecord], absent: [RecordID: AbsentFile] = [:],
        journals: [JournalID: String], authorship: Authorship?
    ) {
        let entry = stored.entry
        var head = "\(entry.day.longName), \(clock(of: entry))"
        if entry.starred { head += " ★" }
        print(Terminal.styled(head, .bold))
        var facts = [entry.zone]
        if !entry.feeling.isEmpty { facts.append(Terminal.name(entry.feeling.text)) }
        if !entry.tags.isEmpty { facts.append(entry.tags.map { "#" + Terminal.harmless($0.name) }.joined(separator: " ")) }
        if let journal = journals[stored.journal] { facts.append("in " + Terminal.name(journal)) }
        facts += authorship?.words.map(Terminal.name) ?? []
        facts.append(stored.id.short)
        print(Terminal.styled(facts.joined(separator: " · "), .dim))
        if let place = entry.place { print(Terminal.styled("at " + Terminal.harmless(place.words), .dim)) }
        if stored.deleted != nil {
            let moved = stored.movedTo.map { say("moved to another journal, where it is \($0.short)") }
            print(Terminal.styled(say("\(moved ?? "deleted"); 'auralyst restore \(stored.id.short)' restores it"), .cue))
        }
        print("\n" + wrapped(Terminal.harmless(entry.text)))
        if !attachments.isEmpty { print() }
        for record in attachments {
            print(
                Terminal.styled(say("attached: "), .dim)
                    + "\(Terminal.name(record.name)) (\(Terminal.name(record.type)), \(size(record.size)))")
        }
        for source in Set(absent.values).sorted(by: { $0.words < $1.words }) {
            let count = absent.values.count { $0 == source }
            let files = attachments.count == 1 ? say("its file") : say("\(plural(count, "1 of these files", "# of these files"))")
            let isOne = attachments.count == 1 || count == 1
            print(
                Terminal.styled(say("\(files) \(isOne ? "is" : "are") not here yet: \(Terminal.harmless(source.words))"), .cue))
        }
    }

    /// The text wrapped between words, on a terminal.
    private static func wrapped(_ text: String) -> String {
        guard Terminal.isRead else { return text }
        let width = min(Terminal.columns, 84)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Rows.wrapped(String(line), to: width).joined(separator: "\n")
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
    /// Padded on the left to `width` characters.
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}

extension Substring {
    func trimmingEnd() -> Substring {
        var result = self
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}
