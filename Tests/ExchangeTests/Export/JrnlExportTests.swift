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
        func export(_ name: String) async throws -> (entries: Int, leftOut: [String: Int]) {
            let result = try await open.export(ExportRequest(.jrnl), to: vault.scratch.path + "/" + name)
            return (result.entries, Dictionary(uniqueKeysWithValues: result.leftOut.map { ($0.name, $0.count) }))
        }
        let empty = try await export("empty.txt")
        #expect(empty.entries == 0 && empty.leftOut.isEmpty)
        _ = try await open.importEntries(.demo(endingOn: .of("2026-03-14"), at: .of("23:59"), surroundings: vault.surroundings))
        let before = try await export("before.txt")
        let attached = try vault.scratch.write("A", to: "a.png")
        let text = "With @Mira and #soup."
        _ = try await open.add(
            NewEntry(
                text: text, moment: .of("2026-03-14 10:00"), mood: .of("happy"), tags: [.of("mira"), .of("walk"), .of("sun")],
                attachments: [attached]))
        let after = try await export("after.txt")
        #expect(after.entries == before.entries + 1)
        for (what, more) in [("mood", 1), ("tag", 2), ("attachment", 1)] {
            #expect(after.leftOut[what] == before.leftOut[what, default: 0] + more, "\(what)")
        }
    }

    @Test func `what came from a file of jrnl is whole in the export`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write("[2026-03-14 10:00] With @Mira and #soup *\n\n", to: "journal.txt")
        _ = try await open.importEntries(ImportSource(path: path, format: nil, surroundings: vault.surroundings))
        let result = try await open.export(ExportRequest(.jrnl), to: vault.scratch.path + "/out.txt")
        #expect(result.entries == 1 && result.leftOut.isEmpty)
    }
}
