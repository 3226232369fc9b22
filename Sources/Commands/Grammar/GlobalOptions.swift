import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Vault

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

    /// Throws for an empty `--vault`; one that cannot be found is refused later, with a hint: the parser only reports its own errors.
    package func validate() throws {
        if vault?.isEmpty == true { throw ValidationError(say("--vault needs the path of a folder")) }
    }

    /// Whether one JSON document is printed, and errors as JSON.
    @Flag(name: .long, help: say("Print one JSON document; errors as JSON too."))
    package var json = false

    package var location: VaultLocation { get throws { try Profiles.found.get() } }
}

package enum Environment {
    /// Clock and zone of this machine.
    package static let surroundings = Surroundings.machine

    /// Where an unlocked key may be kept between commands.
    package static var keyHolders: [KeyHolder] {
        KeyHolder.all(forced: forcedKeyHolder, socketPath: socketPath)
    }

    static var keyHolder: KeyHolder { KeyHolder.best(forced: forcedKeyHolder, socketPath: socketPath) }

    private static var forcedKeyHolder: KeyHolder.Kind? {
        Variables["AURALYST_KEY_HOLDER"].flatMap(KeyHolder.Kind.init(rawValue:))
    }

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
