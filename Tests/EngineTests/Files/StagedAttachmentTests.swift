import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Testing

/// Attachments that come and go piece by piece.
@Suite struct StagedAttachmentTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private var files: [String] { names(in: vault.location.attachments) }

    private static func random(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private func stage(_ bytes: [UInt8], name: String = "a.bin", piece: Int = 10_000) async throws -> StagedAttachment {
        let upload = try await open.beginAttachment(name: name, limit: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try await upload.write(Array(bytes[start..<min(start + piece, bytes.count)]))
        }
        return try await upload.finish()
    }

    private func read(_ reading: AttachmentReading) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await reading.next() { bytes += piece }
        return bytes
    }

    @Test(arguments: [0, 1, 16_384, 16_385, 3_000_000])
    func `a file that came in pieces is added, and read from any place`(count: Int) async throws {
        let bytes = Self.random(count)
        let staged = try await stage(bytes)
        #expect(staged.size == Int64(count) && staged.name == "a.bin" && staged.type == "application/octet-stream")
        #expect(files.count == 1)
        let stored = try await open.add(NewEntry(text: "with a file", staged: [staged]))
        #expect(stored.attachments == [staged.id])
        let info = try await open.attachment(staged.id, of: stored.id)
        #expect(info.name == "a.bin" && info.size == Int64(count) && files == [info.hash])
        #expect(try await open.attachmentList(of: stored) == [info])
        #expect(try await read(open.openAttachment(staged.id, of: stored.id)) == bytes)
        for offset in [0, 1, 16_383, 16_384, count / 2, count] where offset <= count {
            let reading = try await open.openAttachment(staged.id, of: stored.id, from: Int64(offset))
            #expect(reading.info == info)
            #expect(try await read(reading) == Array(bytes[offset...]))
        }
        for beyond in [Int64(count) + 1, .max] {
            #expect(try await read(open.openAttachment(staged.id, of: stored.id, from: beyond)).isEmpty)
        }
        #expect(try await read(open.openAttachment(staged.id, of: stored.id, from: -5)) == bytes)
        #expect(try await vault.repair().report.soundAttachments == 1)
    }

    @Test func `one byte beyond the limit is refused, and nothing is left`() async throws {
        let upload = try await open.beginAttachment(name: "a", limit: 20_000)
        try await upload.write(Self.random(19_999))
        #expect(files.count == 1 && files[0].hasSuffix(".partial"))
        await #expect(throws: EngineError.attachmentTooLarge(limit: 20_000)) { try await upload.write([1, 2]) }
        #expect(files.isEmpty)
        await #expect(throws: EngineError.attachmentTooLarge(limit: 20_000)) { try await upload.write([1]) }
        await #expect(throws: EngineError.attachmentTooLarge(limit: 20_000)) { _ = try await upload.finish() }
        let exact = try await open.beginAttachment(name: "a", limit: 20_000)
        try await exact.write(Self.random(20_000))
        #expect(try await exact.finish().size == 20_000)
    }

    @Test func `an upload that is given up or dropped leaves nothing`() async throws {
        let upload = try await open.beginAttachment(name: "a", limit: 100)
        try await upload.write([1])
        await upload.abandon()
        await #expect(throws: CancellationError.self) { _ = try await upload.finish() }
        func drop() async throws {
            let upload = try await open.beginAttachment(name: "b", limit: 100)
            try await upload.write([1])
            #expect(files.count == 1)
        }
        try await drop()
        #expect(files.isEmpty)
        let finished = try await open.beginAttachment(name: "c", limit: 100)
        _ = try await finished.finish()
        await finished.abandon()
        await #expect(throws: CancellationError.self) { try await finished.write([1]) }
        #expect(files.count == 1)
    }

    @Test func `a folder that cannot be written to is told`() async throws {
        try vault.scratch.write("in the way", to: "vault/attachments")
        await #expect(throws: EngineError.file(path: vault.location.attachments, code: ENOTDIR)) {
            _ = try await open.beginAttachment(name: "a", limit: 100)
        }
    }

    static let types: [(name: String, bytes: [UInt8], type: String)] = [
        ("a.txt", [0xFF, 0xD8, 0xFF, 0xE0, 1, 2], "image/jpeg"), ("a", [0xFF, 0xD8, 0xFF], "image/jpeg"),
        ("a.jpg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"), ("a", Array("GIF89a...".utf8), "image/gif"),
        ("a.html", Array("GIF87a".utf8), "image/gif"), ("a", Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), "image/webp"),
        ("a.wav", Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".utf8), "audio/wav"),
        ("a.webp", Array("RIFF".utf8), "application/octet-stream"),
        ("a.png", Array("<html><script>".utf8), "application/octet-stream"), ("a.jpeg", [], "application/octet-stream"),
        ("a.gif", Array("GIF88a".utf8), "application/octet-stream"), ("a.pdf", Array("%PDF".utf8), "application/pdf"),
        ("a.HEIC", [1], "image/heic"), ("a.html", Array("<html>".utf8), "application/octet-stream"),
    ]

    @Test(arguments: types.indices)
    func `the type comes from the bytes of a picture, else from the ending`(number: Int) async throws {
        let (name, bytes, type) = Self.types[number]
        #expect(try await stage(bytes, name: name).type == type)
        #expect(try await stage(bytes, name: name, piece: 1).type == type)
    }

    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("C:\\fakepath\\photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("", "attachment"),
        ("..", "attachment"), ("a/..", "attachment"), ("/", "attachment"), ("a\nb\u{1B}c\0d", "a_b_c_d"),
        ("日記 😀.txt", "日記 😀.txt"),
        (String(repeating: "x", count: 300) + ".png", String(repeating: "x", count: 251) + ".png"),
    ])
    func `a name from a browser is made plain`(sent: String, name: String) async throws {
        #expect(try await stage([1], name: sent).name == name)
    }

    @Test func `staged files and files by path are added together, up to a hundred`() async throws {
        let staged = try await stage([1])
        let path = try vault.scratch.write([2], to: "b.txt")
        var change = EntryChange()
        change.staged = [staged]
        change.attachments = [path]
        #expect(!change.isEmpty)
        let both = change
        let stored = try await open.change(try await open.add(NewEntry(text: "x")).id, both)
        #expect(try await open.attachments(of: stored).map(\.name) == ["b.txt", "a.bin"])
        // The same form sent twice.
        change.attachments = []
        let again = change
        #expect(try await open.change(stored.id, again).attachments == stored.attachments)
        await #expect(throws: EngineError.tooManyAttachments(count: 101)) {
            _ = try await open.add(
                NewEntry(text: "x", attachments: [String](repeating: path, count: 100), staged: [staged]))
        }
        #expect(files.count == 2)
    }

    @Test func `a staged file that is gone, or of another journal, is refused`() async throws {
        let staged = try await stage([1])
        let members = try #require(staged.json.object)
        let elsewhere = try #require(
            StagedAttachment(json: .object(members.merging(["journal": .string(staged.id.description)]) { $1 })))
        await #expect(throws: EngineError.noSuchAttachment(staged.id)) {
            _ = try await open.add(NewEntry(text: "x", staged: [elsewhere]))
        }
        try await open.discardStaged(staged)
        #expect(files.isEmpty)
        await #expect(throws: EngineError.attachmentMissing(name: "a.bin")) {
            _ = try await open.add(NewEntry(text: "x", staged: [staged]))
        }
        #expect(try await open.status().operations == 1)
    }

    @Test func `what an entry has is not discarded`() async throws {
        let staged = try await stage([1])
        let stored = try await open.add(NewEntry(text: "x", staged: [staged]))
        try await open.discardStaged(staged)
        #expect(files.count == 1)
        _ = try await open.delete(stored.id)
        try await open.discardStaged(staged)
        #expect(files.count == 1)
    }

    @Test func `a staged file is written down and read again`() async throws {
        let staged = try await stage([1, 2, 3])
        #expect(StagedAttachment(json: try JSON(reading: staged.json.bytes)) == staged)
        let members = try #require(staged.json.object)
        for name in members.keys {
            #expect(StagedAttachment(json: .object(members.filter { $0.key != name })) == nil, "without \(name)")
            #expect(StagedAttachment(json: .object(members.merging([name: .bool(true)]) { $1 })) == nil, "\(name) is no text")
        }
        #expect(StagedAttachment(json: .null) == nil)
    }

    @Test func `an attachment is taken off, and the texts keep their history`() async throws {
        let (first, second) = (try await stage([1], name: "1.txt"), try await stage([2], name: "2.txt"))
        let stored = try await open.add(NewEntry(text: "old", staged: [first, second]))
        var change = EntryChange()
        change.removedAttachments = [first.id]
        #expect(!change.isEmpty)
        let off = change
        let changed = try await open.change(stored.id, off)
        #expect(changed.attachments == [second.id] && changed.entry == stored.entry)
        #expect(try await open.history(stored.id).count == 1)
        await #expect(throws: EngineError.noSuchAttachment(first.id)) { _ = try await open.attachment(first.id, of: stored.id) }
        await #expect(throws: EngineError.noSuchAttachment(first.id)) {
            _ = try await open.openAttachment(first.id, of: stored.id)
        }
        #expect(files.count == 2)
        // Taken off again: nothing is written.
        let operations = try await open.status().operations
        #expect(try await open.change(stored.id, off).attachments == [second.id])
        #expect(try await open.status().operations == operations)
        change.removedAttachments = [second.id]
        change.staged = [first]
        change.text = "new"
        let exchange = change
        #expect(try await open.change(stored.id, exchange).attachments == [first.id])
        #expect(try await open.history(stored.id).count == 2)
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `an entry that got more files than it may have from two devices is still edited`() async throws {
        let stored = try await open.add(NewEntry(text: "x"))
        var random = SplitMix64(seed: 4)
        let ids = (0..<101).map { _ in RecordID.random(using: &random) }
        let insides = try VaultInsides(vault)
        try insides.append(
            [insides.mutation(of: stored.id, setting: ["attachments": .array(ids.map { .string($0.description) })])],
            at: TestVault.start + 1, by: OtherDevice())
        var change = EntryChange()
        change.text = "y"
        let text = change
        #expect(try await open.change(stored.id, text).attachments.count == 101)
        change.staged = [try await stage([1])]
        let more = change
        await #expect(throws: EngineError.tooManyAttachments(count: 102)) { _ = try await open.change(stored.id, more) }
        change.removedAttachments = Array(ids.prefix(2))
        let exchange = change
        #expect(try await open.change(stored.id, exchange).attachments.count == 100)
    }

    @Test func `an attachment is found through its own entry only`() async throws {
        let staged = try await stage([1])
        let stored = try await open.add(NewEntry(text: "x", staged: [staged]))
        let other = try await open.add(NewEntry(text: "y"))
        await #expect(throws: EngineError.noSuchAttachment(staged.id)) { _ = try await open.attachment(staged.id, of: other.id) }
        await #expect(throws: EngineError.noSuchAttachment(stored.id)) {
            _ = try await open.openAttachment(stored.id, of: stored.id)
        }
        await #expect(throws: EngineError.noSuchEntry(staged.id.description)) {
            _ = try await open.attachment(staged.id, of: staged.id)
        }
    }

    @Test func `damage is told while reading, before a false byte is given`() async throws {
        let bytes = Self.random(100_000)
        let staged = try await stage(bytes)
        let stored = try await open.add(NewEntry(text: "x", staged: [staged]))
        let path = vault.location.attachments + "/" + files[0]
        let sealed = try contents(of: path)
        var altered = sealed
        altered[56 + 16_400 * 2] ^= 1
        try Data(altered).write(to: URL(fileURLWithPath: path))
        let reading = try await open.openAttachment(staged.id, of: stored.id)
        #expect(try await reading.next() == Array(bytes[..<16_384]))
        #expect(try await reading.next() == Array(bytes[16_384..<32_768]))
        await #expect(throws: EngineError.attachmentDamaged(name: "a.bin")) { _ = try await reading.next() }
        await #expect(throws: EngineError.attachmentDamaged(name: "a.bin")) { _ = try await reading.next() }
        altered = sealed
        altered[3] ^= 1
        try Data(altered).write(to: URL(fileURLWithPath: path))
        await #expect(throws: EngineError.attachmentDamaged(name: "a.bin")) {
            _ = try await open.openAttachment(staged.id, of: stored.id)
        }
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: EngineError.attachmentMissing(name: "a.bin")) {
            _ = try await open.openAttachment(staged.id, of: stored.id)
        }
    }

    @Test func `many uploads and readings go on beside each other`() async throws {
        let open = open
        let all = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for number in 0..<12 {
                group.addTask {
                    let bytes = Self.random(40_000 + number)
                    let staged = try await self.stage(bytes, name: "\(number)", piece: 7_000)
                    let stored = try await open.add(NewEntry(text: "\(number)", staged: [staged]))
                    return (number, try await self.read(open.openAttachment(staged.id, of: stored.id)))
                }
            }
            return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        #expect(all.count == 12 && all.allSatisfy { $0.value == Self.random(40_000 + $0.key) })
    }
}
