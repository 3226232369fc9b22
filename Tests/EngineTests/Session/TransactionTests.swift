import Engine
import Journal
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
}

extension OpenVault {
    fileprivate func set(idle: Int, theme: Preferences.Theme, then fault: (any Error)?) throws {
        try commit { _ in
            try setPreferences(PreferencesChange(idleMinutes: idle))
            try setPreferences(PreferencesChange(theme: theme))
            if let fault { throw fault }
        }
    }
}
