import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SQLite
import Store
import Synchronization
import Testing

@Suite struct TransactionTests {
    private struct Stop: Error {}

    @Test func `actions within one transaction are saved together, or none of them`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let before = try await open.logPosition()
        await #expect(throws: Stop.self) { try await open.set(idle: 30, theme: .dark, then: Stop()) }
        #expect(try await open.logPosition() == before)
        #expect(try await open.preferences() == .standard)
        try await open.set(idle: 30, theme: .dark, then: nil)
        #expect(try await open.logPosition() == before + 2)
        let again = try vault.open()
        #expect(try await again.preferences() == Preferences(idleMinutes: 30, theme: .dark))
        #expect(again.lostOperations == 0)
    }

    @Test func `what another program writes between two parts of a page is in both of them or in neither`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        nonisolated(unsafe) let other = try VaultInsides(vault)
        let newer = Mutation(kind: Preferences.kind, record: Preferences.record, fields: ["idle_minutes": 42])
        let writes = Mutex([newer])
        let now = vault.clock.now
        let minutes = try await open.read { vault in
            let first = try vault.preferences().idleMinutes
            if let mutation = writes.withLock({ $0.popLast() }) { try unsafe other.append([mutation], at: now) }
            return [first, try vault.preferences().idleMinutes]
        }
        #expect(minutes == [42, 42])
    }

    @Test func `whether a write counts is asked in its transaction: no other program changes a role in between`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let journal = try await open.journalToShare(nil)
        let uncounted = Mutation(kind: SharingRule.note, record: Preferences.record, fields: ["text": "not a note"])
        await #expect(throws: SharingError.notAuthor) { try await open.append([uncounted], to: journal) }
        nonisolated(unsafe) let other = try VaultInsides(vault)
        // While another program writes, who may write is not known yet.
        await #expect(throws: SQLiteError.busy) {
            try await open.read { vault in
                try unsafe other.store.write { _ in try vault.store.withoutWaiting { try vault.append([uncounted], to: journal) }
                }
            }
        }
    }
}

extension OpenVault {
    fileprivate func set(idle: Int, theme: Preferences.Theme, then fault: (any Error)?) throws {
        try commit { _ in
            try setPreferences { $0.idleMinutes = idle }
            try setPreferences { $0.theme = theme }
            if let fault { throw fault }
        }
    }
}
