import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger

struct Wipe: AsyncParsableCommand {
    static let configuration = CommandConfiguration("wipe")

    @OptionGroup var options: GlobalOptions
    @Option(name: .long, help: ArgumentHelp(say("Destroy this journal only, and keep the vault."), valueName: "journal"))
    var journal: String?
    @Argument(help: say("The vault's name, with --yes.")) var name: String?
    @OptionGroup var consent: Consent
    @Option(name: .customLong("yes-wipe"), help: .hidden) var oldYes: String?

    @Flag(name: .long, help: say("Only show what would be deleted, and which copies would remain.")) var dryRun = false

    func validate() throws {
        if consent.isGiven, name == nil { throw ValidationError(say("--yes needs the vault's name: auralyst wipe NAME --yes")) }
    }

    /// The name given instead of an answer.
    private var yesWipe: String? { oldYes ?? (consent.isGiven ? name : nil) }

    func run() async throws {
        // A damaged list of profiles names no folder; `profile` reports the damage.
        let profiles = (try? Profiles.file.read()) ?? ProfileList()
        var plan = try WipePlan(options.location, name: profiles.vaultName(of: options.location.folder))
        if let yesWipe, yesWipe != plan.name { throw WipeError.otherName }
        guard dryRun || yesWipe != nil || Terminal.canAsk else {
            throw Refusal(
                "confirmation_needed", "destroying a vault needs its name",
                hint: "type it at a terminal, or 'auralyst wipe NAME --yes'; --dry-run shows what would be lost")
        }
        let (counts, copies) = try await known()
        plan.copies = copies
        if !options.json {
            tell(plan, counts)
            tellBeyond(plan)
        }
        if dryRun {
            if options.json { Document.print(Wipe.json(plan, counts)) }
            return
        }
        let typed = try confirmedName(plan)
        if journal != nil { return try await wipeJournal(typed, plan) }
        let (bar, progress) = ProgressBar.make()
        let report: VaultWipe.Report
        do {
            defer { bar.end() }
            let wipe = VaultWipe(
                try options.location, holders: Environment.keyHolders, units: ReminderUnit.vaultUnits, profiles: Profiles.file)
            report = try wipe.run(plan, typed: typed, progress: progress)
        }
        show(report, plan)
    }

    /// The vault's content and its known copies, if it opens without asking; a damaged or locked one is deleted all the same.
    private func known() async throws -> (VaultStatus?, [BeyondReach]?) {
        if journal != nil {
            let vault = try Unlocking.open(options)
            _ = try await vault.journal(named: journal)
            return (try await vault.status(), try await vault.copiesElsewhere())
        }
        // What cannot be counted or named is reported as unknown.
        guard let unlocked = try? Unlocking.withoutAsking(options.location),
            // The same for one whose database does not open.
            let vault = try? OpenVault(unlocked, at: options.location, surroundings: Environment.surroundings)
        else { return (nil, nil) }
        // The same.
        return (try? await vault.status(), try? await vault.copiesElsewhere())
    }

    private func tell(_ plan: WipePlan, _ status: VaultStatus?) {
        print(
            (journal == nil ? say("This destroys the vault ") : say("This destroys the journal of the vault "))
                + Terminal.styled(plan.name, .bold))
        print(say("  Folder       \(Terminal.harmless(plan.folder))"))
        if plan.isBegun { print(say("  Begun        it was interrupted before; this finishes it")) }
        if let created = plan.created.map(Wipe.day) { print(say("  Made         \(created)")) }
        if let status {
            let days = status.days.map { ", \($0.lowerBound.longName) to \($0.upperBound.longName)" } ?? ""
            print(say("  Entries      \(status.entries)\(days)"))
            print(say("  Log          \(counted(status.operations, "operation")), the health log and drafts with them"))
        } else {
            print(say("  Contents     locked, so they cannot be counted"))
        }
        print(say("  Attachments  \(plan.attachments)"))
        print(say("  Size         \(Wipe.size(plan.bytes)) in \(counted(plan.files.count + plan.attachments, "file"))"))
        if let last = plan.lastWritten.map(Wipe.day) { print(say("  Last written \(last)")) }
        if status == nil {
            for file in plan.files where file.bytes > 0 {
                print("    \(file.name)   \(Wipe.size(file.bytes))   \(Wipe.day(file.modified))")
            }
        }
        if !plan.unknown.isEmpty, journal == nil {
            print(say("  Stays        not Auralyst's: \(Terminal.harmless(plan.unknown.joined(separator: ", ")))"))
        }
    }

