import Base
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Records
import SeededChance
import Store
import Testing

/// What becomes of the files that notes show, and of paths that are no files.
@Suite struct ShownFileTests {
    private func notes(_ vault: TestVault, _ files: [String: String]) throws -> ImportSource {
        for (name, text) in files { try vault.scratch.write(text, to: "notes/" + name) }
        return try ImportSource(path: vault.scratch.path + "/notes", format: nil, surroundings: vault.surroundings)
    }

    @Test(
        arguments: [
            ("![](x.png)", "the file 'x.png' it shows was not found, so it is not attached"),
            ("![](../x.png)", "the file '../x.png' it shows is outside the folder or a link, so it is not attached"),
            ("![](link.png)", "the file 'link.png' it shows is outside the folder or a link, so it is not attached"),
            ("![](pipe.png)", "the file 'pipe.png' it shows is not a regular file, so it is not attached"),
            ("![](dir.png)", "the file 'dir.png' it shows is not a regular file, so it is not attached"),
            ("![](x%1B%5B2J%0A.png)", "the file 'x\u{FFFD}[2J\u{FFFD}.png' it shows was not found, so it is not attached"),
            ("![[x\u{202E}gnp.exe]]", "the file 'x\u{FFFD}gnp.exe' it shows was not found, so it is not attached"),
        ])
    func `a file that is not attached is told with the reason, and the words come in`(text: String, why: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try vault.scratch.write("inside", to: "notes/dir.png/in.txt.png")
        try vault.scratch.write("secret", to: "x.png")
        let folder = vault.scratch.path + "/notes"
        #expect(unsafe mkfifo(folder + "/pipe.png", 0o600) == 0)
        let outside = vault.scratch.path + "/x.png"
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.png", withDestinationPath: outside)
        let source = try notes(vault, ["2026-03-14.md": "Walk " + text])
        #expect(try source.reading().findings.isEmpty)
        for isDry in [true, false] {
            let receipt = try await open.importEntries(source, dryRun: isDry)
            #expect(receipt.lines.map(\.outcome) == [.changed] && receipt.lines.map(\.why) == [why])
        }
        #expect(try await open.texts() == ["Walk " + text])
        #expect(names(in: vault.location.attachments).isEmpty)
    }

