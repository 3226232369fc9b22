import Base
import Engine
import Foundation
import Vault

/// `cheap-vault FOLDER --passphrase-file FILE --recovery-out FILE`: makes a vault as `auralyst init` does, but with a
/// passphrase that costs nothing to try. Tests begin with it and pay no key derivation; it protects nothing.
@main
enum CheapVault {
    static func main() {
        do {
            try make(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("cheap-vault: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func make(_ words: [String]) throws {
        guard words.count == 5, words[1] == "--passphrase-file", words[3] == "--recovery-out" else { throw Misused() }
        let passphrase = try Data(contentsOf: URL(fileURLWithPath: words[2])).prefix { $0 != 0x0A && $0 != 0x0D }
        let code = RecoveryCode.random().text()
        _ = try VaultOpening.create(
            at: VaultLocation(folder: words[0]), passphrase: Secret(copying: Array(passphrase)),
            recoveryCode: try RecoveryCode(typed: code), surroundings: .machine,
            deviceName: ProcessInfo.processInfo.hostName, cost: .testOnlyCheapest)
        try NewFile(path: VaultLocation(folder: words[4]).folder).write(Array((code + "\n").utf8))
    }

    struct Misused: Error, CustomStringConvertible {
        let description = "usage: cheap-vault FOLDER --passphrase-file FILE --recovery-out FILE"
    }
}
