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

/// What exports tell of the places where pictures were taken.
@Suite struct ExportPlacesTests {
    private let vault: TestVault
    private let open: OpenVault
    private static let picture = SamplePicture.jpeg(exif: SamplePicture.exif())

    init() async throws {
        vault = try TestVault()
        open = try vault.create()
        let files = [
            try vault.scratch.write(Self.picture, to: "river.jpg"),
            try vault.scratch.write(SamplePicture.jpeg(exif: SamplePicture.exif(hasPlace: false)), to: "tree.jpg"),
        ]
        _ = try await open.add(
            NewEntry(text: "By the river", moment: .of("2026-03-14 10:00"), place: Place(name: "Wien"), attachments: files))
    }

    /// Whether the picture in a vault says where it was taken.
    private func saysPlace(_ vault: OpenVault) async throws -> Bool {
        let stored = try #require(try await vault.entries(Selection()).list.first)
        return try await vault.photoFacts(of: stored).contains { $0.place != nil }
    }

    private func notes(_ request: ExportRequest, _ name: String) async throws -> (facts: PhotoFacts, ExportResult, String) {
        let target = vault.scratch.path + "/" + name
        let result = try await open.export(request, to: target)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: target + "/2026/03/attachments/2026-03-14-1000/river.jpg"))
        return (try PhotoFacts(of: PictureBytes(Array(bytes))), result, target)
    }

    @Test func `notes have pictures without their place, unless it is kept; the entry keeps its own`() async throws {
        let (facts, result, target) = try await notes(ExportRequest(.markdown), "without")
        #expect(facts.place == nil && facts.taken?.day.iso == "2024-03-12")
        #expect(result.withoutPlace == 1 && result.placesSentence == "The place was removed from 1 photo or video.")
        let note = try String(contentsOfFile: target + "/2026/03/2026-03-14-1000.md", encoding: .utf8)
        #expect(note.contains("Wien"))
        var request = ExportRequest(.markdown)
        request.keepsPlaces = true
        let kept = try await notes(request, "with")
        #expect(kept.facts.place != nil && kept.1.withoutPlace == 0 && kept.1.placesSentence == nil)
        // What comes back without its place is no other file.
        let source = try ImportSource(path: target, format: .markdown, surroundings: vault.surroundings)
        #expect(try await open.importEntries(source).counts == [0, 0, 0, 1])
        #expect(try await saysPlace(open))
    }

    @Test func `JSON in clear leaves the place out, and imports again as it is; encrypted it comes back whole`() async throws {
        let clear = vault.scratch.path + "/clear.json"
        #expect(try await open.export(ExportRequest(.json), to: clear).withoutPlace == 1)
        let other = try TestVault(seed: 5)
        let second = try other.create()
        let receipt = try await second.importExport(path: clear)
        #expect(receipt.count(.skipped) == 0, "the digest is that of the bytes which are there")
        #expect(try await !saysPlace(second))
        let again = try await open.importExport(path: clear)
        #expect(again.count(.kept) == 0 && again.count(.changed) == 0 && again.count(.merged) == 0)
        let sealed = vault.scratch.path + "/all.age"
        let result = try await open.export(
            ExportRequest(.json), to: sealed, sealed: ExportSeal(passphrase: Array("tulip".utf8)))
        #expect(result.withoutPlace == 0)
        let another = try TestVault(seed: 6)
        let third = try another.create()
        _ = try await third.importEncryptedExport(path: sealed, identity: .passphrase(.init(copying: Array("tulip".utf8))))
        #expect(try await saysPlace(third))
    }

    @Test func `a copy of a file has no place, unless it is kept`() async throws {
        let stored = try #require(try await open.entries(Selection()).list.first)
        for keeps in [false, true] {
            let folder = vault.scratch.path + "/copies-\(keeps)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try await open.saveAttachments(of: stored, to: folder, keepsPlaces: keeps)
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/river.jpg")))
            #expect(bytes.count == Self.picture.count && (bytes == Self.picture) == keeps)
            #expect(try (PhotoFacts(of: PictureBytes(bytes)).place != nil) == keeps)
        }
    }
}
