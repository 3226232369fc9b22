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
        let set = try await open.setPreferences {
            ($0.onlineQuotes, $0.idleMinutes, $0.dateLanguage, $0.theme) = (true, 30, "de", .dark)
        }
        #expect(set == Preferences(onlineQuotes: true, idleMinutes: 30, dateLanguage: "de", theme: .dark))
        #expect(try await vault.open().preferences() == set)
        #expect(try await vault.repair().vault.preferences() == set)
        let back = try await open.setPreferences { ($0.dateLanguage, $0.weekStart, $0.prompts) = (nil, 7, false) }
        #expect(try await vault.open().preferences() == back)
        #expect(back == Preferences(onlineQuotes: true, idleMinutes: 30, weekStart: 7, prompts: false, theme: .dark))
    }

    @Test func `only what changes is written`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let before = try await open.logPosition()
        try await open.setPreferences { _ in }
        try await open.setPreferences { ($0.onlineQuotes, $0.idleMinutes, $0.dateLanguage, $0.prompts) = (false, 10, nil, true) }
        #expect(try await open.logPosition() == before)
        try await open.setPreferences { ($0.onlineQuotes, $0.idleMinutes) = (false, 11) }
        let payload = try VaultInsides(vault).lastPayload()
        #expect(payload.mutations.map(\.fields) == [["idle_minutes": 11]])
        #expect(payload.mutations.map(\.record) == [Preferences.record] && payload.mutations.map(\.kind) == ["preferences"])
    }

    @Test(arguments: [
        (Preferences(idleMinutes: 0), PreferenceFault.idleMinutes(0)),
        (Preferences(hiddenMinutes: 241), .idleMinutes(241)),
        (Preferences(dateLanguage: "x"), .dateLanguage("x")),
        (Preferences(dateLanguage: "xx-YY"), .dateLanguage("xx-YY")),
        (Preferences(onlineQuotes: true, weekStart: 9), .weekStart(9)),
    ])
    func `what cannot be is refused and changes nothing`(wanted: Preferences, fault: PreferenceFault) async throws {
        let open = try TestVault().create()
        await #expect(throws: fault) { try await open.setPreferences { $0 = wanted } }
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
        try await open.setPreferences { $0.onlineQuotes = true }
        #expect(try await open.preferences() == Preferences(onlineQuotes: true, idleMinutes: 42))
        let state = try #require(try insides.store.state(of: Preferences.record, kind: Preferences.kind))
        #expect(state["sounds"] == "birds" && state["theme"] == "sepia")
    }
}
