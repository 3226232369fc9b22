import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

struct FilterOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp(say("From this day on."), valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp(say("Up to this day."), valueName: "day")) var to: String?
    @Option(name: .long, help: ArgumentHelp(say("On this day, or in this month or year."), valueName: "day")) var on: String?
    @Option(name: .long, help: ArgumentHelp(say("In this month: 2026-03, \"March 2026\"."), valueName: "month")) var month:
        String?
    @Option(name: .long, help: say("With this tag; repeat it for several."), completion: .names(of: .tags)) var tag: [String] = []
    @Option(name: .long, help: say("With this mood."), completion: .names(of: .moods)) var mood: [String] = []
    @Flag(name: .long, help: say("Only starred ones.")) var starred = false
    @Option(name: .long, help: say("Only in this journal."), completion: .names(of: .journals)) var journal: String?
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(say("At most this many, the newest; 0 for all."), valueName: "number"))
    var limit: Int?
    @Flag(name: .long, help: say("Show each text in full.")) var full = false
    @Option(
        name: .long, help: ArgumentHelp(say("short (a line each), full, text (as jrnl writes it) or json."), valueName: "format"))
    var format: Format?

    enum Format: String, ExpressibleByArgument, CaseIterable { case short, full, text, json }

    func validate() throws {
        if full, let format, format != .full { throw ValidationError(say("either --full or --format, not both")) }
    }

    /// Throws `bad_limit`.
    func checkLimit() throws {
        if let limit, limit < 0 { throw Refusal("bad_limit", "--limit must be 0 or more", hint: "0 shows all") }
    }

    func shown(_ options: GlobalOptions) -> Format { options.json ? .json : full ? .full : format ?? .short }

    /// The default number of entries on a terminal.
    static let page = 25

    func apply(to query: inout SearchQuery) throws {
        try query.narrow(from: from, to: to, on: on, month)
        query.tags += try EntryOptions.tags(tag)
        query.moods += try mood.map { word in
            guard let mood = Mood(word) else { throw EngineError.badMood(String(word.prefix(60))) }
            return mood
        }
        if starred { query.isStarred = true }
    }

    func selection(_ query: SearchQuery, vault: OpenVault, json: Bool) async throws -> Selection {
        try checkLimit()
        let limit = limit.map { $0 == 0 ? nil : $0 } ?? (json || !Terminal.isRead ? nil : FilterOptions.page)
        return Selection(query: query, journals: try await vault.journal(named: journal).map { [$0] }, limit: limit)
    }
}

