import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records

struct EntryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(say("When it was: \"yesterday 9pm\", \"14 March 2026\", 2026-03-14T21:00."), valueName: "when")
    )
    var at: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("Where it was: a name, \"48.2103, 16.3655\", or both: \"Café (48.2103, 16.3655)\"."), valueName: "where"))
    var place: String?

    @Option(
        name: .long,
        help: say("happy, relaxed, sad, angry, anxious or your own word; 1 (worst) to 10 (best); or both: \"7 calm\"."),
        completion: .list(Mood.known.map(\.name)))
    var mood: String?

    @Option(name: .long, help: say("A tag; repeat it for several."), completion: .names(of: .tags))
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp(say("A file to attach; repeat it for several."), valueName: "file"),
        completion: .file())
    var attach: [String] = []

    /// What no text can mend, and needs no vault: the files and the tags are checked before anyone writes or types a passphrase.
    func check(_ tags: [Tag]) throws {
        try AttachmentFolder.check(sources: attach)
        guard Set(tags).count <= Limits.tags else { throw EngineError.entry(.tooManyTags(count: Set(tags).count)) }
    }

    /// The moment of `--at`; prints how an ambiguous date was read.
    func moment() throws -> Moment? { try at.map(Moment.typed) }

    func feeling() throws -> Feeling {
        guard let mood else { return Feeling() }
        guard let feeling = Feeling(typed: mood) else { throw EngineError.badMood(String(mood.prefix(60))) }
        return feeling
    }

    static func tags(_ words: [String]) throws -> [Tag] {
        try words.map { word in
            guard let tag = Tag(word) else { throw EngineError.badTag(String(word.prefix(100))) }
            return tag
        }
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration("add")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var entry: EntryOptions

    @Argument(help: say("The text, or '-'.")) var text: [String] = []

    @Flag(name: .long, help: say("Mark it with a star.")) var star = false

    @Option(name: .long, help: say("The journal to write in."), completion: .names(of: .journals)) var journal: String?

    @Option(name: .long, help: ArgumentHelp(say("Begin in the editor with this template."), valueName: "name")) var template:
        String?

    func validate() throws {
        if template != nil, !text.isEmpty { throw ValidationError(say("--template opens the editor: leave out the text")) }
    }

    func run() async throws {
        let feeling = try entry.feeling()
        var new = NewEntry(
            text: "", moment: try entry.moment(), mood: feeling.word, moodScore: feeling.score,
            tags: try EntryOptions.tags(entry.tag), starred: star, place: entry.place.flatMap { Place(typed: $0) },
            attachments: entry.attach)
        try entry.check(new.tags)
        let key = try Unlocking.key(options, waits: isPiped || text.isEmpty, takesPipe: isPiped)
        // No one writes a text for a journal that cannot take it.
        let first = isPiped && journal != nil || !isPiped && text.isEmpty ? try await look(key) : ""
        if let given = try givenText() {
            new.text = given
            if !isPiped, entry.at == nil, let dated = DatedEntry.split(given) {
                (new.moment, new.text) = (try Moment.typed(dated.moment), dated.text)
            }
            if !isPiped, let rest = Add.withoutStar(new.text) { (new.text, new.starred) = (rest, true) }
            return try await save(new, key)
        }
        try await Editor.edit(first) { written in
            guard first.isEmpty || written != first else {
                throw Refusal("text_empty", "the template was not filled in, so nothing was saved", hint: "write something in it")
            }
            new.text = written
            try await save(new, key)
        }
    }

    /// The text after a leading `*`, as in jrnl; `nil` if there is none, or it begins a Markdown list or emphasis.
    private static func withoutStar(_ text: String) -> String? {
        let rest = text.dropFirst()
        let line = rest.prefix { !$0.isNewline }
        guard text.first == "*", let next = rest.first, !next.isWhitespace, !line.contains(where: { $0 == "*" }) else {
            return nil
        }
        return String(rest)
    }

    /// The template's text, if the journal can be written in; the vault is closed again when this returns.
    private func look(_ key: borrowing VaultKey) async throws -> String {
        let vault = try key.open()
        var target = try await vault.journal(named: journal)
        if target == nil { target = try await vault.journals().first(where: \.isDefault)?.id }
        if let target { try await vault.requireWriting(on: .record, in: target) }
        guard let template else { return "" }
        return TemplateBlanks(try await TemplateCommand.find(template, in: vault).value.text).asked
    }

    private func save(_ new: NewEntry, _ key: borrowing VaultKey) async throws {
        var new = new
        let vault = try key.open()
        new.journal = try await vault.journal(named: journal)
        let (bar, progress) = ProgressBar.make()
        var stored = try await vault.add(new, progress: progress)
        bar.end()
        if !entry.attach.isEmpty { await ThumbnailProcess.shared.make(for: stored, in: vault) }
        // Asked only once the entry is saved: no answer can lose the text.
        if try await askForTags(in: new.text, vault) {
            var change = EntryChange()
            change.tagsBefore = []
            stored = try await vault.change(stored.id, change)
        }
        if options.json {
            Document.print(Document.entry(stored, attachments: try await vault.attachments(of: stored)))
        } else {
            print(say("Saved \(stored.id.short), \(stored.entry.day.longName) \(EntryPrinter.clock(of: stored.entry))."))
        }
        if !isPiped, entry.at == nil, let day = DatedEntry.day(before: stored.entry.text) {
            Terminal.note(
                say("the text begins with a day: 'auralyst edit \(stored.id.short) --at \"\(day)\"' dates it then"))
        }
        try await tellFacts(of: stored, vault)
        await SuggestMood.note(on: stored, in: vault, offers: !options.json)
    }

    /// Says how the entry gets the time and the place that its pictures say, if it has others or none.
    private func tellFacts(of stored: StoredEntry, _ vault: OpenVault) async throws {
        guard !entry.attach.isEmpty, !options.json else { return }
        let facts = try await vault.photoFacts(of: stored)
        let edit = "auralyst edit \(stored.id.short)"
        if entry.at == nil, let taken = facts.compactMap(\.taken).first(where: { $0.day != stored.entry.day }) {
            let command = "'\(edit) --at \"\(taken.day.iso) \(taken.time.clock)\"'"
            Terminal.note(say("the photo was taken on \(taken.day.longName): \(command) dates the entry then"))
        }
        if entry.place == nil, let place = facts.compactMap(\.place).first {
            Terminal.note(say("the photo says where it was taken: '\(edit) --place \"\(place.words)\"' sets it for the entry"))
        }
    }

    /// Asks a person at the terminal, once, whether `#words` and `@names` in a text become tags.
    private func askForTags(in text: String, _ vault: OpenVault) async throws -> Bool {
        guard Terminal.canAsk, !options.json else { return false }
        let tags = try await vault.tagsToAsk(in: text)
        guard !tags.isEmpty else { return false }
        let names = tags.map { "'\($0.name)'" }.joined(separator: ", ")
        let wants = Terminal.confirm(say("The text has \(names). Make such words tags, now and in future entries?"))
        try await vault.setPreferences { $0.textTags = wants }
        if !wants { Terminal.note(say("'auralyst preferences --text-tags on' turns it on later")) }
        return wants
    }

    private var isPiped: Bool { text == ["-"] || (text.isEmpty && template == nil && isatty(STDIN_FILENO) == 0) }

    /// The text from the command line or a pipe; `nil` if it is to be written in the editor.
    private func givenText() throws -> String? {
        if isPiped { return try StandardInput.text() }
        return text.isEmpty ? nil : text.joined
    }
}

