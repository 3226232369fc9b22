import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

/// Which entries a list is about.
struct FilterOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("From this day on.", valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp("Up to this day.", valueName: "day")) var to: String?
    @Option(name: .long, help: ArgumentHelp("On this day, or in this month or year.", valueName: "day")) var on: String?
    @Option(name: .long, help: ArgumentHelp("In this month: 2026-03, \"March 2026\".", valueName: "month")) var month: String?
    @Option(name: .long, help: "With this tag; may be given several times.") var tag: [String] = []
    @Option(name: .long, help: "With this mood.") var mood: [String] = []
    @Flag(name: .long, help: "Only those with a star.") var starred = false
    @Option(name: .long, help: "Only of this journal.") var journal: String?
    @Option(name: .long, help: "At most so many, the newest; 0 for all.") var limit: Int?

    /// The most that a person is shown at once when nothing is said.
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
        if let limit, limit < 0 { throw Refusal("bad_limit", "--limit cannot be below 0", hint: "0 shows all") }
        let limit = limit.map { $0 == 0 ? nil : $0 } ?? (json || !Terminal.isRead ? nil : FilterOptions.page)
        return Selection(query: query, journals: try await vault.journal(named: journal).map { [$0] }, limit: limit)
    }
}

/// Says what the list leaves out, and fails when something in it could not be read.
private enum ListEnd {
    static func say(shown: Int, unreadable: Int, selection: Selection, vault: OpenVault, json: Bool) async throws {
        if !json, Terminal.isRead, let limit = selection.limit, shown == limit {
            // Counting all would make the first page slower with every year.
            let more = try await vault.count(selection, limit: limit + 1001) - shown
            let many = more > 1000 ? "over 1000" : String(more)
            if more > 0 { print(Terminal.styled("\n… and \(many) more: --limit 0 shows all, --to DAY goes further back", .dim)) }
        }
        guard unreadable == 0 else {
            throw Refusal(
                "damaged", "\(unreadable) \(unreadable == 1 ? "entry" : "entries") cannot be read: the database is damaged",
                hint: "'auralyst repair' rescues what can be read; the damaged file is kept", exit: .damaged)
        }
    }
}

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List entries, the newest first, in month sections.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var filter: FilterOptions

    @Flag(name: .long, help: "Only what was deleted in the last 30 days.") var deleted = false

    func run() async throws {
        var query = SearchQuery()
        try filter.apply(to: &query)
        let vault = try Unlocking.open(options)
        if deleted {
            let list = try await vault.recentlyDeleted()
            let authorships = try await vault.authorships(of: list)
            options.json
                ? Document.print(.array(list.map { Document.entry($0, authorship: authorships[$0.id]) }))
                : EntryPrinter.list(list, journals: try await vault.shownJournals(), authorships: authorships)
            if list.isEmpty, !options.json { print("Nothing was deleted in the last 30 days.") }
            return
        }
        let selection = try await filter.selection(query, vault: vault, json: options.json)
        let found = try await vault.entries(selection)
        let authorships = try await vault.authorships(of: found.list)
        if options.json {
            Document.print(.array(found.list.map { Document.entry($0, authorship: authorships[$0.id]) }))
        } else if found.list.isEmpty, found.unreadable == 0 {
            let isAll = query == SearchQuery() && selection.journals == nil
            print(isAll ? "Start with today. Auralyst will trace the line.\n  auralyst add \"…\"" : "No entry fits.")
        } else {
            EntryPrinter.list(
                found.list, journals: try await vault.shownJournals(in: selection), authorships: authorships)
        }
        try await ListEnd.say(
            shown: found.list.count, unreadable: found.unreadable, selection: selection, vault: vault, json: options.json)
    }
}

struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find entries by words, tags, moods and dates, the newest first.",
        discussion: """
            auralyst search garden rain          both words
            auralyst search '"long walk"'        the words beside each other
            auralyst search 'head*' -work        a beginning, and without a word
            auralyst search tag:walk mood:happy from:2026-01-01 to:"last friday"
            auralyst search dinner March 2026    a word in a month
            auralyst search 3/14/26              a day, as you write it

            Case and accents do not matter. Fields: tag: mood: kind: is:starred from: to: on: in:
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var filter: FilterOptions

    @Argument(help: "What to look for.") var words: [String]

    /// `to:last friday`, which the shell has freed of its quotes, gets them back; a whole query in one word stays as it is.
    private static func quoted(_ word: String) -> String {
        let parts = word.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["from", "to", "on", "in"].contains(parts[0].lowercased()),
            parts[1].contains(where: \.isWhitespace),
            (try? WhenPhrase.parseDays(parts[1], today: Environment.surroundings.wall.day)) != nil
        else { return word }
        return parts[0] + ":\"" + parts[1] + "\""
    }

    func run() async throws {
        var query: SearchQuery
        do throws(SearchError) {
            query = try SearchQuery.parse(
                words.map(Search.quoted).joined(separator: " "), today: Environment.surroundings.wall.day)
        } catch {
            throw EngineError.search(error)
        }
        for date in query.ambiguousDates {
            Terminal.note("the date was read as \(date.taken.longName), not as \(date.other.longName)")
        }
        try filter.apply(to: &query)
        let vault = try Unlocking.open(options)
        let selection = try await filter.selection(query, vault: vault, json: options.json)
        let found = try await vault.hits(selection)
        let authorships = try await vault.authorships(of: found.list.map(\.entry))
        if options.json {
            Document.print(.array(found.list.map { Document.hit($0, authorship: authorships[$0.entry.id]) }))
        } else if found.list.isEmpty, found.unreadable == 0 {
            print("Nothing was found.")
        } else {
            EntryPrinter.hits(
                found.list, journals: try await vault.shownJournals(in: selection), authorships: authorships)
        }
        try await ListEnd.say(
            shown: found.list.count, unreadable: found.unreadable, selection: selection, vault: vault, json: options.json)
    }
}

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one entry in full.")

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The beginning of its name, or 'last'.") var id: String

    @Option(name: .long, help: ArgumentHelp("Open its attachments into this folder, in clear.", valueName: "dir"))
    var saveAttachments: String?

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await vault.find(id)
        let attachments = try await vault.attachments(of: stored)
        var saved: [String] = []
        if let saveAttachments { saved = try await vault.save(attachmentsOf: stored, to: saveAttachments) }
        let notes = try await vault.notes(of: stored.id)
        let absent = try await vault.absentFiles(of: stored)
        let authorship = try await vault.authorships(of: [stored])[stored.id]
        if options.json {
            Document.print(
                Document.entry(stored, attachments: attachments, absent: absent, notes: notes, authorship: authorship))
        } else {
            EntryPrinter.full(
                stored, attachments: attachments, absent: absent, journals: try await vault.shownJournals(),
                authorship: authorship)
            for note in notes { print("\n" + NoteWords.line(note)) }
        }
        for path in saved { Terminal.note("written in clear: \(path)") }
        if let first = saved.first, vault.isReadOnly { ClearFileWords.tell(first, vault) }
    }
}

struct History: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show all texts that an entry ever had, and what else was changed in it.")

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The beginning of its name, or 'last'.") var id: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await vault.find(id)
        let past = try await vault.past(of: stored.id)
        let shown = EntryPast.Printer(others: try await vault.others(past.devices, in: stored.journal))
        if options.json { Document.print(shown.document(past)) } else { shown.show(past) }
    }
}

struct OnThisDay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on-this-day", abstract: "Show what was written on this day of earlier years.")

    @OptionGroup var options: GlobalOptions

    @Argument(help: "Another day than today.") var day: [String] = []

    @Option(name: .long, help: "Only of this journal.") var journal: String?

    func run() async throws {
        var today = Environment.surroundings.wall.day
        if !day.isEmpty {
            do throws(WhenError) {
                today = try WhenPhrase.parseDays(day.joined(separator: " "), today: today).days.lowerBound
            } catch {
                throw EngineError.when(error)
            }
        }
        let vault = try Unlocking.open(options)
        let chosen = try await vault.journal(named: journal)
        let list = try await vault.onThisDay(today, journal: chosen)
        let authorships = try await vault.authorships(of: list)
        if options.json {
            Document.print(.array(list.map { Document.entry($0, authorship: authorships[$0.id]) }))
        } else if list.isEmpty {
            print("Nothing was written on \(today.parts.day) \(LocalMonth.names[today.parts.month - 1]) of an earlier year.")
        } else {
            let journals = chosen == nil ? try await vault.shownJournals() : [:]
            for (index, stored) in list.enumerated() {
                if index > 0 { print() }
                let years = today.year - stored.entry.day.year
                let word = day.isEmpty ? "ago" : "before"
                print(Terminal.styled(years == 1 ? "a year \(word)" : "\(years) years \(word)", .primary))
                EntryPrinter.full(stored, attachments: [], journals: journals, authorship: authorships[stored.id])
            }
        }
    }
}
