import ArgumentParser
import Base
import Engine
import Foundation
import Ledger
import Vault

struct Keys: CommandGroup {
    static let configuration = CommandConfiguration(
        "keys",
        subcommands: [
            KeysList.self, KeysPassphrase.self, KeysRecovery.self, KeysContacts.self, KeysAdd.self, KeysRemove.self,
            KeysRotate.self, KeysLostDevice.self,
        ], defaultSubcommand: KeysList.self)
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys list")

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
    static let configuration = CommandConfiguration("keys passphrase")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        let proof = try KeysPassphrase.proven(options.location, by: recovery)
        let present = proof.passphrase?.duplicate()
        let vault = try Unlocking.open(proof.unlocked, at: options.location)
        let passphrase = try PassphrasePrompt.askNew(say("New passphrase"), variable: "AURALYST_NEW_PASSPHRASE_FILE")
        try await vault.changePassphrase(to: passphrase, from: present)
        if options.json {
            Document.print(["kind": "passphrase", "changed": true])
        } else {
            print(say("The passphrase is changed."))
        }
    }

    /// Opens the vault for a change of its slots.
    static func open(_ location: VaultLocation, by means: RecoveryMeans) throws -> OpenVault {
        let proof = try proven(location, by: means)
        return try Unlocking.open(proof.unlocked, at: location)
    }

    /// A change of passphrase first asks for a secret of the vault: with a stored key alone, anyone at the desk could lock the
    /// owner out.
    static func proven(_ location: VaultLocation, by means: RecoveryMeans) throws -> KeyProof {
        let locked = try VaultOpening.read(location)
        if means.shares { return KeyProof(unlocked: try locked.unlock(recoveryCode: means.code())) }
        if let passphrase = try PassphrasePrompt.fromFile(namedBy: "AURALYST_PASSPHRASE_FILE") {
            return KeyProof(unlocked: try locked.unlock(passphrase: passphrase), passphrase: passphrase)
        }
        if let code = try RecoveryPrompt.fromFile() {
            return KeyProof(unlocked: try locked.unlock(recoveryCode: RecoveryCode(typed: code)))
        }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_key_shown", "this needs the passphrase or the recovery code, and there is no terminal to ask on",
                hint: "set AURALYST_PASSPHRASE_FILE or AURALYST_RECOVERY_CODE_FILE to a file that holds it", exit: .locked)
        }
        let passphrase = try PassphrasePrompt.ask(say("Present passphrase (Enter alone: the recovery code instead): "))
        if passphrase.count > 0 {
            return KeyProof(unlocked: try locked.unlock(passphrase: passphrase), passphrase: passphrase)
        }
        return KeyProof(
            unlocked: try locked.unlock(recoveryCode: RecoveryCode(typed: Terminal.ask(say("Recovery code: ")) ?? "")))
    }
}

struct KeysRecovery: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys recovery")

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: say("Make a new code; the old one no longer unlocks the vault."))
    var new = false

    @Flag(name: .long, help: say("Test the code: unlock the vault with it alone, and read the newest entry."))
    var drill = false

    @OptionGroup var recovery: RecoveryMeans

    @Option(
        name: .long,
        help: ArgumentHelp(say("With --new: write the code into a new file instead of showing it."), valueName: "file"))
    var out: String?

    func validate() throws {
        if new && drill { throw ValidationError(say("use --new or --drill, not both")) }
        if drill && recovery.shares { throw ValidationError(say("--drill tests the code; use --shares alone to check shares")) }
    }

    func run() async throws {
        if drill { return try await rehearse() }
        if new {
            // With a stored key alone, anyone at the desk could replace the owner's code by their own.
            let vault = try KeysPassphrase.open(options.location, by: recovery)
            let target = out.map { VaultLocation(folder: $0).folder }
            // The new code is on the disk before the old one stops working.
            let code = try RecoverySheet.newCode(keptIn: target)
            if target == nil, !options.json { return try await RecoverySheet.replace(by: code, vault: vault) }
            try await vault.replaceRecoveryCode(with: try RecoveryCode(typed: code))
            if options.json {
                Document.print(["kind": "recovery", "recovery_code": target == nil ? .string(code) : .null])
            } else if let target {
                print(say("The recovery code is in \(target). Print it and delete the file."))
                print(RecoverySheet.oldCode)
            }
            return
        }
        if recovery.shares { return try checkShares() }
        let unlocked: UnlockedVault
        let typed: String
        if let open = try Unlocking.withoutAsking(options.location) {
            typed = try code()
            unlocked = open
        } else {
            // A locked vault answers at once, without waiting for a pipe.
            typed = try RecoveryPrompt.typed()
            unlocked = try VaultOpening.read(options.location).unlock(recoveryCode: RecoveryCode(typed: typed))
        }
        let vault = try Unlocking.open(unlocked, at: options.location)
        try await vault.proveRecoveryCode(typed)
        if options.json {
            Document.print(["kind": "recovery", "proven": true])
        } else {
            print(say("Correct: this is the recovery code of this vault."))
        }
    }
}

