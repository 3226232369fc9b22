import Basics
import Foundation
import Ledger
import Synchronization
import Vault

/// The browsers that were let in once, the key by which the app proves to them that it is the app, and the port at which they
/// know it: the file `open.browsers` beside the vault, for its owner alone. It holds nothing of the journal.
package final class KnownBrowsers: Sendable {
    /// The file's name in the vault's folder.
    static let fileName = "open.browsers"
    /// How many browsers are known at a time; the one that was used least recently is forgotten for another.
    package static let limit = 32
    private static let sizeLimit = 64 << 10

    private struct Content {
        var key = DoorKey()
        var port: Int?
        /// SHA-256 of each browser's cookie, the one used last at the end.
        var browsers: [[UInt8]] = []
    }

    private let folder: String
    private let content: Mutex<Content>

    /// Reads the file. Where there is none, or one that others could have written or that is damaged, no browser is known.
    package init(at location: VaultLocation) {
        folder = location.folder
        content = Mutex(KnownBrowsers.read(in: folder) ?? Content())
    }

    /// The name under which a browser with this cookie is known: the SHA-256 of the cookie, in hexadecimal.
    package static func name(of cookie: String) -> String { hex(digest(Array(cookie.utf8))) }

    /// The port at which the browsers know the app.
    package var port: Int? { content.withLock { $0.port } }

    /// The key that pages check proofs by, 65 bytes.
    package var publicKey: [UInt8] { content.withLock { $0.key.publicKey } }

    /// Proves to a page that this is the app (`DoorKey.proof`).
    package func proof(origin: String, nonce: String) throws -> [UInt8] {
        try content.withLock(\.key).proof(origin: origin, nonce: nonce)
    }

    /// The names of all browsers that are known, the one used last at the end.
    package var names: [String] { hashes.map { hex($0) } }

    /// Whether a browser with this cookie was let in before.
    package func knows(_ cookie: String) -> Bool { hashes.contains(digest(Array(cookie.utf8))) }

    /// Remembers a browser that has just unlocked the vault, and the port. It is on the disk when this returns.
    package func remember(_ cookie: String, port: Int?) throws {
        let hash = digest(Array(cookie.utf8))
        try content.withLock { content in
            content.browsers = (hashes.filter { $0 != hash } + [hash]).suffix(KnownBrowsers.limit)
            content.port = port ?? content.port
            try KnownBrowsers.write(content, in: folder)
        }
    }

    /// Forgets the browser of this name: its cookie means nothing from now on, also after a crash.
    package func forget(_ name: String) throws { try forget { hex($0) == name } }

    /// Forgets all browsers.
    package func forgetAll() throws { try forget { _ in true } }

    /// Takes browsers out of the file. Its key and port stay: those of another program that may be running.
    private func forget(where isMeant: ([UInt8]) -> Bool) throws {
        try content.withLock { _ in
            guard var content = KnownBrowsers.read(in: folder), content.browsers.contains(where: isMeant) else { return }
            content.browsers.removeAll(where: isMeant)
            try KnownBrowsers.write(content, in: folder)
        }
    }

    /// The browsers as the file has them now: another program may have forgotten some, or removed the file.
    private var hashes: [[UInt8]] { KnownBrowsers.read(in: folder)?.browsers ?? [] }

    private static func read(in folder: String) -> Content? {
        let file = unsafe open(folder + "/" + fileName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let open = OpenFile(file)
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_uid == geteuid(),
            // What cannot be read lets no browser in: the launch token does.
            about.st_nlink == 1, about.st_mode & 0o077 == 0, let bytes = try? open.read(sizeLimit),
            let document = try? JSON(reading: bytes), document["version"]?.int == 1,
            let key = document["key"]?.hexBytes(count: 32).flatMap(DoorKey.init(bytes:))
        else { return nil }
        let port = document["port"]?.int.flatMap { (1...65_535).contains($0) ? Int($0) : nil }
        let browsers = (document["browsers"]?.array ?? []).compactMap { $0.hexBytes(count: 32) }
        return Content(key: key, port: port, browsers: browsers.suffix(limit))
    }

    private static func write(_ content: Content, in folder: String) throws {
        let document: JSON = [
            "version": .int(1), "key": .hexadecimal(content.key.bytes), "port": content.port.map { .int(Int64($0)) } ?? .null,
            "browsers": JSON.array(content.browsers.map { .hexadecimal($0) }),
        ]
        let file = try PartialFile(in: folder)
        try OpenFile(file.descriptor, closes: false).write(document.bytes)
        try file.keep(as: fileName)
    }
}
