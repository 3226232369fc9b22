import ArgumentParser
import Base
import Engine
import Foundation
import Ledger
import Vault

struct SyncStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync start")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The relay's address, like https://relay.example.org.")) var address: String
    @Option(name: .long, help: ArgumentHelp(say("The relay's invitation code, if it needs one."), valueName: "code"))
    var invite: String?
    @OptionGroup var consent: Consent

    static let seen = say(
        """
        What the relay sees: that you have a vault, how many journals and devices,
        the rounded size of what is sent, when something arrives, and from
        which internet address. It cannot read any word, date, mood, tag or name.
        """)

    func run() async throws {
        let relay = try RelayAddress(address)
        let vault = try Unlocking.open(options)
        if let present = try await vault.relayAddress() { throw SyncError.alreadySet(present.text) }
        if !options.json { Terminal.error(Self.seen) }
        try consent.ask(
            "Sync through \(relay.text)?", nothing: "nothing was sent",
            hint: "add --yes if the relay may have the encrypted data")
        try await SyncRound.first(relay) {
            try await vault.startSync(with: relay, over: SyncRound.transport(relay), invitation: invite)
        }
        let report = try await SyncReport(running: vault)
        report.show(options, next: say("On another device: auralyst sync link \(relay.text)"))
        try report.check()
    }
}

struct SyncLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync link")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The relay's address, like https://relay.example.org.")) var address: String
    @Flag(name: .long, help: say("Unlock the relay's copy with the recovery code.")) var recovery = false
    @OptionGroup var means: RecoveryMeans
    @Option(name: .long, help: ArgumentHelp(say("This device's name (default: the machine's name)."), valueName: "name"))
    var name: String?

    func run() async throws {
        let relay = try RelayAddress(address)
        let location = try options.location
        guard !FileManager.default.fileExists(atPath: location.vaultFile) else { throw VaultError.exists }
        let transport = SyncRound.transport(relay)
        if Terminal.canAsk, !options.json {
            Terminal.error(say("A vault for this device in \(location.folder)\n"))
            Terminal.error(say("Choose its passphrase: it unlocks the vault on this device only."))
        }
        let passphrase = try PassphrasePrompt.askNew("Passphrase", variable: "AURALYST_PASSPHRASE_FILE")
        let linked = try await SyncRound.first(relay) {
            return recovery || means.shares ? try await recovered(relay, transport) : try await approved(relay, transport)
        }
        let vault = try OpenVault.create(
            from: linked, at: location, relay: relay, passphrase: passphrase, surroundings: Environment.surroundings,
            deviceName: name ?? ProcessInfo.processInfo.hostName)
        try await vault.readFirst(over: SyncRound.transport, now: Environment.surroundings.now)
        let status = try await vault.syncStatus()
        if options.json { return Document.printLine(status.json) }
        print(say("The vault is on this device now. 'auralyst list' shows it; 'auralyst open' syncs by itself."))
        for sentence in status.files.sentences { print(Terminal.harmless(SyncWords.capital(sentence)) + ".") }
    }

    private func recovered(_ relay: RelayAddress, _ transport: any RelayTransport) async throws -> LinkedVault {
        try await OpenVault.recover(try means.code(), from: relay, over: transport)
    }

    private func approved(_ relay: RelayAddress, _ transport: any RelayTransport) async throws -> LinkedVault {
        let link = Link(relay, over: transport)
        let now = Environment.surroundings.now, expiry = now() + Link.validity
        try await link.begin()
        if options.json {
            Document.printLine(["kind": "link", "code": .string(link.code.text)])
        } else {
            print("\n  " + Terminal.styled(link.code.text, .bold) + "\n")
            print(
                say(
                    "Type it on a device that has the vault: auralyst sync approve \(link.code.text)\nWaiting for ten minutes; Ctrl-C stops …"
                ))
        }
        // Print it at once, before the end of the command.
        fflush(nil)
        return try await link.wait(until: expiry, now: now)
    }
}

struct SyncApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync approve")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The code on the new device, like 3F9K-….")) var code: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        try await vault.approveDevice(typed: code.joined(), over: SyncRound.transport)
        if options.json { return Document.print(["kind": "approved"]) }
        print(say("Approved. The new device now fetches your journals; 'auralyst sync devices' will list it."))
    }
}
