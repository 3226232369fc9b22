import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Sync

struct SyncCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "sync",
        subcommands: [
            SyncNow.self, SyncStatusCommand.self, SyncStart.self, SyncLink.self, SyncApprove.self, SyncDevices.self,
            SyncDrop.self, SyncStop.self,
        ], defaultSubcommand: SyncStatusCommand.self)
}

struct SyncNow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync now")

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: say("Continue with the history that the relay shows now.")) var confirm = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        if confirm { try await vault.confirmLogs() }
        let report = try await SyncReport(running: vault)
        report.show(options)
        try report.check()
    }
}

struct SyncReport {
    let status: SyncStatus
    /// A journal is no longer shared; the round was complete all the same.
    private let closed: SyncError?

    /// Sends and fetches everything; throws why it failed.
    init(running vault: OpenVault) async throws {
        var closed: SyncError?
        do { try await SyncRound.run(vault) } catch let error as SyncError {
            // The round was complete; its result is printed as well.
            switch error {
            case .closed, .removed: closed = error
            default: throw error
            }
        }
        self.closed = closed
        status = try await vault.syncStatus()
    }

    func show(_ options: GlobalOptions, next: String? = nil) {
        if options.json {
            Document.print(status.json)
        } else {
            let (sent, received) = (status.exchange?.sent ?? 0, status.exchange?.received ?? 0)
            var words = [sent > 0 ? "Sent \(counted(sent, "change"))." : nil].compactMap(\.self)
            words.append(
                received > 0 ? say("\(counted(received, "change")) came from other devices.") : "Nothing new from other devices.")
            if status.waiting > 0 { words.append(say("\(counted(status.waiting, "change")) still to send.")) }
            // "Synced" means everything, including files.
            let isDone = status.files.isComplete && status.waiting == 0
            let with = (isDone ? say("Synced with") : say("Not everything is synced with")) + " \(status.relay ?? ""). "
            Paragraph.tell(with + words.joined(separator: " "), 0)
            for sentence in status.files.sentences { Paragraph.tell(SyncWords.capital(sentence) + ".", 0) }
            if let next { print(next) }
            SyncWords.offer(status.devices)
        }
        if closed != nil { status.ended.forEach(SyncWords.tell(end:)) }
        for kept in status.kept where kept.role != nil { Terminal.note(Terminal.harmless(kept.sentence)) }
    }

    /// Throws what must not be reported as success: files that the relay refused, a journal no longer shared.
    func check() throws {
        if let closed { throw closed }
        if let refused = status.files.refused.first { throw SyncError.filesRefused(refused) }
    }
}

enum SyncRound {
    static func transport(_ address: RelayAddress) -> any RelayTransport { CurlTransport(address) }

    /// Sends and fetches everything; throws why it failed. Prints what a rotation that it finished had to leave.
    /// - Returns: what it did for rotations; `nil` for none.
    @discardableResult
    static func run(_ vault: OpenVault) async throws -> RotationReport? {
        let client = try await vault.relayClient(transport)
        let rotation = try await SyncDriver(vault, client: client, now: Environment.surroundings.now).wholeRound()
        rotation.map(KeysRotate.tell)
        return rotation
    }

    /// Talks to a relay for the first time: no changes wait for it yet, and its address may be misspelled.
    static func first<Value: ~Copyable>(_ relay: RelayAddress, _ action: () async throws -> Value) async throws -> Value {
        do { return try await action() } catch let error as SyncError {
            guard case .unreachable = error else { throw error }
            let explanation = Explanation(error)
            let scheme = relay.text.hasPrefix("https") ? say("; that of a relay on this machine begins with http://") : ""
            throw Refusal(
                explanation.code, Sentence(of: explanation.sentence), hint: "nothing was started: check the address\(scheme)",
                exit: .failed)
        }
    }

    /// Sends a saved decision. A relay that does not answer is no error: the next round sends it.
    /// - Returns: whether it was sent.
    @discardableResult
    static func send(_ vault: OpenVault) async throws -> Bool {
        do {
            try await run(vault)
            return true
        } catch let error as SyncError {
            guard case .unreachable = error else { throw error }
            Terminal.note(say("the relay does not answer: this is saved here, and is sent with the next sync"))
            return false
        }
    }
}

struct SyncStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync status")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let status = try await Unlocking.open(options).syncStatus()
        if options.json { return Document.print(status.json) }
        guard let relay = status.relay else {
            return Paragraph.tell(say("This vault does not sync. 'auralyst sync start ADDRESS' starts it."), 0)
        }
        func row(_ label: String, _ words: String) { Rows.tell(label.padded(to: 14), Terminal.harmless(words), headStyle: nil) }
        row(say("Relay"), relay)
        row(say("Last synced"), status.lastSynced.map(SyncWords.moment) ?? "never")
        row(say("Waiting"), status.waiting == 0 ? say("nothing") : say("\(counted(status.waiting, "change"))"))
        for sentence in status.files.sentences { row(say("Files"), sentence) }
        if let next = status.files.refused.map(\.retryAt).min() { row(say("Next try"), SyncWords.moment(next)) }
        if status.isVaultCopyDue { row(say("Recovery"), say("the relay may not have the latest copy of this vault yet")) }
        for fault in status.faults { row(say("Stopped"), fault) }
        for kept in status.kept { row(say("Kept here"), kept.sentence) }
        if status.kept.contains(where: { $0.role != nil }) {
            Terminal.note(say("these changes are sent when the journal's owner lets you write again"))
        }
        for journal in status.ended { row(say("Ended"), "\(journal.name): \(journal.end.map(JournalWords.end) ?? "")") }
        if !status.ended.isEmpty { Terminal.note(say("'auralyst journal remove' removes such a journal from the vault")) }
        for device in status.devices where !device.isDropped { SyncWords.tell(device) }
        SyncWords.offer(status.devices)
    }
}

