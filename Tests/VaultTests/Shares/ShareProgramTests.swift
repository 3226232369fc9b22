import Foundation
import SeededChance
import Testing
import Vault

/// The standard's own program (PyPI `shamir-mnemonic`) reads what we write, and we what it writes.
@Suite(.enabled(if: ShareProgram.python != nil, "no python3 with the package shamir-mnemonic; scripts/vectors fetches it"))
struct ShareProgramTests {
    @Test(arguments: [(2, 2), (2, 3), (3, 5), (16, 16)])
    func `the standard's program opens what is written here`(needed: Int, count: Int) throws {
        let secret = Secret.random(count: 32)
        var generator = Seed.generator("the standard's program opens \(needed) of \(count)")
        let shares = try RecoveryCode(secret: secret.duplicate()).shares(needed: needed, of: count)
            .shuffled(using: &generator).prefix(needed)
        let script =
            "from shamir_mnemonic import combine_mnemonics\nprint(combine_mnemonics(sys.stdin.read().splitlines()).hex())"
        let found = try ShareProgram.run(script, input: shares.map(\.text).joined(separator: "\n"))
        #expect([UInt8](hexadecimal: found) == bytes(secret))
    }

    @Test(arguments: ["1, [(2, 3)]", "1, [(1, 1)]", "2, [(2, 2), (1, 1), (3, 5)]"], ["True", "False"])
    func `what the standard's program writes opens here, in groups too`(plan: String, extendable: String) throws {
        let secret = Secret.random(count: 32)
        let script = """
            from shamir_mnemonic import generate_mnemonics
            secret = bytes.fromhex(sys.stdin.read())
            for group in generate_mnemonics(\(plan), secret, extendable=\(extendable), iteration_exponent=0):
                print("\\n".join(group))
            """
        let input = bytes(secret).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var shares = ShareCollection()
        var generator = Seed.generator("what the standard's program writes opens here")
        for line in try ShareProgram.run(script, input: input).split(separator: "\n").shuffled(using: &generator) {
            try shares.add(typed: String(line))
        }
        #expect(shares.missing == 0)
        #expect(try shares.recoveryCode().text() == RecoveryCode(secret: secret.duplicate()).text())
    }
}

enum ShareProgram {
    /// A Python with the package: the one that scripts/vectors makes, else the machine's.
    static let python = python(with: "shamir_mnemonic")

    /// The same with another package.
    static func python(with package: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
        let places = [cache + "/auralyst/share-program/bin/python", "/usr/bin/python3", "/usr/local/bin/python3"]
        return places.first { FileManager.default.isExecutableFile(atPath: $0) && has(package, $0) }
    }

    private static func has(_ package: String, _ python: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import \(package)"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// What a script prints that is given `input`.
    static func run(_ script: String, input: String, by python: String? = ShareProgram.python) throws -> String {
        let folder = TemporaryFolder()
        folder.write(Array(input.utf8), to: "input")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = ["-c", "import sys\n" + script]
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path + "/input"))
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: read, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
