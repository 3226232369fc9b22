import Backups
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Testing

/// What is called a backup brings everything back; what would not is no backup.
@Suite struct BackupProofTests {
    /// A vault with someone's note that does not count.
    private func withMisplacedNote() async throws -> (given: BackedUp, entry: RecordID) {
        let given = try BackedUp()
        let entry = try await given.vault.add(NewEntry(text: "Slept badly.")).id
        var chance = SplitMix64(seed: 7)
        let fields: [String: JSON] = [
            "entry": .string(entry.description), "text": "Coffee at five?", "instant": .int(TestVault.start),
            "nonce": .hexadecimal(chance.bytes(16)),
        ]
        let note = Mutation(kind: "note", record: .random(using: &chance), fields: fields)
        let stranger = Mutation(kind: "member", record: .random(using: &chance), fields: ["name": "Ann"])
        try VaultInsides(given.test).append([note, stranger], at: given.test.clock.now)
        return (given, entry)
    }

    @Test func `a backup from which the vault would not come back is not made, and is made after a repair`()
        async throws
    {
        let (given, entry) = try await withMisplacedNote()
        await #expect(throws: BackupFault.self) { try await given.backUp() }
        #expect(given.files.isEmpty)

        let (repaired, report) = try await given.test.repair()
        #expect(report.refused == 2 && report.setAside == 0 && report.isWhole)
        _ = try await repaired.createBackup(in: given.folder)
        #expect(try await repaired.verifyBackup(at: given.folder).unopened == 0)
        #expect(try await given.restored().1.notes(of: entry).isEmpty)
    }

    @Test func `the note of somebody else comes in with an export, and stays through backup, restore and repair`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let people = OtherPeople()
        let entry = try await ben.add(NewEntry(text: "Slept badly.")).id
        let (_, ann) = try people.person(7)
        try await people.join(ann, try await people.invited(ben, as: .note, through: relay), as: "Ann", of: ben, through: relay)
        try await ann.addNote("Coffee at five?", to: entry)
        for vault in [ann, ben] { try await relay.round(vault) }
        let path = benVault.scratch.path + "/all.json"
        _ = try await ben.export(ExportRequest(.json), to: path)

        let given = try BackedUp(seed: 9)
        for _ in 0..<2 { _ = try await given.vault.importExport(path: path) }
        func check(_ vault: OpenVault) async throws {
            let notes = try await vault.notes(of: entry)
            #expect(notes.map(\.stored.note.text) == ["Coffee at five?"])
            #expect(notes.map(\.stored.writtenBy) == ["Ann"])
        }
        try await check(given.vault)
        try await given.backUp()
        try await check(given.restored().1)
        try await check(given.test.repair().vault)
    }

    /// A monthly backup with a large file in it, in which one byte is another one: early in the log, or in the file.
    private func withAlteredMonthly(inLog: Bool) async throws -> BackedUp {
        let given = try BackedUp()
        var chance = SplitMix64(seed: 5)
        let file = try given.test.scratch.write(String(decoding: chance.bytes(400_000), as: UTF8.self), to: "scan.txt")
        _ = try await given.vault.add(NewEntry(text: "with a file", attachments: [file]))
        try await given.backUp(.monthly)
        let path = given.folder + "/" + given.files[0]
        var bytes = try contents(of: path)
        bytes[inLog ? 4000 : bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        _ = try await given.vault.add(NewEntry(text: "one more"))
        given.test.clock.advance(days: 1)
        return given
    }

    @Test func `a daily backup reads no file of those it builds on; the weekly one and verify do`() async throws {
        let given = try await withAlteredMonthly(inLog: false)
        let monthly = given.files[0]
        let receipt = try await given.backUp(.daily)
        #expect(receipt.tier == .daily && receipt.records > 2)
        await #expect(throws: BackupFault.damaged(name: monthly)) { try await given.vault.verifyBackup(at: given.folder) }
        given.test.clock.advance(days: 7)
        await #expect(throws: BackupFault.damaged(name: monthly)) { try await given.backUp() }
        #expect(given.files.count == 2, "what is not proved gets no name")
    }

    @Test func `a daily backup restores every record of those it builds on before it says that it is made`() async throws {
        let given = try await withAlteredMonthly(inLog: true)
        await #expect(throws: BackupFault.damaged(name: given.files[0])) { try await given.backUp(.daily) }
        #expect(given.files.count == 1)
    }

    @Test func `a newest backup that is gone or has another name is not passed over for an older one`() async throws {
        let given = try BackedUp()
        for tier in [BackupTier.monthly, .daily] {
            _ = try await given.vault.add(NewEntry(text: "x"))
            given.test.clock.advance(days: 1)
            try await given.backUp(tier)
        }
        let (monthly, daily) = (given.files[0], given.files[1])
        func move(_ name: String, to other: String) throws {
            try FileManager.default.moveItem(atPath: given.folder + "/" + name, toPath: given.folder + "/" + other)
        }
        try move(daily, to: "holiday.age")
        await #expect(throws: BackupFault.newestMissing(name: daily)) { try await given.vault.verifyBackup(at: given.folder) }
        #expect(try await given.vault.backupState().failed != nil)
        _ = try await given.vault.verifyBackup(at: given.folder + "/" + monthly)

        let later = daily.replacing("T2", with: "T1")
        try #require(later != daily)
        try move("holiday.age", to: later)
        await #expect(throws: BackupFault.damaged(name: later)) {
            try await given.vault.verifyBackup(at: given.folder + "/" + later)
        }
        try move(later, to: daily)
        #expect(try await given.vault.verifyBackup(at: given.folder).files.count == 2)
    }
}
