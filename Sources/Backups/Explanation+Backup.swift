import Base

extension BackupFault: Explainable {
    package var explanation: Explanation {
        let full = Hint.on(
            commandLine: "put it back, or make a full backup: 'auralyst backup create --tier monthly'",
            page: "put it back, or make a new full backup")
        return switch self {
        case .notABackup(let name):
            Explanation(
                "not_a_backup", "\(Explanation.quoted(name)) is not a backup made by Auralyst",
                hint: "choose a file such as auralyst-…-monthly.age, -weekly.age or -daily.age, or its folder", exit: .usage)
        case .renamed(let name):
            Explanation(
                "no_backup", "no file in this folder has the name of a backup",
                hint: "if \(Explanation.quoted(name)) is a renamed backup, choose that file itself")
        case .newerVersion(let name):
            Explanation(
                "newer_backup", "\(Explanation.quoted(name)) was made by a newer version of Auralyst",
                hint: "update Auralyst first")
        case .damaged(let name):
            Explanation(
                "backup_damaged", "\(Explanation.quoted(name)) is damaged",
                hint: .on(
                    commandLine: "try an older backup; 'auralyst backup create --tier monthly' makes a new one",
                    page: "try an older backup, or make a new one"), exit: .damaged)
        case .otherKey(let name):
            Explanation(
                "backup_other_key", "\(Explanation.quoted(name)) was encrypted for another recovery code or vault",
                hint: "use the recovery code that was valid when it was made", exit: .locked)
        case .forged(let name):
            Explanation(
                "backup_forged", "\(Explanation.quoted(name)) was not made by this vault",
                hint: "someone put it there: do not restore it, and check who can write to that folder", exit: .damaged)
        case .parentMissing(let name):
            Explanation(
                "backup_incomplete", "\(Explanation.quoted(name)) is missing, and this backup builds on it", hint: full,
                exit: .damaged)
        case .parentChanged(let name):
            Explanation(
                "backup_incomplete", "\(Explanation.quoted(name)) was replaced, and this backup builds on the original",
                hint: full,
                exit: .damaged)
        case .differs(let name):
            Explanation(
                "backup_differs", "\(Explanation.quoted(name)) does not contain what was backed up",
                hint: .on(
                    commandLine: "run 'auralyst repair', then 'auralyst backup create --tier monthly'; please report this",
                    page: "run Auralyst's repair command in a terminal, then make a new full backup; please report this"),
                exit: .damaged)
        case .unproven:
            Explanation(
                "backup_unproven", "the new backup did not restore correctly, so it was removed",
                hint: .on(
                    commandLine: "run 'auralyst repair', then 'auralyst backup create'; older backups are unchanged",
                    page: "run Auralyst's repair command in a terminal, then try again; older backups are unchanged"),
                exit: .damaged)
        case .newestMissing(let name):
            Explanation(
                "backup_newest_missing", "the newest backup, \(Explanation.quoted(name)), is not in this folder",
                hint: .on(
                    commandLine: "put it back under that name, or make a new one: 'auralyst backup create'",
                    page: "put it back under that name, or make a new one"), exit: .damaged)
        case .vaultLacks(let operations):
            Explanation(
                "vault_older_than_backup",
                "this vault is missing the last \(plural(operations, "change", "# changes")) it saved, so no backup was made",
                hint: .on(
                    commandLine: "if this is an older copy, restore the newest backup; 'auralyst repair' accepts the loss",
                    page: "if this is an older copy, restore the newest backup; the repair command accepts the loss"),
                exit: .damaged)
        case .attachmentsMissing(let count):
            Explanation(
                "backup_incomplete", "\(plural(count, "an attachment is", "# attachments are")) missing from the backup",
                hint: .on(
                    commandLine: "make a new full backup: 'auralyst backup create --tier monthly'",
                    page: "make a new full backup"), exit: .damaged)
        case .nothingThere(let folder):
            Explanation(
                "no_backup", "there is no backup in \(folder)",
                hint: "choose a backup file, or a folder that contains one")
        case .severalVaults(let folder):
            Explanation(
                "several_vaults", "\(folder) contains backups of several vaults", hint: "choose one file", exit: .usage)
        case .insideVault:
            Explanation(
                "inside_vault", "a backup inside the vault's own folder would be lost with it",
                hint: "choose another folder, best on another disk", exit: .usage)
        case .busy:
            Explanation(
                "backup_busy", "another program is working on a backup there", hint: "wait for it to finish, then try again")
        case .placeMissing(let folder):
            Explanation(
                "no_place", "\(folder) does not exist, so no folder was created in it",
                hint: "if it is a disk, connect it; otherwise create the folder first")
        case .folderGone(let folder):
            Explanation(
                "backup_folder_gone", "the backup folder \(folder) is missing",
                hint: "if it is on a disk, connect it; if it is lost, create the folder again")
        case .noFolder:
            Explanation(
                "no_backup_folder", "no folder for backups is set",
                hint: .on(commandLine: "choose one: 'auralyst backup create --to FOLDER'", page: "choose one"), exit: .usage)
        }
    }
}
