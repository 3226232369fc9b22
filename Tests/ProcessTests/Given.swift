import Foundation
import Testing

/// What several tests begin with: made once, copied by each.
enum Given {
    static let passphrase = "marmalade skylight 40 trombones"

    /// The program under test: `AURALYST_PROGRAM`, else the one beside this test.
    static let program: String = {
        if let named = ProcessInfo.processInfo.environment["AURALYST_PROGRAM"] { return named }
        var place = URL(fileURLWithPath: CommandLine.arguments[0])
        while place.path != "/", !FileManager.default.isExecutableFile(atPath: place.appendingPathComponent("auralyst").path) {
            place.deleteLastPathComponent()
        }
        let path = place.appendingPathComponent("auralyst").path
        precondition(FileManager.default.isExecutableFile(atPath: path), "set AURALYST_PROGRAM to the program under test")
        return path
    }()

    /// A vault without an entry. Where the kernel has a keyring its key waits there, so that copies open at once.
    static let empty = Given.make { _ in }

    /// A vault with the made-up diary, and one attachment.
    static let diary = Given.make { sandbox in
        try sandbox.done("import", "jrnl", try sandbox.write(Diary.made.jrnl, to: "diary.txt"))
        let file = try sandbox.write([UInt8](repeating: 0x5a, count: 200_000), to: "letter.bin")
        try sandbox.done("add", "with an attachment", "--attach", file, "--at", "2021-06-01 10:00")
    }

    /// A vault and what was printed when it was made.
    struct MadeVault {
        let folder: String
        let recoveryCode: String
    }

    private static func make(_ fill: (Sandbox) throws -> Void) -> MadeVault {
        do {
            let sandbox = try Sandbox()
            let code = try #require(try sandbox.done("init", "--json").object["recovery_code"] as? String)
            _ = try sandbox.run("unlock", "--for", "2h", extra: ["AURALYST_KEY_HOLDER": "kernel"])
            try fill(sandbox)
            keep(sandbox)
            return MadeVault(folder: sandbox.vault, recoveryCode: code)
        } catch {
            preconditionFailure("no vault could be made: \(error)")
        }
    }

    nonisolated(unsafe) private static var kept: [Sandbox] = []
    private static let lock = NSLock()

    /// Its folders stay until the tests end.
    private static func keep(_ sandbox: Sandbox) {
        lock.withLock {
            if unsafe kept.isEmpty { atexit { Given.lock.withLock { unsafe Given.kept = [] } } }
            unsafe kept.append(sandbox)
        }
    }
}
