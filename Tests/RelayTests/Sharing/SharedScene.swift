import HTTP
import Ledger
import Relay
import SharedJournal
import Sync
import Testing

/// A shared journal on a relay, with a client for each device that speaks to it.
struct SharedScene {
    let relay: RelayUnderTest
    var journal: SharedJournal
    private(set) var clients: [DeviceID: RelayClient] = [:]
    private var pushed = 0

    init(_ kind: StorageKind, seed: UInt64, settings change: (inout RelaySettings) -> Void = { _ in }) async throws {
        relay = try await RelayUnderTest(kind, settings: change)
        journal = try SharedJournal(seed: seed)
        try await client(of: journal.owner).register(journal.operations[0])
        pushed = 1
    }

    /// The client of a device, which is logged in with an account of its person.
    mutating func client(of device: SharedDevice) async throws -> RelayClient {
        if let client = clients[device.id] { return client }
        let client = try await relay.client(for: device)
        clients[device.id] = client
        return client
    }

    /// Pushes what the journal has and the relay has not; all of it is taken.
    mutating func push(by device: SharedDevice? = nil) async throws {
        let client = try await client(of: device ?? journal.owner)
        let new = Array(journal.operations.dropFirst(pushed))
        let (receipt, refusal) = try await client.push(new, to: journal.id)
        #expect(refusal == nil && receipt.count == new.count)
        pushed = journal.operations.count
    }

    /// Somebody comes into the journal, with a device that is logged in.
    mutating func admit(_ role: Role) async throws -> SharedDevice {
        let device = try journal.admit(role)[0]
        try await push()
        _ = try await client(of: device)
        return device
    }

    mutating func say(_ control: ControlOperation, by device: SharedDevice) async throws {
        try journal.say(control, by: device)
        try await push(by: device)
    }

    /// The answer to a push of one operation that nobody remembers.
    mutating func refusal(of operation: SharedJournal.Operation, by device: SharedDevice) async throws -> RelayRefusal? {
        try await client(of: device).push([operation], to: journal.id).refusal
    }

    /// What a device is told of the journal's end; `nil` where it is told that there is none.
    mutating func head(for device: SharedDevice) async throws -> UInt64? {
        do {
            return try await client(of: device).pull(journal.id).headPosition
        } catch RelayRefusal.notFound {
            return nil
        }
    }

    /// The journals that a device's account has, with the roles.
    mutating func roles(of device: SharedDevice) async throws -> [JournalID: String] {
        let answer = try await client(of: device).send("GET", "/v1/journals")
        let listings = try #require(JournalListing.all(reading: answer.bytes))
        return Dictionary(listings.map { ($0.journal, $0.role) }) { $1 }
    }
}
