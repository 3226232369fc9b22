import ArgumentParser
import Base
import Engine
import Exchange
import Foundation
import Importing
import Ledger

struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: say("Import what another program exported."),
        discussion: say(
            """
            auralyst import export.zip               finds out what it is
            auralyst import daylio backup.daylio     with its format
            auralyst import export.zip --dry-run     only shows what would be done
            auralyst import old.csv --column text=Note --column date=When

            Formats: \(Import.list)

            A receipt says what became of every record: kept, changed (and how),
            merged with what was here, or skipped (and why). If you import again,
            also a newer export of the same program, only new records are added.
            With --update, what changed in the source is changed here too, and the
            old text stays in History. What you changed here yourself stays as it
            is. 'auralyst' means an export of this program.
            """))

    private static let list = (ImportFormat.allCases.map(\.rawValue) + ["apple-health", "auralyst"]).sorted()
        .reduce(into: [""]) { lines, name in
            if lines[lines.count - 1].count + name.count > 60 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : ", ") + name
        }.joined(separator: ",\n")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The format, then the path; or the path alone."), completion: .file())
    var source: [String]

    @Flag(name: .long, help: say("Only show what would be done.")) var dryRun = false

    @Option(name: .long, help: say("The journal to import into.")) var journal: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("What a rating in the source means, 1 (worst) to 5 (best) or none; repeat it for several."),
            valueName: "name=level"))
    var mood: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            say(
                "What a column of a table holds: text, date, time, zone, mood, tags, starred, id or title; repeat it for several."
            ),
            valueName: "what=column"))
    var column: [String] = []

    @Option(name: .long, help: say("Which table of a database.")) var table: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("What begins a tag in jrnl's text (default: as jrnl.yaml says, or #@)."), valueName: "signs"))
    var tagSymbols: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("What comes first in dates such as 03/04/26, if they don't prove it: day, month or year."), valueName: "part"))
    var dateOrder: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("The time zone of dates that name none, such as Europe/Vienna (default: that of this computer)."),
            valueName: "zone"))
    var zone: String?

    @Flag(name: .long, help: say("Update entries that have changed in the source since they were imported.")) var update = false

    @Flag(name: .long, help: say("Import what can still be read of a broken file or archive.")) var salvage = false

    @Flag(
        name: .long,
        help: say("After the import, read everything back and compare it; then overwrite and delete the source."))
    var destroySource = false

    @OptionGroup var consent: Consent

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            say("Apple Health: a source to prefer; repeat it for several, the first counts most."),
            valueName: "name"))
    var sources: [String] = []

    func run() async throws {
        guard tagSymbols.map(JrnlSettings.areSymbols) ?? true else {
            throw Refusal("usage", "a tag begins with a sign such as @, # or +", hint: "--tag-symbols '@+'")
        }
        if destroySource, dryRun {
            throw Refusal("usage", "--destroy-source does nothing in a dry run", hint: "leave one of them out")
        }
        let isHealth = source.first?.lowercased() == "apple-health" || source.count == 1 && isAppleHealthExport(path: source[0])
        let isOwn = AuralystImport.path(in: source) != nil
        if isHealth || isOwn {
            try refuseOptions(of: isHealth ? say("an export of Apple Health") : say("an export of Auralyst"), isHealth: isHealth)
        }
        if destroySource, isHealth || isOwn {
            throw Refusal(
                "not_destroyed", "--destroy-source does not work with this kind of file",
                hint: "import it without --destroy-source; delete it yourself")
        }
        if source.first?.lowercased() == "apple-health", source.count == 2 { return try await importHealth(source[1]) }
        if source.count == 1, isAppleHealthExport(path: source[0]) { return try await importHealth(source[0]) }
        if let path = AuralystImport.path(in: source) {
            return try await AuralystImport.run(path, options, journal: journal, dryRun: dryRun) {
                ReceiptPrinter.show($0, dryRun: dryRun)
            }
        }
        let (format, path) = try parsed()
        var said = ImportOptions(surroundings: Environment.surroundings)
        said.moods = try moods()
        said.columns = try columns()
        said.salvage = salvage ? Salvage() : nil
        said.tagSymbols = tagSymbols
        said.dateOrder = try order()
        said.updates = update
        if let zone { said.surroundings.zone = try Import.zone(zone) }
        var read = try ImportSource(path: path, format: format, options: said)
        try refuseOptions(of: read.format)
        let vault = try Unlocking.open(options)
        let target = try await vault.journal(named: journal)
        if let target { try await vault.requireWriting(on: .record, in: target) }
        if try read.needsPassword() {
            said.decryptJrnl = ImportPassword(try PassphrasePrompt.askSource()).decryptJrnl
            read = try ImportSource(path: path, format: read.format, options: said)
        }
        if destroySource, let why = try read.keepsOff() {
            throw Refusal(
                "not_destroyed", "the source would not be destroyed: \(why)",
                hint: "import it without --destroy-source, and delete it yourself", exit: .failed)
        }
        if try await !agreesOnRatings(read, vault: vault, into: target) {
            throw Refusal(
                "not_confirmed", "nothing was imported", hint: "say what each rating means: --mood NAME=LEVEL", exit: .failed)
        }
        let (bar, progress) = ProgressBar.make()
        let receipt = try await vault.importEntries(read, into: target, dryRun: dryRun, progress: progress)
        bar.end()
        if options.json {
            Document.print(Document.receipt(receipt, dryRun: dryRun))
        } else {
            ReceiptPrinter.show(receipt, dryRun: dryRun)
        }
        if destroySource, !dryRun { try await destroy(read, path: path, vault: vault, into: target) }
    }

    private func importHealth(_ path: String) async throws {
        let vault = try Unlocking.open(options)
        let (bar, progress) = ProgressBar.make()
        let receipt = try await vault.importAppleHealth(
            path: path, into: try await vault.journal(named: journal), sources: sources, dryRun: dryRun, progress: progress)
        bar.end()
        if options.json {
            Document.print(receipt.json)
        } else {
            for note in receipt.notes { Terminal.note(note.sentence) }
            // Names of sources and types are untrusted.
            for line in receipt.lines { print(Terminal.harmless(line)) }
        }
    }

    // ---- checking the arguments ----

    /// Refuses options that would be ignored.
    private func refuseOptions(of format: ImportFormat) throws {
        func refuse(_ option: String, _ wanted: String) throws {
            throw Refusal(
                "usage", "\(option) does not apply to \(format.title)", hint: "it is for \(wanted); leave it out")
        }
        if !column.isEmpty, format != .csv, format != .sqlite { try refuse("--column", say("tables: csv and sqlite")) }
        if table != nil, format != .sqlite { try refuse("--table", say("databases: sqlite")) }
        if tagSymbols != nil, format != .jrnl, format != .markdown { try refuse("--tag-symbols", "jrnl") }
        if dateOrder != nil, ![.csv, .sqlite, .jrnl, .markdown].contains(format) {
            try refuse("--date-order", say("tables, notes and jrnl: csv, sqlite, markdown and jrnl"))
        }
        if !sources.isEmpty { try refuse("--source", "apple-health") }
    }

    /// The same for formats without a reader's options.
    private func refuseOptions(of what: String, isHealth: Bool) throws {
        let said = [
            ("--column", !column.isEmpty), ("--table", table != nil), ("--tag-symbols", tagSymbols != nil),
            ("--salvage", salvage), ("--date-order", dateOrder != nil), ("--zone", zone != nil), ("--update", update),
            ("--mood", !mood.isEmpty), ("--source", !isHealth && !sources.isEmpty),
        ]
        guard let first = said.first(where: \.1)?.0 else { return }
        throw Refusal("usage", "\(first) does not apply to \(what)", hint: "leave it out")
    }

    private func parsed() throws -> (ImportFormat?, String) {
        if source.count == 1 { return (nil, source[0]) }
        guard source.count == 2 else {
            throw Refusal("usage", "one format and one path are expected", hint: "'auralyst import --help' shows examples")
        }
        // People write Day One, day-one and dayone.
        let name = source[0].lowercased().filter { $0.isLetter }
        guard let format = ImportFormat(rawValue: name) else {
            throw Refusal(
                "unknown_format", "'\(source[0].prefix(40))' is not a format that can be imported",
                hint: "the formats are: "
                    + (ImportFormat.allCases.map(\.rawValue) + ["apple-health", "auralyst"]).joined(separator: ", "))
        }
        return (format, source[1])
    }

    private func moods() throws -> MoodMap {
        var moods = MoodMap()
        for said in mood {
            let (name, value) = try Import.pair(said, option: "--mood", example: "--mood okay=3")
            let choice: MoodMap.Choice = value.lowercased() == "none" ? .none : .level(Int(value) ?? 0)
            guard moods.set(name, choice) else {
                throw Refusal("usage", "a rating means 1 (worst) to 5 (best), or none", hint: "--mood okay=3")
            }
        }
        return moods
    }

    private func order() throws -> DateOrder? {
        guard let dateOrder else { return nil }
        guard let order = DateOrder(rawValue: dateOrder.lowercased() + "First") else {
            throw Refusal("usage", "'\(dateOrder.prefix(40))' is not a part of a date", hint: "--date-order day, month or year")
        }
        return order
    }

    private static func zone(_ name: String) throws -> Zone {
        guard let zone = Zone(identifier: name) else {
            throw Refusal("usage", "there is no time zone '\(name.prefix(40))'", hint: "--zone Europe/Vienna")
        }
        return zone
    }

    private func columns() throws -> ColumnMap {
        var columns = ColumnMap(table: table)
        for said in column {
            let (name, value) = try Import.pair(said, option: "--column", example: "--column text=Note", atFirst: true)
            guard let role = ColumnMap.Role(rawValue: name.lowercased()) else {
                throw Refusal(
                    "usage", "'\(name.prefix(40))' is not something a column can hold",
                    hint: "one of: " + ColumnMap.Role.allCases.map(\.rawValue).joined(separator: ", "))
            }
            columns.names[role] = value
        }
        return columns
    }

    /// `name=value`; the name, or with `atFirst` the value, may contain further equals signs.
    private static func pair(
        _ said: String, option: String, example: String, atFirst: Bool = false
    ) throws -> (String, String) {
        guard let sign = atFirst ? said.firstIndex(of: "=") : said.lastIndex(of: "="), sign > said.startIndex,
            said.index(after: sign) < said.endIndex
        else {
            throw Refusal("usage", "\(option) takes NAME=VALUE", hint: Sentence(of: example))
        }
        return (String(said[..<sign]), String(said[said.index(after: sign)...]))
    }

    /// Whether the person agrees with the values of named ratings; not asked if there are none.
    private func agreesOnRatings(_ read: ImportSource, vault: OpenVault, into target: JournalID?) async throws -> Bool {
        guard !dryRun, !consent.isGiven, !options.json, mood.isEmpty, Terminal.canAsk else { return true }
        let ratings = try await vault.importEntries(read, into: target, dryRun: true).ratings
        guard !ratings.isEmpty else { return true }
        print(say("The ratings in it, and what they mean here (1 worst, 5 best):"))
        for rating in ratings.prefix(30) { print("  " + ReceiptPrinter.line(rating)) }
        return Terminal.confirm(say("Import with these?"))
    }

    /// Reads everything back, and destroys the source if all of it is in the vault.
    private func destroy(_ read: ImportSource, path: String, vault: OpenVault, into target: JournalID?) async throws {
        let check = try await vault.verifyImport(read, into: target)
        guard check.isWhole else {
            throw Refusal(
                "not_verified", "\(check.missing) of \(check.records) records are not in the vault as they are in the source",
                hint: "the source was left as it is; the receipt (--json) says what became of each", exit: .failed)
        }
        if !consent.isGiven, Terminal.canAsk {
            Terminal.error(
                say("All \(check.records) records are in the vault, word for word. The source will be overwritten and deleted."))
        }
        try consent.ask("Destroy \(path)?", nothing: "the source was left as it is")
        try read.destroy()
        if options.json { return }
        print(say("The source is destroyed. Copies elsewhere (backups, snapshots, worn parts of an SSD) are not."))
    }
}
