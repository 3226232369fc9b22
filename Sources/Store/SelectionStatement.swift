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
    /// The names of the required tags that are still to be looked for.
    private var tags: [[String]]

    /// `alike`: the names in use that are the same to search as a typed tag or mood.
    init(_ selection: Selection, alike: (_ what: Store.Named, _ typed: String) throws -> [String]) throws {
        self.selection = selection
        tags = try selection.query.tags.map { try alike(.tag, $0.key) }
        let match = MatchExpression(terms: selection.query.terms)
        if let wanted = match.wanted {
            (source, place) = ("words JOIN entry e ON e.position = words.rowid", "words.rowid")
            conditions.append("words MATCH ?")
            values.append(.text(wanted))
        } else {
            if let names = tags.first, names.count == 1 {
                // Its entries are in order there: a limit ends the work early, and a rare tag is not searched for.
                (source, place) = ("tag t CROSS JOIN entry e ON e.position = t.position", "t.position")
                conditions.append("t.name = ?")
                values.append(.text(names[0]))
                tags.removeFirst()
            } else {
                (source, place) = ("entry e", "e.position")
            }
            if let unwanted = match.unwanted {
                conditions.append("e.position NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
                values.append(.text(unwanted))
            }
        }
        addDays()
        if selection.hasFiles { conditions.append("e.files > 0") }
        try addMarks(alike)
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
        guard let limit = selection.limit else { return wanted + order }
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

    private mutating func addMarks(_ alike: (Store.Named, String) throws -> [String]) throws {
        let query = selection.query
        func named(_ names: [String]) -> String {
            "EXISTS (SELECT 1 FROM tag WHERE position = e.position AND name IN (\(SelectionStatement.places(names.count))))"
        }
        for names in tags {
            // What no entry has is not looked for in each.
            if names.isEmpty { conditions.append("0") } else { add(named(names), names.map { .text($0) }) }
        }
        for tag in query.excludedTags {
            let names = try alike(.tag, tag.key)
            if !names.isEmpty { add("NOT " + named(names), names.map { .text($0) }) }
        }
        let moods = try query.moods.flatMap { try alike(.mood, $0.name) }
        let scores = query.moods.compactMap { Int($0.name) }.filter(CheckIn.moodRange.contains)
        if !scores.isEmpty {
            // A number is that of the mood; in old entries it may also be its word.
            let words = moods.isEmpty ? "" : "e.mood IN (\(SelectionStatement.places(moods.count))) OR "
            add(
                "(\(words)e.score IN (\(SelectionStatement.places(scores.count))))",
                moods.map { .text($0) } + scores.map { .int($0) })
        } else if !query.moods.isEmpty {
            addList("e.mood IN", moods.map { .text($0) })
        }
        let excluded = try query.excludedMoods.flatMap { try alike(.mood, $0.name) }
        if !excluded.isEmpty { addList("coalesce(e.mood, '') NOT IN", excluded.map { .text($0) }) }
        if let isStarred = query.isStarred { conditions.append(isStarred ? "e.starred" : "NOT e.starred") }
    }

    private static func places(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ",") }

    /// Only entries have a list so far: another kind finds nothing, rather than everything.
    private mutating func addKinds() {
        let query = selection.query
        let excluded = query.excludedKinds.contains(Entry.kind)
        let missing = !query.kinds.isEmpty && !query.kinds.contains(Entry.kind)
        if excluded || missing { conditions.append("0") }
    }

    private mutating func add(_ condition: String, _ value: Value) { add(condition, [value]) }

    private mutating func add(_ condition: String, _ list: [Value]) {
        conditions.append(condition)
        values += list
    }

    private mutating func addList(_ condition: String, _ list: [Value]) {
        add(condition + " (" + SelectionStatement.places(list.count) + ")", list)
    }
}

/// The words of a query in FTS5 syntax.
struct MatchExpression {
    /// What must and what may not occur; `nil` if no term must.
    var wanted: String?
    /// What may not occur, for a query that only excludes.
    var unwanted: String?

    init(terms: [SearchQuery.Term]) {
        let included = terms.filter { !$0.isExcluded }.map(\.match)
        let excluded = terms.filter(\.isExcluded).map(\.match).joined(separator: " OR ")
        if !included.isEmpty {
            let all = included.joined(separator: " AND ")
            wanted = excluded.isEmpty ? all : "(\(all)) NOT (\(excluded))"
        } else if !excluded.isEmpty {
            unwanted = excluded
        }
    }
}
