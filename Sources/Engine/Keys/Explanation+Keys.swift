import Base

extension KeysError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .needsRepair:
            Explanation(
                "needs_repair", "changes are missing, and only the old keys could decrypt them if they turn up",
                hint: .on(
                    commandLine: "run 'auralyst repair' first, then make new keys",
                    page: "run Auralyst's repair command in a terminal first, then make new keys"), exit: .damaged)
        case .tooManyPassphrases(let limit):
            Explanation(
                "too_many_passphrases", "this vault already has \(limit) passphrases, the most it can have",
                hint: .on(
                    commandLine: "'auralyst keys list' lists them; 'auralyst keys remove' removes one",
                    page: "remove one in Settings, Keys"))
        case .samePassphrase:
            Explanation("same_passphrase", "that is your current passphrase", hint: "choose another one", exit: .usage)
        }
    }
}

extension WipeError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notAVault(let folder):
            Explanation(
                "not_a_vault", "\(folder) is not a vault",
                hint: .on(commandLine: "nothing was changed; choose another folder with --vault DIR", page: "nothing was changed")
            )
        case .otherName:
            Explanation(
                "other_name", "that is not the name of this vault",
                hint: .on(
                    commandLine: "nothing was deleted; 'auralyst wipe --dry-run' shows the name",
                    page: "nothing was deleted; type the name as it is shown"), exit: .usage)
        case .appIsOpen:
            Explanation(
                "in_use", "the app has this vault open",
                hint: .on(
                    commandLine: "lock it in the app or stop 'auralyst open', then try again", page: "lock it, then try again"))
        case .remindersRun:
            Explanation(
                "in_use", "reminders have this vault open",
                hint: .on(
                    commandLine: "stop 'auralyst remind run', or run 'auralyst remind remove', then try again",
                    page: "turn them off, then try again"))
        case .severalJournals:
            Explanation(
                "several_journals", "this vault has several journals, and only a vault with one can be emptied",
                hint: .on(
                    commandLine: "'auralyst journal remove' removes a journal; 'auralyst wipe' deletes the whole vault",
                    page: "remove the other journals first"))
        }
    }
}

extension ProfileError: Explainable {
    package var explanation: Explanation {
        let rename = Hint.on(commandLine: "'auralyst profile rename' renames it", page: "choose another name")
        return switch self {
        case .noSuchProfile(let name):
            Explanation(
                "no_such_profile", "there is no profile \(Explanation.quoted(name))",
                hint: .on(
                    commandLine: "'auralyst profile list' lists them; 'auralyst profile add' adds one",
                    page: "Settings lists your profiles"))
        case .badName(let name):
            Explanation(
                "bad_profile_name", "\(Explanation.quoted(name)) cannot be the name of a profile",
                hint: "use 1 to 40 letters, digits, '-' and '_', such as work or health-log", exit: .usage)
        case .nameTaken(let name):
            Explanation("profile_exists", "there is already a profile \(Explanation.quoted(name))", hint: rename)
        case .folderNamed(let name):
            Explanation("folder_has_profile", "this folder is already the profile \(Explanation.quoted(name))", hint: rename)
        case .tooMany(let limit):
            Explanation(
                "too_many_profiles", "there are already \(limit) profiles, the most there can be",
                hint: .on(
                    commandLine: "'auralyst profile remove' removes a name; its vault stays",
                    page: "remove one first; its vault stays"))
        case .notForAVault(let path):
            Explanation(
                "not_for_a_vault", "\(path) exists and is not a vault",
                hint: "choose a vault's folder, or a folder that does not exist yet", exit: .usage)
        case .damagedFile(let path):
            Explanation(
                "profiles_damaged", "the list of profiles cannot be read: \(path)",
                hint: .on(
                    commandLine: "choose the vault with --vault, or remove that file: it holds only names and folders",
                    page: "remove that file: it holds only names and folders"), exit: .damaged)
        }
    }
}
