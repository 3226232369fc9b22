import Foundation
import SeededChance
import Testing
import Vault

/// Debian's `age` reads what we write, and we what it writes.
@Suite(.enabled(if: AgeProgram.path != nil, "the program age is not installed"))
struct AgeProgramTests {
    private static let lengths = [0, 1, 65_535, 65_536, 65_537, 200_000]

    @Test(arguments: lengths) func `age opens what is written here`(count: Int) throws {
        let (folder, plain) = (TemporaryFolder(), Self.plain(count))
        let key = Secret.random(count: 32)
        folder.write(Array((AgeIdentity.text(of: key) + "\n").utf8), to: "key")
        folder.write(try Age.file(of: plain, to: [Age.stranger(), AgeRecipient(ofSecret: key)]), to: "file.age")
        #expect(try AgeProgram.run(["-d", "-i", "key", "-o", "plain", "file.age"], in: folder) == 0)
        #expect(folder.read("plain") ?? [] == plain)
    }

    @Test(arguments: lengths) func `what age writes opens here, binary and armored`(count: Int) throws {
        let (folder, plain) = (TemporaryFolder(), Self.plain(count))
        let key = Secret.random(count: 32)
        folder.write(plain, to: "plain")
        for form in [[], ["-a"]] {
            let recipient = AgeRecipient(ofSecret: key).text
            #expect(try AgeProgram.run(form + ["-r", recipient, "-o", "file.age", "plain"], in: folder) == 0)
            let file = try #require(folder.read("file.age"))
            #expect(try Age.opened(file, .key(key.duplicate())) == plain)
            folder.remove("file.age")
        }
    }

    @Test func `age refuses with us what was cut`() throws {
        let folder = TemporaryFolder()
        let key = Secret.random(count: 32)
        folder.write(Array((AgeIdentity.text(of: key) + "\n").utf8), to: "key")
        let file = try Age.file(of: Self.plain(70_000), to: [AgeRecipient(ofSecret: key)])
        folder.write(Array(file.dropLast(1)), to: "file.age")
        #expect(try AgeProgram.run(["-d", "-i", "key", "-o", "plain", "file.age"], in: folder) != 0)
        #expect(throws: AgeError.damagedPayload(chunk: 1)) { try Age.opened(Array(file.dropLast(1)), .key(key.duplicate())) }
    }

    private static func plain(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: UInt64(count))
        return generator.bytes(count)
    }
}

enum AgeProgram {
    /// Where it is installed; `nil` where it is not.
    static let path = ["/usr/bin/age", "/usr/local/bin/age", "/opt/homebrew/bin/age"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
