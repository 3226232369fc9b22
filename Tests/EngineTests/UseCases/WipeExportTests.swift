import Engine
import Foundation
import Journal
import Testing

/// Clear exports are remembered, and go when their owner says so.
@Suite struct WipeExportTests {
    @Test(arguments: [ExportFormat.json, .csv, .markdown])
    func `an export is listed until it is wiped, and its files are gone then`(format: ExportFormat) async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/out"
        _ = try await given.open.export(ExportRequest(format), to: path)
        let reopened = try given.vault.open()
        #expect(try await reopened.clearExports().map(\.path) == [path], "also by another program")
        let report = try await reopened.wipe(reopened.clearExport(at: path))
        #expect(report.files > 0 && report.bytes > 0 && report.left.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await reopened.clearExports().isEmpty)
    }

    @Test func `an export that was moved is known by what is in it`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/out.json"
        _ = try await given.open.export(ExportRequest(.json), to: path)
        let moved = given.vault.scratch.path + "/moved.json"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        #expect(try await given.open.clearExports().isEmpty)
        _ = try await given.open.wipe(given.open.clearExport(at: moved))
        #expect(!FileManager.default.fileExists(atPath: moved))
    }

    @Test func `what this vault did not make, or somebody changed, is never touched`() async throws {
        let given = try await FullVault(health: false)
        let scratch = given.vault.scratch
        let path = scratch.path + "/out.json"
        _ = try await given.open.export(ExportRequest(.json), to: path)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0x20]))
        try handle.close()
        let mine = try scratch.write("mine", to: "mine.txt")
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: mine)
        for victim in [path, mine, scratch.path + "/link", scratch.path + "/nothing", scratch.path, given.vault.folder] {
            await #expect(throws: ExportError.notOurs(path: victim)) { _ = try await given.open.clearExport(at: victim) }
        }
        #expect(try contents(of: mine) == Array("mine".utf8))
    }

    @Test func `files that were put into an exported folder, or changed in it, stay`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/notes"
        _ = try await given.open.export(ExportRequest(.markdown), to: path)
        try given.vault.scratch.write("own", to: "notes/2026/03/own.md")
        let changed = "2026/03/2026-03-14-1000.md"
        try given.vault.scratch.write("changed", to: "notes/" + changed)
        let report = try await given.open.wipe(given.open.clearExport(at: path))
        #expect(report.left.sorted() == [changed, "2026/03/own.md"])
        #expect(names(in: path + "/2026/03") == ["2026-03-14-1000.md", "own.md"])
    }

    @Test func `a list in a folder leads nowhere outside of it`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/notes"
        _ = try await given.open.export(ExportRequest(.markdown), to: path)
        try given.vault.scratch.write("0  ../../etc\n", to: "notes/.auralyst-export")
        await #expect(throws: ExportError.notOurs(path: path)) { _ = try await given.open.clearExport(at: path) }
    }

    @Test func `a jrnl file is remembered too`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/journal.txt"
        _ = try await given.open.exportJrnl(to: path)
        #expect(try await given.open.clearExports().map(\.format) == [.jrnl])
        #expect(try await given.open.wipe(given.open.clearExport(at: path)).files == 1)
    }
}
