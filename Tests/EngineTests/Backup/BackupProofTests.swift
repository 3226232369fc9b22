import Engine
import Foundation
import Journal
import Ledger
import SeededChance
import Store
import Testing
import Vault

/// What is called a backup brings everything back; what would not is no backup.
@Suite struct BackupProofTests {
    /// A vault into which an earlier version has imported somebody's note, where it counts for nothing.
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

    @Test func `a backup from which the vault would not come back is not made, and repair puts right what is in the way`()
        async throws
    {
        let (given, entry) = try await withMisplacedNote()
        await #expect(throws: BackupFault.self) { try await given.backUp() }
        #expect(given.files.isEmpty)

        let (repaired, report) = try await given.test.repair()
        #expect(report.putRight == 2 && report.isWhole)
        #expect(try await repaired.notes(of: entry).map(\.stored.note.text) == ["Coffee at five?"])
        _ = try await repaired.createBackup(in: given.folder)
        #expect(try await repaired.verifyBackup(at: given.folder).unopened == 0)
        let (_, restored) = try given.restored()
        #expect(try await restored.notes(of: entry).map(\.stored.note.text) == ["Coffee at five?"])

        let (_, again) = try await given.test.repair()
        #expect(again.putRight == 0 && again.setAside == 0, "what is in its place stays there")
    }

    @Test func `the note of somebody else comes in with an export, and stays through backup, restore and repair`() async throws {
        let relay = try await TestRelay()
        let (benVault, ben) = try await relay.firstDevice()
        let people = SharingTests()
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

    @Test(arguments: [
        #""created":-9223372036854775808"#, #""created":9223372036854775807"#, #""operations":-1"#,
        #""operations":9223372036854775807"#, #""row":9223372036854775807"#, #""records":-9223372036854775808"#,
        #""ceilings":[["x",9223372036854775807]]"#,
    ])
    func `a manifest of impossible numbers is refused, and leaves nothing behind`(member: String) async throws {
        let given = try BackedUp()
        _ = try await given.vault.add(NewEntry(text: "x"))
        try await given.backUp()
        let path = given.folder + "/" + given.files[0]
        try reseal(path, with: member, code: given.code)
        #expect(throws: BackupFault.self) { try given.restored() }
        #expect(names(in: given.test.scratch.path) == ["backups", "vault"])
        let (folder, code) = (given.folder, given.code)
        #expect(throws: BackupFault.self) {
            try OpenVault.verifyBackup(
                at: folder, recoveryCode: RecoveryCode(typed: code), vault: nil, scratch: given.test.folder)
        }
    }

    /// The header of a file in a tar (POSIX ustar) that has another size: octal digits at 124, the sum of all bytes at 148.
    private func header(_ header: [UInt8], size: Int) -> [UInt8] {
        func octal(_ number: Int, _ count: Int) -> [UInt8] {
            let digits = String(number, radix: 8)
            return Array((String(repeating: "0", count: count - digits.count) + digits).utf8)
        }
        var header = header
        header.replaceSubrange(124..<135, with: octal(size, 11))
        header.replaceSubrange(148..<156, with: Array("        ".utf8))
        header.replaceSubrange(148..<155, with: octal(header.reduce(0) { $0 + Int($1) }, 6) + [0])
        return header
    }

    /// Puts another value into the manifest, as somebody who knows the recovery code can.
    private func reseal(_ path: String, with member: String, code: String) throws {
        var plain: [UInt8] = []
        var reader = try AgeReader(descriptor: FileHandle(forReadingFrom: URL(fileURLWithPath: path)).descriptorForTest)
        try reader.unlock(with: AgeIdentity(RecoveryCode(typed: code)))
        while let piece = try reader.next() { plain += piece }
        let size = try #require(Int(String(decoding: plain[124..<135], as: UTF8.self), radix: 8))
        var manifest = String(decoding: plain[512..<512 + size], as: UTF8.self)
        let name = member.split(separator: ":")[0]
        if let range = manifest.firstRange(of: try Regex(name + ":-?[0-9]+")) {
            manifest.replaceSubrange(range, with: member)
        } else {
            manifest.replaceSubrange(manifest.startIndex...manifest.startIndex, with: "{" + member + ",")
        }
        var file: [UInt8] = []
        let content = Array(manifest.utf8) + [UInt8](repeating: 0, count: (512 - manifest.utf8.count % 512) % 512)
        let rest = Array(plain[(512 + (size + 511) / 512 * 512)...])
        var writer = try AgeWriter(to: [AgeRecipient(key: RecoveryCode(typed: code).recipientKey())]) { file += $0 }
        try writer.write(header(Array(plain[..<512]), size: manifest.utf8.count) + content + rest)
        try writer.finish()
        try Data(file).write(to: URL(fileURLWithPath: path))
    }
}