    private func tellBeyond(_ plan: WipePlan) {
        print(say("\nThese copies remain:"))
        Wipe.show(plan.beyond)
        print("")
    }

    private static func show(_ list: [BeyondReach]) {
        for beyond in list {
            // Paths are untrusted.
            print("  \(Terminal.harmless(beyond.what))\n    \(Terminal.styled(Terminal.harmless(beyond.command), .dim))")
        }
    }

    private func confirmedName(_ plan: WipePlan) throws -> String {
        if let yesWipe { return yesWipe }
        let typed = Terminal.ask(say("Type the name of the vault to destroy it (Enter alone cancels): ")) ?? ""
        guard !typed.isEmpty else {
            throw Refusal("not_wiped", "nothing was destroyed", hint: "the vault is as it was", exit: .failed)
        }
        guard typed == plan.name else { throw WipeError.otherName }
        return typed
    }

    private func wipeJournal(_ typed: String, _ plan: WipePlan) async throws {
        let location = try options.location
        guard plan.folder == location.folder else { throw WipeError.otherName }
        let unlocked = try Unlocking.unlock(location)
        let vault = try OpenVault.wipeJournal(unlocked, at: location, surroundings: Environment.surroundings)
        let journals = try await vault.status().journals
        if options.json {
            return Document.print(
                [
                    "kind": "journal_wiped", "vault": .string(plan.folder), "journal": .text(journals.first?.description),
                    "beyond": Wipe.json(plan.beyond),
                ])
        }
        print(say("The journal is destroyed. The vault is still there, with an empty journal."))
        Terminal.note(say("allow reminders again if you want them; the calendar's address no longer works"))
    }

    private func show(_ report: VaultWipe.Report, _ plan: WipePlan) {
        if options.json {
            return Document.print(
                [
                    "kind": "wiped", "vault": .string(plan.folder), "files": .int(Int64(report.files)),
                    "left": .array(report.left.map(JSON.string)), "troubles": .array(report.troubles.map(JSON.string)),
                    "folder_gone": .bool(report.folderIsGone), "beyond": Wipe.json(plan.beyond),
                ])
        }
        print(say("Destroyed. It can never be opened again."))
        if !report.left.isEmpty {
            print(say("In \(Terminal.harmless(plan.folder)) stays: \(Terminal.harmless(report.left.joined(separator: ", ")))"))
        }
        for trouble in report.troubles { Terminal.note(trouble) }
        if let copies = plan.copies, !copies.isEmpty {
            print(say("\nStill there, outside the vault's folder:"))
            Wipe.show(copies)
        }
    }

    private static func json(_ plan: WipePlan, _ status: VaultStatus?) -> JSON {
        [
            "kind": "wipe_plan", "name": .string(plan.name), "vault": .string(plan.folder),
            "created": plan.created.map(Document.time) ?? .null, "begun": .bool(plan.isBegun),
            "entries": status.map { .int(Int64($0.entries)) } ?? .null, "attachments": .int(Int64(plan.attachments)),
            "bytes": .int(plan.bytes),
            "files": .array(
                plan.files.map {
                    ["name": .string($0.name), "bytes": .int($0.bytes), "modified": Document.time($0.modified)]
                }), "unknown": .array(plan.unknown.map(JSON.string)), "beyond": json(plan.beyond),
        ]
    }

    private static func json(_ beyond: [BeyondReach]) -> JSON {
        .array(beyond.map { ["what": .string($0.what), "command": .string($0.command)] })
    }

    private static func day(_ milliseconds: Int64) -> String {
        CivilTime(zone: Environment.surroundings.zone).wall(at: milliseconds)?.day.longName ?? ""
    }

    private static func size(_ bytes: Int64) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) / 1024) KB" : "\((bytes + (1 << 20) - 1) >> 20) MB"
    }
}

extension ReminderUnit {
    /// The systemd units of this user, to find those of one vault.
    package static var vaultUnits: VaultUnits {
        VaultUnits(folder: URL(fileURLWithPath: path).deletingLastPathComponent().path, systemctl: systemctl)
    }
}
