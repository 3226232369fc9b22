import ArgumentParser
import Engine
import Foundation
import Ledger
import Vault

struct KeysSucceed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "succeed", abstract: "Replace your keys after a device was taken while it was open.",
        discussion: """
            Whoever had an open device may have your keys. The recovery code alone can
            replace them: every journal gets a new key, and all your other devices are
            dropped; link them again afterwards. For a device that was locked,
            'auralyst sync drop' is enough. The vault gets a new key first, so that an older
            vault.auralyst opens nothing here: close the app, and set a new passphrase.

            Your present recovery code is needed. If you replaced an earlier code
            by your passphrase ('keys recovery --new'), you need both codes.

            Scripts: AURALYST_RECOVERY_CODE_FILE, or AURALYST_RECOVERY_SHARES_FILE with
            --shares; AURALYST_FORMER_RECOVERY_CODE_FILE for the earlier code;
            AURALYST_NEW_PASSPHRASE_FILE, or AURALYST_PASSPHRASE_FILE for the one that stays.
            """)

    @OptionGroup var options: GlobalOptions
    @Flag(name: .long, help: "Ask for shares of the recovery code in its place.") var shares = false
    @Flag(name: .long, help: "Do not ask.") var yes = false

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
                print("Your keys were made under an earlier recovery code. It is needed as well.")
                former = Terminal.ask("Earlier recovery code: ") ?? ""
                try await vault.requireSuccession(by: code, with: former)
            }
        }
        try ShareWords.confirm("Replace your keys, and drop all your other devices?", yes, nothing: "no key was replaced")
        let vault = isBegun ? try Unlocking.open(options) : try await NewVaultKey.run(options.location, code: code)
        let syncs = try await vault.relayAddress() != nil
        // The old device is let in no more once the first journal knows of it.
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
        print("Your keys are new. Your words are \(words) now; tell them to those who share a journal with you.")
    }
}