extension KeysRecovery {
    /// From the file named in the environment, from the person, or from a pipe.
    private func code() throws -> String {
        if try RecoveryPrompt.fromFile() == nil, !Terminal.canAsk, let piped = readLine() { return piped }
        return try RecoveryPrompt.typed()
    }

    /// Whether the shares open the vault. The code itself was not typed, so the date of its last check stays.
    private func checkShares() throws {
        _ = try VaultOpening.read(options.location).unlock(recoveryCode: recovery.code())
        if options.json {
            Document.print(["kind": "recovery", "proven": true])
        } else {
            print(say("These shares unlock this vault."))
        }
    }

    /// No stored key and no passphrase: only what would be available in an emergency.
    private func rehearse() async throws {
        let typed = try code()
        let drill = try await VaultOpening.rehearseRecovery(
            options.location, typed: typed, surroundings: Environment.surroundings)
        if options.json {
            Document.print(
                [
                    "kind": "recovery_drill", "date": Document.time(drill.date), "entries": .int(Int64(drill.entries)),
                    "read": .bool(drill.hasReadNewest),
                ])
        } else {
            let read = drill.hasReadNewest ? say(", and the newest was read") : ""
            print(
                say(
                    "The recovery code alone unlocks this vault: \(plural(drill.entries, "one entry is", "# entries are")) there\(read)."
                )
            )
            print(say("'auralyst status' shows when you did this."))
        }
    }
}

struct KeysAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys add")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("keychain or passphrase"), completion: .list(["keychain", "passphrase"])) var type: String

    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        guard ["keychain", "passphrase"].contains(type) else {
            throw Refusal(
                "bad_slot_type", "'\(type.prefix(40))' cannot be added",
                hint: "'auralyst keys add keychain' or 'auralyst keys add passphrase'")
        }
        if type == "passphrase" { return try await addPassphrase() }
        // A key that is stored for an hour must not become one that stays.
        let vault = try KeysPassphrase.open(options.location, by: recovery)
        try await vault.addKeychain()
        if options.json {
            Document.print(["kind": "slot", "type": "keychain"])
        } else {
            print(say("The desktop's keychain now unlocks this vault while you are logged in."))
        }
    }
}

extension KeysAdd {
    /// First asks for a secret of the vault, as a change of the passphrase does.
    private func addPassphrase() async throws {
        let vault = try KeysPassphrase.open(options.location, by: recovery)
        try await vault.addPassphrase(
            try PassphrasePrompt.askNew(say("Further passphrase"), variable: "AURALYST_NEW_PASSPHRASE_FILE"))
        if options.json {
            Document.print(["kind": "slot", "type": .string(KeyslotType.passphrase.name)])
        } else {
            print(say("Both passphrases now unlock this vault; 'auralyst keys remove' removes one."))
        }
    }
}

struct KeysRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys remove")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name in 'auralyst keys list'.")) var slot: String

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
            print(say("Removed. This still unlocks the vault:"))
            for slot in left {
                let words = KeyslotType(name: slot.type)?.inWords ?? slot.type
                print("  \(slot.id.prefix(8))  \(words)\(slot.detail.map { " of " + Terminal.harmless($0) } ?? "")")
            }
        }
    }
}