/// Piped text.
enum StandardInput {
    static func text() throws -> String {
        let limit = Limits.textBytes + 3
        let data = try OpenFile.standardInput.read(limit + 1)
        if data.count > limit { throw EngineError.entry(.textTooLong(bytes: data.count)) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Refusal("not_utf8", "the text is not UTF-8", hint: "convert it: iconv -f WINDOWS-1252 -t UTF-8")
        }
        // The line end after the last line is the pipe's, not the writer's.
        return text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// The entries of a command: named ones, or all results of a search.
struct EntryChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(say("The beginnings of their names, or 'last'."), valueName: "entry"), completion: .names(of: .entries)
    )
    var ids: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(say("All entries that this search finds: \"tag:walk from:2026-01-01\"."), valueName: "search"))
    var query: String?

    @Flag(name: .long, help: say("With --where: only show the entries.")) var dryRun = false
    @OptionGroup var consent: Consent

    func validate() throws {
        if query == nil, ids.isEmpty { throw ValidationError(say("which entry? Give its name, 'last', or --where \"tag:walk\"")) }
        if query != nil, !ids.isEmpty { throw ValidationError(say("either names or --where, not both")) }
        if dryRun, query == nil { throw ValidationError(say("--dry-run belongs to --where")) }
    }

    /// The entries, all found, and none of them in the way, before the first is changed. Those of a search are shown, and their
    /// number is confirmed; empty after `--dry-run`, and if none matches.
    /// - Parameters:
    ///   - verb: what happens to them, `Delete`.
    ///   - target: where they are moved.
    ///   - onlyMoves: nothing else happens to them: those that are there already are left out of a search.
    func find(
        _ verb: String, to target: (id: JournalID, name: String)? = nil, onlyMoves: Bool = false, in vault: OpenVault,
        _ options: GlobalOptions
    ) async throws -> [StoredEntry] {
        var list: [StoredEntry] = []
        for id in ids {
            let found = try await vault.find(id)
            if !list.contains(where: { $0.id == found.id }) { list.append(found) }
        }
        if let query {
            let selection = Selection(query: try Search.query([query]), journals: nil, limit: nil)
            let found = try await vault.entries(selection)
            guard found.unreadable == 0 else { throw EntryChoice.damaged }
            list = found.list.filter { !onlyMoves || $0.journal != target?.id }
            if options.json {
                if dryRun { Document.print(.array(list.map { Document.entry($0) })) }
            } else if list.isEmpty {
                print(say("No entry fits."))
            } else if dryRun || !consent.isGiven && Terminal.canAsk {
                try await show(list, in: vault)
            }
            if dryRun || list.isEmpty { return [] }
        }
        if let target {
            try await vault.checkMove(of: list, to: target.id)
        } else {
            try await vault.requireWriting(list)
        }
        if query != nil { try confirm(verb, list.count, target.map { " to " + Terminal.name($0.name) } ?? "", options) }
        return list
    }

    private func show(_ list: [StoredEntry], in vault: OpenVault) async throws {
        EntryPrinter.list(Array(list.prefix(FilterOptions.page)), journals: try await vault.shownJournals(), authorships: [:])
        if list.count > FilterOptions.page { print(say("… and \(list.count - FilterOptions.page) more")) }
        if dryRun { print("\(counted(list.count, "entry", "entries")) \(plural(list.count, "fits", "fit")).") }
    }

    private func confirm(_ verb: String, _ count: Int, _ end: String, _ options: GlobalOptions) throws {
        let hint: Sentence = "look with --dry-run, then add --yes"
        // With --json they were not shown, so there is nothing to say yes to.
        guard consent.isGiven || !options.json else {
            throw Refusal("not_confirmed", "\(counted(count, "entry", "entries")) would be changed, and nothing was", hint: hint)
        }
        try consent.ask(
            "\(verb) \(plural(count, "this entry", "these # entries"))\(end)?", nothing: "nothing was changed", hint: hint)
    }

    private static let damaged = Refusal(
        "damaged", "some entries cannot be read: the database is damaged",
        hint: "'auralyst repair' rescues what can be read; the damaged file is kept", exit: .damaged)
}

struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("edit")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: EntryChoice
    @OptionGroup var entry: EntryOptions

    @Option(name: .long, help: say("The new text; '-' reads it from a pipe.")) var text: String?

    @Option(name: .long, help: say("Remove a tag; repeat it for several."), completion: .names(of: .tags)) var untag: [String] =
        []

    @Flag(name: .long, help: say("Remove the mood.")) var noMood = false

    @Flag(inversion: .prefixedNo, help: say("Add or remove the star.")) var star: Bool?

    @Option(name: .long, help: say("Move it to this journal."), completion: .names(of: .journals)) var journal: String?

    func validate() throws {
        guard choice.query != nil || choice.ids.count > 1 else { return }
        if let word = choice.ids.dropFirst().first(where: { $0 != "last" && RecordID.range(ofPrefix: $0) == nil }) {
            let rest = Shell.quoted(choice.ids.dropFirst().joined(separator: " "))
            throw ValidationError(
                say(
                    "'\(word.prefix(40))' is not the name of an entry; to change the text: auralyst edit \(choice.ids[0]) --text \(rest)"
                )
            )
        }
        if text != nil || entry.at != nil { throw ValidationError(say("--text and --at change one entry at a time")) }
    }

    func run() async throws {
        var change = EntryChange()
        change.moment = try entry.moment()
        let feeling = try entry.feeling()
        if noMood, feeling.isEmpty { (change.mood, change.moodScore) = (.some(nil), .some(nil)) }
        if let word = feeling.word { change.mood = word }
        if let score = feeling.score { change.moodScore = score }
        change.addedTags = try EntryOptions.tags(entry.tag)
        change.removedTags = try EntryOptions.tags(untag)
        change.starred = star
        if let place = entry.place { change.place = .some(Place(typed: place)) }
        change.attachments = entry.attach
        try entry.check(change.addedTags)
        guard choice.query == nil, choice.ids.count == 1 else { return try await changeAll(change) }
        let id = choice.ids[0]
        change.text = text
        let takesText = text == "-" || change.isEmpty && journal == nil
        let key = try Unlocking.key(options, waits: takesText, takesPipe: text == "-")
        guard takesText else { return try await save(change, to: id, key) }
        let (stored, seen) = try await present(id, key)
        change.tagsBefore = InlineTags.written(in: stored.entry.text).tags
        if text == "-" {
            change.text = try StandardInput.text()
            return try await save(change, to: stored.id.description, key)
        }
        try await Editor.edit(stored.entry.text) { written in
            if written != stored.entry.text { change.text = written }
            change.seenText = seen
            try await save(change, to: stored.id.description, key)
        }
    }

    private func changeAll(_ change: EntryChange) async throws {
        guard !change.isEmpty || journal != nil || choice.dryRun else {
            throw Refusal("usage", "what should change in these entries?", hint: "for example --tag walk, --untag walk or --star")
        }
        let vault = try Unlocking.open(options)
        let target = try await target(in: vault)
        let verb = target == nil ? say("Change") : change.isEmpty ? say("Move") : say("Change and move")
        let found = try await choice.find(
            verb, to: target, onlyMoves: change.isEmpty && target != nil, in: vault, options)
        if choice.dryRun || found.isEmpty && !options.json { return }
        func tell(_ done: String, _ list: [StoredEntry], _ end: String = "") {
            if options.json { return Document.print(.array(list.map { Document.entry($0) })) }
            print("\(done) \(counted(list.count, "entry", "entries"))\(end).")
        }
        let moving = found.filter { target != nil && $0.journal != target?.id }
        // Entries that are there already are changed only.
        let moves = target != nil && (change.isEmpty || !moving.isEmpty)
        if !change.isEmpty {
            try await RecordWalk.untilFailure(found) {
                try await vault.change($0.id, change)
            } then: {
                if !moves || !options.json { tell("Changed", $0) }
            }
        }
        guard moves, let target else { return }
        try await RecordWalk.untilFailure(moving) {
            try await vault.move($0.id, to: target.id)
        } then: {
            tell("Moved", $0, " to " + Terminal.name(target.name))
        }
    }

    /// The journal of `--journal`. If others can read it, that is said first.
    private func target(in vault: OpenVault) async throws -> (id: JournalID, name: String)? {
        guard let id = try await vault.journal(named: journal) else { return nil }
        let name = try await vault.journalNames().first { $0.id == id }?.name ?? ""
        if !options.json, try await vault.isShared(id) {
            let count = try await vault.shared(id).members.count - 1
            Terminal.note(say("\(counted(count, "other person", "other people")) can read what is in \(Terminal.name(name))"))
        }
        return (id, name)
    }

    /// The current entry, if it can be changed and moved as wanted, and the write of its text. The vault is closed again when this returns.
    private func present(_ id: String, _ key: borrowing VaultKey) async throws -> (StoredEntry, WriteName?) {
        let vault = try key.open()
        let stored = try await vault.find(id)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(stored.id) }
        try await vault.requireWriting([stored])
        let count = stored.attachments.count + entry.attach.count
        guard entry.attach.isEmpty || count <= Limits.attachments else { throw EngineError.tooManyAttachments(count: count) }
        if let target = try await vault.journal(named: journal) { try await vault.checkMove(of: [stored], to: target) }
        return (stored, try await vault.textName(of: stored.id))
    }

    /// Says that the text was changed elsewhere while it was in the editor.
    private func tell(_ other: ConcurrentText?, _ id: RecordID) {
        guard let other else { return }
        let history = say("'auralyst history \(id.short)'")
        Terminal.note(
            other.isCombined
                ? say("the entry was also changed elsewhere, in other places: both changes are in it; \(history) shows each")
                : say("the entry was also changed elsewhere; both texts are in \(history)"))
    }

    private func save(_ change: EntryChange, to name: String, _ key: borrowing VaultKey) async throws {
        var change = change
        let vault = try key.open()
        let stored = try await vault.find(name)
        let target = try await target(in: vault)
        if let target { try await vault.checkMove(of: [stored], to: target.id) }
        if change.text != nil, change.tagsBefore == nil { change.tagsBefore = InlineTags.written(in: stored.entry.text).tags }
        let (bar, progress) = ProgressBar.make()
        var changed = stored
        if !change.isEmpty {
            let outcome = try await vault.save(stored.id, change, progress: progress)
            changed = outcome.entry
            tell(outcome.concurrent, stored.id)
        }
        bar.end()
        if !entry.attach.isEmpty { await ThumbnailProcess.shared.make(for: changed, in: vault) }
        let isMoved = target.map { $0.id != stored.journal } ?? false
        if let target {
            do {
                changed = try await vault.move(stored.id, to: target.id)
            } catch {
                if !change.isEmpty { Terminal.note(say("\(stored.id.short) was changed, but not moved")) }
                throw error
            }
        }
        if options.json {
            Document.print(Document.entry(changed, attachments: try await vault.attachments(of: changed)))
        } else if isMoved, let target {
            print(
                say("Moved \(stored.id.short) to \(Terminal.name(target.name)), where it is \(changed.id.short); ")
                    + say("'auralyst restore \(stored.id.short)' moves it back."))
        } else {
            print(changed == stored ? say("Nothing was changed.") : "Changed \(changed.id.short).")
        }
        if change.text != nil { await SuggestMood.note(on: changed, in: vault, offers: false) }
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration("delete")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: EntryChoice

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await choice.find("Delete", in: vault, options)
        if choice.dryRun { return }
        try await RecordWalk.each(found, options) { stored in
            let gone = try await vault.delete(stored.id)
            let id = gone.id.short
            return (say("Deleted \(id); 'auralyst restore \(id)' restores it."), { Document.entry(gone) })
        }
    }
}

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration("restore")

    @OptionGroup var options: GlobalOptions

    @Argument(help: ArgumentHelp(say("The beginnings of their names."), valueName: "entry")) var ids: [String]

    func run() async throws {
        try await RecordWalk.run(ids, options, find: { try await $1.find($0) }) { stored, vault in
            let back = try await vault.restore(stored.id)
            return ("Restored \(back.id.short).", { Document.entry(back) })
        }
    }
}
