import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// One page of a list of entries in sections of months, and how many there are.
struct EntryList {
    enum Count {
        case exactly(Int)
        /// Counting stopped here.
        case moreThan(Int)
    }

    static let pageSize = 50
    /// Where counting of matches stops, so that a common word costs no more than a rare one.
    static let countLimit = 1000

    let rows: [EntryRow]
    /// How many entries of this page are on damaged pages of the database.
    let unreadable: Int
    let hasMore: Bool
    /// The page continues after this entry; `nil` for the newest ones.
    let after: RecordID?
    let filter: JournalFilter
    /// The session's name of the filter; `nil` for the whole journal.
    let view: String?
    /// Set if there is a filter.
    let count: Count?
    let ambiguousDates: [SearchQuery.AmbiguousDate]
    var journal: String?
    var remark: String?
    /// Why nothing can match: what no entry has.
    var reasons: [String] = []
    /// What a search that found nothing may have meant.
    var nearest: [String] = []
    /// Whether longer words can be searched for too.
    var canWiden = false
    let dates: DateLanguage

    /// The number of matches, for sighted people and screen readers.
    var countLine: HTML {
        "<p class=\"count\" id=\"count\" role=\"status\">\(countInWords)</p>"
    }

    /// The part that changes with search, filter and paging, replaced as a whole by the page's script.
    func html(for visit: Visit) -> HTML {
        """
        <div id="results" class="results" data-address="\(address())">
        \(remark.map { "<p class=\"hint\">\($0)</p>" })\(ambiguousDates.html(reading))\(chips)
        \(EntryList.widening, if: canWiden)\(wayBack)<div id="list">\(sections)</div>
        \(damage)\(isEmpty ? nothing : .empty)\(way)
        </div>
        """
    }

    private var isEmpty: Bool { rows.isEmpty && unreadable == 0 }

    private var countInWords: HTML {
        switch count {
        case nil: .empty
        case .exactly(0): "Nothing found."
        case .exactly(let number): "\(inWords(number)) found."
        case .moreThan(let number): "More than \(inWords(number)) found."
        }
    }

    private func inWords(_ number: Int) -> String { say("\(counted(number, "entry", "entries"))") }

    private var sections: HTML {
        MonthSection.sections(of: rows) { $0.stored.entry.day }.html { section in
            let id = "month-" + section.month.iso
            return """
                <section data-month="\(section.month.iso)" aria-labelledby="\(id)"><h2 class="month" id="\(id)">\(dates.month(section.month))</h2>
                <ul class="rows">\(section.elements.html { $0.html })</ul></section>
                """
        }
    }

    // MARK: Filters

    /// Each active filter, with a button that removes it; and a way to remove them all.
    private var chips: HTML? {
        let all = [wordsChip, journalChip, daysChip, moodChip, tagChip, starChip].compactMap { $0 }
        guard !all.isEmpty else { return nil }
        let clear: HTML = "<li><a class=\"button quiet\" href=\"/journal\">Clear all</a></li>"
        return "<ul class=\"filters-on\" aria-label=\"Filters that are on\">\(all)\(clear, if: all.count > 1)</ul>"
    }

    private var wordsChip: HTML? { filter.hasWords ? chip("words", "“\(filter.words)”") : nil }

    private var daysChip: HTML? {
        let (from, to) = (filter.from.map(day), filter.to.map(day))
        return switch (from, to) {
        case (nil, nil): nil
        case (let from?, nil): chip("days", "from \(from) on")
        case (nil, let to?): chip("days", "up to \(to)")
        case (let from?, let to?): chip("days", from == to ? "on \(from)" : "\(from) to \(to)")
        }
    }

    private var moodChip: HTML? {
        filter.mood.isEmpty ? nil : chip("mood", "\(Icon.face(filter.mood))\(filter.mood)", says: filter.mood)
    }

    private var tagChip: HTML? { filter.tag.isEmpty ? nil : chip("tag", "#\(filter.tag)") }

