import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

/// The form of search and filters: one form, so that they always apply together.
struct FindForm {
    struct Values: Equatable {
        var words = ""
        var from = ""
        var to = ""
        /// The day that was typed to go to, for a form that is refused; `to` has it too.
        var until = ""
        var mood = ""
        var tag = ""
        var isStarred = false
        var journal = ""
    }

    /// Why a form is not a valid filter, and in which field.
    struct Fault: Error {
        let field: String
        let explanation: Explanation
    }

    var values = Values()
    var fault: Fault?
    /// Moods in use with the number of their entries.
    let moods: [(name: String, count: Int)]
    /// Tags in use with the number of their entries, the most used first.
    let tags: [(name: String, count: Int)]
    /// The journals of the vault: a filter where there is more than one.
    let journals: [(id: JournalID, name: String)]

    /// Whether a filter is set, so that the fields are shown on a narrow page too.
    private var isUsed: Bool {
        var words = Values()
        words.words = values.words
        return fault != nil || values != words
    }

    func html(for visit: Visit) -> HTML {
        """
        <form id="find" class="find" method="post" action="/journal/find" role="search" aria-label="Journal">
        \(formToken(visit))
        <div class="find-box"><label class="hidden" for="words">Search the journal</label>
        <input id="words" name="words" type="search" value="\(values.words)" placeholder="Search the journal" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"\(described("words"))>
        <button class="quiet find-go" aria-label="Search">\(Icon.search)</button>
        <button class="quiet find-clear" name="without" value="words" aria-label="Clear search"\(" hidden", if: values.words.isEmpty)>\(FindForm.cross)</button>
        <a class="button quiet find-open" href="#find-more" aria-label="Filters, dates and help">\(Icon.settings)</a></div>
        \(fault(of: "words"))
        <div class="find-more\(" is-used", if: isUsed)" id="find-more">
        <details class="find-filters" id="filters"\(" open", if: fault.map { !["words", "until"].contains($0.field) } ?? false)><summary>Filters</summary><div class="filter-fields">
        <div class="field"><label for="from">From</label><input id="from" name="from"\(inputAttributes(values.from, type: "date"))\(described("from"))>\(fault(of: "from"))</div>
        <div class="field"><label for="to">To</label><input id="to" name="to"\(inputAttributes(values.until.isEmpty ? values.to : "", type: "date"))\(described("to"))>\(fault(of: "to"))</div>
        <div class="field"><label for="mood">Mood</label><select id="mood" name="mood"\(described("mood"))><option value="">any</option>\(moodOptions)</select>\(fault(of: "mood"))</div>
        <div class="field"><label for="tag">Tag</label><input id="tag" name="tag" value="\(values.tag)" list="tags-found" placeholder="any" autocomplete="off" autocapitalize="off"\(described("tag"))>\(fault(of: "tag"))</div>
        <datalist id="tags-found">\(tags.prefix(200).html { "<option value=\"\($0.name)\">\($0.name) (\(grouped($0.count)))</option>" })</datalist>
        \(journalField)
        <div class="field field-star"><label><input type="checkbox" name="starred" value="yes"\(" checked", if: values.isStarred)>\(Icon.star)Starred only</label></div>
        <p class="filter-end"><button id="apply">Apply</button></p></div></details>
        <details class="find-jump"\(" open", if: fault?.field == "until")><summary>Go to a date</summary><div class="jump-fields">
        <div class="field"><label for="until">Show the list from this day back</label><input id="until" name="until"\(inputAttributes(values.until, type: "date"))\(described("until"))>\(fault(of: "until"))</div>
        <button name="jump" value="yes">Go</button></div></details>
        \(FindForm.guide)
        <button class="link print-list" formaction="/print" title="A page to print, with what is listed">\(Icon.printer)Print</button>
        </div>
        </form>
        """
    }

    private var moodOptions: HTML {
        let unused = values.mood.isEmpty || moods.contains { $0.name == values.mood } ? [] : [(name: values.mood, count: 0)]
        return (moods + unused).html { mood in
            "<option value=\"\(mood.name)\"\(" selected", if: mood.name == values.mood)>\(mood.name) (\(grouped(mood.count)))</option>"
        }
    }

    private var journalField: HTML? {
        guard journals.count > 1 else { return nil }
        let options = JournalChoice.options(journals, chosen: values.journal, any: "any")
        return
            "<div class=\"field\"><label for=\"journal\">Journal</label><select id=\"journal\" name=\"journal\">\(options)</select></div>"
    }

    private func described(_ field: String) -> HTML {
        fault?.field == field ? " aria-invalid=\"true\" aria-describedby=\"fault-\(field)\"" : .empty
    }

    private func fault(of field: String) -> HTML? { fault?.field == field ? fault?.html : nil }

