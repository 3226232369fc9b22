import Basics
import Foundation
import Ledger
import Synchronization
import Vault

/// The browsers that were admitted, the key with which the app proves its identity to them, and the port at which they reach it:
/// the file `open.browsers` beside the vault, readable by its owner only. It holds nothing of the journal.
package final class KnownBrowsers: Sendable {
    static let fileName = "open.browsers"
    /// The most browsers that are known; the least recently used one is replaced.
    package static let limit = 32

    private struct Content {
        var key = DoorKey()
        var port: Int?
        /// SHA-256 of each browser's cookie, the most recently used last.
        var browsers: [[UInt8]] = []
    }

    private let folder: String
    private let content: Mutex<Content>

    /// Reads the file. If it is missing, damaged or writable by others, no browser is known.
    package init(at location: VaultLocation) {
        folder = location.folder
        content = Mutex(KnownBrowsers.read(in: folder) ?? Content())
    }

    /// The name of a browser with this cookie: the SHA-256 of the cookie, in hexadecimal.
    package static func name(of cookie: String) -> String { hex(digest(Array(cookie.utf8))) }

    /// The port at which browsers reach the app.
    package var port: Int? { content.withLock { $0.port } }

    /// The key with which pages check proofs, 65 bytes.
    package var publicKey: [UInt8] { content.withLock { $0.key.publicKey } }

    /// Proves to a page that this is the app (`DoorKey.proof`).
    package func proof(origin: String, nonce: String) throws -> [UInt8] {
        try content.withLock(\.key).proof(origin: origin, nonce: nonce)
    }

    /// The names of all known browsers, the most recently used last.
    package var names: [String] { hashes.map { hex($0) } }

    package func knows(_ cookie: String) -> Bool { hashes.contains(digest(Array(cookie.utf8))) }

    /// Remembers a browser that has just unlocked the vault, and the port. On the disk when this returns.
    package func remember(_ cookie: String, port: Int?) throws {
        let hash = digest(Array(cookie.utf8))
        try content.withLock { content in
            content.browsers = (hashes.filter { $0 != hash } + [hash]).suffix(KnownBrowsers.limit)
            content.port = port ?? content.port
            try KnownBrowsers.write(content, in: folder)
        }
    }

    /// Forgets the browser with this name: its cookie is invalid from now on, even after a crash.
    package func forget(_ name: String) throws { try forget { hex($0) == name } }

    package func forgetAll() throws { try forget { _ in true } }

    /// Removes browsers from the file. Its key and port stay: another running program may use them.
    private func forget(where isMeant: ([UInt8]) -> Bool) throws {
        try content.withLock { _ in
            guard var content = KnownBrowsers.read(in: folder), content.browsers.contains(where: isMeant) else { return }
            content.browsers.removeAll(where: isMeant)
            try KnownBrowsers.write(content, in: folder)
        }
    }

    /// The browsers in the file now: another program may have removed some, or the file.
    private var hashes: [[UInt8]] { KnownBrowsers.read(in: folder)?.browsers ?? [] }

    private static func read(in folder: String) -> Content? {
        guard let document = OwnFile.read(fileName, in: folder),
            let key = document["key"]?.hexBytes(count: 32).flatMap(DoorKey.init(bytes:))
        else { return nil }
        let port = document["port"]?.int.flatMap { (1...65_535).contains($0) ? Int($0) : nil }
        let browsers = (document["browsers"]?.array ?? []).compactMap { $0.hexBytes(count: 32) }
        return Content(key: key, port: port, browsers: browsers.suffix(limit))
    }

    private static func write(_ content: Content, in folder: String) throws {
        let document: [String: JSON] = [
            "key": .hexadecimal(content.key.bytes), "port": content.port.map { .int(Int64($0)) } ?? .null,
            "browsers": JSON.array(content.browsers.map { .hexadecimal($0) }),
        ]
        try OwnFile.write(document, as: fileName, in: folder)
    }
}
