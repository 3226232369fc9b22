import Journal
import Ledger

/// Day One's plain-text export: `Tab Date: Tab 15 January 2024`, optionally further lines like this, a blank line, and the text,
/// up to the next date. Text above the first date is no entry.
///
/// The program writes the date in its owner's language.
enum DayOneText {
    /// The beginning of the date's line, in Day One's languages.
    private static let labels = [
        "Date", "Datum", "Fecha", "Data", "Dato", "Päivämäärä", "Päiväys", "日付", "日期", "날짜", "Дата", "Tarih",
    ]

    /// Whether one of the first lines has a date in Day One's form.
    static func looksLike(_ head: [UInt8]) -> Bool {
        var changes: [ImportChange] = []
        guard !JSONPiece.looksLike(head), let source = try? SourceText(head) else { return false }
        let text = SourceText.text(of: source.bytes[...], changes: &changes)
        return text.split(separator: "\n").contains { date(of: $0) != nil }
    }

    static func read(_ bytes: [UInt8], _ take: (ImportItem) throws -> Void) throws {
        let source = try SourceText(bytes)
        var entry: Entry?
        var (line, ordinal, start) = (0, 0, 0)
        var above: [ImportChange] = []
        while start < source.bytes.count {
            let end = source.bytes[start...].firstIndex(of: 0x0A) ?? source.bytes.count
            let words = SourceText.text(of: source.bytes[start..<end], changes: &above)
            line += 1
            start = end + 1
            if let date = date(of: words[...]) {
                if let entry { try take(entry.item) }
                ordinal += 1
                entry = Entry(SourcePosition(line: line, ordinal: ordinal), date, source.lineEndsChanged ? [.lineEnds] : [])
            } else {
                entry?.add(words)
            }
        }
        guard let entry else { throw ImportError.notThisFormat }
        try take(entry.item)
    }

    /// The text after the label of a date's line.
    private static func date(of line: Substring) -> Substring? {
        guard line.utf8.first == 0x09 else { return nil }
        let rest = line.dropFirst()
        guard let colon = rest.utf8.prefix(60).firstIndex(of: UInt8(ascii: ":")), labels.contains(String(rest[..<colon])) else {
            return nil
        }
        return rest[rest.utf8.index(after: colon)...]
    }

    private struct Entry {
        private let position: SourcePosition
        private let date: String
        private let changes: [ImportChange]
        private var facts: [String: JSON] = [:]
        private var lines: [String] = []
        private var isHead = true

        init(_ position: SourcePosition, _ date: Substring, _ changes: [ImportChange]) {
            (self.position, self.date, self.changes) = (position, trimmed(date), changes)
        }

        mutating func add(_ line: String) {
            if isHead, line.utf8.first == 0x09, let colon = line.utf8.prefix(60).firstIndex(of: UInt8(ascii: ":")) {
                facts[trimmed(line[..<colon])] = .string(trimmed(line[line.utf8.index(after: colon)...]))
                return
            }
            isHead = false
            lines.append(line)
        }

        var item: ImportItem {
            guard let stamp = LocalisedDate(date), let day = stamp.day else {
                return .problem(ImportProblem(position: position, reason: .impossibleDate))
            }
            var record = ImportedRecord(
                position: position, day: day, time: stamp.time, offset: stamp.offset, zone: stamp.zone, text: "", changes: changes
            )
            record.isInstant = stamp.isInstant
            var facts = facts
            if case .string(let tags)? = facts.removeValue(forKey: "Tags") {
                record.tags = TagChoice(tags.split(separator: ",")).taken(&record.changes)
            }
            if case .string(let place)? = facts.removeValue(forKey: "Location") { record.place = Place(name: place) }
            record.more = facts
            var words = lines[...]
            while words.first?.allSatisfy(\.isWhitespace) == true { words.removeFirst() }
            while words.last?.allSatisfy(\.isWhitespace) == true { words.removeLast() }
            do throws(ImportProblem) {
                try record.take(text: words.joined(separator: "\n"))
                return .record(record)
            } catch {
                return .problem(error)
            }
        }
    }
}
