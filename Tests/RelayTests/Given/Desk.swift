import Foundation
import Ledger
import Testing

/// One machine of a person: a vault in a folder of its own, and the program that works on it.
final class Desk: Sendable {
    /// `AURALYST_PROGRAM`.
    static let program = ProcessInfo.processInfo.environment["AURALYST_PROGRAM"]

    /// What makes vaults whose passphrase costs nothing: built beside the program, or beside these tests.
    private static let cheapVault = [program, CommandLine.arguments[0]].compactMap { $0 }
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/cheap-vault" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let root: String

    init() throws {
        root = FileManager.default.temporaryDirectory.path + "/desk-" + UUID().uuidString.prefix(8)
        for name in ["home", "tmp", "runtime"] {
            try FileManager.default.createDirectory(
                atPath: root + "/" + name, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try keep("marmalade skylight 40 trombones\n", in: "passphrase")
    }

    /// Writes a secret into a file that only this person may read.
    private func keep(_ secret: String, in name: String) throws {
        let isMade = FileManager.default.createFile(
            atPath: root + "/" + name, contents: Data(secret.utf8), attributes: [.posixPermissions: 0o600])
        try #require(isMade)
    }

    deinit {
        // Ends the program that keeps the key.
        _ = try? run(["lock"])
        try? FileManager.default.removeItem(atPath: root)
    }

    /// Makes a vault whose passphrase costs nothing; its recovery code.
    func makeVault() throws -> String {
        let words = [root + "/vault", "--passphrase-file", root + "/passphrase", "--recovery-out", root + "/code"]
        let program = try Program([try #require(Desk.cheapVault)] + words, output: root + "/output")
        try #require(program.wait() == 0, "\(program.said)")
        return try String(contentsOfFile: root + "/code", encoding: .utf8)
    }

    struct Outcome: Sendable {
        let code: Int32
        let said: String

        /// The document that it printed; of an error with `--json`, that.
        var json: JSON? {
            let lines = said.split(separator: "\n").filter { !$0.hasPrefix("auralyst: note: ") }
            return try? JSON(reading: Array(lines.joined(separator: "\n").utf8))
        }

        /// The code of the error that it ended with; `nil` for none.
        var error: String? { json?["error"]?["code"]?.string }
    }

    /// Runs a command to its end, `--json` added.
    func run(_ words: [String], recoveryCode: String? = nil) throws -> Outcome {
        var environment = [
            "HOME": root + "/home", "TMPDIR": root + "/tmp", "XDG_RUNTIME_DIR": root + "/runtime", "TZ": "Europe/Vienna",
            "AURALYST_VAULT": root + "/vault", "AURALYST_PASSPHRASE_FILE": root + "/passphrase",
            "AURALYST_KEY_HOLDER": "agent",
        ]
        if let recoveryCode {
            try keep(recoveryCode, in: "code")
            environment["AURALYST_RECOVERY_CODE_FILE"] = root + "/code"
        }
        let output = root + "/output-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: output) }
        let program = try Program([try #require(Desk.program)] + words + ["--json"], environment: environment, output: output)
        return Outcome(code: program.wait(), said: program.said)
    }

    /// Runs a command that must succeed; what it printed.
    @discardableResult
    func done(_ words: String..., recoveryCode: String? = nil) throws -> JSON {
        let outcome = try run(words, recoveryCode: recoveryCode)
        #expect(outcome.code == 0, "\(words): \(outcome.said)")
        return outcome.json ?? .null
    }
}
