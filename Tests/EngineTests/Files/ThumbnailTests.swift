import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing

/// Small pictures of an entry's pictures: kept as files that no entry lists, and made again where they are lost.
@Suite struct ThumbnailTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private static let small: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    private static let other: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3]

    private var files: [String] { names(in: vault.location.attachments) }

    private func added(to vault: OpenVault? = nil) async throws -> (entry: StoredEntry, picture: RecordID) {
        let photo = try self.vault.scratch.write(Array("a photo".utf8), to: "photo.jpg")
        let note = try self.vault.scratch.write(Array("a text".utf8), to: "note.txt")
        let stored = try await (vault ?? open).add(NewEntry(text: "By the river.", attachments: [note, photo]))
        return (stored, stored.attachments[1])
    }

    @Test func `a thumbnail is kept once, beside the files that its entry lists`() async throws {
        let (entry, picture) = try await added()
        #expect(try await open.thumbnail(of: picture, of: entry.id) == nil)
        try await open.keepThumbnail(Self.small, of: picture, of: entry.id)
        try await open.keepThumbnail(Self.other, of: picture, of: entry.id)
        #expect(try await open.thumbnail(of: picture, of: entry.id) == Self.small)
        #expect(files.count == 3)
        #expect(try await open.attachmentList(of: entry).map(\.name) == ["note.txt", "photo.jpg"])
        #expect(try await open.pictures(of: [entry])[entry.id]?.map(\.id) == [picture])
        #expect(try await open.find(entry.id.description) == entry, "the entry is as it was")
        #expect(try await vault.repair().report.soundAttachments == 3)
    }

    @Test(arguments: [
        [], Array("no picture".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 256 << 10),
    ])
    func `what is no small picture is not kept`(bytes: [UInt8]) async throws {
        let (entry, picture) = try await added()
        try await open.keepThumbnail(bytes, of: picture, of: entry.id)
        #expect(try await open.thumbnail(of: picture, of: entry.id) == nil && files.count == 2)
    }

    @Test func `only what an entry lists has one`() async throws {
        let (entry, picture) = try await added()
        let stranger = try await open.add(NewEntry(text: "Another."))
        await #expect(throws: EngineError.noSuchAttachment(picture)) {
            try await open.keepThumbnail(Self.small, of: picture, of: stranger.id)
        }
        await #expect(throws: EngineError.noSuchAttachment(entry.id)) { try await open.thumbnail(of: entry.id, of: entry.id) }
    }

    @Test func `one that is damaged or lost is made again`() async throws {
        let (entry, picture) = try await added()
        let before = Set(files)
        try await open.keepThumbnail(Self.small, of: picture, of: entry.id)
        let file = try #require(Set(files).subtracting(before).first)
        try Data(repeating: 7, count: 300).write(to: URL(fileURLWithPath: vault.location.attachments + "/" + file))
        #expect(try await open.thumbnail(of: picture, of: entry.id) == nil)
        try await open.keepThumbnail(Self.other, of: picture, of: entry.id)
        #expect(try await open.thumbnail(of: picture, of: entry.id) == Self.other)
        let second = try #require(Set(files).subtracting(before).subtracting([file]).first)
        try FileManager.default.removeItem(atPath: vault.location.attachments + "/" + second)
        try await open.keepThumbnail(Self.small, of: picture, of: entry.id)
        #expect(try await open.thumbnail(of: picture, of: entry.id) == Self.small)
    }

    @Test func `a rotation seals it under the new key, and a moved entry gets another`() async throws {
        let (entry, picture) = try await added()
        try await open.keepThumbnail(Self.small, of: picture, of: entry.id)
        let report = try await open.rotateKeys()
        #expect(report.attachments == 3 && report.faultyAttachments.isEmpty)
        #expect(try await open.thumbnail(of: picture, of: entry.id) == Self.small)
        let journal = try await open.createJournal(named: "Travels")
        let moved = try await open.move(entry.id, to: journal.id)
        #expect(try await open.thumbnail(of: moved.attachments[1], of: moved.id) == nil)
        try await open.keepThumbnail(Self.other, of: moved.attachments[1], of: moved.id)
        #expect(try await open.thumbnail(of: moved.attachments[1], of: moved.id) == Self.other)
        #expect(try await vault.repair().report.soundAttachments == 6)
    }

    @Test func `it comes with the files to another device, and two that make one at the same time have one`() async throws {
        let relay = try await TestRelay()
        let (firstVault, first) = try await relay.firstDevice()
        let (entry, picture) = try await added(to: first)
        try await relay.round(first)
        let (secondVault, second) = try await relay.linked(to: first)
        for device in [first, second, first, second] { try await relay.round(device) }
        try await first.keepThumbnail(Self.small, of: picture, of: entry.id)
        try await second.keepThumbnail(Self.other, of: picture, of: entry.id)
        for device in [first, second, first, second] { try await relay.round(device) }
        withExtendedLifetime((firstVault, secondVault)) {}
        let both = [try await first.thumbnail(of: picture, of: entry.id), try await second.thumbnail(of: picture, of: entry.id)]
        #expect(both[0] == both[1] && [Self.small, Self.other].contains(both[0]))
        #expect(try await second.syncStatus().files.isComplete)
    }
}
