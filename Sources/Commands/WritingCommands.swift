import ArgumentParser
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records

/// What can be said about an entry besides its text.
struct EntryOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("When it was: \"yesterday 9pm\", \"14 March 2026\", 2026-03-14T21:00.", valueName: "when")
    )
    var at: String?

    @Option(
        name: .long, help: "happy, relaxed, sad, angry, anxious, or a word of your own.",
        completion: .list(Mood.known.map(\.name)))
    var mood: String?

    @Option(name: .long, help: "A tag; may be given several times.")
    var tag: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("A file to seal beside it; may be given several times.", valueName: "file"),
        completion: .file())
    var attach: [String] = []

    /// The moment that `--at` means; says how an ambiguous date was read.
    func moment() throws -> Moment? { try at.map(Moment.typed) }

    func chosenMood() throws -> Mood? {
        guard let mood else { return nil }
        guard let chosen = Mood(mood) else { throw EngineError.badMood(String(mood.prefix(60))) }
        return chosen
    }

    static func tags(_ words: [String]) throws -> [Tag] {
        try words.map { word in
            guard let tag = Tag(word) else { throw EngineError.badTag(String(word.prefix(100))) }
            return tag
        }
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write an entry.",
        discussion: """
            The words behind the command are the text. '-' takes it from standard input; without any text your editor opens.

              auralyst add Slept well, walked by the river.
              auralyst add "Migraine again" --at "yesterday 9pm" --mood sad --tag head
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var entry: EntryOptions

    @Argument(help: "The text, or '-'.") var text: [String] = []

    @Flag(name: .long, help: "Mark it with a star.") var star = false

    @Option(name: .long, help: "The journal it belongs to.") var journal: String?

    func run() async throws {
        var new = NewEntry(
            text: "", moment: try entry.moment(), mood: try entry.chosenMood(), tags: try EntryOptions.tags(entry.tag),
            starred: star, attachments: entry.attach)
        let key = try Unlocking.key(options, takesPipe: isPiped)
        if let given = try givenText() {
            new.text = given
            try await save(new, key)
        } else {
            try await Editor.edit("") { written in
                new.text = written
                try await save(new, key)
            }
        }
    }

    private func save(_ new: NewEntry, _ key: borrowing VaultKey) async throws {
        var new = new
        let vault = try key.open()
        new.journal = try await vault.journal(named: journal)
        let (bar, progress) = ProgressBar.make()
        let stored = try await vault.add(new, progress: progress)
        bar.end()
        // The entry is saved: that nothing can be offered for it must not look as if it were not.
        let hint = stored.entry.mood == nil ? (try? await vault.moodHint(for: stored.entry.text)) ?? nil : nil
        if options.json {
            Document.print(Document.entry(stored, attachments: try await vault.attachments(of: stored), hint: hint))
        } else {
            print("Saved \(stored.id.short), \(stored.entry.day.longName) \(EntryPrinter.clock(of: stored.entry)).")
            if let hint {
                let moods = hint.moods.map(\.name).joined(separator: " or ")
                print(Terminal.styled("It reads as \(moods): 'auralyst mood \(stored.id.short) --accept' keeps that.", .dim))
            }
        }
    }

    private var isPiped: Bool { text == ["-"] || (text.isEmpty && isatty(STDIN_FILENO) == 0) }

    /// The text from the command line or a pipe; `nil` when it is to be written in the editor.
    private func givenText() throws -> String? {
        if isPiped { return try StandardInput.text() }
        return text.isEmpty ? nil : text.joined(separator: " ")
    }
}

/// Text that is piped in.
enum StandardInput {
    static func text() throws -> String {
        let limit = Limits.textBytes + 3
        let data = try OpenFile.standardInput.read(limit + 1)
        if data.count > limit { throw EngineError.entry(.textTooLong(bytes: data.count)) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Refusal("not_utf8", "the text is not UTF-8", hint: "convert it: iconv -f WINDOWS-1252 -t UTF-8")
        }
        // The line end behind the last line is the pipe's, not the writer's.
        return text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an entry. What stood there stays in its history.",
        discussion: "Without an option your editor ($VISUAL, $EDITOR) opens, on a file that lives in memory only.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var entry: EntryOptions

    @Argument(help: "The beginning of its name, or 'last'.") var id: String

    @Option(name: .long, help: "The new text; '-' takes it from standard input.") var text: String?

    @Option(name: .long, help: "Take a tag away; may be given several times.") var untag: [String] = []

    @Flag(name: .long, help: "Take the mood away.") var noMood = false

    @Flag(inversion: .prefixedNo, help: "Mark it with a star, or not.") var star: Bool?

    func run() async throws {
        var change = EntryChange()
        change.moment = try entry.moment()
        if let mood = try entry.chosenMood() { change.mood = mood } else if noMood { change.mood = .some(nil) }
        change.addedTags = try EntryOptions.tags(entry.tag)
        change.removedTags = try EntryOptions.tags(untag)
        change.starred = star
        change.attachments = entry.attach
        let key = try Unlocking.key(options, takesPipe: text == "-")
        change.text = text == "-" ? try StandardInput.text() : text
        guard change.isEmpty else { return try await save(change, to: id, key) }
        let (stored, seen) = try await present(key)
        try await Editor.edit(stored.entry.text) { written in
            if written != stored.entry.text { change.text = written }
            change.seenText = seen
            try await save(change, to: stored.id.description, key)
        }
    }

    /// The entry as it is now, and which write of its text that is. The vault is closed again when this returns.
    private func present(_ key: borrowing VaultKey) async throws -> (StoredEntry, WriteName?) {
        let vault = try key.open()
        let stored = try await vault.find(id)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(stored.id) }
        return (stored, try await vault.textName(of: stored.id))
    }

    private func save(_ change: EntryChange, to name: String, _ key: borrowing VaultKey) async throws {
        let vault = try key.open()
        let stored = try await vault.find(name)
        if let seen = change.seenText, try await vault.textName(of: stored.id) != seen {
            Terminal.note("the entry was changed elsewhere meanwhile: both texts are in 'auralyst history \(stored.id.short)'")
        }
        let (bar, progress) = ProgressBar.make()
        let changed = change.isEmpty ? stored : try await vault.change(stored.id, change, progress: progress)
        bar.end()
        if options.json {
            Document.print(Document.entry(changed, attachments: try await vault.attachments(of: changed)))
        } else {
            print(changed == stored ? "Nothing was changed." : "Changed \(changed.id.short).")
        }
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete entries. They can be restored for 30 days.")

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The beginnings of their names.") var ids: [String]

    @Flag(name: .long, help: "As its siblings take it; nothing is asked, since it can be undone.") var yes = false

    func run() async throws {
        try await RecordWalk.run(ids, options, find: { try await $1.find($0) }) { stored, vault in
            let gone = try await vault.delete(stored.id)
            let id = gone.id.short
            return ("Deleted \(id); 'auralyst restore \(id)' brings it back.", { Document.entry(gone) })
        }
    }
}

struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring deleted entries back. 'auralyst list --deleted' shows them.")

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The beginnings of their names.") var ids: [String]

    func run() async throws {
        try await RecordWalk.run(ids, options, find: { try await $1.find($0) }) { stored, vault in
            let back = try await vault.restore(stored.id)
            return ("Restored \(back.id.short).", { Document.entry(back) })
        }
    }
}
