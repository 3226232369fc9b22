import ArgumentParser
import Base
import Basics
import Engine
import Exchange
import Foundation
import Importing
import Ledger
import Vault

struct Repair: AsyncParsableCommand {
    static let configuration = CommandConfiguration("repair")

    @OptionGroup var options: GlobalOptions

    @Flag(
        name: .long,
        help: say("If both copies of the vault file are damaged: accept the key slots that 'keys list' shows as yours.")
    )
    var acceptSlots = false

    func run() async throws {
        let (bar, progress) = ProgressBar.make()
        let unlocked = try Unlocking.unlock(options.location, salvaging: true)
        Unlocking.tell(unlocked.notices)
        let accepts = try unlocked.headerIsAuthentic || acceptsSlots(unlocked.header.slots)
        var (vault, report) = try await OpenVault.repair(
            unlocked, at: options.location, acceptingSlots: accepts, surroundings: Environment.surroundings, progress: progress)
        try await vault.fetchFaultyFiles(
            into: &report, over: SyncRound.transport, now: Environment.surroundings.now, progress: progress)
        bar.end()
        options.json ? Document.print(document(report)) : show(report)
        guard report.isWhole else {
            throw Refusal(
                "damaged", "not everything could be put in order",
                hint: "a backup from before has what is missing here",
                exit: .damaged)
        }
    }

    /// The key slots in both copies of the vault file are damaged: only the owner can say whether these are theirs.
    private func acceptsSlots(_ slots: [Keyslot]) throws -> Bool {
        if acceptSlots { return true }
        guard Terminal.canAsk else { return false }
        Terminal.error(say("Both copies of the vault file are damaged, and its key slots can't be verified:"))
        for slot in slots { Terminal.error("  \(slot.id.description.prefix(8))  \(slot.type.inWords)") }
        Terminal.error(
            say("If one is missing or is not yours, someone may have altered the file: restore it from a backup instead."))
        return Terminal.confirm(say("Are these yours?"))
    }

    private func document(_ report: RepairReport) -> JSON {
        [
            "kind": "repair", "whole": .bool(report.isWhole), "applied": .int(Int64(report.applied)),
            "unopened": .int(Int64(report.unopened)), "missing": .int(Int64(report.missing)),
            "rescued": .int(Int64(report.rescued)), "set_aside": .int(Int64(report.setAside)),
            "refused": .int(Int64(report.refused)),
            "damaged_database": .text(report.damagedDatabase), "heads_missing": .bool(report.isAnotherDevice),
            "attachments": .int(Int64(report.soundAttachments)),
            "attachment_faults": .array(report.attachmentFaults.map { .string($0) }),
            "absent_attachments": .array(report.absentAttachments.map { .string($0) }),
            "fetched_attachments": .int(Int64(report.fetchedAttachments)), "relay_problem": .text(report.relayProblem),
        ]
    }

    private func show(_ report: RepairReport) {
        print(say("Rebuilt from \(counted(report.applied, "change"))."))
        if report.unopened > 0 { print(say("Could not be opened: \(counted(report.unopened, "change")).")) }
        if report.missing > 0 { print(say("Lost: \(counted(report.missing, "change")).")) }
        if report.rescued > 0 { print(say("\(report.rescued) texts and records were recovered from the tables.")) }
        if report.setAside > 0 {
            print(
                say(
                    "Set aside: \(counted(report.setAside, "record")) that do not belong in this journal. 'auralyst export json' includes them."
                )
            )
        }
        if report.refused > 0 { print(say("Not counted: \(counted(report.refused, "change")) by people without permission.")) }
        if report.soundAttachments > 0 { print(say("Intact: \(counted(report.soundAttachments, "attachment")).")) }
        if report.fetchedAttachments > 0 {
            print(say("Fetched from the relay: \(counted(report.fetchedAttachments, "attachment"))."))
        }
        for fault in report.attachmentFaults { print(Terminal.harmless(fault)) }
        for absent in report.absentAttachments { print(Terminal.harmless(absent)) }
        if let problem = report.relayProblem { Terminal.note(say("the relay could not be asked for files: \(problem)")) }
        if let kept = report.damagedDatabase {
            print(
                say("The database was damaged. It is kept as \(kept); delete it when you have checked that everything is there."))
        }
        if report.isWhole {
            let isAllHere = report.absentAttachments.isEmpty && !report.isAnotherDevice
            print(isAllHere ? say("Everything is in order.") : say("Everything that is here is in order."))
        }
        if report.isAnotherDevice {
            Terminal.note(
                say("journal.heads had been removed or replaced: nothing here can tell whether the newest entries are missing. ")
                    + say(
                        "'auralyst sync now' fetches what the relay has; 'auralyst backup verify FOLDER' says what a backup has"))
        }
    }
}

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration("demo")

    @Option(help: say("Years of health log, 1 to 15; entries are of the last year.")) var years = 1

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard OpenVault.demoYears.contains(years) else { throw ValidationError(say("--years is a number from 1 to 15")) }
    }

    func run() async throws {
        let location =
            options.vault.map { VaultLocation(folder: $0) }
            ?? VaultLocation(
                folder: VaultLocation.usual(
                    environment: ["XDG_DATA_HOME": Variables["XDG_DATA_HOME"] ?? "", "HOME": Variables["HOME"] ?? ""]
                ).folder + "-demo")
        guard !FileManager.default.fileExists(atPath: location.vaultFile) else { throw VaultError.exists }
        let surroundings = Environment.surroundings
        let vault = try VaultOpening.create(
            at: location, passphrase: Secret(copying: Array("demo".utf8)), recoveryCode: .random(), surroundings: surroundings,
            deviceName: "demo")
        let (bar, progress) = ProgressBar.make()
        let (entries, records) = try await vault.addDemo(years: years, progress: progress)
        bar.end()
        let holder = Environment.keyHolder
        let isKept: Bool
        do {
            try AgentProcess.startIfNeeded(for: holder)
            try await vault.keepKey(in: holder, seconds: 3600)
            isKept = true
        } catch {
            isKept = false
        }
        if options.json {
            Document.print([
                "kind": "vault", "vault": .string(location.folder), "entries": .int(Int64(entries)),
                "records": .int(Int64(records)),
            ])
            return
        }
        print(
            say("A vault with \(entries) made-up entries and \(records) records of a health log is in \(location.folder)."))
        print((isKept ? say("It is unlocked for an hour; its") : say("Its")) + say(" passphrase is: demo\n"))
        for command in [
            "open", "list", "search walk", "list --on-this-day", "dose due", "medication list",
            "day yesterday",
        ] {
            print("  auralyst \(command) --vault \(location.folder)")
        }
        print(say("\nDelete the folder when you are done."))
    }
}

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration("completions")

    @Argument(help: say("bash, zsh or fish"), completion: .list(["bash", "zsh", "fish"])) var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell.lowercased()) else {
            throw Refusal(
                "unknown_shell", "'\(shell.prefix(40))' is not a shell with completions", hint: "the shells are: bash, zsh, fish")
        }
        print(Auralyst.completionScript(for: shell))
    }
}
