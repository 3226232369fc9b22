import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct PreferenceTests {
    @Test func `what is set is there when the vault is opened again, and after a repair`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.preferences() == .standard)
        let set = try await open.setPreferences(
            PreferencesChange(onlineQuotes: true, idleMinutes: 30, dateLanguage: "de", theme: .dark))
        #expect(set == Preferences(onlineQuotes: true, idleMinutes: 30, dateLanguage: "de", theme: .dark))
        #expect(try await vault.open().preferences() == set)
        #expect(try await vault.repair().vault.preferences() == set)
        let back = try await open.setPreferences(PreferencesChange(dateLanguage: .some(nil), weekStart: 7, prompts: false))
        #expect(try await vault.open().preferences() == back)
        #expect(back == Preferences(onlineQuotes: true, idleMinutes: 30, weekStart: 7, prompts: false, theme: .dark))
    }

    @Test func `only what changes is written`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let before = try await open.logPosition()
        try await open.setPreferences(PreferencesChange())
        try await open.setPreferences(
            PreferencesChange(onlineQuotes: false, idleMinutes: 10, dateLanguage: .some(nil), prompts: true))
        #expect(try await open.logPosition() == before)
        try await open.setPreferences(PreferencesChange(onlineQuotes: false, idleMinutes: 11))
        let payload = try VaultInsides(vault).lastPayload()
        #expect(payload.mutations.map(\.fields) == [["idle_minutes": 11]])
        #expect(payload.mutations.map(\.record) == [Preferences.record] && payload.mutations.map(\.kind) == ["preferences"])
    }

    @Test(arguments: [
        (PreferencesChange(idleMinutes: 0), PreferenceFault.idleMinutes(0)),
        (PreferencesChange(dateLanguage: "x"), .dateLanguage("x")),
        (PreferencesChange(dateLanguage: "xx-YY"), .dateLanguage("xx-YY")),
        (PreferencesChange(onlineQuotes: true, weekStart: 9), .weekStart(9)),
    ])
    func `what cannot be is refused and changes nothing`(change: PreferencesChange, fault: PreferenceFault) async throws {
        let open = try TestVault().create()
        await #expect(throws: fault) { try await open.setPreferences(change) }
        #expect(try await open.preferences() == .standard)
    }

    @Test func `fields of a newer version stay, and two devices change different ones`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let insides = try VaultInsides(vault)
        let device = OtherDevice()
        let newer = Mutation(
            kind: Preferences.kind, record: Preferences.record,
            fields: ["idle_minutes": 42, "sounds": "birds", "theme": "sepia"])
        try insides.append([newer], at: vault.clock.now + 5, by: device)
        #expect(try await open.preferences() == Preferences(idleMinutes: 42))
        try await open.setPreferences(PreferencesChange(onlineQuotes: true))
        #expect(try await open.preferences() == Preferences(onlineQuotes: true, idleMinutes: 42))
        let state = try #require(try insides.store.state(of: Preferences.record, kind: Preferences.kind))
        #expect(state["sounds"] == "birds" && state["theme"] == "sepia")
    }
}