    @Test func `a file that is attached is no reason to say anything`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let source = try notes(
            vault,
            [
                "a/2026-03-14.md": "![](x.png) ![](./x.png) ![](../deep.png) ![[far.png]]", "a/x.png": "X", "deep.png": "D",
                "b/c/far.png": "F", "b/c/d/far.png": "other", ".trash/far.png": "hidden",
            ])
        #expect(try source.reading().findings.isEmpty)
        let receipt = try await open.importEntries(source)
        #expect(receipt.lines.map(\.outcome) == [.kept])
        let entry = try #require(try await open.entries(Selection()).list.first)
        #expect(try await open.attachments(of: entry).map(\.name) == ["x.png", "deep.png", "far.png"])
        #expect(try await open.attachments(of: entry).map(\.size) == [1, 1, 1])
    }

    @Test func `files over the limit are counted, many missing ones too`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        var files = ["2026-03-14.md": (0..<103).map { "![](\($0).png)" }.joined(separator: " ")]
        for index in 0..<103 { files["\(index).png"] = "x" }
        files["2026-03-15.md"] = (0..<9).map { "![](none\($0).png)" }.joined(separator: "\n")
        let source = try notes(vault, files)
        let dry = try await open.importEntries(source, dryRun: true)
        let receipt = try await open.importEntries(source)
        #expect(receipt.lines.map(\.why) == dry.lines.map(\.why) && receipt.count(.changed) == 2)
        #expect(receipt.lines[0].why == "3 files it shows over the limit of 100, not attached")
        let why = try #require(receipt.lines[1].why)
        #expect(why.hasSuffix("; 4 more files it shows not attached either"))
        #expect(why.contains("'none4.png'") && !why.contains("'none5"))
        #expect(names(in: vault.location.attachments).count == 100)
    }

    @Test func `a file that goes while it is sealed costs neither the entry nor the import`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        let source = try notes(
            vault, ["2026-03-10.md": "one ![](a.png)", "2026-03-12.md": "two ![](b.png)", "a.png": "A", "b.png": "B"])
        let second = vault.scratch.path + "/notes/b.png"
        // Sealing a file draws four numbers, the first of them just before it is opened.
        var surroundings = vault.surroundings
        surroundings.generator = MeddlingChance(atDraw: 5) { try? FileManager.default.removeItem(atPath: second) }
        let open = try OpenVault(try vault.unlocked(), at: vault.location, surroundings: surroundings)
        let receipt = try await open.importEntries(source)
        #expect(receipt.lines.map(\.outcome) == [.kept, .changed])
        #expect(receipt.lines[1].why == "the file 'b.png' it shows cannot be read, so it is not attached")
        #expect(names(in: vault.location.attachments).count == 1)
        #expect(try await open.status().entries == 2)
    }

    @Test func `an entry that was typed in is not given the files, and the receipt says so`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "one ![](a.png)", moment: .of("2026-03-10 12:00")))
        let receipt = try await open.importEntries(notes(vault, ["2026-03-10.md": "one ![](a.png)", "a.png": "A"]))
        #expect(receipt.lines.map(\.why) == ["here already; the files it shows are not attached to it"])
    }

    @Test func `a note that is imported alone says that its files stay behind`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write("![](a.png)", to: "2026-03-14.md")
        try vault.scratch.write("A", to: "a.png")
        let source = try ImportSource(path: path, format: nil, surroundings: vault.surroundings)
        #expect(
            try await open.importEntries(source).lines.map(\.why)
                == ["the file 'a.png' it shows is not attached: import its whole folder or zip to attach it"])
    }

    // MARK: - Paths

    @Test func `a link to a folder is the folder, a link inside is not followed`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try vault.scratch.write("secret", to: "secret/2026-03-13.md")
        _ = try notes(vault, ["2026-03-14.md": "Walk ![](a.png)", "a.png": "A"])
        let (folder, link) = (vault.scratch.path + "/notes", vault.scratch.path + "/link")
        try FileManager.default.createSymbolicLink(atPath: folder + "/in", withDestinationPath: vault.scratch.path + "/secret")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        for path in [link, link + "/"] {
            let source = try ImportSource(path: path, format: nil, surroundings: vault.surroundings)
            #expect(try source.reading().entries.map(\.text) == ["Walk ![](a.png)"])
        }
        let receipt = try await open.importEntries(
            ImportSource(path: link, format: nil, surroundings: vault.surroundings))
        #expect(receipt.lines.map(\.outcome) == [.kept] && receipt.lines.map(\.source) == ["2026-03-14.md"])
        #expect(names(in: vault.location.attachments).count == 1)
    }

    @Test(arguments: ImportFormat.allCases)
    func `a pipe, a socket and a device are refused at once`(format: ImportFormat) throws {
        let vault = try TestVault()
        let pipe = vault.scratch.path + "/pipe.md"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let link = vault.scratch.path + "/link.md"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
        for path in [pipe, link, "/dev/zero", "/dev/null"] {
            #expect(throws: ImportError.notAFile(path: path)) {
                try ImportSource(path: path, format: format, surroundings: vault.surroundings)
            }
        }
    }

    @Test func `a link to a file that is named is followed`() throws {
        let vault = try TestVault()
        let path = try vault.scratch.write("[2026-03-14 10:00] Walk\n\n", to: "journal.txt")
        let link = vault.scratch.path + "/link.txt"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(
            try ImportSource(path: link, format: nil, surroundings: vault.surroundings).reading().entries.map(\.text) == ["Walk"])
        let nowhere = vault.scratch.path + "/nowhere.txt"
        try FileManager.default.createSymbolicLink(atPath: nowhere, withDestinationPath: vault.scratch.path + "/missing")
        #expect(throws: ImportError.file(path: nowhere, code: ENOENT)) {
            try ImportSource(path: nowhere, format: nil, surroundings: vault.surroundings)
        }
    }

    @Test(arguments: [(512 << 20) + 1, 1 << 31, 3_000_000_000, (1 << 32) + 1] as [Int64])
    func `a source over the limit is refused before it is read`(size: Int64) throws {
        let vault = try TestVault()
        let path = try vault.scratch.write("x", to: "large.txt")
        #expect(unsafe truncate(path, off_t(size)) == 0)
        #expect(throws: ImportError.tooLarge(bytes: size, limit: 512 << 20)) {
            try ImportSource(path: path, format: nil, surroundings: vault.surroundings).reading()
        }
    }

    @Test func `each note that cannot be taken says precisely why, and the others come in`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try vault.scratch.write(Array(repeating: UInt8(1), count: 300), to: "notes/a.md")
        try vault.scratch.write([0xFF, 0xFE, 0x41, 0x00], to: "notes/b.md")
        try vault.scratch.write("x", to: "notes/e.md")
        #expect(unsafe truncate(vault.scratch.path + "/notes/e.md", (512 << 20) + 1) == 0)
        let source = try notes(vault, ["c.md": "%PDF-1.7", "d.md": "JRNLv3", "2026-03-14.md": "Walk"])
        let receipt = try await open.importEntries(source)
        #expect(receipt.count(.kept) == 1)
        let reasons = Dictionary(uniqueKeysWithValues: receipt.lines.map { ($0.source, $0.why ?? "") })
        #expect(
            reasons == [
                "2026-03-14.md": "", "a.md": "the file is not text", "c.md": "this is a PDF",
                // In UTF-16, which is read.
                "b.md": "no date in the file: its modification time was taken; the title was put above the text",
                "d.md": "this journal is encrypted by jrnl",
                "e.md": "the file has 536,870,913 bytes; at most 536,870,912 can be read",
            ])
    }
}
