import Backups
import Base

extension ToldTables {
    static let backup: [Told] = [
        Told(
            BackupFault.notABackup(name: "x.age"), "not_a_backup", "'x.age' is no backup of Auralyst",
            "backups are called auralyst-…-monthly.age, -weekly.age or -daily.age; name one, or their folder", .usage),
        Told(
            BackupFault.newerVersion(name: "x.age"), "newer_backup", "a newer version of Auralyst wrote 'x.age'",
            "update Auralyst first"),
        Told(
            BackupFault.damaged(name: "x.age"), "backup_damaged", "'x.age' is damaged",
            "an older backup may be whole; 'auralyst backup create --tier monthly' makes a new one", .damaged),
        Told(
            BackupFault.otherKey(name: "x.age"), "backup_other_key", "'x.age' is sealed for another recovery code or vault",
            "it opens with the code that was in force when it was made", .locked),
        Told(
            BackupFault.forged(name: "x.age"), "backup_forged", "this vault has not made 'x.age'",
            "somebody put it there; do not restore it, and look at who may write to that folder", .damaged),
        Told(
            BackupFault.parentMissing(name: "x.age"), "backup_incomplete", "'x.age', on which this backup builds, is gone",
            "put it back beside it; 'auralyst backup create --tier monthly' makes a new whole one", .damaged),
        Told(
            BackupFault.parentChanged(name: "x.age"), "backup_incomplete",
            "'x.age' is not the file on which this backup builds",
            "put the right one back; 'auralyst backup create --tier monthly' makes a new whole one", .damaged),
        Told(
            BackupFault.differs(name: "x.age"), "backup_differs",
            "'x.age' opens, but its records are not those that were backed up",
            "'auralyst repair', then 'auralyst backup create --tier monthly'; please report this", .damaged),
        Told(
            BackupFault.unproven, "backup_unproven", "the new backup did not restore to the same records, so it was removed",
            "'auralyst repair', then 'auralyst backup create'; older backups are unchanged", .damaged),
        Told(
            BackupFault.newestMissing(name: "x.age"), "backup_newest_missing",
            "the newest backup, 'x.age', is not in this folder",
            "put it back under that name, or 'auralyst backup create' makes a new one", .damaged),
        Told(
            BackupFault.vaultLacks(operations: 2), "vault_older_than_backup",
            "this vault lacks the last 2 changes that it had saved, so no backup was made",
            "an older copy may have taken its place: restore the newest backup, or accept the loss with 'auralyst repair'",
            .damaged),
        Told(
            BackupFault.vaultLacks(operations: 1), "vault_older_than_backup",
            "this vault lacks the last change that it had saved, so no backup was made",
            "an older copy may have taken its place: restore the newest backup, or accept the loss with 'auralyst repair'",
            .damaged),
        Told(
            BackupFault.attachmentsMissing(count: 2), "backup_incomplete", "2 attachments are missing in the backup",
            "'auralyst backup create --tier monthly' makes a new whole one", .damaged),
        Told(
            BackupFault.attachmentsMissing(count: 1), "backup_incomplete", "an attachment is missing in the backup",
            "'auralyst backup create --tier monthly' makes a new whole one", .damaged),
        Told(
            BackupFault.nothingThere(folder: "/b"), "no_backup", "/b holds no backup",
            "name the folder or file with --to, or as 'backup verify FOLDER'"),
        Told(
            BackupFault.severalVaults(folder: "/b"), "several_vaults", "/b holds backups of several vaults", "name one file",
            .usage),
        Told(
            BackupFault.insideVault, "inside_vault", "a backup inside the vault's own folder is lost with it",
            "name a folder elsewhere, best on another disk", .usage),
        Told(
            BackupFault.busy, "backup_busy", "another program is at work on a backup there",
            "wait for it to end, then try again"),
        Told(
            BackupFault.placeMissing(folder: "/m"), "no_place", "/m is not there, so that no folder was made in it",
            "if it is a disk, connect it; else make the folder first: mkdir -p"),
        Told(
            BackupFault.folderGone(folder: "/b"), "backup_folder_gone",
            "backups were made into /b, and that folder is not there now",
            "if it is on a disk, connect it; if it is lost, make the folder anew with mkdir"),
        Told(
            BackupFault.noFolder, "no_backup_folder", "no folder for backups is known yet",
            "name one: 'auralyst backup create --to FOLDER'", .usage),
    ]
}

extension Places {
    static func of(backup fault: BackupFault) -> Int {
        switch fault {
        case .notABackup: 0
        case .newerVersion: 1
        case .damaged: 2
        case .otherKey: 3
        case .forged: 4
        case .parentMissing: 5
        case .parentChanged: 6
        case .differs: 7
        case .attachmentsMissing: 8
        case .nothingThere: 9
        case .severalVaults: 10
        case .insideVault: 11
        case .busy: 12
        case .noFolder: 13
        case .placeMissing: 14
        case .folderGone: 15
        case .newestMissing: 16
        case .unproven: 17
        case .vaultLacks: 18
        }
    }
}
