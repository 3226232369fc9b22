import Base

extension BackupFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notABackup(let name):
            Explanation(
                "not_a_backup", "\(Explanation.quoted(name)) is no backup of Auralyst",
                hint: "backups are called auralyst-…-monthly.age, -weekly.age or -daily.age; name one, or their folder",
                exit: .usage)
        case .newerVersion(let name):
            Explanation(
                "newer_backup", "a newer version of Auralyst wrote \(Explanation.quoted(name))", hint: "update Auralyst first")
        case .damaged(let name):
            Explanation(
                "backup_damaged", "\(Explanation.quoted(name)) is damaged",
                hint: "an older backup may be whole; 'auralyst backup create --tier monthly' makes a new one", exit: .damaged)
        case .otherKey(let name):
            Explanation(
                "backup_other_key", "\(Explanation.quoted(name)) is sealed for another recovery code or vault",
                hint: "it opens with the code that was in force when it was made", exit: .locked)
        case .forged(let name):
            Explanation(
                "backup_forged", "this vault has not made \(Explanation.quoted(name))",
                hint: "somebody put it there; do not restore it, and look at who may write to that folder", exit: .damaged)
        case .parentMissing(let name):
            Explanation(
                "backup_incomplete", "\(Explanation.quoted(name)), on which this backup builds, is gone",
                hint: "put it back beside it; 'auralyst backup create --tier monthly' makes a new whole one", exit: .damaged)
        case .parentChanged(let name):
            Explanation(
                "backup_incomplete", "\(Explanation.quoted(name)) is not the file on which this backup builds",
                hint: "put the right one back; 'auralyst backup create --tier monthly' makes a new whole one", exit: .damaged)
        case .differs(let name):
            Explanation(
                "backup_differs", "\(Explanation.quoted(name)) opens, but its records are not those that were backed up",
                hint: "'auralyst repair', then 'auralyst backup create --tier monthly'; please report this", exit: .damaged)
        case .unproven:
            Explanation(
                "backup_unproven", "the new backup did not restore to the same records, so it was removed",
                hint: "'auralyst repair', then 'auralyst backup create'; older backups are unchanged", exit: .damaged)
        case .newestMissing(let name):
            Explanation(
                "backup_newest_missing", "the newest backup, \(Explanation.quoted(name)), is not in this folder",
                hint: "put it back under that name, or 'auralyst backup create' makes a new one", exit: .damaged)
        case .vaultLacks(let operations):
            Explanation(
                "vault_older_than_backup",
                "this vault lacks the last \(operations == 1 ? "change" : "\(operations) changes") that it had saved, so no backup was made",
                hint:
                    "an older copy may have taken its place: restore the newest backup, or accept the loss with 'auralyst repair'",
                exit: .damaged)
        case .attachmentsMissing(let count):
            Explanation(
                "backup_incomplete", "\(count == 1 ? "an attachment is" : "\(count) attachments are") missing in the backup",
                hint: "'auralyst backup create --tier monthly' makes a new whole one", exit: .damaged)
        case .nothingThere(let folder):
            Explanation(
                "no_backup", "\(folder) holds no backup", hint: "name a backup file, or a folder that holds one")
        case .severalVaults(let folder):
            Explanation("several_vaults", "\(folder) holds backups of several vaults", hint: "name one file", exit: .usage)
        case .insideVault:
            Explanation(
                "inside_vault", "a backup inside the vault's own folder is lost with it",
                hint: "name a folder elsewhere, best on another disk", exit: .usage)
        case .busy:
            Explanation("backup_busy", "another program is at work on a backup there", hint: "wait for it to end, then try again")
        case .placeMissing(let folder):
            Explanation(
                "no_place", "\(folder) is not there, so that no folder was made in it",
                hint: "if it is a disk, connect it; else make the folder first: mkdir -p")
        case .folderGone(let folder):
            Explanation(
                "backup_folder_gone", "backups were made into \(folder), and that folder is not there now",
                hint: "if it is on a disk, connect it; if it is lost, make the folder anew with mkdir")
        case .noFolder:
            Explanation(
                "no_backup_folder", "no folder for backups is known yet", hint: "name one: 'auralyst backup create --to FOLDER'",
                exit: .usage)
        }
    }
}
