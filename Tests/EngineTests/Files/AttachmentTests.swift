import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Testing

@Suite struct AttachmentTests {
    private static func random(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private func vault(_ files: [(name: String, bytes: [UInt8])]) async throws -> (TestVault, OpenVault, StoredEntry) {
        let vault = try TestVault()
        let open = try vault.create()
        let paths = try files.map { try vault.scratch.write($0.bytes, to: $0.name) }
        return (vault, open, try await open.add(NewEntry(text: "with files", attachments: paths)))
    }

    private func target(in vault: TestVault, _ name: String = "out") throws -> String {
        let folder = vault.scratch.path + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 5_000_000])
    func `a file of any size is sealed, verified and opened equal`(count: Int) async throws {
        let bytes = Self.random(count)
        let (vault, open, stored) = try await vault([("Picture.PNG", bytes)])
        let record = try #require(try await open.attachments(of: stored).first)
        #expect(record.name == "Picture.PNG" && record.type == "image/png" && record.size == Int64(count))
        let paths = try await open.saveAttachments(of: stored, to: try target(in: vault))
        #expect(paths == [vault.scratch.path + "/out/Picture.PNG"])
        #expect(try contents(of: paths[0]) == bytes)
        #expect(try isPrivate(paths[0]))
        let sealed = names(in: vault.location.attachments)
        #expect(sealed == [hex(record.hash)])
        let inside = try contents(of: vault.location.attachments + "/" + sealed[0])
        #expect(digest(inside) == record.hash)
        #expect(count < 16 || inside.firstRange(of: bytes.prefix(16)) == nil)
        #expect(try await vault.repair().report.soundAttachments == 1)
    }

