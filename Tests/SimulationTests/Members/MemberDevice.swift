import Base
import Engine
import Foundation
import Journal
import Ledger
import SQLite
import SeededChance
import Store
import Sync
import Vault

/// A device of somebody who shares a journal: the real vault in a folder of its own, with a clock, a network and a life that the
/// simulation decides on.
final class MemberDevice {
    static let passphrase = Array("correct horse".utf8)

    let name: String
    let wire: MemberWire
    /// Milliseconds by which its clock is ahead of the world's.
    let ahead: Int64
    private let folder = FileManager.default.temporaryDirectory.path + "/member-" + UUID().uuidString
    private let surroundings: Surroundings
    private let clock: WorldClock
    private(set) var vault: OpenVault
    private let chance: SharedChance
    /// What was confirmed to its person here.
    var written: [String] = []
    /// Why its sync of the shared journal has stopped.
    private(set) var fault: SyncFault?

    private var location: VaultLocation { VaultLocation(folder: folder) }

    /// A device with a vault of its own; `linked`: with that of another device's person.
    init(
        _ name: String, ahead: Int64 = 0, seed: UInt64, _ relay: MemberRelay, _ clock: WorldClock,
        linkedTo first: MemberDevice? = nil
    ) async throws {
        (self.name, self.ahead, self.clock) = (name, ahead, clock)
        wire = MemberWire(relay, seed: seed)
        chance = SharedChance(seed: seed)
        guard let zone = Zone(identifier: "UTC") else { throw SyncError.notSet }
        surroundings = Surroundings(now: { clock.now + ahead }, zone: zone, generator: chance)
        let location = VaultLocation(folder: folder)
        guard let first else {
            vault = try VaultOpening.create(
                at: location, passphrase: Secret(copying: Self.passphrase), recoveryCode: .random(), surroundings: surroundings,
                deviceName: name, cost: .testOnlyCheapest)
            return
        }
        let wire = wire
        let link = Link(try MemberRelay.address, over: wire)
        try await link.begin()
        guard let code = LinkCode(typed: link.code.text) else { throw SyncError.badCode }
        try await first.vault.approveDevice(code, through: try await first.client())
        guard let linked = try await link.vault() else { throw SyncError.notApproved }
        vault = try OpenVault.create(
            from: linked, at: location, relay: try MemberRelay.address, passphrase: Secret(copying: Self.passphrase),
            surroundings: surroundings, deviceName: name, cost: .testOnlyCheapest)
        try await vault.openAccount(through: try await client())
        try await round()
        try await vault.enterJournals()
        try await round()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func client() async throws -> RelayClient {
        let wire = wire
        return try await vault.relayClient { _ in wire }
    }

    /// Its own clock.
    var now: Int64 { clock.now + ahead }

    // MARK: - Life

    /// The program ends and begins again: only what is on the disk is known.
    func restart() throws { vault = try OpenVault(try unlocked(), at: location, surroundings: surroundings) }

    func unlocked() throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: Secret(copying: Self.passphrase))
    }

    /// One round of sync, as far as the network lets it. Throws what no network and no relay may bring about.
    func round() async throws {
        let clock = clock
        let driver = SyncDriver(vault, client: try await client(), now: { clock.now }, chance: chance)
        do {
            let outcome = try await driver.round()
            switch outcome.failure {
            case nil: fault = outcome.faults.values.first
            case .refused, .unreachable: break
            case .stoppedFor(let refused)?: fault = refused
            case let failure?: throw failure
            }
        } catch let error as SyncError {
            switch error {
            case .unreachable, .refused: break
            case .stoppedFor(let stopped): fault = stopped
            default: throw error
            }
        }
    }

    // MARK: - What it holds

    /// All that its tables say of a journal, with every write that does not stand; empty for a journal that it does not have.
    func said(of journal: JournalID) throws -> (head: SnapshotHead?, text: String) {
        let store = try unsafe unlocked().databaseKey().withBytes { bytes in
            try unsafe Store(.file(location.database, mustExist: true), key: bytes)
        }
        return try store.read { _ in
            var bytes: [UInt8] = []
            try store.eachSnapshotRecord(of: journal, received: 0) { bytes += $0.json.bytes + [10] }
            return (try store.snapshotHead(of: journal), String(decoding: bytes, as: UTF8.self))
        }
    }

    /// How it stands towards the relay's log.
    func standing(of journal: JournalID) async throws -> SyncStanding? { try await vault.syncStandings()[journal] }

    /// Whether what it has read of a log is believed: nothing accuses the relay, and nothing is in doubt.
    func isAtPeace(with journal: JournalID) async throws -> Bool {
        guard fault == nil, let standing = try await standing(of: journal) else { return false }
        return standing.conflictPosition == 0
    }
}
