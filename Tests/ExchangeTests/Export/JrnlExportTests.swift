import Engine
import Exchange
import GivenValues
import GivenVault
import Importing
import Journal
import Testing

/// What a file of jrnl has no place for.
@Suite struct JrnlExportTests {
    @Test func `an export counts the moods, tags and attachments that are not in the file`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.exportJrnl(to: vault.scratch.path + "/empty.txt") == .init())
        _ = try await open.importEntries(.demo(endingOn: .of("2026-03-14"), at: .of("23:59"), surroundings: vault.surroundings))
        let before = try await open.exportJrnl(to: vault.scratch.path + "/before.txt")
        let attached = try vault.scratch.write("A", to: "a.png")
        let text = "With @Mira and #soup."
        _ = try await open.add(
            NewEntry(
                text: text, moment: .of("2026-03-14 10:00"), mood: .of("happy"), tags: [.of("mira"), .of("walk"), .of("sun")],
                attachments: [attached]))
        let after = try await open.exportJrnl(to: vault.scratch.path + "/after.txt")
        #expect(after.entries == before.entries + 1 && after.moods == before.moods + 1)
        #expect(after.tags == before.tags + 2 && after.attachments == before.attachments + 1)
    }

    @Test func `what came from a file of jrnl is whole in the export`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write("[2026-03-14 10:00] With @Mira and #soup *\n\n", to: "journal.txt")
        _ = try await open.importEntries(ImportSource(path: path, format: nil, surroundings: vault.surroundings))
        #expect(try await open.exportJrnl(to: vault.scratch.path + "/out.txt") == .init(entries: 1))
    }
}