/// Says what the list leaves out, and fails if something in it could not be read.
private enum ListEnd {
    static func tell(shown: Int, unreadable: Int, selection: Selection, vault: OpenVault, json: Bool) async throws {
        if !json, Terminal.isRead, let limit = selection.limit, shown == limit {
            // Counting all would make the first page slower every year.
            let more = try await vault.count(selection, limit: limit + 1001) - shown
            let many = more > 1000 ? "over 1000" : String(more)
            if more > 0 {
                print(Terminal.styled(say("\n… and \(many) more: --limit 0 shows all, --to DAY goes further back"), .dim))
            }
        }
        guard unreadable == 0 else {
            throw Refusal(
                "damaged", "\(counted(unreadable, "entry", "entries")) cannot be read: the database is damaged",
                hint: "'auralyst repair' rescues what can be read; the damaged file is kept", exit: .damaged)
        }
    }
}

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("list")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var filter: FilterOptions

    @Flag(name: .long, help: say("Only what was deleted in the last 30 days.")) var deleted = false
    @Flag(name: .long, help: say("Only what was written on this day (or the day of --on) in earlier years.")) var onThisDay =
        false

    func validate() throws {
        if deleted, onThisDay { throw ValidationError(say("either --deleted or --on-this-day, not both")) }
        let narrows = filter.from != nil || filter.to != nil || filter.month != nil || filter.starred || !filter.tag.isEmpty
        if deleted, narrows || !filter.mood.isEmpty || filter.on != nil || filter.journal != nil {
            throw ValidationError(say("--deleted goes with --limit and --format only"))
        }
        if onThisDay, narrows || !filter.mood.isEmpty {
            throw ValidationError(say("--on-this-day goes with --on, --journal and --limit only"))
        }
    }

    func run() async throws {
        try filter.checkLimit()
        if onThisDay { return try await showThisDay() }
        var query = SearchQuery()
        try filter.apply(to: &query)
        let vault = try Unlocking.open(options)
        let format = filter.shown(options)
        if deleted {
            let all = try await vault.recentlyDeleted()
            let list = Array(all.prefix(filter.limit.flatMap { $0 == 0 ? nil : $0 } ?? all.count))
            if list.isEmpty, format != .json { return print(say("Nothing was deleted in the last 30 days.")) }
            return try await EntryPrinter.show(list, as: format, in: vault, journals: vault.shownJournals())
        }
        let selection = try await filter.selection(query, vault: vault, json: format == .json)
        let found = try await vault.entries(selection)
        if found.list.isEmpty, found.unreadable == 0, format != .json {
            let isAll = query == SearchQuery() && selection.journals == nil
            print(isAll ? say("Start with today. Auralyst will trace the line.\n  auralyst add \"…\"") : say("No entry fits."))
        } else {
            try await EntryPrinter.show(found.list, as: format, in: vault, journals: vault.shownJournals(in: selection))
        }
        try await ListEnd.tell(
            shown: found.list.count, unreadable: found.unreadable, selection: selection, vault: vault, json: format == .json)
    }

    /// Entries of a day in earlier years, in full.
    private func showThisDay() async throws {
        let today = Environment.surroundings.wall.day
        let day = try filter.on.map { try DayPhrase.days($0).lowerBound } ?? today
        let vault = try Unlocking.open(options)
        let chosen = try await vault.journal(named: filter.journal)
        let limit = filter.limit.flatMap { $0 == 0 ? nil : $0 }
        let list = try await vault.onThisDay(day, limit: limit, journal: chosen)
        let format = filter.shown(options)
        let journals = chosen == nil ? try await vault.shownJournals() : [:]
        if format == .json || filter.format != nil {
            return try await EntryPrinter.show(list, as: format, in: vault, journals: journals)
        }
        if list.isEmpty {
            print(say("Nothing was written on \(day.parts.day) \(LocalMonth.names[day.parts.month - 1]) of an earlier year."))
        }
        let authorships = try await vault.authorships(of: list)
        for (index, stored) in list.enumerated() {
            if index > 0 { print() }
            let years = day.year - stored.entry.day.year
            let word = filter.on == nil ? "ago" : "before"
            print(Terminal.styled(say("\(plural(years, "a year", "# years")) \(word)"), .primary))
            EntryPrinter.full(stored, attachments: [], journals: journals, authorship: authorships[stored.id])
        }
    }
}

struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration("search")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var filter: FilterOptions

    @Option(
        name: .long,
        help: ArgumentHelp(say("Entries with the same words as this one, the most similar first."), valueName: "entry"),
        completion: .names(of: .entries))
    var like: String?

    @Argument(help: say("What to look for.")) var words: [String] = []

    func validate() throws {
        if like == nil, words.isEmpty { throw ValidationError(say("what should be found? Give words, a date or --like ENTRY")) }
        if like != nil, !words.isEmpty { throw ValidationError(say("either words or --like, not both")) }
    }

    /// Reads a typed search; prints how an ambiguous date was read.
    static func query(_ words: [String]) throws -> SearchQuery {
        do throws(SearchError) {
            let query = try SearchQuery.parse(
                NumericDates.monthFirst(words.map(Search.quoted).joined), today: Environment.surroundings.wall.day)
            for date in query.ambiguousDates {
                Terminal.note(say("the date was read as \(date.taken.longName), not as \(date.other.longName)"))
            }
            return query
        } catch {
            throw EngineError.search(error)
        }
    }

    /// Restores the quotes of `to:last friday` that the shell removed; a whole query in one word stays as it is.
    private static func quoted(_ word: String) -> String {
        let parts = word.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["from", "to", "on", "in"].contains(parts[0].lowercased()),
            parts[1].contains(where: \.isWhitespace),
            (try? WhenPhrase.parseDays(NumericDates.monthFirst(String(parts[1])), today: Environment.surroundings.wall.day))
                != nil
        else { return word }
        return parts[0] + ":\"" + parts[1] + "\""
    }

    func run() async throws {
        try filter.checkLimit()
        if let like { return try await SimilarEntries.show(to: like, limit: filter.limit, options) }
        var query = try Search.query(words)
        try filter.apply(to: &query)
        let vault = try Unlocking.open(options)
        let format = filter.shown(options)
        var selection = try await filter.selection(query, vault: vault, json: format == .json)
        if let reading = try await vault.reading(of: selection) {
            Terminal.note(Terminal.harmless(reading.sentence))
            selection = reading.selection
        }
        let found = try await vault.hits(selection)
        let journals = try await vault.shownJournals(in: selection)
        let authorships = try await vault.authorships(of: found.list.map(\.entry))
        if format == .json {
            Document.print(.array(found.list.map { Document.hit($0, authorship: authorships[$0.entry.id]) }))
        } else if found.list.isEmpty, found.unreadable == 0 {
            print(say("Nothing was found."))
            let nearest = try await vault.nearestSearches(to: selection, typed: words.joined(separator: " "))
            if !nearest.isEmpty {
                Terminal.note(say("did you mean \(Terminal.harmless(nearest.joined(separator: ", ")))?"))
            }
            if let field = Search.unknownField(words) {
                let fields = say("tag:, mood:, kind:, from:, to:, on:, in: and is:starred")
                Terminal.note(say("'\(Terminal.harmless(field))' was taken for a word; what can be asked for is \(fields)"))
            }
        } else if format == .short {
            EntryPrinter.hits(found.list, journals: journals, authorships: authorships)
        } else {
            try await EntryPrinter.show(found.list.map(\.entry), as: format, in: vault, journals: journals)
        }
        try await ListEnd.tell(
            shown: found.list.count, unreadable: found.unreadable, selection: selection, vault: vault, json: format == .json)
    }

    /// A word such as `journal:` in a search that looks like a field and is none.
    private static func unknownField(_ words: [String]) -> String? {
        words.flatMap { $0.split(separator: " ") }.lazy.compactMap { word -> String? in
            guard let colon = word.firstIndex(of: ":"), word.index(after: colon) < word.endIndex else { return nil }
            let name = word[..<colon].drop { $0 == "-" }
            let isKnown = ["tag", "mood", "kind", "from", "to", "on", "in", "is", "starred", "http", "https"].contains(
                name.lowercased())
            return !isKnown && (2...20).contains(name.count) && name.allSatisfy(\.isLetter) ? name + ":" : nil
        }.first
    }
}

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration("show")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("The beginnings of their names, or 'last'."), valueName: "entry"), completion: .names(of: .entries)
    )
    var ids: [String]

    @Option(
        name: .long, help: ArgumentHelp(say("Write the attachments into this folder, unencrypted."), valueName: "dir"),
        completion: .directory)
    var saveAttachments: String?

    @Flag(name: .long, help: say("With --save-attachments: keep in photos and videos where they were taken."))
    var withPlaces = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        var found: [StoredEntry] = []
        for id in ids { found.append(try await vault.find(id)) }
        var documents: [JSON] = []
        for (index, stored) in found.enumerated() {
            let attachments = try await vault.attachments(of: stored)
            var saved: [String] = []
            if let saveAttachments {
                saved = try await vault.saveAttachments(of: stored, to: saveAttachments, keepsPlaces: withPlaces) { path in
                    Terminal.note(say("written unencrypted: \(path)"))
                }
                let facts = try await vault.photoFacts(of: stored)
                if !withPlaces, facts.contains(where: { $0.place != nil }) {
                    Terminal.note(say("the copies do not say where the photos were taken; --with-places keeps it"))
                }
            }
            let notes = try await vault.notes(of: stored.id)
            let absent = try await vault.absentFiles(of: stored)
            let authorship = try await vault.authorships(of: [stored])[stored.id]
            if options.json {
                documents.append(
                    Document.entry(stored, attachments: attachments, absent: absent, notes: notes, authorship: authorship))
            } else {
                if index > 0 { print() }
                EntryPrinter.full(
                    stored, attachments: attachments, absent: absent, journals: try await vault.shownJournals(),
                    authorship: authorship)
                for note in notes { print("\n" + NoteWords.line(note)) }
            }
            if let first = saved.first, vault.isReadOnly { ClearFileWords.tell(first, vault) }
        }
        // One entry is one object, several are an array.
        if options.json { Document.print(documents.count == 1 ? documents[0] : .array(documents)) }
    }
}

struct TagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("tags")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let tags = try await Unlocking.open(options).tags()
        if options.json {
            return Document.print(
                .array(tags.map { ["kind": "tag", "name": .string($0.name), "count": .int(Int64($0.count))] }))
        }
        guard !tags.isEmpty else { return print(say("No tags yet. 'auralyst add \"…\" --tag walk' makes one.")) }
        let width = String(tags[0].count).count
        for tag in tags { print("\(String(tag.count).leftPadded(to: width))  \(Terminal.name(tag.name))") }
    }
}

struct History: AsyncParsableCommand {
    static let configuration = CommandConfiguration("history")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await vault.find(id)
        let past = try await vault.past(of: stored.id)
        let shown = EntryPast.Printer(others: try await vault.others(past.devices, in: stored.journal))
        if options.json { Document.print(shown.document(past)) } else { shown.show(past) }
    }
}
