import Base
import Foundation
import Journal
import Ledger

extension EngineError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noVault(let folder):
            Explanation("no_vault", "no vault in \(folder)", hint: "'auralyst init' makes one; --vault DIR names another folder")
        case .wipeBegun(let folder):
            Explanation(
                "wipe_begun", "a wipe of the vault in \(folder) was begun and broken off, and nothing opens it any more",
                hint: "'auralyst wipe' finishes it")
        case .locked:
            Explanation(
                "locked", "the vault is locked",
                hint: "'auralyst unlock --for 15m' asks for the passphrase once; scripts set AURALYST_PASSPHRASE_FILE",
                exit: .locked)
        case .unfinished:
            Explanation(
                "unfinished", "the set-up of this vault was not finished", hint: "'auralyst repair' finishes it", exit: .damaged)
        case .inUse:
            Explanation("in_use", "another program has this vault open", hint: "wait for it to end or close it, then try again")
        case .databaseMissing:
            Explanation(
                "database_missing", "the vault's database journal.db is missing",
                hint: "put the file back from a backup of the folder; nothing was changed", exit: .damaged)
        case .entry(let fault): fault.explanation
        case .badMood(let word):
            Explanation(
                "bad_mood", "\(Explanation.quoted(word)) cannot be a mood",
                hint: "a mood is a short word of at most 40 characters, such as happy or tired", exit: .usage)
        case .badTag(let word):
            Explanation(
                "bad_tag", "\(Explanation.quoted(word)) cannot be a tag: at most 80 characters, no blanks",
                hint: "a tag is one word, like walk or long-walk", exit: .usage)
        case .noSuchEntry(let name):
            Explanation(
                "no_such_entry", "no entry is called \(Explanation.quoted(name))",
                hint: "'auralyst list' shows the names of entries in its first column")
        case .ambiguousEntry(let name, let count):
            Explanation(
                "ambiguous_entry",
                "\(count == 10 ? "at least " : "")\(count) entries have a name that begins with \(Explanation.quoted(name))",
                hint: "type one or two characters more")
        case .badEntryID(let name):
            Explanation(
                "bad_entry_id", "\(Explanation.quoted(name)) is not the name of an entry",
                hint: "type at least the first 4 characters of a name that 'auralyst list' shows, or 'last'", exit: .usage)
        case .entryDeleted(let id):
            Explanation(
                "entry_deleted", "the entry \(id.short) is deleted", hint: "'auralyst restore \(id.short)' brings it back")
        case .entryNotDeleted(let id):
            Explanation(
                "entry_not_deleted", "the entry \(id.short) is not deleted",
                hint: "'auralyst list --deleted' shows what can be restored")
        case .deletedTooLongAgo(let id):
            Explanation(
                "deleted_too_long_ago", "the entry \(id.short) was deleted more than \(Limits.deletedDays) days ago",
                hint: "a backup from before that day still has it")
        case .noSuchJournal(let name):
            Explanation(
                "no_such_journal", "no journal is called \(Explanation.quoted(name))",
                hint: "'auralyst journal list' shows them; left out, the one for what is new is meant")
        case .when(let error): error.explanation
        case .search(let error): error.explanation
        case .file(let path, let code): Explanation(systemError: code, path: path)
        case .notAFile(let path): Explanation("not_a_file", "\(path) is not a file", hint: "only regular files can be read")
        case .headsMissing:
            Explanation(
                "heads_missing", "journal.heads was removed or replaced, so the newest entries may be missing here",
                hint: "the vault can be read; 'auralyst repair' makes it ready for writing", exit: .damaged)
        case .otherVaultFile:
            Explanation(
                "other_vault_file", "vault.auralyst does not belong to the journal in this folder",
                hint: "put back the vault.auralyst that was here, or restore a backup: 'auralyst backup restore --help'",
                exit: .damaged)
        case .notAFolder(let path):
            Explanation(
                "folder_replaced", "\(path) is a link, or no folder",
                hint: "put the vault's own folder there, not a link to another place", exit: .damaged)
        case .tooManyAttachments(let count):
            Explanation(
                "too_many_attachments", "\(count) attachments are more than the \(Limits.attachments) that one entry can have",
                hint: "spread them over several entries", exit: .usage)
        case .attachmentTooLarge(let limit):
            Explanation(
                "attachment_too_large", "the file is larger than \(Explanation.size(limit)), the most that can be attached here",
                hint: "the command line takes files of any size: 'auralyst edit last --attach FILE'")
        case .noSuchAttachment(let id):
            Explanation(
                "no_such_attachment", "the entry has no attachment \(id.short)", hint: "it may have been taken off meanwhile")
        case .attachmentMissing(let name):
            Explanation(
                "attachment_missing", "the sealed file of the attachment \(Explanation.quoted(name)) is missing",
                hint: "put the folder 'attachments' back from a backup; the entry itself is unharmed", exit: .damaged)
        case .attachmentNotHere(let name, let device):
            Explanation(
                "attachment_not_here",
                "the attachment \(Explanation.quoted(name)) is not here yet: \(AbsentFile.waiting(device: device).words)",
                hint: "let that device sync, then 'auralyst sync now' here")
        case .attachmentDamaged(let name):
            Explanation(
                "attachment_damaged", "the sealed file of the attachment \(Explanation.quoted(name)) is damaged",
                hint: "nothing was written; put the file back from a backup, the entry itself is unharmed", exit: .damaged)
        case .exists(let path):
            Explanation("exists", "\(path) is there already", hint: "name another place; nothing is overwritten")
        case .damagedOperation(let position):
            Explanation(
                "damaged", "operation \(position) of the log is damaged",
                hint: "'auralyst repair' rescues what can be read and keeps the damaged file", exit: .damaged)
        }
    }
}
