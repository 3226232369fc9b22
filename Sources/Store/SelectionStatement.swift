import Journal
import Ledger
import Records
import SQLite

/// Turns a selection into one SQL statement; all the owner's text is bound as values, never part of the statement.
///
/// Row ids of the word index are places in time, so the newest hits come first without sorting, and a limit ends the work early.
struct SelectionStatement {
    private(set) var values: [Value] = []
    private var conditions: [String] = []
    private let source: String
    /// The column of `source` with the entry's place in time.
    private let place: String
    private let selection: Selection

    init(_ selection: Selection) {
        self.selection = selection
        let match = MatchExpression(terms: selection.query.terms)
        if let wanted = match.wanted {
            (source, place) = ("words JOIN entry e ON e.position = words.rowid", "words.rowid")
            conditions.append("words MATCH ?")
            values.append(.text(wanted))
        } else {
            if let tag = selection.query.tags.first {
                // Its entries are in order there: a limit ends the work early, and a rare tag is not searched for.
                (source, place) = ("tag t CROSS JOIN entry e ON e.position = t.position", "t.position")
                conditions.append("t.name = ?")
                values.append(.text(tag.key))
            } else {
                (source, place) = ("entry e", "e.position")
            }
            if let unwanted = match.unwanted {
                conditions.append("e.position NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
                values.append(.text(unwanted))
            }
        }
        addDays()
        addMarks()
        addKinds()
    }

    /// The statement for the places of the entries, newest first.
    var places: String { "SELECT e.position FROM \(source)\(end(order: " ORDER BY \(place) DESC"))" }

    /// The statement for their number, in the quickest order. A query for words alone uses only the word index.
    var count: String {
        let rows = conditions == ["words MATCH ?"] ? "words" : source
        return "SELECT count(*) FROM (SELECT 1 FROM \(rows)\(end(order: "")))"
    }

    private func end(order: String) -> String {
        let wanted = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        guard let limit = selection.limit, ScannedTerms(selection.query).isEmpty else { return wanted + order }
        return wanted + order + " LIMIT \(max(0, limit))"
    }

    private mutating func addDays() {
        if let first = selection.query.firstDay { add("e.day >= ?", .int(first.number)) }
        if let last = selection.query.lastDay { add("e.day <= ?", .int(last.number)) }
        if !selection.anniversaries.isEmpty {
            addList("e.month_day IN", selection.anniversaries.map { .int(EntryProjection.monthDay(of: $0)) })
        }
        if let (condition, names) = Store.condition(selection.journals, "e.journal") {
            conditions.append(condition)
            values += names
        }
        if let after = selection.after {
            add(place + " < (SELECT min(position) FROM record WHERE id = ? AND kind = 'entry')", .blob(after.bytes))
        }
    }

    private mutating func addMarks() {
        let query = selection.query
        let named = "EXISTS (SELECT 1 FROM tag WHERE name = ? AND position = e.position)"
        for tag in query.tags.dropFirst(place == "t.position" ? 1 : 0) { add(named, .text(tag.key)) }
        for tag in query.excludedTags { add("NOT " + named, .text(tag.key)) }
        if !query.moods.isEmpty { addList("e.mood IN", query.moods.map { .text($0.name) }) }
        if !query.excludedMoods.isEmpty { addList("coalesce(e.mood, '') NOT IN", query.excludedMoods.map { .text($0.name) }) }
        if let isStarred = query.isStarred { conditions.append(isStarred ? "e.starred" : "NOT e.starred") }
    }

    /// Only entries have a list so far: another kind finds nothing, rather than everything.
    private mutating func addKinds() {
        let query = selection.query
        let excluded = query.excludedKinds.contains(Entry.kind)
        let missing = !query.kinds.isEmpty && !query.kinds.contains(Entry.kind)
        if excluded || missing { conditions.append("0") }
    }

    private mutating func add(_ condition: String, _ value: Value) {
        conditions.append(condition)
        values.append(value)
    }

    private mutating func addList(_ condition: String, _ list: [Value]) {
        conditions.append(condition + " (" + repeatElement("?", count: list.count).joined(separator: ",") + ")")
        values += list
    }
}

/// The words of a query in FTS5 syntax, each as a quoted string, so that nothing a person types is an operator.
struct MatchExpression {
    /// What must and what may not occur; `nil` if no term must.
    var wanted: String?
    /// What may not occur, for a query that only excludes.
    var unwanted: String?

