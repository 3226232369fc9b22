import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Testing

/// When two records are one entry.
@Suite struct SamenessTests {
    private func read(_ vault: TestVault, _ text: String, _ name: String) throws -> ImportSource {
        try ImportSource(path: try vault.scratch.write(text, to: name), format: .jrnl, surroundings: vault.surroundings)
    }

    private func sameness(_ text: String, starred: Bool) -> [UInt8] {
        ImportedRecord.sameness(day: .of("2026-03-14"), time: .of("10:00"), text: text, starred: starred)
    }

    @Test(arguments: [
        ("pin 12*34", "pin 1234"), ("2*3", "23"), ("**Walk**", "Walk"), ("*Walk", "Walk"), ("a*", "a"), ("* a", "a"),
    ])
    func `an asterisk in an entry without a star is a part of it`(text: String, without: String) {
        #expect(sameness(text, starred: false) != sameness(without, starred: false))
        #expect(sameness(text, starred: true) == sameness(without, starred: true))
        for (one, other) in [(text, without), (without, text)] {
            #expect(sameness(one, starred: true) != sameness(other, starred: false))
        }
    }

    @Test(arguments: [
        ("Bold  walk", "Bold walk"), ("a\nb", "a b"), ("a\u{A0}b\u{2003}", "ab"), ("\r\na\t", "a"),
    ])
    func `white space does not count`(one: String, other: String) {
        for starred in [true, false] { #expect(sameness(one, starred: starred) == sameness(other, starred: starred)) }
    }

    @Test(arguments: [false, true])
    func `two entries that differ in an asterisk alone are two entries`(typed: Bool) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        if typed {
            _ = try await open.add(NewEntry(text: "pin 12*34", moment: .of("2026-03-14 10:00")))
        } else {
            _ = try await open.importEntries(read(vault, "[2026-03-14 10:00] pin 12*34\n\n", "a.txt"))
        }
        let receipt = try await open.importEntries(read(vault, "[2026-03-14 10:00] pin 1234\n\n", "b.txt"))
        #expect(receipt.count(.kept) == 1)
        #expect(try await open.texts().sorted() == ["pin 12*34", "pin 1234"])
    }

    @Test(arguments: [
        ("[2026-03-14 10:00] **Bold** walk *\n\n", "Bold walk", true, 1),
        ("[2026-03-14 10:00] **Bold** walk *\n\n", "Bold walk", false, 2),
        ("[2026-03-14 10:00] **Bold** walk\n\n", "Bold walk", true, 2),
    ])
    func `the export of a starred entry is the same entry, of any other it is not`(
        text: String, title: String, starred: Bool, count: Int
    ) async throws {
        for textFirst in [true, false] {
            let vault = try TestVault()
            let open = try vault.create()
            let json = try read(
                vault,
                "{\"entries\": [{\"title\": \"\(title)\", \"date\": \"2026-03-14\", \"time\": \"10:00\", \"starred\": \(starred)}]}",
                "journal.json")
            let journal = try read(vault, text, "journal.txt")
            for source in textFirst ? [journal, json] : [json, journal] { _ = try await open.importEntries(source) }
            #expect(try await open.status().entries == count)
        }
    }

    @Test(arguments: [false, true])
    func `a star that came or went does not double an entry`(starredFirst: Bool) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let plain = try read(vault, "[2026-03-14 10:00] **Bold** walk\n\n", "a.txt")
        let starred = try read(vault, "[2026-03-14 10:00] **Bold** walk *\n\n", "b.txt")
        _ = try await open.importEntries(starredFirst ? starred : plain)
        let receipt = try await open.importEntries(starredFirst ? plain : starred)
        #expect(receipt.count(.skipped) == 1, "\(receipt.lines)")
        #expect(try await open.status().entries == 1)
    }

    @Test func `many equal entries meet as many that were typed in`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for _ in 0..<5 { _ = try await open.add(NewEntry(text: "a", moment: .of("2026-03-14 10:00"))) }
        let journal = try read(vault, String(repeating: "[2026-03-14 10:00] a\n\n", count: 7), "a.txt")
        let receipt = try await open.importEntries(journal)
        #expect(receipt.count(.skipped) == 5 && receipt.count(.kept) == 2)
        #expect(try await open.importEntries(journal).count(.skipped) == 7)
    }
}
