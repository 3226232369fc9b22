import ArgumentParser
import Basics
import Engine
import Foundation
import Ledger

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Name several vaults, one for each purpose, and choose between them.",
        discussion: """
            auralyst profile add work        a name for a folder of its own
            auralyst --profile work init     make the vault there
            auralyst profile use work        mean it from now on
            The list holds names and folders, nothing secret, and is in clear.
            """,
        subcommands: [ProfileShow.self, ProfileAdd.self, ProfileUse.self, ProfileRename.self, ProfileRemove.self],
        defaultSubcommand: ProfileShow.self)
}

struct ProfileShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the profiles.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try Profiles.file.read()
        if options.json { return Document.print(.array(list.profiles.map { Self.json($0, in: list) })) }
        guard !list.profiles.isEmpty else { return print("No profiles. 'auralyst profile add NAME' makes one.") }
        for profile in list.profiles {
            let mark = profile.name == list.current ? "*" : " "
            let made = Self.isMade(profile) ? "" : "   (no vault yet)"
            print("\(mark) \(profile.name)   \(Terminal.harmless(profile.folder))\(made)")
        }
    }

    static func json(_ profile: ProfileList.Profile, in list: ProfileList) -> JSON {
        [
            "kind": "profile", "name": .string(profile.name), "vault": .string(profile.folder),
            "current": .bool(profile.name == list.current), "made": .bool(isMade(profile)),
        ]
    }

    static func isMade(_ profile: ProfileList.Profile) -> Bool {
        FileManager.default.fileExists(atPath: VaultLocation(folder: profile.folder).vaultFile)
    }
}

struct ProfileAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give a vault's folder a name; without --vault one beside the usual folder.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The name: letters, digits, '-' and '_'.") var name: String

    func run() async throws {
        guard ProfileList.isName(name) else { throw ProfileError.badName(name) }
        var environment = Variables.all
        environment["AURALYST_VAULT"] = nil
        let location =
            options.vault.map { VaultLocation(folder: $0) }
            ?? VaultLocation(folder: VaultLocation.usual(environment: environment).folder + "-" + name)
        guard location.canHoldVault else { throw ProfileError.notForAVault(path: location.folder) }
        try Profiles.file.change { try $0.add(name, folder: location.folder) }
        let list = try Profiles.file.read()
        let profile = try list.profile(named: name)
        if options.json { return Document.print(ProfileShow.json(profile, in: list)) }
        print("\(profile.name) is \(Terminal.harmless(profile.folder)).")
        if !ProfileShow.isMade(profile) { print("Make its vault: auralyst --profile \(profile.name) init") }
    }
}

struct ProfileUse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Mean this vault where none is named; '-' for none of them.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The profile's name, or -.") var name: String

    func run() async throws {
        try Profiles.file.change { try $0.use(name == "-" ? nil : name) }
        let list = try Profiles.file.read()
        if options.json { return Document.print(["kind": "profile_in_use", "name": .text(list.current)]) }
        print(
            list.current.map { "\($0) is meant from now on where no vault is named." } ?? "The usual folder is meant from now on."
        )
        if Variables["AURALYST_VAULT"] != nil { Terminal.note("AURALYST_VAULT is set and goes before it") }
    }
}

struct ProfileRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a profile another name.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The present name.") var old: String
    @Argument(help: "The new one.") var new: String

    func run() async throws {
        try Profiles.file.change { try $0.rename(old, to: new) }
        let list = try Profiles.file.read()
        if options.json { return Document.print(ProfileShow.json(try list.profile(named: new), in: list)) }
        print("Renamed. The folder keeps its name.")
    }
}

struct ProfileRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a profile's name; its vault stays where it is.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The profile's name.") var name: String

    func run() async throws {
        let profile = try Profiles.file.read().profile(named: name)
        try Profiles.file.change { try $0.remove(name) }
        if options.json {
            return Document.print(
                ["kind": "profile", "name": .string(profile.name), "vault": .string(profile.folder), "removed": true])
        }
        print("The name is forgotten. The vault in \(Terminal.harmless(profile.folder)) is untouched;")
        print("'auralyst --vault DIR wipe' destroys one.")
    }
}
