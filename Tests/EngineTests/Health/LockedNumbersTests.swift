import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing
import Vault

/// `sos.numbers`: what is shown while the vault is locked, and what becomes of it.
@Suite struct `Numbers shown while locked` {
    private func file(_ vault: TestVault) -> String { vault.folder + "/sos.numbers" }

    private func shown(_ vault: TestVault) -> [String]? {
        LockedNumbers.read(at: vault.location)?.map { "\($0.name) \($0.phone)" }
    }

    private static let line = SupportItem(.contact, name: "Crisis line", phone: "142", note: "day and night")

    @Test func `are in no file until their owner wants it, and in none after`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.addSupportItem(Self.line)
        #expect(shown(vault) == nil && !FileManager.default.fileExists(atPath: file(vault)))
        try await open.showNumbersWhileLocked(true)
        #expect(shown(vault) == ["Crisis line 142"])
        #expect(try isPrivate(file(vault)))
        for _ in 0..<2 { try await open.showNumbersWhileLocked(false) }
        #expect(shown(vault) == nil && !FileManager.default.fileExists(atPath: file(vault)))
    }

    @Test func `are the plan's, whatever becomes of it, and nothing else of it`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.showNumbersWhileLocked(true)
        #expect(shown(vault) == [])
        let line = try await open.addSupportItem(Self.line)
        let doctor = try await open.addSupportItem(SupportItem(.contact, name: "Dr. Novak", phone: "+43 1 23"))
        for part in [SupportItem.Part.trigger, .step, .buddy] {
            try await open.addSupportItem(SupportItem(part, name: "private \(part)"))
        }
        #expect(shown(vault) == ["Crisis line 142", "Dr. Novak +43 1 23"])
        try await open.moveSupportItem(.contact, doctor.id, by: -1)
        try await open.changeSupportItem(line.id, to: SupportItem(.contact, name: "Crisis line", phone: "116 123", rank: 2))
        #expect(shown(vault) == ["Dr. Novak +43 1 23", "Crisis line 116 123"])
        let text = String(decoding: try contents(of: file(vault)), as: UTF8.self)
        #expect(!text.contains("private") && !text.contains("night"))
        try await open.deleteSupportItem(.contact, doctor.id)
        #expect(shown(vault) == ["Crisis line 116 123"])
        try await open.restoreSupportItem(.contact, doctor.id)
        #expect(shown(vault)?.count == 2)
    }

    @Test func `follow what another device changes, and what a killed program had not written`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let line = try await first.addSupportItem(Self.line)
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        try await second.showNumbersWhileLocked(true)
        let before = try contents(of: file(secondVault))
        try await first.deleteSupportItem(.contact, line.id)
        for vault in [first, second] { try await relay.round(vault) }
        #expect(shown(secondVault) == [])
        try Data(before).write(to: URL(fileURLWithPath: file(secondVault)))
        #expect(makePrivate(file(secondVault)) && shown(secondVault) == ["Crisis line 142"])
        _ = try secondVault.open()
        #expect(shown(secondVault) == [] && shown(firstVault) == nil)
    }

    @Test func `are not read from a file that others can read, or a link`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.addSupportItem(Self.line)
        try await open.showNumbersWhileLocked(true)
        #expect(unsafe chmod(file(vault), 0o644) == 0 && shown(vault) == nil)
        #expect(unsafe chmod(file(vault), 0o600) == 0 && shown(vault) != nil)
        try FileManager.default.moveItem(atPath: file(vault), toPath: vault.scratch.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: file(vault), withDestinationPath: vault.scratch.path + "/elsewhere")
        #expect(shown(vault) == nil)
    }

    @Test func `are written again where a copy made the file readable for others`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.addSupportItem(Self.line)
        try await open.showNumbersWhileLocked(true)
        #expect(unsafe chmod(file(vault), 0o644) == 0 && shown(vault) == nil)
        try await open.addSupportItem(SupportItem(.contact, name: "Dr. Novak", phone: "143"))
        #expect(shown(vault) == ["Crisis line 142", "Dr. Novak 143"])
    }

    @Test func `are never those of someone who shares a journal`() async throws {
        let relay = try await TestRelay()
        let (bensVault, ben) = try await relay.firstDevice()
        defer { withExtendedLifetime(bensVault) {} }
        let annsVault = try TestVault(seed: 7)
        let ann = try annsVault.create()
        try await ben.addSupportItem(SupportItem(.contact, name: "Ben's doctor", phone: "144"))
        try await relay.round(ben)
        let transport = relay.transport()
        let journal = try await ben.firstJournal()
        let link = try await ben.invite(to: journal, as: .editor, history: .all, label: "Ann", name: "Ben")
        try await relay.round(ben)
        try await ann.ask(link, as: "Ann", over: { _ in transport })
        try await ben.approve(try #require(try await ben.questions(over: { _ in transport }).first))
        for vault in [ben, ann, ben] { try await relay.round(vault) }
        #expect(try await ann.supportItems(.contact).isEmpty)
        try await ann.showNumbersWhileLocked(true)
        #expect(shown(annsVault) == [])
    }

    @Test func `are in no backup, and a wipe removes them`() async throws {
        let given = try BackedUp()
        try await given.vault.addSupportItem(Self.line)
        try await given.vault.showNumbersWhileLocked(true)
        try await given.backUp()
        let restored = try await restoredWithNumbers(given)
        #expect(names(in: restored.folder).contains("sos.numbers"))
        let wipe = VaultWipe(restored.location, holders: [], patience: 0)
        _ = try wipe.run(try WipePlan(restored.location, name: "diary"), typed: "diary")
        #expect(!names(in: restored.folder).contains("sos.numbers"))
    }

    private func restoredWithNumbers(_ given: BackedUp) async throws -> TestVault {
        let (restored, vault) = try given.restored()
        #expect(try await vault.supportItems(.contact).count == 1 && shown(restored) == nil)
        #expect(!names(in: restored.folder).contains("sos.numbers"))
        try await vault.showNumbersWhileLocked(true)
        return restored
    }
}