    init(terms: [SearchQuery.Term]) {
        let terms = terms.filter { !ScannedTerms.isScanned($0) }
        let included = terms.filter { !$0.isExcluded }.map(MatchExpression.quoted)
        let excluded = terms.filter(\.isExcluded).map(MatchExpression.quoted).joined(separator: " OR ")
        if !included.isEmpty {
            let all = included.joined(separator: " AND ")
            wanted = excluded.isEmpty ? all : "(\(all)) NOT (\(excluded))"
        } else if !excluded.isEmpty {
            unwanted = excluded
        }
    }

    private static func quoted(_ term: SearchQuery.Term) -> String {
        // By scalars: with a combining mark the quotation mark is a different Character.
        let doubled = term.text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\"" + (term.form == .prefix ? "*" : "")
    }
}

/// The terms of a query that the word index cannot answer: signs without letters or digits, such as emoji, and scripts written
/// without spaces. Texts are scanned for them.
struct ScannedTerms {
    private let terms: [SearchQuery.Term]
    /// Byte sequences in the stored form of every text that matches.
    private let pieces: [[UInt8]]

    init(_ query: SearchQuery) {
        terms = query.terms.filter(ScannedTerms.isScanned)
        // JSON writes everything but ASCII unescaped.
        pieces = terms.filter { !$0.isExcluded }.map { Array($0.text.utf8) }.filter { $0.allSatisfy { $0 >= 0x80 } }
    }

    /// Whether a stored record can contain all of them, checked on its bytes: a hundred times quicker than parsing it.
    func mayMatch(stored: [UInt8]) -> Bool {
        pieces.allSatisfy { ScannedTerms.find($0, in: stored) }
    }

    private static func find(_ piece: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = piece.first, bytes.count >= piece.count else { return piece.isEmpty }
        for start in 0...(bytes.count - piece.count) where bytes[start] == first {
            if bytes[start..<(start + piece.count)].elementsEqual(piece) { return true }
        }
        return false
    }

    /// Whether there is nothing to scan texts for.
    var isEmpty: Bool { terms.isEmpty }

    /// Whether a text contains all required terms and no excluded one.
    func match(_ text: String) -> Bool {
        terms.allSatisfy { text.contains($0.text) != $0.isExcluded }
    }

    /// The part of a text around the first match, with matches marked; empty without a match.
    func snippet(of text: String, characters: Int = 80) -> [(text: String, isMatch: Bool)] {
        for term in terms where !term.isExcluded {
            guard let first = text.firstRange(of: term.text) else { continue }
            let start = text.index(first.lowerBound, offsetBy: -characters, limitedBy: text.startIndex) ?? text.startIndex
            let end = text.index(first.upperBound, offsetBy: characters, limitedBy: text.endIndex) ?? text.endIndex
            var pieces: [(text: String, isMatch: Bool)] = []
            var place = start
            for range in text[start..<end].ranges(of: term.text) {
                pieces.append((String(text[place..<range.lowerBound]), false))
                pieces.append((term.text, true))
                place = range.upperBound
            }
            pieces.append((String(text[place..<end]), false))
            if start > text.startIndex { pieces.insert(("…", false), at: 0) }
            if end < text.endIndex { pieces.append(("…", false)) }
            return pieces.filter { !$0.text.isEmpty }
        }
        return []
    }

    /// Whether the index has no word for this term.
    static func isScanned(_ term: SearchQuery.Term) -> Bool {
        let scalars = term.text.unicodeScalars
        return scalars.contains(where: isWrittenWithoutBlanks) || !scalars.contains(where: isIndexed)
    }

    /// The categories that the index tokenizes (`unicode61`).
    private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// Thai, Lao, Burmese, Khmer, Japanese, Chinese: the index takes a whole sentence as one word.
    private static func isWrittenWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
