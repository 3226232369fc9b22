import ArgumentParser
import Base
import Engine
import Foundation
import Ledger
import Vault

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys rotate")

    @OptionGroup var options: GlobalOptions
    @Option(name: .long, help: ArgumentHelp(say("Only this journal's key."), valueName: "journal"))
    var journal: String?
    @Flag(name: .long, help: say("Only show the progress.")) var status = false
    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        let location = try options.location
        if status || journal != nil {
            let vault = try Unlocking.open(options)
            let chosen = try await vault.journal(named: journal)
            guard status else { return try await rotate(vault, chosen, isVaultKey: false) }
            return show(try await vault.rotations().filter { chosen == nil || $0.journal == chosen })
        }
        let proof = try KeysPassphrase.proven(location, by: recovery)
        do {
            let found = try VaultOpening.read(location).unlock(vaultKey: proof.unlocked.vaultKey())
            let vault = try Unlocking.open(found, at: location)
            if try await vault.areJournalKeysDue() { return try await rotate(vault, nil, isVaultKey: false) }
            try await vault.requireRotatable()
        }
        try await rotate(try await NewVaultKey.run(proof, at: location), nil, isVaultKey: true)
    }

    private func rotate(_ vault: OpenVault, _ chosen: JournalID?, isVaultKey: Bool) async throws {
        let count = try await vault.journalNames().count
        let isOfSeveral = chosen == nil && count > 1
        let whose = isOfSeveral ? say("Every journal has a new key") : say("The journal has a new key")
        let old = isOfSeveral ? say("old ones are") : say("old one is")
        let (bar, progress) = ProgressBar.make()
        let report: RotationReport
        do {
            defer { bar.end() }
            report = try await vault.rotateKeys(of: chosen, progress: progress)
        }
        let removed = await vault.removedSlots()
        if report.waitsForSync {
            // Another device may have been faster: nothing is destroyed before the relay was asked.
            let rest = try await SyncRound.run(vault)
            if options.json {
                var whole = report
                if let rest { whole.add(rest) }
                return Document.print(KeysRotate.json(whole, removed, isVaultKey))
            }
            if isVaultKey { try await tellVaultKey(vault, removed) }
            let isDone = try await vault.rotations().isEmpty
            return print("\(whose); \(isDone ? say("the \(old) destroyed") : say("the next sync goes on")).")
        }
        KeysRotate.tell(report)
        if options.json { return Document.print(KeysRotate.json(report, removed, isVaultKey)) }
        if isVaultKey { try await tellVaultKey(vault, removed) }
        let attachments = report.attachments > 0 ? " and \(counted(report.attachments, "attachment"))" : ""
        print(
            say("\(whose); \(counted(report.operations, "change"))\(attachments) encrypted again. The \(old) destroyed."))
    }

    /// Prints what a rotation had to leave as it was.
    static func tell(_ report: RotationReport) {
        for name in report.faultyAttachments {
            Terminal.note(say("the attachment \(Terminal.name(name)) is missing or damaged and was left as it is"))
        }
        if report.unopened > 0 {
            Terminal.note(say("\(counted(report.unopened, "change")) could not be opened before and stay encrypted"))
        }
        if report.oldFilesLeft > 0 {
            Terminal.note(
                say("\(counted(report.oldFilesLeft, "file")) under the old key could not be removed from 'attachments'"))
        }
    }

    /// What the new vault key means for everything that opened the vault before.
    private func tellVaultKey(_ vault: OpenVault, _ removed: [KeyslotType]) async throws {
        print(say("The vault has a new key: an older vault.auralyst unlocks nothing here."))
        for words in NewVaultKey.words(for: removed) { print(words) }
        if try await vault.relayAddress() != nil {
            print(say("Your other devices keep their own keys: run this on each of them."))
            print(
                say(
                    "An older vault.auralyst with its passphrase still opens what you sync: only 'auralyst keys lost-device' ends that."
                )
            )
        }
    }

    private static func json(_ report: RotationReport, _ removed: [KeyslotType], _ isVaultKey: Bool) -> JSON {
        [
            "vault_key": .bool(isVaultKey), "removed_slots": .array(removed.map { .string($0.name) }),
            "kind": "rotation", "epoch": .int(Int64(report.epoch)), "operations": .int(Int64(report.operations)),
            "attachments": .int(Int64(report.attachments)), "unopened": .int(Int64(report.unopened)),
            "faulty_attachments": .array(report.faultyAttachments.map(JSON.string)),
            "old_files_left": .int(Int64(report.oldFilesLeft)),
        ]
    }

    private func show(_ states: [RotationState]) {
        if options.json { return Document.print(.array(states.map(\.json))) }
        guard !states.isEmpty else { return print(say("The keys are not being changed.")) }
        for state in states { print(state.words) }
    }
}

extension RotationState {
    /// For `status` and `keys rotate --status`.
    var json: JSON {
        [
            "kind": "rotation_state", "journal": .string(journal.description), "epoch": .int(Int64(epoch)),
            "done": .int(Int64(done)), "total": .int(Int64(total)), "attachments_left": .int(Int64(attachmentsLeft)),
        ]
    }

    var words: String {
        let attachments = attachmentsLeft > 0 ? ", \(counted(attachmentsLeft, "attachment")) left" : ""
        return say("Keys are being changed: \(done) of \(total) changes done\(attachments); 'auralyst keys rotate' goes on")
    }
}