    private var journalChip: HTML? { journal.map { chip("journal", "in \($0)") } }

    private var starChip: HTML? { filter.isStarred ? chip("starred", "starred") : nil }

    private func chip(_ field: HTML, _ label: HTML, says: String = "") -> HTML {
        """
        <li><button class="filter-chip" form="find" name="without" value="\(field)"><span class="hidden">Remove filter: </span>\(label)<span class="cross" aria-hidden="true">×</span></button></li>
        """
    }

    private func day(_ day: LocalDay) -> String { dates.day(day, style: .medium) }

    private func reading(_ date: SearchQuery.AmbiguousDate) -> HTML {
        "<p class=\"hint\">The date was read as \(day(date.taken)). For \(day(date.other)), write \(date.other.iso).</p>"
    }

    // MARK: Around the rows

    /// The address of this list after an entry. It contains only random names.
    private func address(after: RecordID? = nil) -> String {
        let parts = [view.map { "view=" + $0 }, after.map { "after=" + $0.description }].compactMap { $0 }
        return parts.isEmpty ? "/journal" : "/journal?" + parts.joined(separator: "&")
    }

    private var wayBack: HTML? {
        after == nil ? nil : "<p class=\"way-back\"><a href=\"\(address())\">\(Icon.back)Back to newest</a></p>"
    }

    private var way: HTML? {
        guard hasMore, let last = rows.last?.stored.id else { return nil }
        return
            "<p class=\"more\"><a class=\"button\" id=\"more\" rel=\"next\" href=\"\(address(after: last))\">Earlier entries</a></p>"
    }

    private var damage: HTML? {
        guard unreadable > 0 else { return nil }
        return """
            <p class="fault">\(counted(unreadable, "entry", "entries")) can’t be shown, because part of the database is damaged. \(sentence(Hint.repair.page ?? ""))</p>
            """
    }

    private static let widening: HTML =
        "<p><button class=\"link\" form=\"find\" name=\"widen\" value=\"yes\">Also find longer words</button></p>"

    private var nothing: HTML {
        if after != nil { return "<p class=\"empty\">No earlier entries.</p>" }
        guard !filter.isEmpty else {
            return """
                <div class="empty">\(Icon.mark)<p>Your entries will be here, newest first, by month.</p>
                <p><a class="button primary" href="/today">Write the first entry</a></p></div>
                """
        }
        return """
            <div class="empty"><p>No entries found\(filter.inWords(dates, journal: journal)).</p>\(reasons.html { "<p>\($0)</p>" })\(offers)
            <p><a class="button" href="/journal">Clear search and filters</a></p></div>
            """
    }

    private var offers: HTML? {
        guard !nearest.isEmpty else { return nil }
        let words = nearest.enumerated().html { place, words in
            "\(place == 0 ? "" : place == nearest.count - 1 ? " or " : ", " as HTML)<button class=\"link\" form=\"find\" name=\"instead\" value=\"\(words)\">\(words)</button>"
        }
        return "<p class=\"nearest\">Did you mean \(words)?</p>"
    }
}

extension JournalFilter {
    /// ` for “river” with the tag #walk`; empty without a filter.
    func inWords(_ dates: DateLanguage, journal: String?) -> HTML {
        func day(_ day: LocalDay) -> String { dates.day(day, style: .medium) }
        var pieces: [HTML] = []
        if hasWords { pieces.append(" for “\(words)”") }
        if !mood.isEmpty { pieces.append(" with the mood \(mood)") }
        if !tag.isEmpty { pieces.append(" with the tag #\(tag)") }
        if isStarred { pieces.append(" with a star") }
        if let journal { pieces.append(" in \(journal)") }
        if let from, from == to { return "\(pieces) on \(day(from))" }
        if let from { pieces.append(" from \(day(from)) on") }
        if let to { pieces.append(" up to \(day(to))") }
        return "\(pieces)"
    }
}
