import Base
import Foundation
import Journal
import Ledger

extension EngineError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noVault(let folder):
            Explanation(
                "no_vault", "there is no vault in \(folder)",
                hint: .on(
                    commandLine: "'auralyst init' creates one; --vault DIR names another folder",
                    page: "create one on the welcome page, or choose another folder"))
        case .wipeBegun(let folder):
            Explanation(
                "wipe_begun", "wiping the vault in \(folder) was interrupted, and it can no longer be unlocked",
                phone: "removing the journal from this phone was interrupted, and it can no longer be unlocked",
                hint: .on(
                    commandLine: "'auralyst wipe' finishes it", page: "run Auralyst's wipe command in a terminal to finish it",
                    phone: "remove this site's data in the browser's settings to finish it"))
        case .locked:
            Explanation(
                "locked", "the vault is locked",
                hint: .on(
                    commandLine: "run 'auralyst unlock --for 15m'; scripts set AURALYST_PASSPHRASE_FILE",
                    page: "unlock it, then try again"), exit: .locked)
        case .unfinished:
            Explanation(
                "unfinished", "setting up this vault was interrupted",
                hint: .on(
                    commandLine: "'auralyst repair' finishes it",
                    page: "run Auralyst's repair command in a terminal to finish it", phone: Hint.linkAgain), exit: .damaged)
        case .inUse:
            Explanation(
                "in_use", "this vault is open elsewhere", hint: "close it there or wait for it to finish, then try again")
        case .databaseMissing:
            Explanation(
                "database_missing", "the vault's database is missing",
                hint: .on(computer: "restore journal.db from a backup of the folder; nothing was changed", phone: Hint.linkAgain),
                exit: .damaged)
        case .entry(let fault): fault.explanation
        case .badMood(let word):
            Explanation(
                "bad_mood", "\(Explanation.quoted(word)) cannot be a mood",
                hint: "type a word of at most 40 characters, a number from 1 to 10, or both: tired, 4, \"4 tired\"", exit: .usage)
        case .badTag(let word):
            Explanation(
                "bad_tag", "\(Explanation.quoted(word)) cannot be a tag",
                hint: "use one word of at most 80 characters, such as walk or long-walk", exit: .usage)
        case .noSuchEntry(let name):
            Explanation(
                "no_such_entry", "there is no entry \(Explanation.quoted(name))",
                hint: .on(
                    commandLine: "'auralyst list' shows the names of entries in its first column",
                    page: "it may have been deleted in another window"))
        case .ambiguousEntry(let name, let count):
            Explanation(
                "ambiguous_entry",
                "\(count == 10 ? "at least " : "")\(count) entries have a name that begins with \(Explanation.quoted(name))",
                hint: "type one or two more characters")
        case .badEntryID(let name):
            Explanation(
                "bad_entry_id", "\(Explanation.quoted(name)) is not the name of an entry",
                hint: .on(
                    commandLine: "type 'last', or at least the first 4 characters of a name that 'auralyst list' shows",
                    page: "check the address of the page"), exit: .usage)
        case .entryDeleted(let id):
            Explanation(
                "entry_deleted", "the entry \(id.short) is deleted",
                hint: .on(
                    commandLine: "'auralyst restore \(id.short)' restores it", page: "restore it on the page Recently deleted"))
        case .entryNotDeleted(let id):
            Explanation(
                "entry_not_deleted", "the entry \(id.short) is not deleted",
                hint: .on(commandLine: "'auralyst list --deleted' shows what can be restored"))
        case .deletedTooLongAgo(let id):
            Explanation(
                "deleted_too_long_ago",
                "the entry \(id.short) was deleted more than \(Limits.deletedDays) days ago and cannot be restored",
                hint: "a backup from before that day still has it")
        case .noSuchJournal(let name):
            Explanation(
                "no_such_journal", "there is no journal \(Explanation.quoted(name))",
                hint: .on(
                    commandLine: "'auralyst journal list' shows them; without a name, the default journal is used",
                    page: "Settings lists your journals"))
        case .when(let error): error.explanation
        case .search(let error): error.explanation
        case .file(let path, let code): Explanation(systemError: code, path: path)
        case .notAFile(let path): Explanation("not_a_file", "\(path) is not a regular file", hint: "choose a file")
        case .headsMissing:
            Explanation(
                "heads_missing", "the list of what was saved last was removed, so the newest entries may be missing",
                hint: .on(
                    commandLine: "you can read the vault; run 'auralyst repair' to write again",
                    page: "you can read; run Auralyst's repair command in a terminal to write again", phone: Hint.linkAgain),
                exit: .damaged)
        case .unsteadyKey:
            Explanation(
                "unsteady_key", "this device computed a wrong key, so nothing was saved",
                hint: "try again; if it happens again, use another browser", exit: .damaged)
        case .otherVaultFile:
            Explanation(
                "other_vault_file", "the vault file is not from the same vault as the journal",
                hint: .on(
                    commandLine: "put the right vault.auralyst back, or restore a backup: 'auralyst backup restore --help'",
                    page: "put the right vault.auralyst back, or restore a backup", phone: Hint.linkAgain), exit: .damaged)
        case .notAFolder(let path):
            Explanation(
                "folder_replaced", "\(path) is a link or not a folder",
                hint: "replace it with the vault's own folder; links are not followed", exit: .damaged)
        case .tooManyAttachments(let count):
            Explanation(
                "too_many_attachments", "an entry can have \(Limits.attachments) attachments, not \(count)",
                hint: "spread them over several entries", exit: .usage)
        case .attachmentTooLarge(let limit):
            Explanation(
                "attachment_too_large", "the file is larger than \(Explanation.size(limit)), the most you can attach here",
                hint: .on(
                    commandLine: "attach it on the command line, which has no limit: 'auralyst edit last --attach FILE'",
                    page: "the command line can attach files of any size", phone: "attach it at a computer"))
        case .noSuchAttachment(let id):
            Explanation(
                "no_such_attachment", "the entry has no attachment \(id.short)", hint: "it may have been removed in the meantime")
        case .attachmentMissing(let name):
            Explanation(
                "attachment_missing", "the encrypted file of the attachment \(Explanation.quoted(name)) is missing",
                hint: .otherCopy, exit: .damaged)
        case .attachmentNotHere(let name, let device):
            Explanation(
                "attachment_not_here",
                "the attachment \(Explanation.quoted(name)) is not here yet: \(AbsentFile.waiting(device: device).words)",
                hint: .on(
                    commandLine: "sync that device, then run 'auralyst sync now' here",
                    page: "sync that device, then choose Sync now here"))
        case .attachmentDamaged(let name):
            Explanation(
                "attachment_damaged", "the encrypted file of the attachment \(Explanation.quoted(name)) is damaged",
                hint: .otherCopy, exit: .damaged)
        case .exists(let path):
            Explanation("exists", "\(path) already exists", hint: "choose another name; nothing is overwritten")
        case .damagedOperation(let position):
            Explanation("damaged", "change \(position) of the journal is damaged", hint: .repair, exit: .damaged)
        }
    }
}
