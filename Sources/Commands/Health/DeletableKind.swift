import ArgumentParser
import Base
import Documents
import Engine
import Findings
import Journal
import Ledger
import Records

/// A kind of health record with the commands `delete` and `restore`.
protocol DeletableKind: LoggedValue {
    static var deleteAbstract: String { get }
    static var restoreAbstract: String { get }
    /// Deletes a record; returns what to print, as text and JSON.
    static func delete(_ stored: Stored<Self>, in vault: OpenVault) async throws -> RecordWalk.Done
    /// Restores a record; returns the same.
    static func restore(_ stored: Stored<Self>, in vault: OpenVault) async throws -> RecordWalk.Done
}

extension RecordValue {
    /// The name of its command.
    static var command: String { RecordKind.of(kind).command ?? kind }
}

/// A kind with commands for listing and changing.
protocol LoggedKind: DeletableKind, LoggedWords {}

/// A kind under names that the person gave, with a command to change one of them.
protocol RenamedKind: LoggedKind, NamedEntry {}

extension SymptomEntry: RenamedKind {}
extension MeasureEntry: RenamedKind {}
extension CheckIn: LoggedKind {}

extension LoggedKind {
    static var deleteAbstract: String { say("Delete \(RecordKind.of(kind).nouns). You can restore them for 30 days.") }
    static var restoreAbstract: String { say("Restore deleted \(RecordKind.of(kind).nouns).") }

    static func delete(_ stored: Stored<Self>, in vault: OpenVault) async throws -> RecordWalk.Done {
        try await vault.delete(Self.self, stored.id)
        let id = stored.id.short
        return (
            say("Deleted \(id); 'auralyst \(command) restore \(id)' restores it within 30 days."),
            { Document.logged(try await vault.record(Self.self, stored.id, evenDeleted: true)) }
        )
    }

    static func restore(_ stored: Stored<Self>, in vault: OpenVault) async throws -> RecordWalk.Done {
        let back = try await vault.restore(Self.self, stored.id)
        return ("Restored \(back.id.short).", { Document.logged(back) })
    }

    /// Lists the selected records of a range of days, the newest first. `none`: the message for no records, of all days or these.
    static func list(
        _ stretch: StretchOptions, _ options: GlobalOptions, where isWanted: @escaping @Sendable (Self) -> Bool = { _ in true },
        none: (_ isOfAllDays: Bool) -> String
    ) async throws {
        if stretch.deleted {
            let list = try await Unlocking.open(options).deletedRecords(Self.self).filter { isWanted($0.value) }
            if options.json { return Document.print(.array(list.map(Document.logged))) }
            if list.isEmpty { print(say("Nothing was deleted in the last 30 days.")) }
            return HealthPrinter.list(list, words: \.words)
        }
        let days = try stretch.days()
        let limit = stretch.limit(json: options.json)
        let vault = try Unlocking.open(options)
        // One more than is shown tells whether there are more.
        let most = limit == .max ? .max : limit + 1
        let found: [Stored<Self>]
        if let days {
            found = try await vault.records(Self.self, on: days, limit: most, where: isWanted)
        } else {
            found = try await vault.records(Self.self, limit: most, where: isWanted)
        }
        let shown = Array(found.prefix(limit))
        if options.json { return Document.print(.array(shown.map(Document.logged))) }
        guard !shown.isEmpty else { return print(none(days == nil)) }
        HealthPrinter.list(shown, words: \.words)
        HealthPrinter.sayMore(found.count > limit)
    }

    static func change(_ stored: Stored<Self>, to value: Self, in vault: OpenVault, _ options: GlobalOptions) async throws {
        let changed = try await vault.change(stored.id, to: value)
        if options.json { return Document.print(Document.logged(changed)) }
        let words = HealthPrinter.oneLine(value.words)
        print(value == stored.value ? say("Nothing was changed.") : "Changed \(stored.id.short): \(words)")
    }
}

struct DeleteRecords<Kind: DeletableKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete", abstract: Kind.deleteAbstract,
            discussion: say(
                """
                auralyst \(Kind.command) delete last
                auralyst \(Kind.command) delete k3f9 m2p7
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginnings of their names."), completion: .names(of: .entries)) var ids: [String]

    func run() async throws {
        try await RecordWalk.run(
            ids, options, find: { try await HealthRecords.find(Kind.self, $0, in: $1) }, act: Kind.delete)
    }
}

struct RestoreRecords<Kind: DeletableKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restore", abstract: Kind.restoreAbstract,
            discussion: say(
                """
                auralyst \(Kind.command) list --deleted
                auralyst \(Kind.command) restore k3f9
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginnings of their names.")) var ids: [String]

    func run() async throws {
        try await RecordWalk.run(
            ids, options, find: { try await HealthRecords.find(Kind.self, $0, in: $1, evenDeleted: true) }, act: Kind.restore)
    }
}

struct RenameRecords<Kind: RenamedKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rename", abstract: say("Give a \(Kind.command) another name, in all its entries."),
            discussion: say(
                """
                auralyst \(Kind.command) rename "old name" "New name"
                auralyst \(Kind.command) rename "old name" "Name in use" --yes
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name.")) var name: String
    @Argument(help: say("The new one.")) var new: String
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        func first(_ name: String) async throws -> Kind? {
            let key = SymptomEntry.key(of: name)
            return try await vault.records(Kind.self, limit: 1) { $0.key == key }.first?.value
        }
        guard let entry = try await first(name) else {
            throw Refusal(
                "nothing_logged", "nothing is logged as '\(name.prefix(60))'",
                hint: "'auralyst \(Kind.command) list' shows the names",
                exit: .failed)
        }
        let isMerged = try await first(new).map { $0.key != entry.key } ?? false
        if isMerged {
            try consent.ask(
                "There are entries of '\(Terminal.name(new))' already. Afterwards, the two cannot be told apart. Rename?",
                nothing: "nothing was renamed")
        }
        let count = try await vault.rename(entry, to: new)
        if options.json {
            return Document.print(["kind": "renamed", "name": .string(trimmed(new)), "count": .int(Int64(count))])
        }
        print(say("Renamed \(counted(count, "entry", "entries")) to \(Terminal.name(new))."))
    }
}
