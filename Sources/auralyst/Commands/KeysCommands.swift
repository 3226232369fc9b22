import ArgumentParser
import Engine
import Foundation
import Ledger
import Vault

struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "See and change what opens the vault.",
        subcommands: [KeysList.self, KeysPassphrase.self, KeysRecovery.self, KeysAdd.self, KeysRemove.self, KeysRotate.self])
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the key slots.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let slots = try VaultOpening.read(options.location).header.slots
        if options.json {
            Document.print(
                .array(slots.map { ["id": .string($0.id.description), "kind": "slot", "type": .string($0.type.name)] }))
        } else {
            for slot in slots { print("\(slot.id.description.prefix(8))  \(slot.type.inWords)") }
        }
    }
}

struct KeysPassphrase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase", abstract: "Change the passphrase.",
        discussion: """
            Only the passphrase's key slot is written anew. Copies of the vault that were made before still open with the old one.
            Asks for the present one, or for the recovery code. Scripts: AURALYST_PASSPHRASE_FILE, AURALYST_NEW_PASSPHRASE_FILE.
            """)

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let vault = try Unlocking.open(try KeysPassphrase.proven(options.location), at: options.location)
        let passphrase = try PassphrasePrompt.askNew("New passphrase", variable: "AURALYST_NEW_PASSPHRASE_FILE")
        try await vault.changePassphrase(to: passphrase)
        if options.json { Document.print(["kind": "passphrase", "changed": true]) } else { print("The passphrase is changed.") }
    }

    /// Who changes the passphrase shows a key of the vault first: a kept key alone would let anybody at the desk lock the owner out.
    static func proven(_ location: VaultLocation) throws -> UnlockedVault {
        let locked = try VaultOpening.read(location)
        if let passphrase = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") {
            return try locked.unlock(passphrase: passphrase)
        }
        guard Terminal.canAsk else { throw EngineError.locked }
        let passphrase = try PassphrasePrompt.ask("Present passphrase (Enter alone: the recovery code instead): ")
        if passphrase.count > 0 { return try locked.unlock(passphrase: passphrase) }
        return try locked.unlock(recoveryCode: RecoveryCode(typed: Terminal.ask("Recovery code: ") ?? ""))
    }
}

struct KeysRecovery: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery", abstract: "Prove the recovery code by typing it, or replace it.")

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: "Make a new code; the old one opens nothing afterwards.")
    var new = false

    @Flag(name: .long, help: "Rehearse: open the vault by the code and nothing else, and read from it.")
    var drill = false

    @Option(
        name: .long, help: ArgumentHelp("With --new: write the code into a new file instead of showing it.", valueName: "file"))
    var out: String?

    func validate() throws {
        if new && drill { throw ValidationError("--new and --drill are two different things") }
    }

    func run() async throws {
        if drill { return try await rehearse() }
        let vault = try Unlocking.open(options)
        if new {
            let target = out.map { VaultLocation(folder: $0).folder }
            // The new code is on the disk before the old one stops to open anything.
            let code = try RecoverySheet.newCode(keptIn: target)
            if target == nil, !options.json { return try await RecoverySheet.replace(by: code, vault: vault) }
            try await vault.replaceRecoveryCode(with: try RecoveryCode(typed: code))
            if options.json {
                Document.print(["kind": "recovery", "recovery_code": target == nil ? .string(code) : .null])
            } else if let target {
                print("The recovery code is in \(target). Print it and delete the file.")
            }
            return
        }
        guard let typed = Terminal.canAsk ? Terminal.ask("Recovery code: ") : readLine() else { throw EngineError.locked }
        try await vault.proveRecoveryCode(typed)
        if options.json {
            Document.print(["kind": "recovery", "proven": true])
        } else {
            print("That is the code of this vault.")
        }
    }
}

extension KeysRecovery {
    /// No kept key and no passphrase: only what would be at hand on the day. Scripts: AURALYST_RECOVERY_FILE.
    private func rehearse() async throws {
        let typed: String?
        if let path = Environment["AURALYST_RECOVERY_FILE"] {
            guard let file = FileHandle(forReadingAtPath: path) else { throw EngineError.file(path: path, code: ENOENT) }
            typed = String(decoding: try file.read(upToCount: 4096) ?? Data(), as: UTF8.self)
        } else {
            typed = Terminal.canAsk ? Terminal.ask("Recovery code: ") : readLine()
        }
        guard let typed else { throw EngineError.locked }
        let drill = try await VaultOpening.rehearseRecovery(
            options.location, typed: typed, surroundings: Environment.surroundings)
        if options.json {
            Document.print(
                [
                    "kind": "recovery_drill", "date": Document.time(drill.date), "entries": .int(Int64(drill.entries)),
                    "read": .bool(drill.hasReadNewest),
                ])
        } else {
            let read = drill.hasReadNewest ? ", and the newest was read" : ""
            print(
                "The code alone opens this vault: \(drill.entries == 1 ? "one entry is" : "\(drill.entries) entries are") there\(read)."
            )
            print("'auralyst status' keeps the date.")
        }
    }
}

struct KeysAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let something else open the vault: the desktop's keychain, another passphrase.",
        discussion: """
            'keychain' opens the vault while you are logged in to this desktop.
            'passphrase' adds one beside those that there are, at most four.
            Scripts: AURALYST_NEW_PASSPHRASE_FILE names a file with it.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "keychain or passphrase", completion: .list(["keychain", "passphrase"])) var type: String

    func run() async throws {
        guard ["keychain", "passphrase"].contains(type) else {
            throw Refusal(
                "bad_slot_type", "'\(type.prefix(40))' cannot be added",
                hint: "'auralyst keys add keychain' or 'auralyst keys add passphrase'")
        }
        if type == "passphrase" { return try await addPassphrase() }
        let vault = try Unlocking.open(options)
        try await vault.addKeychain()
        if options.json {
            Document.print(["kind": "slot", "type": "keychain"])
        } else {
            print("The desktop's keychain opens this vault from now on, while you are logged in.")
        }
    }
}

extension KeysAdd {
    /// Shows a key of the vault first, as a change of the passphrase does.
    private func addPassphrase() async throws {
        let vault = try Unlocking.open(try KeysPassphrase.proven(options.location), at: options.location)
        try await vault.addPassphrase(
            try PassphrasePrompt.askNew("Further passphrase", variable: "AURALYST_NEW_PASSPHRASE_FILE"))
        if options.json {
            Document.print(["kind": "slot", "type": .string(KeyslotType.passphrase.name)])
        } else {
            print("Both passphrases open this vault from now on; 'auralyst keys remove' takes one away.")
        }
    }
}

struct KeysRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a key slot.",
        discussion: """
            Copies of the vault that were made before still have it. If somebody may
            have used it, 'auralyst keys rotate' puts another key in the place of the
            journal's, so that what is written from then on is out of reach.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The beginning of its name in 'auralyst keys list'.") var slot: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        try await vault.removeSlot(slot)
        let left = try await vault.keyslots()
        if options.json {
            Document.print(
                [
                    "kind": "slot", "removed": .string(slot),
                    "left": .array(left.map { ["id": .string($0.id), "kind": "slot", "type": .string($0.type)] }),
                ])
        } else {
            print("Removed. What still opens this vault:")
            for slot in left {
                let words = KeyslotType(name: slot.type)?.inWords ?? slot.type
                print("  \(slot.id.prefix(8))  \(words)\(slot.detail.map { " of " + Terminal.harmless($0) } ?? "")")
            }
        }
    }
}
