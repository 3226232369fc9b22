import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

struct NoteCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "note",
        subcommands: [NoteAdd.self, NoteEdit.self, NoteDelete.self, NoteHide.self], defaultSubcommand: NoteAdd.self)
    static var takesWords: Bool { true }
    static let alone: [String]? = ["--help"]
}

struct NoteAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("note add")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The entry: the beginning of its name, or 'last'.")) var entry: String
    @Argument(help: say("The text, or '-'.")) var text: [String]

    func run() async throws {
        let key = try Unlocking.key(options, waits: text == ["-"], takesPipe: text == ["-"])
        // The vault is not held while someone types.
        let target = try await find(in: try key.open())
        let text = try NoteWords.text(text)
        let note = try await key.open().addNote(text, to: target)
        if options.json { return Document.print(note.json) }
        print(say("Saved \(note.stored.id.short)."))
    }

    /// The entry, if notes can be written on it.
    private func find(in vault: OpenVault) async throws -> RecordID {
        let found = try await vault.find(entry)
        try await vault.requireWriting(on: .note, in: found.journal)
        return found.id
    }
}

struct NoteEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("note edit")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of the note's name.")) var note: String
    @Argument(help: say("The text, or '-'.")) var text: [String]

    func run() async throws {
        let key = try Unlocking.key(options, waits: text == ["-"], takesPipe: text == ["-"])
        let found = try await find(in: try key.open())
        let text = try NoteWords.text(text)
        let vault = try key.open()
        try await vault.changeNote(found.stored.id, to: text)
        if options.json { return Document.print(try await vault.note(found.stored.id).json) }
        print(say("Changed \(found.stored.id.short)."))
    }

    /// The note, if it can be changed.
    private func find(in vault: OpenVault) async throws -> EntryNote {
        let found = try await vault.findNote(note)
        guard found.isYours else { throw SharingError.notAuthor }
        try await vault.requireWriting(on: .note, in: found.stored.journal)
        return found
    }
}

struct NoteDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration("note delete")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of the note's name.")) var note: String
    @Flag(name: .long, help: say("Bring it back.")) var undo = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await vault.findNote(note)
        try await vault.deleteNote(found.stored.id, !undo)
        if options.json {
            return Document.print(["kind": "note", "id": .string(found.stored.id.description), "deleted": .bool(!undo)])
        }
        print(undo ? say("Restored.") : say("Deleted. 'auralyst note delete --undo \(found.stored.id.short)' restores it."))
    }
}

struct NoteHide: AsyncParsableCommand {
    static let configuration = CommandConfiguration("note hide")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of the note's name.")) var note: String
    @Flag(name: .long, help: say("Show it again.")) var undo = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await vault.findNote(note)
        try await vault.hideNote(found.stored.id, !undo)
        if options.json { return Document.print(try await vault.note(found.stored.id).json) }
        print(undo ? say("Shown again.") : say("Hidden from everyone except its author and you."))
    }
}

enum NoteWords {
    static func text(_ words: [String]) throws -> String {
        words == ["-"] ? try StandardInput.text() : words.joined(separator: " ")
    }

    static func author(_ note: EntryNote) -> String {
        var name = note.isYours ? "you" : note.name.isEmpty ? "someone" : Terminal.harmless(note.name)
        if let author = note.stored.writtenBy { name = say("\(Terminal.harmless(author)), imported by \(name)") }
        return name + (note.isFormer ? say(" (former member)") : "")
    }

    static func line(_ note: EntryNote) -> String {
        let marks = (note.stored.isEdited ? ", changed" : "") + (note.isHidden ? ", hidden" : "")
        return
            "\(note.stored.id.short)  \(author(note)), \(SyncWords.moment(note.stored.note.instant.milliseconds))\(marks)\n    "
            + Terminal.harmless(note.stored.note.text).replacing("\n", with: "\n    ")
    }
}

extension EntryNote {
    var json: JSON {
        [
            "kind": "note", "id": .string(stored.id.description), "entry": .string(stored.entry.description),
            "text": .string(stored.note.text), "instant": SyncWords.rfc(stored.note.instant.milliseconds),
            "author": .string(name), "yours": .bool(isYours), "hidden": .bool(isHidden), "changed": .bool(stored.isEdited),
        ]
    }
}
