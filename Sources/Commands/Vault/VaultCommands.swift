import ArgumentParser
import Backups
import Base
import Basics
import CPlatform
import Engine
import Exchange
import Foundation
import Journal
import Ledger
import Vault

enum Welcome {
    static func show() async throws {
        let location = try Profiles.location(vault: nil, profile: nil)
        if FileManager.default.fileExists(atPath: location.vaultFile) {
            print(say("Your journal is in \(location.folder).\n"))
            print(say("  auralyst add …       write         auralyst list        read"))
            print(say("  auralyst search …    find          auralyst --help      everything else"))
        } else {
            print(say("Start with today. Auralyst will trace the line.\n"))
            print(say("  auralyst init        make your vault: a passphrase and a recovery code"))
            print(say("  auralyst demo        look around in a year of made-up data"))
            print(say("  auralyst --help      everything else"))
        }
    }
}

struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration("init")

    @OptionGroup var options: GlobalOptions

    @Option(
        name: .long, help: ArgumentHelp(say("Write the recovery code into a new file instead of showing it."), valueName: "file"))
    var recoveryOut: String?

    func run() async throws {
        let location = try options.location
        guard !FileManager.default.fileExists(atPath: location.vaultFile) else {
            throw Refusal(
                "exists", "there is a vault in \(location.folder) already",
                hint: "nothing was changed; 'auralyst status' describes it, --vault DIR makes one in another folder",
                exit: .failed)
        }
        let target = recoveryOut.map { VaultLocation(folder: $0).folder }
        if let target, FileManager.default.fileExists(atPath: target) { throw EngineError.exists(path: target) }
        if Terminal.canAsk, !options.json {
            Terminal.error(say("A new vault in \(location.folder)\n"))
            Terminal.error(say("Choose a passphrase. Four or more random words make a good one."))
        }
        let passphrase = try PassphrasePrompt.askNew("Passphrase", variable: "AURALYST_PASSPHRASE_FILE")
        // The code is on the disk before there is a vault that needs it.
        let code = try RecoverySheet.newCode(keptIn: target)
        let vault: OpenVault
        do {
            vault = try VaultOpening.create(
                at: location, passphrase: passphrase, recoveryCode: try RecoveryCode(typed: code),
                surroundings: Environment.surroundings, deviceName: ProcessInfo.processInfo.hostName)
        } catch {
            if let target { unsafe _ = unlink(target) }
            throw error
        }
        if let target, !options.json { print(say("The recovery code is in \(target). Print it and delete the file.")) }
        if options.json {
            var members: [String: JSON] = ["kind": "vault", "vault": .string(location.folder)]
            members["recovery_code"] = recoveryOut == nil ? .string(code) : nil
            Document.print(.object(members))
            return
        }
        if recoveryOut == nil { try await RecoverySheet.show(code, vault: vault) }
        print(say("\nThe vault is ready. Write your first entry:\n  \(TypedLine.here.program) add \"…\""))
    }
}

/// Shows a recovery code and asks to type it back.
enum RecoverySheet {
    static func show(_ code: String, vault: OpenVault) async throws {
        print(say("\nYour recovery code. It unlocks the vault if you lose the passphrase. It is shown only now:\n"))
        print("  " + Terminal.styled(code, .bold) + "\n")
        guard Terminal.canAsk, Terminal.isRead else { return }
        print(
            say("Write it down, then type it here to check it (capitals, spaces and dashes do not matter; Enter alone: later)."))
        while let typed = Terminal.ask(say("Recovery code: ")), !trimmed(typed).isEmpty {
            do {
                try await vault.proveRecoveryCode(typed)
                print(say("Checked. Keep it away from this machine."))
                return
            } catch {
                Terminal.error(Explanation(error).sentence)
            }
        }
        Terminal.note(say("you haven't checked your recovery code yet; 'auralyst keys recovery' asks for it again"))
    }

    /// Shows a new code and replaces the old one once it was typed back, or Enter confirms that it is written down.
    static func replace(by code: String, vault: OpenVault) async throws {
        print(say("\nYour new recovery code:\n\n  ") + Terminal.styled(code, .bold) + "\n")
        var isProven = false
        if Terminal.canAsk, Terminal.isRead {
            print(
                say("Write it down, then type it here to check it (Enter alone: you wrote it down). Ctrl-C keeps the old code."))
            while let typed = Terminal.ask(say("Recovery code: ")), !trimmed(typed).isEmpty {
                do throws(VaultError) {
                    isProven = try RecoveryCode(typed: typed).text() == code
                    if isProven { break }
                    Terminal.error(say("That is a different code. Try again."))
                } catch {
                    Terminal.error(Explanation(error).sentence)
                }
            }
        }
        try await vault.replaceRecoveryCode(with: try RecoveryCode(typed: code))
        if isProven { try await vault.proveRecoveryCode(code) }
        print(say("The new code is valid now. \(oldCode)"))
    }