    @Test(arguments: [0, 1, 16_385])
    func `a changed byte is damage and leaves nothing behind`(count: Int) async throws {
        let (vault, open, stored) = try await vault([("a.txt", Self.random(count))])
        let record = try #require(try await open.attachments(of: stored).first)
        let path = vault.location.attachments + "/" + hex(record.hash)
        let sealed = try contents(of: path)
        let folder = try target(in: vault)
        var random = SplitMix64(seed: 11)
        let places =
            sealed.count < 600 ? Array(sealed.indices) : (0..<300).map { _ in Int.random(in: sealed.indices, using: &random) }
        var variants = places.map { place in
            var changed = sealed
            changed[place] ^= 1 << UInt8(place % 8)
            return changed
        }
        variants += [
            [], Array(sealed.dropLast()), sealed + [0], Array(sealed.prefix(40)), [UInt8](repeating: 0, count: sealed.count),
        ]
        for changed in variants {
            try Data(changed).write(to: URL(fileURLWithPath: path))
            await #expect(throws: EngineError.attachmentDamaged(name: "a.txt")) {
                try await open.saveAttachments(of: stored, to: folder)
            }
            #expect(names(in: folder).isEmpty)
        }
        let report = try await vault.repair().report
        #expect(report.soundAttachments == 0 && !report.isWhole)
        #expect(report.attachmentFaults == ["the encrypted file of the attachment 'a.txt' is damaged"])
        try Data(sealed).write(to: URL(fileURLWithPath: path))
        #expect(try await open.saveAttachments(of: stored, to: folder).count == 1)
    }

    @Test func `the sealed file of another attachment is damage, a missing one is missing`() async throws {
        let (vault, open, stored) = try await vault([("a.txt", [1]), ("b.txt", [2])])
        let records = try await open.attachments(of: stored)
        let paths = records.map { vault.location.attachments + "/" + hex($0.hash) }
        let first = try contents(of: paths[0])
        try Data(try contents(of: paths[1])).write(to: URL(fileURLWithPath: paths[0]))
        let folder = try target(in: vault)
        await #expect(throws: EngineError.attachmentDamaged(name: "a.txt")) {
            try await open.saveAttachments(of: stored, to: folder)
        }
        #expect(names(in: folder) == ["b.txt"], "it does not stop the others")
        let other = try target(in: vault, "other")
        try FileManager.default.removeItem(atPath: paths[0])
        await #expect(throws: EngineError.attachmentMissing(name: "a.txt")) {
            try await open.saveAttachments(of: stored, to: other)
        }
        #expect(names(in: other) == ["b.txt"])
        let report = try await vault.repair().report
        #expect(report.soundAttachments == 1)
        #expect(report.attachmentFaults == ["the encrypted file of the attachment 'a.txt' is missing"])
        try Data(first).write(to: URL(fileURLWithPath: paths[0]))
        #expect(try await open.saveAttachments(of: stored, to: try target(in: vault, "third")).count == 2)
    }

    #if !os(WASI)
        @Test func `what is no file is refused and neither sealed nor saved`() async throws {
            let vault = try TestVault()
            let open = try vault.create()
            let good = try vault.scratch.write([1, 2, 3], to: "good.txt")
            let pipe = vault.scratch.path + "/pipe"
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let dangling = vault.scratch.path + "/dangling"
            try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: vault.scratch.path + "/nowhere")
            let missing = vault.scratch.path + "/missing"
            let cases: [(String, EngineError)] = [
                (vault.scratch.path, .notAFile(path: vault.scratch.path)), (pipe, .notAFile(path: pipe)),
                ("/dev/null", .notAFile(path: "/dev/null")),
                (missing, .file(path: missing, code: ENOENT)), (dangling, .file(path: dangling, code: ENOENT)),
            ]
            for (path, error) in cases {
                await #expect(throws: error) { try await open.add(NewEntry(text: "x", attachments: [good, path])) }
            }
            #expect(try await open.status().operations == 1)
            #expect(names(in: vault.location.attachments).isEmpty)
        }
    #endif

    @Test func `a hundred files are taken, not one more`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write([1], to: "a")
        let hundred = [String](repeating: path, count: 100)
        await #expect(throws: EngineError.tooManyAttachments(count: 101)) {
            try await open.add(NewEntry(text: "x", attachments: hundred + [path]))
        }
        let stored = try await open.add(NewEntry(text: "x", attachments: hundred))
        #expect(stored.attachments.count == 100)
        var change = EntryChange()
        change.attachments = [path]
        let more = change
        await #expect(throws: EngineError.tooManyAttachments(count: 101)) { try await open.change(stored.id, more) }
        #expect(names(in: vault.location.attachments).count == 100)
    }

    @Test func `a file that is there already is not overwritten`() async throws {
        let (vault, open, stored) = try await vault([("a.txt", [1, 2, 3])])
        let folder = try target(in: vault)
        try vault.scratch.write("mine", to: "out/a.txt")
        await #expect(throws: EngineError.exists(path: folder + "/a.txt")) {
            try await open.saveAttachments(of: stored, to: folder)
        }
        #expect(try contents(of: folder + "/a.txt") == Array("mine".utf8))
        try FileManager.default.removeItem(atPath: folder + "/a.txt")
        // Nor is it written through a link.
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a.txt", withDestinationPath: vault.scratch.path + "/elsewhere")
        await #expect(throws: EngineError.exists(path: folder + "/a.txt")) {
            try await open.saveAttachments(of: stored, to: folder)
        }
        #expect(!FileManager.default.fileExists(atPath: vault.scratch.path + "/elsewhere"))
        await #expect(throws: EngineError.file(path: folder + "/no", code: ENOENT)) {
            try await open.saveAttachments(of: stored, to: folder + "/no")
        }
    }

    @Test func `two files of one name are both saved`() async throws {
        let (vault, open, stored) = try await vault([
            ("1/photo.jpg", [1]), ("2/photo.jpg", [2]), ("3/Photo.JPG", [3]), ("4/photo-2.jpg", [4]), ("5/README", [5]),
            ("6/README", [6]),
        ])
        let paths = try await open.saveAttachments(of: stored, to: try target(in: vault))
        let found = paths.map { URL(fileURLWithPath: $0).lastPathComponent }
        #expect(found == ["photo.jpg", "photo-2.jpg", "Photo-3.JPG", "photo-2-2.jpg", "README", "README-2"])
        #expect(try paths.map { try contents(of: $0) } == [[1], [2], [3], [4], [5], [6]])
    }

    @Test(arguments: [
        ("../../evil", ".._.._evil"), ("/etc/passwd", "_etc_passwd"), ("..", "attachment"), (".", "attachment"),
        ("", "attachment"),
        ("a/../b", "a_.._b"), ("a\0b", "a_b"),
    ])
    func `a name that another device wrote stays inside the folder`(name: String, file: String) async throws {
        let (vault, open, stored) = try await vault([("a.txt", [1, 2, 3])])
        let insides = try VaultInsides(vault)
        let id = try #require(stored.attachments.first)
        try insides.append(
            [insides.mutation(of: id, kind: "attachment", setting: ["name": .string(name)])], at: TestVault.start + 1,
            by: OtherDevice())
        let folder = try target(in: vault)
        #expect(try await open.saveAttachments(of: stored, to: folder) == [folder + "/" + file])
        #expect(names(in: folder) == [file])
    }

    @Test func `the files of an edited entry stay, and those of a deleted one come back with it`() async throws {
        let (vault, open, stored) = try await vault([("a.txt", [1])])
        var change = EntryChange()
        change.text = "edited"
        change.attachments = [try vault.scratch.write([2], to: "b.txt")]
        let edit = change
        let edited = try await open.change(stored.id, edit)
        #expect(edited.attachments.count == 2 && edited.attachments.first == stored.attachments.first)
        _ = try await open.delete(stored.id)
        let restored = try await open.restore(stored.id)
        #expect(try await open.attachments(of: restored).map(\.name) == ["a.txt", "b.txt"])
        #expect(try await vault.repair().report.isWhole)
    }

    @Test func `what sealing left behind when it was broken off is cleared away, nothing else`() async throws {
        let (vault, _, stored) = try await vault([("a.txt", [1])])
        try vault.scratch.write("half", to: "vault/attachments/0a1b.partial")
        try vault.scratch.write("other", to: "vault/attachments/other")
        let (open, report) = try await vault.repair()
        #expect(report.partials == 1 && report.isWhole)
        #expect(names(in: vault.location.attachments).count == 2)
        #expect(try await open.attachments(of: stored).count == 1)
    }
}
