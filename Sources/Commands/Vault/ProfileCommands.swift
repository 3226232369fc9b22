import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Ledger

struct ProfileCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "profile",
        subcommands: [ProfileShow.self, ProfileAdd.self, ProfileUse.self, ProfileRename.self, ProfileRemove.self],
        defaultSubcommand: ProfileShow.self)
}

struct ProfileShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("profile list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try Profiles.file.read()
        if options.json { return Document.print(.array(list.profiles.map { Self.json($0, in: list) })) }
        guard !list.profiles.isEmpty else { return print(say("No profiles. 'auralyst profile add NAME' makes one.")) }
        for profile in list.profiles {
            let mark = profile.name == list.current ? "*" : " "
            let made = Self.isMade(profile) ? "" : say("   (no vault yet)")
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
    static let configuration = CommandConfiguration("profile add")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The name: letters, digits, '-' and '_'.")) var name: String

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
        if !ProfileShow.isMade(profile) { print(say("Make its vault: auralyst --profile \(profile.name) init")) }
    }
}

struct ProfileUse: AsyncParsableCommand {
    static let configuration = CommandConfiguration("profile use")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The profile's name, or -.")) var name: String

    func run() async throws {
        try Profiles.file.change { try $0.use(name == "-" ? nil : name) }
        let list = try Profiles.file.read()
        if options.json { return Document.print(["kind": "profile_in_use", "name": .text(list.current)]) }
        print(
            list.current.map { say("From now on, \($0) is used when no vault is named.") }
                ?? say("From now on, the usual folder is used.")
        )
        if Variables["AURALYST_VAULT"] != nil { Terminal.note(say("AURALYST_VAULT is set and is used instead")) }
    }
}

struct ProfileRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration("profile rename")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The present name.")) var old: String
    @Argument(help: say("The new one.")) var new: String

    func run() async throws {
        try Profiles.file.change { try $0.rename(old, to: new) }
        let list = try Profiles.file.read()
        if options.json { return Document.print(ProfileShow.json(try list.profile(named: new), in: list)) }
        print(say("Renamed. The folder keeps its name."))
    }
}

struct ProfileRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("profile remove")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The profile's name.")) var name: String

    func run() async throws {
        let profile = try Profiles.file.read().profile(named: name)
        try Profiles.file.change { try $0.remove(name) }
        if options.json {
            return Document.print(
                ["kind": "profile", "name": .string(profile.name), "vault": .string(profile.folder), "removed": true])
        }
        print(say("Removed the name. The vault in \(Terminal.harmless(profile.folder)) is untouched;"))
        print(say("'auralyst --vault DIR wipe' destroys a vault."))
    }
}