    static let oldCode =
        say(
            "The old code and its shares no longer unlock the vault ('auralyst keys contacts' makes new shares). Older backups and encrypted exports open only with the old code: keep it as long as you keep them, or make new ones."
        )

    /// Generates a code, and first writes it to a new file if a path is given.
    static func newCode(keptIn path: String?) throws -> String {
        let code = RecoveryCode.random().text()
        if let path { try NewFile(path: path).write(Array((code + "\n").utf8)) }
        return code
    }
}

struct Unlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration("unlock")

    @OptionGroup var options: GlobalOptions

    @Option(name: .customLong("for"), help: ArgumentHelp(say("How long: 90s, 15m, 8h, 1 day."), valueName: "time"))
    var time = "15m"

    @Flag(name: .long, help: say("Ask for the recovery code (or read $AURALYST_RECOVERY_CODE_FILE)."))
    var recovery = false

    @OptionGroup var means: RecoveryMeans

    func run() async throws {
        let span: Timespan
        do throws(TimespanError) {
            span = try Timespan.parse(time, within: KeyHolder.durations)
        } catch {
            throw Refusal(
                "bad_duration", "'\(time.prefix(40))' is not a time between a second and 30 days",
                hint: "try --for 15m or --for 8h")
        }
        let holder = Environment.keyHolder
        let vault = try OpenVault(try unlock(), at: options.location, surroundings: Environment.surroundings)
        Unlocking.tell(vault.notices)
        // Started only now: an agent does not wait long for its first key.
        try AgentProcess.startIfNeeded(for: holder)
        try await vault.keepKey(in: holder, seconds: span.seconds)
        let until = Environment.surroundings.now() + Int64(span.seconds) * 1000
        if options.json {
            Document.print(["kind": "unlocked", "seconds": .int(Int64(span.seconds)), "until": Document.time(until)])
        } else {
            let clock = CivilTime(zone: Environment.surroundings.zone).wall(at: until)?.time.clock ?? ""
            print(say("Unlocked until \(clock). 'auralyst lock' locks it."))
        }
    }

    /// Asks again even if a key is stored, so that only someone who knows the passphrase can set a new time.
    private func unlock() throws -> UnlockedVault {
        let locked = try VaultOpening.read(options.location)
        if recovery || means.shares { return try locked.unlock(recoveryCode: means.code()) }
        if let passphrase = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") {
            return try locked.unlock(passphrase: passphrase)
        }
        return try Unlocking.byAsking(locked)
    }
}

struct Lock: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lock")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let dropped = try VaultOpening.lock(options.location, holders: Environment.keyHolders)
        let port = ReminderLease.port(at: try options.location)
        let isAppOpen = try port != nil || ReminderLease.isHeld(.app, at: options.location)
        if options.json {
            Document.print(["kind": "locked", "was_unlocked": .bool(dropped)])
        } else {
            print(dropped ? isAppOpen ? say("Commands are locked.") : say("Locked.") : say("It was already locked."))
        }
        if isAppOpen {
            let place = port.map { say(" at http://localhost:\($0)/") } ?? ""
            Terminal.note(say("the app is still open\(place): lock it there, or press Ctrl-C where 'auralyst open' runs"))
        }
    }
}

/// Starts the process that stores keys if the kernel has no keyring.
enum AgentProcess {
    static func startIfNeeded(for holder: KeyHolder) throws {
        guard case .agent(let socketPath) = holder, holder.needsAgent else { return }
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let arguments = ["auralyst", "agent", socketPath]
        guard unsafe CArguments(arguments).lend({ unsafe platform_start_detached(program, $0, -1) }) == 0,
            holder.waitUntilReady(milliseconds: 5000)
        else {
            throw KeyHolderError.noAgent
        }
    }
}

struct Agent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: say("Keeps unlocked keys; started by 'unlock'."), shouldDisplay: false)

    @Argument var socket: String

    func run() throws { try KeyAgent.run(socketPath: socket) }
}

struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration("status")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let location = try options.location
        let locked = try VaultOpening.read(location)
        Unlocking.tell(locked.notices)
        let (remaining, failure) = KeptKey.remaining(vault: locked.header.vault)
        let canOpen = remaining != nil || Variables["AURALYST_PASSPHRASE_FILE"] != nil
        let vault = canOpen ? try Unlocking.open(options) : nil
        let status = try await vault?.status()
        let profile = Profiles.name(of: location)
        let backup = try await vault?.backupState()
        if options.json {
            var members = members(location, locked, remaining, status)
            if remaining == nil, failure != nil { members["unlocked"] = .null }
            members["profile"] = .text(profile)
            members["backup"] = backup.map { BackupLines.document($0) }
            Document.print(.object(members))
        } else {
            if let profile { print(say("Profile    \(profile)")) }
            show(location, locked, remaining, failure, status)
            if let backup { BackupLines.show(backup) }
        }
    }

    private func members(_ location: VaultLocation, _ locked: LockedVault, _ remaining: Int?, _ status: VaultStatus?) -> [String:
        JSON]
    {
        var members: [String: JSON] = [
            "kind": "status", "vault": .string(location.folder), "unlocked": .bool(remaining != nil),
            "generation": .int(Int64(clamping: locked.header.generation)),
            "created": Document.time(locked.header.created),
            "time_zone_rules": .string(CivilTime.rules),
            "slots": .array(locked.header.slots.map { .string($0.type.name) }),
        ]
        members["unlocked_seconds"] = remaining.map { .int(Int64($0)) }
        guard let status else { return members }
        members["entries"] = .int(Int64(status.entries))
        members["recently_deleted"] = .int(Int64(status.deleted))
        members["operations"] = .int(Int64(status.operations))
        members["first_day"] = .text(status.days?.lowerBound.iso)
        members["last_day"] = .text(status.days?.upperBound.iso)
        members["journals"] = .array(status.journals.map { .string($0.description) })
        members["recovery_proven"] = status.recoveryProven.map(Document.time) ?? .null
        members["removed_slots"] = .array(status.removedSlots.map { .string($0.name) })
        members["rotations"] = .array(status.rotations.map(\.json))
        return members
    }

    private func show(
        _ location: VaultLocation, _ locked: LockedVault, _ remaining: Int?, _ failure: KeyHolderError?, _ status: VaultStatus?
    ) {
        print(say("Vault      \(location.folder)"))
        if let remaining {
            print(
                say(
                    "Key        kept for \(remaining >= 120 ? say("\(remaining / 60) more minutes") : say("\(remaining) more seconds"))"
                ))
        } else if let failure {
            print(say("Key        not known: \(Explanation(failure).sentence)"))
        } else {
            print(say("Key        locked"))
        }
        print(say("Unlocks    \(locked.header.slots.map(\.type.inWords).joined(separator: ", "))"))
        guard let status else { return }
        let days = status.days.map { ", \($0.lowerBound.longName) to \($0.upperBound.longName)" } ?? ""
        print(say("Entries    \(status.entries)\(days)"))
        if status.journals.count > 1 { print(say("Journals   \(status.journals.count); 'auralyst journal list' names them")) }
        if status.deleted > 0 { print(say("Deleted    \(status.deleted) can still be restored")) }
        print(say("Log        \(counted(status.operations, "change"))"))
        for words in NewVaultKey.words(for: status.removedSlots) { print(Terminal.styled(say("Keys       \(words)"), .cue)) }
        if status.areJournalKeysDue {
            print(
                Terminal.styled(
                    say("Keys       the vault has a new key, its journals not yet; 'auralyst keys rotate' goes on"), .cue))
        }
        for rotation in status.rotations { print(Terminal.styled(say("Rotation   \(rotation.words)"), .cue)) }
        if let proven = status.recoveryProven {
            let day = CivilTime(zone: Environment.surroundings.zone).wall(at: proven)?.day.longName ?? ""
            print(say("Recovery   code last checked on \(day)"))
        } else {
            print(Terminal.styled(say("Recovery   code not checked yet: 'auralyst keys recovery' checks it"), .cue))
        }
    }
}

/// The key stored by `unlock`.
private enum KeptKey {
    /// For how many more seconds it is stored, and why a holder could not be asked.
    static func remaining(vault: [UInt8]) -> (seconds: Int?, failure: KeyHolderError?) {
        var seconds: Int?
        var failure: KeyHolderError?
        for holder in Environment.keyHolders {
            do throws(KeyHolderError) {
                if let left = try holder.remaining(vault: vault) { seconds = max(seconds ?? 0, left) }
            } catch {
                failure = error
            }
        }
        return (seconds, failure)
    }
}

extension KeyslotType {
    var inWords: String {
        switch self {
        case .passphrase: "passphrase"
        case .recovery, .recoveryRecipient: say("recovery code")
        case .passkey: "passkey"
        default: name
        }
    }
}
