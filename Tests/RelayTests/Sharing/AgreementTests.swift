import Ledger
import Relay
import SeededChance
import SharedJournal
import Sync
import Testing

/// A relay and every reader of a log come to the same: what may come into it, and who is who after it.
@Suite struct AgreementTests {
    @Test(arguments: 0..<UInt64(Lane.amount(quick: 4, ci: 20, all: 20)))
    func `whatever several people say at the same time, the relay takes what every reader believes, and nothing else`(
        _ seed: UInt64
    ) async throws {
        let storage = try await SQLiteStorage(.memory)
        var history = try RandomHistory(seed: seed)
        let journal = history.journal.id
        var reader = LogReader()
        var (taken, refused) = (0, [String: Int]())
        let beginning = history.journal.operations
        for step in 0..<(beginning.count + 180) {
            let operation = step < beginning.count ? beginning[step] : try history.next()
            let received = 1_800_000_000_000 + Int64(step)
            let account = reader.control?.owner.identity.name ?? history.journal.owner.person.name
            let outcome = try await push(operation, to: storage, by: account, mayFound: step == 0, now: received)
            var next = reader
            let isBelieved = AgreementTests.believes(&next, operation, received: received)
            #expect(
                (outcome.refusal == nil) == isBelieved,
                "seed \(seed), step \(step): \(outcome.refusal.map { "\($0)" } ?? "taken"), believed \(isBelieved)")
            guard isBelieved, outcome.refusal == nil else {
                refused[outcome.refusal.map { "\($0)" } ?? "", default: 0] += 1
                continue
            }
            #expect(
                reader.control?.dropped[operation.header.device] == nil, "seed \(seed), step \(step): who was dropped has written"
            )
            reader = next
            taken += 1
            if step >= beginning.count { try history.take(operation) }
            #expect(outcome.receipt.head == reader.head.value)
        }
        let (took, refusals) = (taken - beginning.count, refused.values.reduce(0, +))
        #expect(took > 20 && refusals > 20, "seed \(seed): \(took) taken, refused \(refused)")
        let log = try #require(reader.control)
        #expect(log == history.journal.log)
        try await compare(log, journal, in: storage, seed: seed)
        await storage.close()
    }

    private func push(
        _ operation: Operation, to storage: SQLiteStorage, by account: [UInt8], mayFound: Bool, now: Int64
    ) async throws -> Push.Outcome {
        let read = CheckedOperation.read([operation.bytes])
        let checked = await CheckedOperation.verified(read.operations, keys: [:])
        var push = Push(
            journal: operation.header.journal, account: account, operations: checked, refusal: read.refusal,
            operationLimit: 4 << 20)
        push.mayFound = mayFound
        let said = push
        return try await storage.write { try said.carryOut(in: $0, now: now) }
    }

    private static func believes(_ reader: inout LogReader, _ operation: Operation, received: Int64) -> Bool {
        do {
            let place = try reader.take(operation, position: reader.head.position + 1, received: received)
            if let key = place.publicKey { try operation.verify(publicKey: key) }
            return true
        } catch {
            return false
        }
    }

    /// The tables say what the log says.
    private func compare(
        _ log: ControlLog, _ journal: JournalID, in storage: SQLiteStorage, seed: UInt64
    ) async throws {
        try await storage.read { tables in
            #expect(try ControlLog(of: journal, in: tables) == log, "seed \(seed)")
            let row = try #require(try tables.journal(journal))
            #expect(row.epoch == log.epoch && row.controlHead == log.last && row.owner == log.owner.identity.name)
            let members = try tables.members(of: journal)
            #expect(
                Dictionary(members.map { ($0.identity, $0.role) }) { $1 } == log.members.mapValues(\.role), "seed \(seed)")
            let present = Dictionary(log.members.values.map { ($0.root, $0.identity.name) }) { $1 }
            for device in try tables.devices(of: journal) {
                #expect(device.isDropped == (log.devices[device.device] == nil), "seed \(seed)")
                #expect(device.publicKey == log.devices[device.device] ?? log.dropped[device.device])
                let root = try #require(log.person(of: device.device))
                if let name = present[root] { #expect(device.identity == name, "seed \(seed)") }
            }
            #expect(try tables.openInvites(to: journal) == Set(log.invitations.keys), "seed \(seed)")
        }
    }
}
