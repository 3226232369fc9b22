import Basics
import Foundation
import Testing

@Suite struct OpenFileTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func `what is written is read again, from any place`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try OpenFile(path: folder + "/file", flags: O_RDWR | O_CREAT)
        unsafe chmod(folder + "/file", 0o600)
        try file.write("four words are here".utf8)
        #expect(try file.seekToEnd() == 19)
        try file.seek(to: 5)
        #expect(try String(decoding: file.read(5), as: UTF8.self) == "words")
        #expect(try String(decoding: file.read(100), as: UTF8.self) == " are here")
        #expect(try file.read(100) == [])
        try file.truncate(to: 4)
        #expect(try file.seekToEnd() == 4)
    }

    @Test(arguments: [(1 << 31) - 1, 1 << 31, 3_000_000_000, (1 << 32) + 1] as [Int64])
    func `a long file says how long it is, and is read at its end`(size: Int64) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // It takes no room on the disk: what was never written is not there.
        let file = try OpenFile(path: folder + "/long", flags: O_RDWR | O_CREAT)
        unsafe chmod(folder + "/long", 0o600)
        try file.truncate(to: size - 3)
        #expect(try file.seekToEnd() == size - 3)
        try file.write("end".utf8)
        #expect(OpenFile.size(at: folder + "/long") == size)
        try file.seek(to: size - 3)
        #expect(try String(decoding: file.read(9), as: UTF8.self) == "end")
    }

    @Test func `a file that is not there says so`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: FileFault(.open, code: ENOENT)) { try OpenFile(path: folder + "/none") }
    }

    @Test func `everything below a folder is found, and no link is followed`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
        for name in ["/top", "/a/b/deep", "/a/.hidden"] { #expect(files.createFile(atPath: folder + name, contents: nil)) }
        try files.createSymbolicLink(atPath: folder + "/a/round", withDestinationPath: folder)
        var paths: [String] = []
        #expect(Folder.forEachPath(below: folder) { path, _ in paths.append(path) })
        #expect(paths.sorted() == ["a", "a/.hidden", "a/b", "a/b/deep", "a/round", "top"])
        #expect(Folder.isFolder(folder + "/a/round") == true)
        #expect(Folder.isFolder(folder + "/top") == false)
        #expect(Folder.isFolder(folder + "/none") == nil)
        #expect(!Folder.forEachPath(below: folder + "/none") { _, _ in Issue.record("there is nothing") })
    }
    @Test func `a folder is removed with all that is in it, a link alone`() throws {
        defer { Folder.remove(folder) }
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/gone/a/b", withIntermediateDirectories: true)
        for name in ["/kept", "/gone/a/b/deep", "/gone/.hidden"] {
            #expect(files.createFile(atPath: folder + name, contents: nil))
        }
        try files.createSymbolicLink(atPath: folder + "/gone/out", withDestinationPath: folder)
        try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/gone")
        Folder.remove(folder + "/link")
        #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["gone", "kept"])
        Folder.remove(folder + "/gone")
        #expect(try files.contentsOfDirectory(atPath: folder) == ["kept"])
        Folder.remove(folder + "/none")
    }

    @Test func `a lock keeps other openings of the file out until it is closed`() throws {
        defer { Folder.remove(folder) }
        let (path, other) = (folder + "/lock", folder + "/other")
        let first = try #require(try FileLock.open(path))
        #expect(try FileLock.open(path) == nil)
        FileLock.close(try #require(try FileLock.open(other)))
        FileLock.close(first)
        let (a, b) = (try OpenFile(path: path), try OpenFile(path: path))
        #expect(try FileLock.take(a.descriptor, isShared: true) && FileLock.take(b.descriptor, isShared: true))
        #expect(try FileLock.open(path) == nil)
        #expect(try !FileLock.take(a.descriptor))
        #expect(throws: FileFault(.open, code: ENOENT)) { try FileLock.open(folder + "/none/lock") }
    }
}