    private static let cross: HTML =
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><path d=\"M6 6l12 12M18 6L6 18\"/></svg>"

    private static let guide: HTML = """
        <details class="find-how"><summary>How to search</summary>
        <dl>
        <div><dt>garden</dt><dd>entries with this word; capitals and accents don’t matter. If no entry has it, words that start with it</dd></div>
        <div><dt>garden rain</dt><dd>entries with both words</dd></div>
        <div><dt>“long walk”</dt><dd>these words side by side</dd></div>
        <div><dt>gard*</dt><dd>words that start with “gard”</dd></div>
        <div><dt>-work</dt><dd>only entries without this word</dd></div>
        <div><dt>tag:walk &nbsp; #walk</dt><dd>entries with a tag; with #, if no entry has it, with the word</dd></div>
        <div><dt>mood:sad &nbsp; is:starred</dt><dd>entries with a mood, or a star</dd></div>
        <div><dt>in:"March 2026" &nbsp; on:yesterday</dt><dd>a month, a year, a day</dd></div>
        <div><dt>from:2026-01-01 &nbsp; to:"last friday"</dt><dd>from a day, or up to a day</dd></div>
        <div><dt>14 March 2026 &nbsp; 3/14/26</dt><dd>a date, as you would write it</dd></div>
        </dl>
        <p class="keys-way" hidden><button type="button" class="link" id="show-keys">Keyboard shortcuts</button></p>
        </details>
        """
}

extension FindForm.Fault {
    /// The sentence beside the field.
    var html: HTML {
        "<p class=\"fault\" id=\"fault-\(field)\" data-field=\"\(field)\">\(besideField(explanation))</p>"
    }
}

extension FindForm.Values {
    /// Reads a form. `on` is a day of the calendar, `until` one to which the list goes; `without` removes a filter; `widen` makes the
    /// word a prefix; `instead` is what else may have been meant.
    init(_ fields: FormFields) {
        words = fields["instead"] ?? fields["words"] ?? ""
        if fields["widen"] == "yes", !words.hasSuffix("*") { words = trimmed(words) + "*" }
        from = fields["on"] ?? fields["from"] ?? ""
        to = fields["on"] ?? fields["to"] ?? ""
        if let day = fields["until"], !trimmed(day).isEmpty { (from, to, until) = ("", day, day) }
        mood = fields["mood"] ?? ""
        tag = fields["tag"] ?? ""
        isStarred = fields["starred"] == "yes"
        journal = fields["journal"] ?? ""
        for field in fields.all("without") {
            switch field {
            case "words": words = ""
            case "days": (from, to) = ("", "")
            case "mood": mood = ""
            case "tag": tag = ""
            case "starred": isStarred = false
            case "journal": journal = ""
            default: break
            }
        }
    }

    init(_ filter: JournalFilter) {
        words = filter.words
        from = filter.from?.iso ?? ""
        to = filter.to?.iso ?? ""
        mood = filter.mood
        tag = filter.tag
        isStarred = filter.isStarred
        journal = filter.journal?.description ?? ""
    }

    /// The filter. Throws for an invalid field, and if the days exclude each other.
    func filter(today: LocalDay) throws(FindForm.Fault) -> JournalFilter {
        var filter = JournalFilter()
        filter.words = trimmed(words)
        filter.from = try day(from, of: "from", today: today)?.lowerBound
        filter.to = try day(to, of: until.isEmpty ? "to" : "until", today: today)?.upperBound
        if !trimmed(mood).isEmpty {
            guard let mood = Mood(mood) else { throw FindForm.Fault("mood", EngineError.badMood(mood)) }
            filter.mood = mood.name
        }
        if !trimmed(tag).isEmpty {
            guard let tag = Tag(tag) else { throw FindForm.Fault("tag", EngineError.badTag(tag)) }
            filter.tag = tag.name
        }
        filter.isStarred = isStarred
        filter.journal = JournalID(text: journal)
        if let from = filter.from, let to = filter.to, from > to {
            throw FindForm.Fault("to", EngineError.search(.noDayLeft(first: from, last: to)))
        }
        do throws(EngineError) {
            _ = try filter.query(today: today)
        } catch {
            throw FindForm.Fault("words", error)
        }
        return filter
    }

    private func day(_ typed: String, of field: String, today: LocalDay) throws(FindForm.Fault) -> ClosedRange<LocalDay>? {
        guard !trimmed(typed).isEmpty else { return nil }
        do throws(WhenError) {
            return try WhenPhrase.parseDays(typed, today: today).days
        } catch {
            throw FindForm.Fault(field, EngineError.when(error))
        }
    }
}

extension FindForm.Fault {
    fileprivate init(_ field: String, _ error: EngineError) {
        self.init(field: field, explanation: Explanation(error))
    }
}
