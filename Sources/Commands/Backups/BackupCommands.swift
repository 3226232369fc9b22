import ArgumentParser
import Backups
import Base
import Engine
import Foundation
import Journal
import Ledger
import Vault

/// Backups: create, check, restore, and schedule daily.
struct BackupCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "backup",
        subcommands: [
            BackupStatus.self, BackupCreate.self, BackupVerify.self, BackupRestore.self, BackupSchedule.self,
        ], defaultSubcommand: BackupStatus.self)
}

extension BackupTier: ExpressibleByArgument {}

struct BackupStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration("backup status")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let state = try await Unlocking.open(options).backupState()
        if options.json { return Document.print(BackupLines.document(state, kind: "backup_state")) }
        BackupLines.show(state)
        if state.last == nil { print(say("No backup yet. 'auralyst backup create --to FOLDER' makes one.")) }
    }
}

struct BackupCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration("backup create")

    @OptionGroup var options: GlobalOptions

    @Option(
        name: .long,
        help: ArgumentHelp(say("The folder, best on another disk (default: the one used last)."), valueName: "folder"),
        completion: .directory)
    var to: String?

    @Option(name: .long, help: say("monthly, weekly or daily, instead of what is due."))
    var tier: BackupTier?

    @Flag(name: .long, help: .hidden) var service = false

    func run() async throws {
        let vault = try open()
        let folder = try await folder(vault)
        let (bar, progress) = ProgressBar.make()
        let receipt = try await vault.createBackup(in: folder, tier: tier, progress: progress)
        bar.end()
        if options.json {
            Document.print([
                "kind": "backup", "path": .string(receipt.path), "tier": .string(receipt.tier.rawValue),
                "bytes": .int(Int64(receipt.size)), "operations": .int(Int64(receipt.operations)),
                "records": .int(Int64(receipt.records)), "attachments": .int(Int64(receipt.attachments)),
                "missing_attachments": .int(Int64(receipt.missingAttachments)),
                "absent_attachments": .int(Int64(receipt.absentAttachments.reduce(0) { $0 + $1.count })),
                "removed": .array(receipt.removed.map { .string($0) }),
                "same_disk": .bool(receipt.isOnVaultsDisk),
            ])
        } else {
            print(say("Wrote \(Terminal.harmless(receipt.path))"))
            let tier = receipt.tier.rawValue
            let what = say("\(tier.prefix(1).uppercased() + tier.dropFirst()), \(receipt.tier.contents)")
            print(say("\(what): \(counted(receipt.operations, "change")), \(counted(receipt.attachments, "attachment"))."))
            if receipt.tier != .monthly {
                print(say("It needs the monthly and weekly backups before it: keep them in one folder."))
            }
        }
        if receipt.missingAttachments > 0 {
            Terminal.note(
                say("\(counted(receipt.missingAttachments, "attachment")) could not be backed up, as the vault has lost them; ")
                    + say("'auralyst repair' says which"))
        }
        for absent in receipt.absentAttachments {
            Terminal.note(
                say("not in this backup: \(Terminal.harmless(absent.sentence)). A later backup includes what has come by then"))
        }
        if receipt.isOnVaultsDisk {
            Terminal.note(say("the folder is on the same disk as the vault: if the disk fails, both are lost"))
        }
    }

    private func open() throws -> OpenVault {
        guard service else { return try Unlocking.open(options) }
        // A timer cannot ask anyone.
        guard let unlocked = try Unlocking.withoutAsking(options.location) else {
            throw Refusal(
                "locked", "no backup was made, as the vault is locked",
                hint: "'auralyst keys add keychain' lets it open after you log in; or run 'auralyst backup create' yourself",
                exit: .locked)
        }
        return try Unlocking.open(unlocked, at: options.location)
    }

    private func folder(_ vault: OpenVault) async throws -> String {
        if let to { return VaultLocation(folder: to).folder }
        return try await vault.usualBackupFolder()
    }
}

