import ArgumentParser
import Base
import Engine
import Foundation
import Ledger
import Vault

struct KeysLostDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys lost-device")

    @OptionGroup var options: GlobalOptions
    @Flag(name: .long, help: say("Ask for shares of the recovery code instead.")) var shares = false
    @OptionGroup var consent: Consent

    func run() async throws {
        let code = shares ? try RecoveryPrompt.fromShares() : try RecoveryCode(typed: RecoveryPrompt.typed())
        var former = try RecoveryPrompt.former()
        let isBegun: Bool
        do {
            let vault = try Unlocking.open(options)
            isBegun = await vault.isSucceeding
            do {
                try await vault.requireSuccession(by: code, with: former)
            } catch SharingError.otherRecoveryCode where former == nil && Terminal.canAsk {
                print(say("Your keys were made with an earlier recovery code. You need it too."))
                former = Terminal.ask(say("Earlier recovery code: ")) ?? ""
                try await vault.requireSuccession(by: code, with: former)
            }
        }
        try consent.ask("Replace your keys, and remove all your other devices?", nothing: "no key was replaced")
        let vault = isBegun ? try Unlocking.open(options) : try await NewVaultKey.run(options.location, code: code)
        let syncs = try await vault.relayAddress() != nil
        // The old device is refused once the first journal has the change.
        if syncs, await !vault.isSucceeding { try await SyncRound.run(vault) }
        try await vault.succeed(by: code, with: former, over: SyncRound.transport)
        let renewed = try await vault.openedAgain()
        if syncs {
            try await renewed.openSucceededAccount(by: code, through: try await renewed.relayClient(SyncRound.transport))
            try await SyncRound.run(renewed)
        }
        let words = await renewed.ownFingerprint()
        let removed = await renewed.removedSlots()
        if options.json {
            return Document.print([
                "kind": "succeeded", "fingerprint": .string(words), "removed_slots": .array(removed.map { .string($0.name) }),
            ])
        }
        for words in NewVaultKey.words(for: removed) { print(words) }
        print(say("Your keys are new. Your safety code is now \(words); tell it to the people you share a journal with."))
    }
}
