import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Vault

/// The options of every command.
package struct GlobalOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            say("The vault's folder (default: --profile, $AURALYST_VAULT, the profile in use, ~/.local/share/auralyst)."),
            valueName: "dir"
        ),
        completion: .directory)
    var vault: String?

    @Option(name: .long, help: ArgumentHelp(say("The vault's name in 'auralyst profile list'."), valueName: "name"))
    var profile: String?

    package init() {}

    /// Throws for an empty `--vault`; an invalid one is refused later, with a hint (`Profiles.checkRefusal`).
    package func validate() throws {
        if vault?.isEmpty == true { throw ValidationError(say("--vault needs the path of a folder")) }
        Profiles.find(vault: vault, profile: profile)
    }

    /// Whether one JSON document is printed, and errors as JSON.
    @Flag(name: .long, help: say("Print one JSON document; errors as JSON too."))
    package var json = false

    /// The vault's location. If it could not be found, the command did not run.
    package var location: VaultLocation {
        // `validate` has already refused locations that cannot be found.
        Profiles.found ?? (try? Profiles.location(vault: vault, profile: profile)) ?? .usual(environment: Variables.all)
    }

    /// The program's name as typed for this vault: with `--vault` or `--profile` if given.
    var program: String {
        vault.map { "auralyst --vault \(Shell.quoted($0))" } ?? profile.map { "auralyst --profile \(Shell.quoted($0))" }
            ?? "auralyst"
    }

    /// A hint whose commands include the typed vault.
    static func forSameVault(_ hint: String) -> String {
        let words = CommandLine.arguments.prefix { $0 != "--" }
        for option in ["--vault", "--profile"] {
            let value =
                words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
                ?? words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
            guard let value else { continue }
            return hint.replacing("'auralyst ", with: "'auralyst \(option) \(Shell.quoted(value)) ")
        }
        return hint
    }

    /// Permits `--vault DIR`, `--profile NAME` and `--json` before the command, where the parser does not accept them.
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

    /// Moves the words of a search after its options, so that `-rain` is an excluded word and no option.
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

/// Environment variables.
package enum Environment {
    /// Clock and zone of this machine.
    package static let surroundings = Surroundings.machine

    /// Where an unlocked key may be kept between commands.
    package static var keyHolders: [KeyHolder] {
        KeyHolder.all(forced: forcedKeyHolder, socketPath: socketPath)
    }

    /// Where a key is stored.
    static var keyHolder: KeyHolder { KeyHolder.best(forced: forcedKeyHolder, socketPath: socketPath) }

    private static var forcedKeyHolder: KeyHolder.Kind? {
        Variables["AURALYST_KEY_HOLDER"].flatMap(KeyHolder.Kind.init(rawValue:))
    }

    /// Throws for invalid variables.
    static func check() throws {
        if let fault = SentenceTable.fault {
            throw Refusal(
                "bad_environment", "the file that AURALYST_SENTENCES names cannot be used: \(fault)",
                hint: "unset it for English; docs/translating.md says what the file looks like")
        }
        if let name = Variables["AURALYST_KEY_HOLDER"], KeyHolder.Kind(rawValue: name) == nil {
            throw Refusal(
                "bad_environment", "AURALYST_KEY_HOLDER cannot be '\(name.prefix(40))'",
                hint: "set it to kernel or agent, or unset it"
            )
        }
    }
    private static var socketPath: String { KeyHolder.socketPath(runtimeFolder: Variables["XDG_RUNTIME_DIR"]) }
}
