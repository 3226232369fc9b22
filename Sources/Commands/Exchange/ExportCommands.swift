import ArgumentParser
import Base
import Documents
import Engine
import Exchange
import Foundation
import Importing
import Journal
import Ledger
import Vault

struct ExportCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "export",
        subcommands: [ExportWrite.self, ExportList.self, ExportWipe.self], defaultSubcommand: ExportWrite.self)
    static let takesWords = true
    static let alone: [String]? = ["list"]
}

struct ExportWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration("export write")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("json, csv, markdown, html or jrnl"), completion: .list(ExportFormat.allCases.map(\.rawValue)))
    var format: String

    @Option(
        name: .long,
        help: ArgumentHelp(say("The new file or folder, or - to print it."), valueName: "path"))
    var out: String

    @Option(name: .long, help: ArgumentHelp(say("Attachments: inside, or none."), valueName: "inside|none"))
    var attachments = Attachments.inside

    @Option(
        name: .customLong("encrypt-to"),
        help: ArgumentHelp(
            say("Encrypt json or html for an age recipient, or for 'recovery', your own recovery code; repeat it for several."),
            valueName: "age1…"))
    var recipients: [String] = []

    @Flag(
        name: .long, help: say("Encrypt json or html with a passphrase (asked, or read from $AURALYST_EXPORT_PASSPHRASE_FILE)."))
    var passphrase = false

    @Option(name: .long, help: say("Only this journal.")) var journal: String?

    @Flag(name: .long, help: say("With json: also earlier texts of entries, who changed them and when.")) var history = false

    @Option(name: .long, help: say("With jrnl: by date, or in the order written."))
    var order: OpenVault.ExportOrder = .date

    @Flag(name: .long, help: say("Keep in photos and videos where they were taken; encrypted json always does."))
    var withPlaces = false

    @OptionGroup var consent: Consent

    enum Attachments: String, ExpressibleByArgument, CaseIterable { case inside, none }

    func validate() throws {
        if history, format.lowercased() != "json" { throw ValidationError(say("--history works with json only")) }
        if out == "-", options.json { throw ValidationError(say("--out - prints the export itself: leave out --json")) }
        if passphrase, !recipients.isEmpty { throw ValidationError(say("either --passphrase or --encrypt-to, not both")) }
    }

    func run() async throws {
        guard let format = ExportFormat(rawValue: format.lowercased()) else {
            throw Refusal(
                "unknown_format", "'\(format.prefix(40))' is not a format that can be exported",
                hint: "the formats are: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let path = VaultLocation(folder: out).folder
        let isSealed = passphrase || !recipients.isEmpty
        if isSealed, format != .json, format != .html { throw ExportError.staysClear(format) }
        if out == "-", !format.isOneFile {
            throw Refusal(
                "not_one_file", "an export as \(format.rawValue) is a folder and cannot be printed",
                hint: "give --out a path, or print json, html or jrnl")
        }
        // It contains text by other people and programs: nothing in it may control the terminal.
        if out == "-", Terminal.isRead {
            throw Refusal(
                "not_printed", "an export is not printed on a terminal", hint: "pipe it to another program, or give --out a path",
                exit: .usage)
        }
        for text in recipients { try ExportWrite.check(recipient: text) }
        let vault = try Unlocking.open(options)
        var request = ExportRequest(
            format, hasFiles: attachments == .inside, writer: format == .html ? ReaderPage() : nil,
            journal: try await vault.journal(named: journal), hasHistory: history)
        request.keepsPlaces = withPlaces
        if out == "-" { return try await stream(request, vault) }
        try await vault.checkExportTarget(path)
        let seal = try await seal(vault)
        if seal == nil { try await confirm(request, vault, path) }
        let (bar, progress) = ProgressBar.make()
        let result: ExportResult
        if let seal {
            result = try await vault.export(request, to: path, sealed: seal, progress: progress)
        } else {
            result = try await vault.export(request, to: path, order: order, progress: progress)
        }
        bar.end()
        show(result, path, isSealed: isSealed, vault)
        try check(result)
    }

    /// How it is encrypted; `nil` if it is not.
    private func seal(_ vault: OpenVault) async throws -> ExportSeal? {
        guard !passphrase else {
            let secret = try PassphrasePrompt.askNew(
                say("Passphrase of this export"), variable: "AURALYST_EXPORT_PASSPHRASE_FILE")
            return ExportSeal(passphrase: unsafe secret.withBytes { unsafe Array($0) })
        }
        var list: [AgeRecipient] = []
        for text in recipients { list.append(try await recipient(text, vault)) }
        return list.isEmpty ? nil : ExportSeal(for: list)
    }

    /// Writes the export to standard output.
    private func stream(_ request: ExportRequest, _ vault: OpenVault) async throws {
        let seal = try await seal(vault)
        if seal == nil { try await confirm(request, vault, say("the output")) }
        let result = try await vault.stream(request, sealed: seal, order: order, into: StandardOutput())
        tellMissing(result)
        try check(result)
    }

    /// Throws if records or files of the vault are missing in the export.
    private func check(_ result: ExportResult) throws {
        try check(unreadable: result.unreadable + result.lostFiles.count)
        guard !result.unwritten.isEmpty else { return }
        throw Refusal(
            "incomplete", "the export was written, but not everything is in it",
            hint: "export into a folder with a shorter path, or to another disk")
    }

    private func check(unreadable: Int) throws {
        guard unreadable > 0 else { return }
        throw Refusal(
            "incomplete", "the export was written, but not everything is in it",
            hint: "'auralyst repair' says more, and may repair it",
            exit: .damaged)
    }

    private func tell(unreadable: Int) {
        guard unreadable > 0 else { return }
        Terminal.note(
            say(
                "\(counted(unreadable, "record")) could not be read and \(plural(unreadable, "is", "are")) not in it; 'auralyst repair' says more"
            )
        )
    }

    private func recipient(_ text: String, _ vault: OpenVault) async throws -> AgeRecipient {
        if let known = try ExportWrite.check(recipient: text) { return known }
        return try await vault.recoveryRecipient()
    }

    /// A recipient; `nil` for the recovery code.
    @discardableResult
    private static func check(recipient text: String) throws -> AgeRecipient? {
        if text.lowercased() == "recovery" { return nil }
        guard let recipient = try? AgeRecipient(text: text) else {
            throw Refusal(
                "bad_recipient", "'\(text.prefix(70))' is not an age recipient",
                hint: "one begins with age1; 'recovery' means your own recovery code")
        }
        return recipient
    }

    /// Says what will be readable, and asks for a typed yes.
    private func confirm(_ request: ExportRequest, _ vault: OpenVault, _ path: String) async throws {
        if Terminal.canAsk, !consent.isGiven {
            Terminal.error(say("This export is not encrypted."))
            let plan = try await vault.exportPlan(request)
            for line in plan.warning(path: path, bytes: try await vault.exportBytes(request, plan)) {
                Terminal.error("  " + line)
            }
            Terminal.error(say("With '--encrypt-to recovery', only your recovery code opens it."))
        }
        try consent.ask("Write it unencrypted?", nothing: "nothing was written", hint: "add --yes if anyone may read the file")
    }

    private func tellMissing(_ result: ExportResult) {
        tell(unreadable: result.unreadable)
        for part in result.unwritten.prefix(20) { Terminal.note(Terminal.harmless(part.sentence)) }
        for file in result.absentFiles.prefix(20) { Terminal.note(Terminal.harmless(file.sentence)) }
        if result.withoutPlace > 0, !options.json {
            let files = counted(result.withoutPlace, "photo or video", "photos and videos")
            Terminal.note(say("the place was removed from \(files); --with-places keeps it"))
        }
        if !result.leftOut.isEmpty, !options.json {
            let kinds = result.leftOut.map(\.words).joined(separator: ", ")
            Terminal.note(say("not in it: \(Terminal.harmless(kinds)); 'auralyst export json' leaves nothing out"))
        }
    }

    private func show(_ result: ExportResult, _ path: String, isSealed: Bool, _ vault: OpenVault) {
        tellMissing(result)
        if options.json {
            return Document.print([
                "kind": "export", "format": .string(result.format.rawValue), "path": .string(path),
                "encrypted": .bool(isSealed), "entries": .int(Int64(result.entries)), "bytes": .int(Int64(result.bytes)),
                "counts": .object(result.counts.mapValues { .int(Int64($0)) }), "unreadable": .int(Int64(result.unreadable)),
                "lost_files": .array(result.lostFiles.map(JSON.string)),
                "absent_files": .array(result.absentFiles.map { .string($0.name) }),
                "places_removed": .int(Int64(result.withoutPlace)),
                "unwritten": .array(
                    result.unwritten.map {
                        ["entry": .text($0.entry?.description), "file": .text($0.file), "why": .string($0.sentence)]
                    }),
                "left_out": .object(
                    Dictionary(result.leftOut.map { ($0.name, JSON.int(Int64($0.count))) }) { first, _ in first }),
            ])
        }
        let others = result.counts.values.reduce(0, +) - result.entries - result.deletedEntries
        let deleted = result.deletedEntries
        var parts = [say("\(counted(result.entries, "entry", "entries"))")]
        if deleted > 0 { parts.append(say("\(counted(deleted, "deleted entry", "deleted entries"))")) }
        let more = others == 0 ? "" : say(" and \(counted(others, "other record"))")
        print(
            say(
                "Wrote \(parts.joined(separator: more.isEmpty ? " and " : ", "))\(more) to \(path) (\(ExportPlan.size(result.bytes)))"
            )
                + (isSealed ? ", encrypted." : say(", not encrypted.")))
        if !isSealed { ClearFileWords.tell(path, vault) }
    }

}

extension OpenVault.ExportOrder: ExpressibleByArgument {}

private final class StandardOutput: ExportOutput, Sendable {
    func write(_ bytes: [UInt8]) throws {
        try Output.write(bytes, as: say("the export"))
    }

    func finish() {}
    func abandon() {}
}

/// `import` of our own export, where it differs from others.
enum AuralystImport {
    /// The file, if the arguments of `import` mean an export of Auralyst; otherwise `nil`.
    static func path(in words: [String]) -> String? {
        if words.count == 2, words[0].lowercased() == "auralyst" { return words[1] }
        return words.count == 1 && isAuralystExport(path: words[0]) ? words[0] : nil
    }

    static func run(
        _ path: String, _ options: GlobalOptions, journal: String?, dryRun: Bool, show: (Receipt) -> Void
    ) async throws {
        let vault = try Unlocking.open(options)
        let target = try await vault.journal(named: journal)
        let (bar, progress) = ProgressBar.make()
        let receipt: Receipt
        if let asksForPassphrase = encryptedExportAsksForPassphrase(path: path) {
            let identity = try AuralystImport.identity(asksForPassphrase: asksForPassphrase)
            receipt = try await vault.importEncryptedExport(
                path: path, identity: identity, into: target, dryRun: dryRun, progress: progress)
        } else {
            receipt = try await vault.importExport(path: path, into: target, dryRun: dryRun, progress: progress)
        }
        bar.end()
        if options.json { Document.print(Document.receipt(receipt, dryRun: dryRun)) } else { show(receipt) }
    }

    private static func identity(asksForPassphrase: Bool) throws -> AgeIdentity {
        if let own = try PassphrasePrompt.fromFile(namedBy: "AURALYST_EXPORT_PASSPHRASE_FILE") {
            if asksForPassphrase { return .passphrase(own) }
            let typed = unsafe own.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
            return AgeIdentity(try RecoveryCode(typed: typed))
        }
        guard asksForPassphrase else { return AgeIdentity(try RecoveryCode(typed: RecoveryPrompt.typed())) }
        if Terminal.secretInput != nil { return .passphrase(try PassphrasePrompt.ask(say("Passphrase of the export: "))) }
        guard let secret = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") else {
            throw Refusal(
                "no_passphrase", "the export has a passphrase, and there is no terminal to ask for it",
                hint: "set AURALYST_EXPORT_PASSPHRASE_FILE to a file that holds it")
        }
        return .passphrase(secret)
    }
}
