import Base
import Engine

extension ToldTables {
    static let keys: [Told] = [
        Told(
            KeysError.needsRepair, "needs_repair",
            "operations are missing, and the old key may be all that opens them when they are found",
            "'auralyst repair' first; keys can be rotated afterwards", .damaged),
        Told(
            KeysError.tooManyPassphrases(limit: 4), "too_many_passphrases",
            "4 passphrases open this vault already, and that is the most",
            "'auralyst keys list' names them; 'auralyst keys remove' takes one away"),
    ]

    static let wipe: [Told] = [
        Told(
            WipeError.notAVault(folder: "/x"), "not_a_vault", "/x holds no vault",
            "nothing was touched; --vault DIR names another folder"),
        Told(
            WipeError.otherName, "other_name", "that is not the name of this vault",
            "nothing was destroyed; 'auralyst wipe --dry-run' shows the name", .usage),
        Told(
            WipeError.appIsOpen, "in_use", "the app has this vault open", "lock it or end 'auralyst open', then try again"),
        Told(
            WipeError.remindersRun, "in_use", "'auralyst remind' has this vault open",
            "end it, or 'auralyst remind remove', then try again"),
        Told(
            WipeError.severalJournals, "several_journals",
            "this vault has several journals: it is emptied when there is only the first one",
            "'auralyst journal remove' takes one out; 'auralyst wipe' destroys the whole vault"),
    ]

    static let profile: [Told] = [
        Told(
            ProfileError.noSuchProfile("x"), "no_such_profile", "no profile is called 'x'",
            "'auralyst profile list' shows them all; 'auralyst profile add' makes one", .usage),
        Told(
            ProfileError.badName("a b"), "bad_profile_name", "'a b' cannot be the name of a profile",
            "1 to 40 letters, digits, '-' and '_', such as work or health-log", .usage),
        Told(
            ProfileError.nameTaken("x"), "profile_exists", "a profile is called 'x' already",
            "'auralyst profile rename' gives it another name"),
        Told(
            ProfileError.folderNamed("x"), "folder_has_profile", "this folder is the profile 'x' already",
            "'auralyst profile rename' gives it another name"),
        Told(
            ProfileError.tooMany(limit: 100), "too_many_profiles", "100 profiles are there already, and that is the most",
            "'auralyst profile remove' forgets a name and leaves its vault alone"),
        Told(
            ProfileError.notForAVault(path: "/x"), "not_for_a_vault", "/x is there already, and is no folder with a vault",
            "name a vault's folder, or one that is not there yet", .usage),
        Told(
            ProfileError.damagedFile(path: "/x"), "profiles_damaged", "the list of profiles cannot be read: /x",
            "name the vault with --vault, or remove that file: it holds names and folders only", .damaged),
    ]
}

extension Places {
    static func of(keys error: KeysError) -> Int {
        switch error {
        case .needsRepair: 0
        case .tooManyPassphrases: 1
        }
    }

    static func of(wipe error: WipeError) -> Int {
        switch error {
        case .notAVault: 0
        case .otherName: 1
        case .appIsOpen: 2
        case .remindersRun: 3
        case .severalJournals: 4
        }
    }

    static func of(profile error: ProfileError) -> Int {
        switch error {
        case .noSuchProfile: 0
        case .badName: 1
        case .nameTaken: 2
        case .folderNamed: 3
        case .tooMany: 4
        case .damagedFile: 5
        case .notForAVault: 6
        }
    }
}
