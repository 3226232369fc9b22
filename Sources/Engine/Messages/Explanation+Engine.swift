import Foundation
import Journal
import Ledger

extension EngineError: Explainable {
    var explanation: Explanation {
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
        case .importing(let error): error.explanation
        case .damagedOperation(let position):
            Explanation(
                "damaged", "operation \(position) of the log is damaged",
                hint: "'auralyst repair' rescues what can be read and keeps the damaged file", exit: .damaged)
        }
    }
}

extension EntryFault: Explainable {
    var explanation: Explanation {
        switch self {
        case .textTooLong(let bytes):
            Explanation(
                "text_too_long", "the text has \(bytes) bytes; an entry holds at most \(Limits.textBytes)",
                hint: "split it, or add it as a file with --attach", exit: .usage)
        case .textHoldsNUL:
            Explanation(
                "text_holds_nul", "the text holds a NUL character, which text cannot have",
                hint: "is it a binary file? add it with --attach", exit: .usage)
        case .textEmpty:
            Explanation(
                "text_empty", "nothing was written, so nothing was saved", hint: "type the text after the command, or pipe it in",
                exit: .usage)
        case .tooManyTags(let count):
            Explanation(
                "too_many_tags", "\(count) tags are more than the \(Limits.tags) that one entry can have", hint: "leave some out",
                exit: .usage)
        }
    }
}

extension WhenError: Explainable {
    var explanation: Explanation {
        let hint = "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago"
        func usage(_ sentence: String, hint: String = hint) -> Explanation {
            Explanation("bad_date", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("the date is empty")
        case .notUnderstood(let text): usage("'\(text)' is not understood as a date")
        case .yearOutOfRange(let text): usage("the year \(text) is outside 1 to 9999")
        case .noSuchMonth(let month): usage("there is no month \(month)")
        case .noSuchDay(let year, let month, let day):
            usage("\(LocalMonth.names[(month - 1) % 12])\(year.map { " \($0)" } ?? "") has no day \(day)")
        case .noSuchTime(let text): usage("there is no time '\(text)'")
        case .wrongWeekday(let day): usage("the weekday does not fit: that day is \(day.longName)")
        case .outsideCalendar: usage("that is outside the years 1 to 9999")
        case .notOneDay(let days):
            usage(
                "that is the whole time from \(days.lowerBound.iso) to \(days.upperBound.iso), not one day", hint: "name one day")
        case .timeNotWanted(let text):
            usage("'\(text)' holds a time of day, but whole days are asked for", hint: "leave the time out")
        }
    }
}

extension TimespanError: Explainable {
    var explanation: Explanation {
        func usage(_ sentence: String) -> Explanation {
            Explanation(
                "bad_duration", sentence, hint: "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", exit: .usage)
        }
        return switch self {
        case .empty: usage("the length of time is empty")
        case .notUnderstood(let text): usage("'\(text)' is not understood as a length of time")
        case .noUnit(let text): usage("'\(text)' has no unit: seconds, minutes, hours or days?")
        case .tooShort(let minimum): usage("that is shorter than \(TimespanError.words(minimum))")
        case .tooLong(let maximum): usage("that is longer than \(TimespanError.words(maximum))")
        }
    }

    /// In the largest unit that leaves no rest.
    private static func words(_ seconds: Int) -> String {
        let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        guard let (length, unit) = units.first(where: { seconds >= $0.0 && seconds % $0.0 == 0 }) else { return "0 seconds" }
        let count = seconds / length
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }
}

extension SearchError: Explainable {
    var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_search", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty:
            usage(
                "there is nothing to search for",
                hint: "type words, \"phrases\", prefix*, tag:, mood:, from:, to:, in:, or a date")
        case .tooLong(let characters, let limit):
            usage("the search has \(characters) characters; at most \(limit) are taken", hint: "leave some out")
        case .tooManyConditions(let count, let limit):
            usage("the search has \(count) conditions; at most \(limit) are taken", hint: "leave some out")
        case .noValue(let field):
            usage("nothing stands behind '\(field):'", hint: "write it without a blank, like \(field):value")
        case .badValue(let field, let value):
            usage("'\(field):' cannot be '\(value)'", hint: "'auralyst search --help' shows what can stand there")
        case .badDate(let field, let error):
            usage("behind '\(field):': " + error.explanation.sentence, hint: error.explanation.hint ?? "")
        case .noDayLeft(let first, let last):
            usage("no day is both from \(first.iso) on and up to \(last.iso)", hint: "change one of the dates")
        }
    }
}

extension Explanation {
    /// A refusal of the operating system about a path that the owner named or owns.
    init(systemError code: Int32, path: String) {
        switch code {
        case ENOENT: self.init("not_found", "\(path) is not there", hint: "check the spelling of the path")
        case EACCES, EPERM:
            self.init("not_allowed", "\(path) may not be read or written by you", hint: "check who owns it ('ls -l')")
        case ENOSPC, EDQUOT:
            self.init("disk_full", "no room is left on the disk", hint: "make room and try again; nothing that was saved is lost")
        case EROFS: self.init("read_only", "\(path) is on a disk that cannot be written to", hint: "choose another place")
        case EISDIR: self.init("not_a_file", "\(path) is a folder", hint: "name one file")
        case ENOTDIR: self.init("not_a_folder", "\(path) is not a folder", hint: "name a folder")
        default:
            self.init(
                "system", "\(path): the system says: \(Explanation.words(ofSystemError: code))",
                hint: "nothing that was saved is lost")
        }
    }

    /// A refusal of the operating system that came through Foundation; `nil` for an error that is none.
    init?(cocoaError error: any Error) {
        guard let refusal = error as? CocoaError else { return nil }
        let code: Int32 =
            switch refusal.code {
            case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
            case .fileReadNoPermission, .fileWriteNoPermission: EACCES
            case .fileWriteOutOfSpace: ENOSPC
            case .fileWriteVolumeReadOnly: EROFS
            default: (refusal.underlying as? POSIXError)?.code.rawValue ?? EIO
            }
        self.init(systemError: code, path: refusal.filePath ?? "a file of the vault")
    }

    /// A length in the largest decimal unit that leaves no rest.
    static func size(_ bytes: Int) -> String {
        let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
        guard let (size, unit) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else { return "\(bytes) bytes" }
        return "\(bytes / size) \(unit)"
    }

    /// The system's own words for an `errno`.
    static func words(ofSystemError code: Int32) -> String {
        unsafe String(cString: strerror(code)).lowercased()
    }
}
