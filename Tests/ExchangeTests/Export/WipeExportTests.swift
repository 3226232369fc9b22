import Basics
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import SeededChance
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
        await #expect(throws: ExportError.editedSince(path: path)) { _ = try await given.open.clearExport(at: path) }
        for victim in [mine, scratch.path + "/link", scratch.path + "/nothing", scratch.path, given.vault.folder] {
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
        // What was changed is still known, for who wants that gone too.
        #expect(report.leftEdited)
        #expect(try await given.open.clearExports().map(\.path) == [path])
        let rest = try await given.open.wipe(given.open.clearExport(at: path, edited: true), edited: true)
        #expect(rest.left == ["2026/03/own.md"] && !rest.leftEdited)
        #expect(try await given.open.clearExports().isEmpty)
    }

    @Test(arguments: [ExportFormat.json, .markdown])
    func `what was changed in an export goes too when its owner says so, and nothing of others`(format: ExportFormat) async throws
    {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/out"
        _ = try await given.open.export(ExportRequest(format), to: path)
        let changed = format == .json ? "out" : "out/2026/03/2026-03-14-1000.md"
        try given.vault.scratch.write("changed", to: changed)
        if format == .markdown { try given.vault.scratch.write("own", to: "out/2026/03/own.md") }
        let report = try await given.open.wipe(given.open.clearExport(at: path, edited: true), edited: true)
        #expect(report.left == (format == .json ? [] : ["2026/03/own.md"]))
        #expect(!FileManager.default.fileExists(atPath: given.vault.scratch.path + "/" + changed))
        #expect(try await given.open.clearExports().isEmpty, "what is left is not of the export")
        let mine = try given.vault.scratch.write("mine", to: "mine.txt")
        await #expect(throws: ExportError.notOurs(path: mine)) { _ = try await given.open.clearExport(at: mine, edited: true) }
    }

    @Test func `a folder of which only empty folders are left is not listed`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/notes"
        _ = try await given.open.export(ExportRequest(.markdown), to: path)
        Folder.remove(path)
        try FileManager.default.createDirectory(atPath: path + "/2026/03", withIntermediateDirectories: true)
        #expect(try await given.open.clearExports().isEmpty)
    }

    @Test(arguments: ExportFormat.allCases)
    func `nothing in clear is written into the vault's own folder`(format: ExportFormat) async throws {
        let given = try await FullVault(health: false)
        let link = given.vault.scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: given.vault.folder)
        let before = names(in: given.vault.folder)
        for path in [given.vault.folder + "/out", given.vault.folder + "/attachments/out", link + "/out"] {
            await #expect(throws: ExportError.insideVault(path: path)) {
                _ = try await given.open.export(ExportRequest(format), to: path)
            }
        }
        #expect(names(in: given.vault.folder) == before)
    }

    @Test func `a list in a folder leads nowhere outside of it`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/notes"
        _ = try await given.open.export(ExportRequest(.markdown), to: path)
        try given.vault.scratch.write("0  ../../etc\n", to: "notes/.auralyst-export")
        await #expect(throws: ExportError.editedSince(path: path)) { _ = try await given.open.clearExport(at: path) }
        let outside = try given.vault.scratch.write("mine", to: "outside/mine.txt")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/2026/05", withDestinationPath: given.vault.scratch.path + "/outside")
        let digest = String(repeating: "0", count: 64)
        try given.vault.scratch.write(
            "\(digest)  ../outside/mine.txt\n\(digest)  2026/05/mine.txt\n", to: "notes/.auralyst-export")
        _ = try await given.open.wipe(given.open.clearExport(at: path, edited: true), edited: true)
        #expect(try contents(of: outside) == Array("mine".utf8))
    }

    @Test func `a jrnl file is remembered too`() async throws {
        let given = try await FullVault(health: false)
        let path = given.vault.scratch.path + "/journal.txt"
        _ = try await given.open.export(ExportRequest(.jrnl), to: path)
        #expect(try await given.open.clearExports().map(\.form.name) == ["jrnl"])
        #expect(try await given.open.wipe(given.open.clearExport(at: path)).files == 1)
    }
}
