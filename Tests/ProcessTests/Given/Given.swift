import Foundation
import SeededChance
import Testing

/// What several tests begin with: made once, copied by each.
enum Given {
    static let passphrase = "marmalade skylight 40 trombones"

    /// The program under test: `AURALYST_PROGRAM`, else the one beside this test.
    static let program = ProcessInfo.processInfo.environment["AURALYST_PROGRAM"] ?? built("auralyst")

    /// What makes vaults whose passphrase costs nothing.
    static let cheapVault = built("cheap-vault")

    /// A program that was built beside the one under test, or beside these tests.
    private static func built(_ name: String) -> String {
        let starts = [ProcessInfo.processInfo.environment["AURALYST_PROGRAM"], CommandLine.arguments[0]].compactMap { $0 }
        for start in starts {
            var place = URL(fileURLWithPath: start)
            while place.path != "/" {
                place.deleteLastPathComponent()
                let path = place.appendingPathComponent(name).path
                if FileManager.default.isExecutableFile(atPath: path) { return path }
            }
        }
        preconditionFailure("\(name) is not built: AURALYST_PROGRAM names the program under test, and the others lie beside it")
    }

    static let empty = Given.vault { _ in }

    /// A vault with the made-up diary, and one attachment.
    static let diary = Given.vault(with: .made)

    /// The same for actions that rewrite the whole diary after every kill; shorter in `make test`.
    static let rewritten = Lane.current == .quick ? Given.vault(with: Diary(entries: 40, seed: 20_260_314)) : diary

    private static func vault(with diary: Diary) -> MadeVault {
        Given.vault { sandbox in
            try sandbox.done("import", "jrnl", try sandbox.write(diary.jrnl, to: "diary.txt"))
            let file = try sandbox.write([UInt8](repeating: 0x5a, count: 200_000), to: "letter.bin")
            try sandbox.done("add", "with an attachment", "--attach", file, "--at", "2021-06-01 10:00")
        }
    }

    struct MadeVault {
        let folder: String
        let recoveryCode: String
    }

    static func vault(passphrase: String = Given.passphrase, _ fill: (Sandbox) throws -> Void) -> MadeVault {
        do {
            let sandbox = try kept(passphrase: passphrase)
            let code = try sandbox.makeVault()
            try fill(sandbox)
            return MadeVault(folder: sandbox.vault, recoveryCode: code)
        } catch {
            preconditionFailure("no vault could be made: \(error)")
        }
    }

    /// A sandbox that stays until the tests end.
    static func kept(passphrase: String = Given.passphrase) throws -> Sandbox {
        let sandbox = try Sandbox(passphrase: passphrase)
        lock.withLock {
            if unsafe allKept.isEmpty { atexit { Given.lock.withLock { unsafe Given.allKept = [] } } }
            unsafe allKept.append(sandbox)
        }
        return sandbox
    }

    nonisolated(unsafe) private static var allKept: [Sandbox] = []
    private static let lock = NSLock()
}
