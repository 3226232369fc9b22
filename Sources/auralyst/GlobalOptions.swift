import ArgumentParser
import Engine
import Foundation
import Journal
import Vault

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The vault's folder (else $AURALYST_VAULT, else ~/.local/share/auralyst).", valueName: "dir"))
    var vault: String?

    @Flag(name: .long, help: "Print one JSON document; errors as JSON too.")
    var json = false

    /// The vault that is meant.
    var location: VaultLocation {
        vault.map { VaultLocation(folder: $0) } ?? .usual(environment: ProcessInfo.processInfo.environment)
    }

    /// Lets `--vault DIR` and `--json` stand before the command as well: the parser wants them behind it.
    static func placed(_ arguments: [String]) -> [String] {
        var leading: [String] = []
        var rest = arguments[...]
        while let first = rest.first {
            if first == "--json" || first.hasPrefix("--vault=") {
                leading.append(first)
                rest = rest.dropFirst()
            } else if first == "--vault", rest.count > 1 {
                leading += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + leading + Array(rest[end...])
    }
}

/// The present environment, read in one place.
enum Environment {
    static subscript(name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Clock and zone of this machine.
    static let surroundings = Surroundings.machine

    /// Where an unlocked key may wait between commands.
    static var keyHolders: [KeyHolder] {
        KeyHolder.all(forced: forcedKeyHolder, socketPath: socketPath)
    }

    /// Where a key is put.
    static var keyHolder: KeyHolder { KeyHolder.best(forced: forcedKeyHolder, socketPath: socketPath) }

    private static var forcedKeyHolder: KeyHolder.Kind? { Self["AURALYST_KEY_HOLDER"].flatMap(KeyHolder.Kind.init(rawValue:)) }
    private static var socketPath: String { KeyHolder.socketPath(runtimeFolder: Self["XDG_RUNTIME_DIR"]) }
}
