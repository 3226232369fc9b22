import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Vault

/// The options that every command has.
package struct GlobalOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The vault's folder (default: --profile, $AURALYST_VAULT, the profile in use, ~/.local/share/auralyst).",
            valueName: "dir"
        ),
        completion: .directory)
    var vault: String?

    @Option(name: .long, help: ArgumentHelp("The vault's name in 'auralyst profile list'.", valueName: "name"))
    var profile: String?

    package init() {}

    /// Throws for an empty `--vault`; what names no vault is refused later, with a hint (`Profiles.checkRefusal`).
    package func validate() throws {
        if vault?.isEmpty == true { throw ValidationError("--vault needs the path of a folder") }
        Profiles.find(vault: vault, profile: profile)
    }

    /// Whether one JSON document is printed, and errors as JSON.
    @Flag(name: .long, help: "Print one JSON document; errors as JSON too.")
    package var json = false

    /// The vault that is meant. What could not be found was refused before the command ran.
    package var location: VaultLocation {
        // `validate` has looked already, and refused what cannot be found.
        Profiles.found ?? (try? Profiles.location(vault: vault, profile: profile)) ?? .usual(environment: Variables.all)
    }

    /// The program as a person types it for this vault: with `--vault` or `--profile` where these were typed.
    var program: String {
        vault.map { "auralyst --vault " + Shell.quoted($0) } ?? profile.map { "auralyst --profile " + Shell.quoted($0) }
            ?? "auralyst"
    }

    /// A hint whose commands mean the same vault as the one that was typed.
    static func forSameVault(_ hint: String) -> String {
        let words = CommandLine.arguments
        for option in ["--vault", "--profile"] {
            guard let place = words.firstIndex(of: option), words.indices.contains(place + 1),
                words.first(where: { $0 == "--" }) == nil
            else { continue }
            return hint.replacing("'auralyst ", with: "'auralyst \(option) \(Shell.quoted(words[place + 1])) ")
        }
        return hint
    }

    /// Lets `--vault DIR`, `--profile NAME` and `--json` stand before the command as well: the parser wants them behind it.
    static func placed(_ arguments: [String]) -> [String] {
        var leading: [String] = []
        var rest = arguments[...]
        while let first = rest.first {
            if first == "--json" || first.hasPrefix("--vault=") || first.hasPrefix("--profile=") {
                leading.append(first)
                rest = rest.dropFirst()
            } else if ["--vault", "--profile"].contains(first), rest.count > 1 {
                leading += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        let arguments = rest.first == "search" ? withWordsLast(Array(rest)) : Array(rest)
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return Array(arguments[..<end]) + leading + Array(arguments[end...])
    }

    /// Puts the words of a search behind its options, so that `-rain` is a word to leave out and no option.
    private static func withWordsLast(_ arguments: [String]) -> [String] {
        var options = arguments.prefix(1)
        var words: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard argument.hasPrefix("--") || ["-h", "-n"].contains(argument) else {
                words.append(argument)
                continue
            }
            options.append(argument)
            let isFlag = ["--json", "--starred", "--full", "--help", "--version", "-h"].contains(argument)
            if !isFlag, !argument.has("="), let value = rest.popFirst() { options.append(value) }
        }
        return options + (words.isEmpty ? [] : ["--"] + words)
    }
}

/// What the variables of the environment mean.
package enum Environment {
    /// Clock and zone of this machine.
    package static let surroundings = Surroundings.machine

    /// Where an unlocked key may wait between commands.
    package static var keyHolders: [KeyHolder] {
        KeyHolder.all(forced: forcedKeyHolder, socketPath: socketPath)
    }

    /// Where a key is put.
    static var keyHolder: KeyHolder { KeyHolder.best(forced: forcedKeyHolder, socketPath: socketPath) }

    private static var forcedKeyHolder: KeyHolder.Kind? {
        Variables["AURALYST_KEY_HOLDER"].flatMap(KeyHolder.Kind.init(rawValue:))
    }

    /// Refuses variables that cannot be meant.
    static func check() throws {
        if let name = Variables["AURALYST_KEY_HOLDER"], KeyHolder.Kind(rawValue: name) == nil {
            throw Refusal(
                "bad_environment", "AURALYST_KEY_HOLDER cannot be '\(name.prefix(40))'",
                hint: "set it to kernel or agent, or unset it"
            )
        }
    }
    private static var socketPath: String { KeyHolder.socketPath(runtimeFolder: Variables["XDG_RUNTIME_DIR"]) }
}