struct BackupVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration("backup verify")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("A backup file, or a folder whose newest is meant."), valueName: "path"), completion: .file())
    var path: String?

    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        let (bar, progress) = ProgressBar.make()
        let found = try await verify(progress)
        bar.end()
        options.json ? Document.print(document(found)) : show(found)
    }

    private func verify(_ progress: ProgressReport) async throws -> BackupVerification {
        guard let path else {
            // Only the open vault knows the folder that was used last.
            let vault = try Unlocking.open(options)
            return try await vault.verifyBackup(at: try await vault.usualBackupFolder(), progress: progress)
        }
        let folder = VaultLocation(folder: path).folder
        if let unlocked = try Unlocking.withoutAsking(options.location) {
            return try await Unlocking.open(unlocked, at: options.location).verifyBackup(at: folder, progress: progress)
        }
        return try OpenVault.verifyBackup(
            at: folder, recoveryCode: recovery.code(), vault: try VaultOpening.read(options.location).header.vault,
            scratch: options.location.folder, progress: progress)
    }

    private func document(_ found: BackupVerification) -> JSON {
        [
            "kind": "backup_verification", "files": .array(found.files.map { .string($0) }),
            "tier": .string(found.tier.rawValue), "created": Document.time(found.created),
            "records": .int(Int64(found.records)), "operations": .int(Int64(found.operations)),
            "unopened": .int(Int64(found.unopened)), "attachments": .int(Int64(found.attachments)),
            "missing_attachments": .int(Int64(found.missingAttachments)), "unread": .array(found.unread.map { .string($0) }),
            "made_by_this_vault": found.isAuthentic.map { .bool($0) } ?? .null,
            "operations_since": found.since.map { .int(Int64($0)) } ?? .null, "lacking_here": .int(Int64(found.lacking)),
        ]
    }

    private func show(_ found: BackupVerification) {
        let when = BackupMoment.words(found.created)
        print(
            say(
                "The backup of \(when) restores: \(counted(found.records, "record")), \(counted(found.attachments, "attachment"))."
            ))
        print(say("Read: \(found.files.joined(separator: ", "))"))
        if let since = found.since {
            print(since == 0 ? say("It has everything that is in the vault.") : say("\(counted(since, "change")) since then."))
        }
        if found.lacking > 0 {
            Terminal.note(
                say(
                    "it has \(counted(found.lacking, "change")) that this vault does not have: an older copy of the vault may have replaced it; "
                )
                    + say("'auralyst backup restore' makes a vault with all of it"))
        }
        if found.isAuthentic == nil { Terminal.note(say("unlock the vault to check whether it made this backup")) }
        tell(missing: found.missingAttachments, unread: found.unread)
    }
}

struct BackupRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration("backup restore")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("A backup file, or a folder whose newest is meant."), valueName: "path"), completion: .file())
    var path: String

    @Option(name: .long, help: ArgumentHelp(say("The new vault's folder."), valueName: "dir"), completion: .directory)
    var to: String

    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        let target = VaultLocation(folder: to).folder
        let source = VaultLocation(folder: path).folder
        try OpenVault.checkRestoring(from: source, to: target)
        let code = try recovery.code()
        let passphrase = try PassphrasePrompt.askNew(say("New passphrase"), variable: "AURALYST_PASSPHRASE_FILE")
        let (bar, progress) = ProgressBar.make()
        let found = try OpenVault.restoreBackup(
            from: source, to: target, recoveryCode: code, passphrase: passphrase,
            surroundings: Environment.surroundings, deviceName: ProcessInfo.processInfo.hostName, progress: progress)
        bar.end()
        if options.json {
            Document.print([
                "kind": "restored", "vault": .string(target), "files": .array(found.files.map { .string($0) }),
                "created": Document.time(found.created), "records": .int(Int64(found.records)),
                "operations": .int(Int64(found.operations)), "unopened": .int(Int64(found.unopened)),
                "attachments": .int(Int64(found.attachments)), "missing_attachments": .int(Int64(found.missingAttachments)),
                "unread": .array(found.unread.map { .string($0) }),
            ])
            return
        }
        print(say("Restored as of \(BackupMoment.words(found.created)): \(counted(found.records, "record"))."))
        print(
            say(
                "The vault is in \(Terminal.harmless(target)). Look around:\n  auralyst --vault \(Terminal.harmless(target)) list"
            ))
        if found.unopened > 0 {
            Terminal.note(say("\(counted(found.unopened, "change")) could not be opened, as before"))
        }
        tell(missing: found.missingAttachments, unread: found.unread)
    }
}

/// Says what a backup lacks, and which files beside it may be newer ones.
private func tell(missing: Int, unread: [String]) {
    if missing > 0 { Terminal.note(say("not in it: \(counted(missing, "attachment")) that the vault did not have then")) }
    for name in unread {
        Terminal.note(say("not read: \(Terminal.harmless(name)). If it is a renamed backup, give it its old name and try again"))
    }
}

enum BackupMoment {
    static func words(_ milliseconds: Int64) -> String {
        guard let wall = CivilTime(zone: Environment.surroundings.zone).wall(at: milliseconds) else { return "then" }
        return "\(wall.day.longName), \(wall.time.clock)"
    }

    static func ago(_ milliseconds: Int64) -> String {
        let here = Environment.surroundings
        return BackupState.ago(milliseconds, now: here.now(), zone: CivilTime(zone: here.zone))
    }
}