struct SyncDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync devices")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let status = try await Unlocking.open(options).syncStatus()
        if options.json { return Document.print(.array(status.devices.map(\.json))) }
        for device in status.devices { SyncWords.tell(device) }
        SyncWords.offer(status.devices)
    }
}

struct SyncDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync drop")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The device, by the beginning of its name in 'sync devices'.")) var device: String
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await vault.syncStatus().devices.filter {
            !$0.isDropped && $0.id.description.hasPrefix(device.lowercased())
        }
        guard found.count == 1, device.count >= 4 else { throw SyncError.noSuchDevice(device) }
        guard !found[0].isThis else { throw SyncError.ownDevice }
        try consent.ask("Remove \(SyncWords.name(found[0])) for good?", nothing: "no device was removed")
        try await vault.dropDevice(found[0].id)
        try await SyncRound.send(vault)
        if options.json { return Document.print(["kind": "dropped", "device": .string(found[0].id.description)]) }
        print(say("\(SyncWords.name(found[0])) is removed and can write no more."))
    }
}

struct SyncStop: AsyncParsableCommand {
    static let configuration = CommandConfiguration("sync stop")

    @OptionGroup var options: GlobalOptions
    @Flag(name: .long, help: say("Also delete everything of this vault at the relay.")) var erase = false
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        if erase {
            try consent.ask("Delete everything of this vault at the relay?", nothing: "nothing was deleted")
            try await vault.eraseRelay(over: SyncRound.transport)
        } else {
            try await vault.stopSync()
        }
        if options.json { return Document.print(["kind": "sync", "relay": .null]) }
        print(
            say(
                "This device no longer syncs.\(erase ? say(" The relay deleted what it had.") : "") 'auralyst sync start' starts again."
            ))
    }
}

enum SyncWords {
    static func tell(end journal: JournalSummary) {
        Terminal.note("'\(Terminal.harmless(journal.name))': \(journal.end.map(JournalWords.end) ?? "")")
    }

    static func tell(_ device: SyncStatus.Device) {
        let heard = device.isDropped ? "removed" : device.lastHeard.map { say("last seen \(moment($0))") } ?? say("not seen yet")
        let name = name(device) + (device.isThis ? say(" (this one)") : "")
        Rows.tell("\(device.id.description.prefix(8))  ", name + "  " + heard, headStyle: nil)
    }

    /// Offers to remove devices that were linked again.
    static func offer(_ devices: [SyncStatus.Device]) {
        for device in devices {
            let id = device.id.description.prefix(8)
            device.offer.map { Terminal.note(say("\(id): \(Terminal.harmless($0)), with 'auralyst sync drop \(id)'")) }
        }
    }

    static func name(_ device: SyncStatus.Device) -> String {
        device.name.isEmpty ? say("a device without a name") : Terminal.harmless(device.name)
    }

    /// With a leading capital letter.
    static func capital(_ sentence: String) -> String { sentence.prefix(1).uppercased() + sentence.dropFirst() }

    static func moment(_ milliseconds: Int64) -> String {
        guard let wall = CivilTime(zone: Environment.surroundings.zone).wall(at: milliseconds) else { return "" }
        return "\(wall.day.parts.day) \(wall.day.month.name) \(wall.time.clock)"
    }

    /// The moment for scripts: RFC 3339 in UTC, always with milliseconds.
    static func rfc(_ milliseconds: Int64?) -> JSON {
        guard let instant = milliseconds.flatMap(Instant.init(milliseconds:)) else { return .null }
        let text = instant.rfc3339(offset: 0)
        return .string(text.has(".") ? text : text.dropLast() + ".000Z")
    }
}

extension SyncStatus {
    var json: JSON {
        [
            "kind": "sync", "relay": relay.map(JSON.string) ?? .null, "last_synced": SyncWords.rfc(lastSynced),
            "waiting": .int(Int64(waiting)), "files": files.json, "recovery_copy": .bool(relay != nil && !isVaultCopyDue),
            "stopped": .array(faults.map(JSON.string)), "kept": .array(kept.map(\.json)),
            "ended": .array(ended.map(Document.journal)), "devices": .array(devices.map(\.json)),
        ]
    }
}

extension FileStatus {
    var json: JSON {
        [
            "waiting": ["bytes": .int(waiting.bytes), "count": .int(waiting.count)],
            "refused": .array(
                refused.map { refused in
                    [
                        "bytes": .int(refused.files.bytes), "count": .int(refused.files.count), "error": .string(refused.error),
                        "retry_at": SyncWords.rfc(refused.retryAt),
                    ]
                }),
            "missing": .array(
                missing.map { missing in
                    var device = JSON.null
                    if case .waiting(let name) = missing.source { device = .string(name) }
                    return ["count": .int(Int64(missing.count)), "device": device]
                }), "faithful": .bool(!isUnfaithful),
        ]
    }
}

extension SyncStatus.Kept {
    var json: JSON {
        [
            "kind": "kept", "journal": .string(journal.description), "name": .string(name), "changes": .int(Int64(count)),
            "role": role.map { .string($0.rawValue) } ?? .null,
        ]
    }
}

extension SyncStatus.Device {
    var json: JSON {
        [
            "kind": "device", "id": .string(id.description), "name": .string(name), "this": .bool(isThis),
            "dropped": .bool(isDropped), "replaced": .bool(isReplaced), "last_heard": SyncWords.rfc(lastHeard),
        ]
    }
}
