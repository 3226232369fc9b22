import Backups
import Basics
import ByteSearch
import Documents
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Testing
import Vault

/// One person does the same at a desk and on a phone. `scripts/check-both` runs this at the desk, in WebAssembly, and at the desk again, and
/// says by `AURALYST_BOTH` where each leaves what it made for the other.
@Suite struct DeskAndPhoneTests {
    private static let passphrase = Array("correct horse".utf8)
    private static let both = ProcessInfo.processInfo.environment["AURALYST_BOTH"]
    #if os(WASI)
        private static let (own, other) = ("phone", "desk")
    #else
        private static let (own, other) = ("desk", "phone")
    #endif

    /// What one of them leaves: `vault`, `exports`, `backups`, `sealed.age`, `rows.txt`.
    private struct Place {
        let folder: String
        var sealed: [String] { [folder + "/vault", folder + "/backups", folder + "/sealed"] }

        func path(_ name: String) -> String { folder + "/" + name }

        /// The bytes of each file of the exports, by name.
        func exports() throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            let folder = path("exports")
            try Folder.forEachPath(below: folder) { name, about in
                if about.st_mode & S_IFMT == S_IFREG { files[name] = try contents(of: folder + "/" + name) }
            }
            return files
        }
    }

    @Test func `a thousand deeds give the same rows and the same exports, and one opens what the other wrote`() async throws {
        let passing = ScratchFolder()
        let root = Self.both ?? passing.path
        let (own, other) = (Place(folder: root + "/" + Self.own), Place(folder: root + "/" + Self.other))
        let start = root + "/start"
        let code = try beginning(at: start)
        if !FileManager.default.fileExists(atPath: own.folder) { try await live(from: start, code, at: own) }
        // Nobody else has been here: then it is the same once more on the same machine.
        if Self.both == nil { try await live(from: start, code, at: other) }
        if FileManager.default.fileExists(atPath: other.folder) {
            try compare(own, other)
            try await read(other, code)
        } else {
            print("\(own.folder) waits for what the other makes")
        }
    }

    /// The vault as it is before anything is done, with its keys, and the recovery code.
    private func beginning(at folder: String) throws -> String {
        let written = folder + "/code.txt"
        if FileManager.default.fileExists(atPath: written) { return String(decoding: try contents(of: written), as: UTF8.self) }
        let vault = try TestVault(seed: 34)
        let code = RecoveryCode.random()
        let text = code.text()
        _ = try vault.create(code: code)
        try Folder.copy(vault.folder, to: folder + "/vault")
        try Data(text.utf8).write(to: URL(fileURLWithPath: written))
        return text
    }

    /// Does everything in a copy of the vault, and leaves what came of it.
    private func live(from start: String, _ code: String, at place: Place) async throws {
        let vault = try TestVault(seed: 35)
        try Folder.copy(start + "/vault", to: vault.folder)
        let open = try vault.open()
        let count = Self.both == nil ? Lane.amount(quick: 100, ci: 200, all: 1_000) : 1_000
        let deeds = RandomDeeds(vault, open, seed: 36)
        try await deeds.act(times: count)
        #expect(deeds.done.values.reduce(0, +) == count)
        print("\(count) deeds: " + deeds.done.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))
        if count == 1_000 {
            let kinds = Set(RecordMaker.all.map(\.kind) + ["attachment", "draft", "journal", "note"])
            #expect(RandomDeeds.Deed.allCases.allSatisfy { deeds.done[$0, default: 0] > 50 })
            #expect(kinds.subtracting(deeds.words.keys) == [])
        }
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let rows = try VaultInsides.rows(of: vault)
        try Data(rows.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: place.path("rows.txt")))

        let exports = vault.scratch.path + "/exports"
        try FileManager.default.createDirectory(atPath: exports, withIntermediateDirectories: true)
        _ = try await open.export(ExportRequest(.json, hasHistory: true), to: exports + "/journal.json")
        _ = try await open.export(ExportRequest(.html, writer: ReaderPage()), to: exports + "/journal.html")
        _ = try await open.export(ExportRequest(.markdown), to: exports + "/notes")
        _ = try await open.export(ExportRequest(.csv), to: exports + "/tables")
        _ = try await open.export(ExportRequest(.jrnl), to: exports + "/journal.txt")
        try Folder.copy(exports, to: place.path("exports"))
        try FileManager.default.createDirectory(atPath: place.path("sealed"), withIntermediateDirectories: true)
        let sealed = vault.scratch.path + "/sealed.age"
        _ = try await open.export(ExportRequest(.json), to: sealed, sealed: ExportSeal(passphrase: Self.passphrase))
        try FileManager.default.copyItem(atPath: sealed, toPath: place.path("sealed/sealed.age"))
        _ = try await open.createBackup(in: vault.scratch.path + "/backups")
        try Folder.copy(vault.scratch.path + "/backups", to: place.path("backups"))
        try Folder.copy(vault.folder, to: place.path("vault"))
        try look(deeds.words, place)
    }

    /// No word of any kind stands in clear in what is sealed; those of each kind do in the export that is not.
    private func look(_ words: [String: Set<String>], _ place: Place) throws {
        var search = ByteSearch()
        for word in words.values.joined() { search.add(text: word) }
        let found = search.hits(below: place.sealed)
        #expect(found.hits == [] && found.files > 5 && found.bytes > 500_000, "\(found)")
        print("looked for \(search.count) patterns in \(found.files) files, \(found.bytes) bytes")
        let clear = String(decoding: try contents(of: place.path("exports/journal.json")), as: UTF8.self)
        for (kind, words) in words.sorted(by: { $0.key < $1.key }) where kind != "draft" {
            #expect(words.contains { clear.contains($0) }, "no word of any \(kind) is in the export, where one would be found")
        }
    }

    private func compare(_ own: Place, _ other: Place) throws {
        let rows = try [own, other].map { place in
            String(decoding: try contents(of: place.path("rows.txt")), as: UTF8.self).split(separator: "\n").map(String.init)
        }
        let differ = zip(rows[0], rows[1]).filter { $0 != $1 }
        #expect(rows[0].count == rows[1].count && differ.isEmpty, "\(differ.count) rows differ: \(differ.prefix(3))")
        let exports = try [own, other].map { try $0.exports() }
        #expect(exports[0].keys.sorted() == exports[1].keys.sorted() && exports[0].count > 8)
        for (name, bytes) in exports[0].sorted(by: { $0.key < $1.key }) where exports[1][name] != bytes {
            let place = zip(bytes, exports[1][name] ?? []).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            let shown = [bytes, exports[1][name] ?? []].map {
                String(decoding: $0.dropFirst(max(0, place - 60)).prefix(160), as: UTF8.self)
            }
            Issue.record("\(name) differs at \(place): \(shown)")
        }
        print("\(rows[0].count) rows and \(exports[0].count) files of exports are the same")
    }

    /// Opens what the other wrote: reads all of it, writes into it, restores its backup, imports its sealed export.
    private func read(_ other: Place, _ code: String) async throws {
        let whole = try contents(of: other.path("exports/journal.json"))
        let vault = try TestVault(now: TestVault.start + 10 * 86_400_000, seed: 37)
        try Folder.copy(other.path("vault"), to: vault.folder)
        let open = try vault.open()
        let all = try await lines(open, vault)
        let written = try lines(of: whole)
        #expect(all.count > 50 && all == written)
        let added = try await open.add(NewEntry(text: "Written on the other machine"))
        #expect(try await open.entries(.search("other machine")).list.map(\.id) == [added.id])

        let restored = try TestVault(seed: 38)
        let report = try OpenVault.restoreBackup(
            from: other.path("backups"), to: restored.folder, recoveryCode: RecoveryCode(typed: code),
            passphrase: Secret(copying: Self.passphrase), surroundings: restored.surroundings, deviceName: "restored",
            cost: .testOnlyCheapest)
        #expect(report.unopened == 0)
        let back = try await lines(try restored.open(), restored)
        #expect(back.filter { $0.value["kind"] != "device" } == all.filter { $0.value["kind"] != "device" })

        let new = try TestVault(seed: 39)
        let receipt = try await new.create().importEncryptedExport(
            path: other.path("sealed/sealed.age"), identity: .passphrase(Secret(copying: Self.passphrase)))
        #expect(
            receipt.count(.kept) == receipt.read && receipt.read > 50, "\(receipt.lines.filter { $0.outcome != .kept }.prefix(3))"
        )
    }

    private func lines(_ open: OpenVault, _ vault: TestVault) async throws -> [String: JSON] {
        let path = vault.scratch.path + "/all.json"
        _ = try await open.export(ExportRequest(.json, hasHistory: true), to: path)
        return try lines(of: contents(of: path))
    }

    private func lines(of bytes: [UInt8]) throws -> [String: JSON] {
        var lines: [String: JSON] = [:]
        for line in try JSON(reading: bytes)["records"]?.array ?? [] {
            lines[(line["kind"]?.string ?? "") + " " + (line["id"]?.string ?? "")] = line
        }
        return lines
    }
}
