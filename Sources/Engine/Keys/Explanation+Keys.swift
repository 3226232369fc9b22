import Base

extension KeysError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .needsRepair:
            Explanation(
                "needs_repair", "operations are missing, and the old key may be all that opens them when they are found",
                hint: "'auralyst repair' first; keys can be rotated afterwards", exit: .damaged)
        case .tooManyPassphrases(let limit):
            Explanation(
                "too_many_passphrases", "\(limit) passphrases open this vault already, and that is the most",
                hint: "'auralyst keys list' names them; 'auralyst keys remove' takes one away")
        }
    }
}

extension WipeError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notAVault(let folder):
            Explanation("not_a_vault", "\(folder) holds no vault", hint: "nothing was touched; --vault DIR names another folder")
        case .otherName:
            Explanation(
                "other_name", "that is not the name of this vault",
                hint: "nothing was destroyed; 'auralyst wipe --dry-run' shows the name",
                exit: .usage)
        case .appIsOpen:
            Explanation(
                "in_use", "the app has this vault open", hint: "lock it or end 'auralyst open', then try again")
        case .remindersRun:
            Explanation(
                "in_use", "'auralyst remind' has this vault open", hint: "end it, or 'auralyst remind remove', then try again")
        case .severalJournals:
            Explanation(
                "several_journals", "this vault has several journals: it is emptied when there is only the first one",
                hint: "'auralyst journal remove' takes one out; 'auralyst wipe' destroys the whole vault")
        }
    }
}

extension ProfileError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noSuchProfile(let name):
            Explanation(
                "no_such_profile", "no profile is called \(Explanation.quoted(name))",
                hint: "'auralyst profile list' shows them all; 'auralyst profile add' makes one", exit: .usage)
        case .badName(let name):
            Explanation(
                "bad_profile_name", "\(Explanation.quoted(name)) cannot be the name of a profile",
                hint: "1 to 40 letters, digits, '-' and '_', such as work or health-log", exit: .usage)
        case .nameTaken(let name):
            Explanation(
                "profile_exists", "a profile is called \(Explanation.quoted(name)) already",
                hint: "'auralyst profile rename' gives it another name")
        case .folderNamed(let name):
            Explanation(
                "folder_has_profile", "this folder is the profile \(Explanation.quoted(name)) already",
                hint: "'auralyst profile rename' gives it another name")
        case .tooMany(let limit):
            Explanation(
                "too_many_profiles", "\(limit) profiles are there already, and that is the most",
                hint: "'auralyst profile remove' forgets a name and leaves its vault alone")
        case .notForAVault(let path):
            Explanation(
                "not_for_a_vault", "\(path) is there already, and is no folder with a vault",
                hint: "name a vault's folder, or one that is not there yet", exit: .usage)
        case .damagedFile(let path):
            Explanation(
                "profiles_damaged", "the list of profiles cannot be read: \(path)",
                hint: "name the vault with --vault, or remove that file: it holds names and folders only", exit: .damaged)
        }
    }
}
