import Crypto
import Engine
import Foundation
import GivenValues
import Ledger
import Testing
import Vault

/// `open.browsers`: who is known, who is not, and what becomes of a file that is not as the app wrote it.
@Suite struct `Known browsers` {
    private let folder = ScratchFolder()

    private var location: VaultLocation { VaultLocation(folder: folder.path) }
    private var file: String { folder.path + "/open.browsers" }

    private func reread() -> KnownBrowsers { KnownBrowsers(at: location) }

    @Test func `are known to the next start, with the port and the key`() throws {
        let browsers = reread()
        #expect(!browsers.knows("cookie") && browsers.port == nil && browsers.names.isEmpty)
        try browsers.remember("cookie", port: 4747)
        try browsers.remember("other", port: nil)
        let next = reread()
        #expect(next.knows("cookie") && next.knows("other") && !next.knows("COOKIE") && !next.knows(""))
        #expect(next.port == 4747)
        #expect(next.publicKey == browsers.publicKey)
        #expect(next.names == ["cookie", "other"].map(KnownBrowsers.name(of:)))
    }

    @Test func `leave no cookie on the disk, in a file for the owner alone`() throws {
        try reread().remember("a-cookie-of-a-browser", port: 4747)
        #expect(try isPrivate(file))
        let text = String(decoding: try contents(of: file), as: UTF8.self)
        #expect(!text.contains("a-cookie-of-a-browser"))
        #expect(names(in: folder.path) == ["open.browsers"], "nothing else is left beside it")
    }

    @Test func `are the 32 that were used last`() throws {
        let browsers = reread()
        for number in 1...KnownBrowsers.limit { try browsers.remember("cookie \(number)", port: nil) }
        try browsers.remember("cookie 1", port: nil)
        try browsers.remember("one more", port: nil)
        let next = reread()
        #expect(next.names.count == KnownBrowsers.limit)
        #expect(next.knows("cookie 1") && next.knows("one more") && next.knows("cookie 3"))
        #expect(!next.knows("cookie 2"), "the one that was used least recently")
    }

    @Test func `are forgotten at once, by another program as well`() throws {
        let (running, other) = (reread(), reread())
        for cookie in ["first", "second", "third"] { try running.remember(cookie, port: 4747) }
        try other.forget(KnownBrowsers.name(of: "second"))
        #expect(running.knows("first") && !running.knows("second") && running.knows("third"))
        try running.remember("fourth", port: nil)
        #expect(!reread().knows("second"), "who writes next brings nobody back")
        try other.forgetAll()
        #expect(running.names.isEmpty && reread().names.isEmpty)
        #expect(reread().port == 4747 && reread().publicKey == running.publicKey, "open pages still know the app")
    }

    @Test func `are unknown once the file is gone`() throws {
        let browsers = reread()
        try browsers.remember("cookie", port: nil)
        try FileManager.default.removeItem(atPath: file)
        #expect(!browsers.knows("cookie"))
        try browsers.forgetAll()
        #expect(names(in: folder.path).isEmpty, "there is nothing to forget")
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"version":2,"key":"KEY","browsers":[]}"#, #"{"version":1,"browsers":["HASH"]}"#,
        #"{"version":1,"key":"00","browsers":["HASH"]}"#, #"{"version":1,"key":"ZERO","browsers":["HASH"]}"#,
        #"{"version":1,"key":7,"browsers":["HASH"]}"#,
    ])
    func `are none where the file is damaged, and the next unlock writes a whole one`(text: String) throws {
        let (key, zero) = (hex(DoorKey().bytes), String(repeating: "0", count: 64))
        let written = text.replacing("KEY", with: key).replacing("ZERO", with: zero)
            .replacing("HASH", with: KnownBrowsers.name(of: "cookie"))
        try folder.write(written, to: "open.browsers")
        #expect(makePrivate(file))
        let browsers = reread()
        #expect(!browsers.knows("cookie") && browsers.port == nil)
        try browsers.remember("new", port: 4747)
        #expect(reread().knows("new") && reread().publicKey == browsers.publicKey)
    }

    @Test func `lose only what is no hash or no port`() throws {
        let key = DoorKey()
        let document = """
            {"version":1,"key":"\(hex(key.bytes))","port":70000,"browsers":[1,null,"zz","\(KnownBrowsers.name(of: "cookie"))"],"later":true}
            """
        try folder.write(document, to: "open.browsers")
        #expect(makePrivate(file))
        let browsers = reread()
        #expect(browsers.knows("cookie") && browsers.names.count == 1 && browsers.port == nil)
        #expect(browsers.publicKey == key.publicKey)
    }

    @Test(arguments: [0o604, 0o640, 0o644, 0o660, 0o666, 0o777] as [mode_t])
    func `are none where others could have read or written the file`(mode: mode_t) throws {
        try reread().remember("cookie", port: nil)
        #expect(unsafe chmod(file, mode) == 0)
        #expect(!reread().knows("cookie"))
    }

    #if !os(WASI)
        @Test(arguments: ["symbolic link", "hard link", "folder", "pipe"])
        func `are none where something else is in the file's place, and that stays as it is`(kind: String) throws {
            let elsewhere = ScratchFolder()
            try KnownBrowsers(at: VaultLocation(folder: elsewhere.path)).remember("cookie", port: nil)
            let theirs = elsewhere.path + "/open.browsers"
            let before = try contents(of: theirs)
            switch kind {
            case "symbolic link": try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: theirs)
            case "hard link": try FileManager.default.linkItem(atPath: theirs, toPath: file)
            case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            default: #expect(unsafe mkfifo(file, 0o600) == 0)
            }
            let browsers = reread()
            #expect(!browsers.knows("cookie"))
            if kind == "folder" {
                #expect(throws: EngineError.self) { try browsers.remember("new", port: nil) }
                #expect(names(in: folder.path) == ["open.browsers"], "nothing is left of the try")
            } else {
                try browsers.remember("new", port: nil)
                #expect(reread().knows("new"))
            }
            #expect(try contents(of: theirs) == before, "nothing was written through a link")
        }
    #endif
}

/// The key by which the app proves to open pages that it is the same app.
@Suite struct `The door key` {
    @Test func `signs for one origin and one question`() throws {
        let key = DoorKey()
        let proof = try key.proof(origin: "http://localhost:4747", nonce: "a question of a page")
        #expect(proof.count == 64)
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: proof)
        func isRight(_ message: String) -> Bool { publicKey.isValidSignature(signature, for: Array(message.utf8)) }
        #expect(isRight("auralyst door 1\nhttp://localhost:4747\na question of a page"))
        #expect(!isRight("auralyst door 1\nhttp://localhost:4748\na question of a page"))
        #expect(!isRight("auralyst door 1\nhttp://localhost:4747\nanother question"))
    }

    @Test func `is the same after it was kept, and no two are alike`() throws {
        let key = DoorKey()
        #expect(DoorKey(bytes: key.bytes)?.publicKey == key.publicKey)
        #expect(DoorKey().bytes != key.bytes)
        #expect(key.bytes.count == 32 && key.publicKey.count == 65 && key.publicKey.first == 4)
    }

    @Test(arguments: [
        [], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 1, count: 31),
    ])
    func `is not made of bytes that are no key`(bytes: [UInt8]) { #expect(DoorKey(bytes: bytes) == nil) }
}
