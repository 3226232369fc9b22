import Engine
import Foundation
import Journal
import Store
import Testing

/// When two records are one entry.
@Suite struct SamenessTests {
    private func read(_ vault: TestVault, _ text: String, _ name: String) throws -> ImportSource {
        try ImportSource(path: try vault.scratch.write(text, to: name), format: .jrnl, surroundings: vault.surroundings)
    }

    @Test(arguments: [
        ("pin 12*34", "pin 1234", false, false), ("pin 12*34", "pin 1234", true, false), ("2*3", "23", false, true),
        ("a b", "c d", false, false), ("**Walk**", "Walk", false, false), ("_Walk_", "Walk", true, true),
    ])
    func `an asterisk in an entry without a star is a part of it`(one: String, other: String, starred: Bool, otherStarred: Bool) {
        let keys = [(one, starred && !one.contains("*")), (other, otherStarred)].map {
            ImportedEntry.sameness(day: .of("2026-03-14"), time: .of("10:00"), text: $0.0, starred: $0.1)
        }
        #expect(keys[0] != keys[1])
    }

    @Test(arguments: [
        ("Bold  walk", "Bold walk", false, false), ("**Bold** walk", "Bold walk", true, true), ("a\nb", "a b", false, true),
        ("*a*", "a", true, false), ("a\u{A0}b\u{2003}", "ab", false, false),
    ])
    func `white space, and the asterisks of a starred entry, do not count`(
        one: String, other: String, starred: Bool, otherStarred: Bool
    ) {
        let (day, time) = (LocalDay.of("2026-03-14"), TimeOfDay.of("10:00"))
        #expect(
            ImportedEntry.sameness(day: day, time: time, text: one, starred: starred)
                == ImportedEntry.sameness(day: day, time: time, text: other, starred: otherStarred))
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
        ("[2026-03-14 10:00] **Bold** walk *\n\n", "Bold walk", true, 1), ("[2026-03-14 10:00] **Bold** walk *\n\n", "Bold walk", false, 2),
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
        #expect(receipt.count(starredFirst ? .skipped : .merged) == 1, "\(receipt.lines)")
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
