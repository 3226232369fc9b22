import Base
import Basics
import Engine
import Foundation
import Importing
import Journal
import Ledger
import SQLite
import Store
import Vault

/// The words for every error, as a person is to read them.
enum ToldTables {
    private static let record = RecordID(firstBytesOf: [UInt8](repeating: 9, count: 16))

    static let engine: [Told] = [
        Told(
            EngineError.noVault(folder: "/home/m/journal"), "no_vault",
            "no vault in /home/m/journal",
            "'auralyst init' makes one; --vault DIR names another folder"),
        Told(
            EngineError.wipeBegun(folder: "/v"), "wipe_begun",
            "a wipe of the vault in /v was begun and broken off, and nothing opens it any more", "'auralyst wipe' finishes it"),
        Told(
            EngineError.locked, "locked",
            "the vault is locked",
            "'auralyst unlock --for 15m' asks for the passphrase once; scripts set AURALYST_PASSPHRASE_FILE", .locked),
        Told(
            EngineError.unfinished, "unfinished",
            "the set-up of this vault was not finished",
            "'auralyst repair' finishes it", .damaged),
        Told(
            EngineError.inUse, "in_use", "another program has this vault open",
            "wait for it to end or close it, then try again", .failed),
        Told(
            EngineError.databaseMissing, "database_missing",
            "the vault's database journal.db is missing",
            "put the file back from a backup of the folder; nothing was changed", .damaged),
        Told(
            EngineError.entry(.textEmpty), "text_empty",
            "nothing was written, so nothing was saved",
            "type the text after the command, or pipe it in", .usage),
        Told(
            EngineError.badMood("a\tb"), "bad_mood",
            "'a�b' cannot be a mood",
            "a mood is a short word of at most 40 characters, such as happy or tired", .usage),
        Told(
            EngineError.badTag("two words"), "bad_tag",
            "'two words' cannot be a tag: at most 80 characters, no blanks",
            "a tag is one word, like walk or long-walk", .usage),
        Told(
            EngineError.noSuchEntry("abcd"), "no_such_entry",
            "no entry is called 'abcd'",
            "'auralyst list' shows the names of entries in its first column"),
        Told(
            EngineError.ambiguousEntry("abcd", count: 3), "ambiguous_entry",
            "3 entries have a name that begins with 'abcd'",
            "type one or two characters more"),
        Told(
            EngineError.ambiguousEntry("abcd", count: 10), "ambiguous_entry",
            "at least 10 entries have a name that begins with 'abcd'",
            "type one or two characters more"),
        Told(
            EngineError.badEntryID("ab"), "bad_entry_id",
            "'ab' is not the name of an entry",
            "type at least the first 4 characters of a name that 'auralyst list' shows, or 'last'", .usage),
        Told(
            EngineError.entryDeleted(record), "entry_deleted",
            "the entry 144gj28 is deleted",
            "'auralyst restore 144gj28' brings it back"),
        Told(
            EngineError.entryNotDeleted(record), "entry_not_deleted",
            "the entry 144gj28 is not deleted",
            "'auralyst list --deleted' shows what can be restored"),
        Told(
            EngineError.deletedTooLongAgo(record), "deleted_too_long_ago",
            "the entry 144gj28 was deleted more than 30 days ago",
            "a backup from before that day still has it"),
        Told(
            EngineError.noSuchJournal("work"), "no_such_journal",
            "no journal is called 'work'",
            "'auralyst journal list' shows them; left out, the one for what is new is meant"),
        Told(
            EngineError.when(.empty), "bad_date",
            "the date is empty",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            EngineError.search(.empty), "bad_search",
            "there is nothing to search for",
            "type words, \"phrases\", prefix*, tag:, mood:, from:, to:, in:, or a date", .usage),
        Told(
            EngineError.file(path: "/a", code: ENOENT), "not_found",
            "/a is not there",
            "check the spelling of the path"),
        Told(
            EngineError.notAFile(path: "/dev/null"), "not_a_file",
            "/dev/null is not a file",
            "only regular files can be read"),
        Told(
            EngineError.headsMissing, "heads_missing",
            "journal.heads was removed or replaced, so the newest entries may be missing here",
            "the vault can be read; 'auralyst repair' makes it ready for writing", .damaged),
        Told(
            EngineError.otherVaultFile, "other_vault_file",
            "vault.auralyst does not belong to the journal in this folder",
            "put back the vault.auralyst that was here, or restore a backup: 'auralyst backup restore --help'", .damaged),
        Told(
            EngineError.notAFolder(path: "/v/attachments"), "folder_replaced",
            "/v/attachments is a link, or no folder",
            "put the vault's own folder there, not a link to another place", .damaged),
        Told(
            EngineError.tooManyAttachments(count: 101), "too_many_attachments",
            "101 attachments are more than the 100 that one entry can have",
            "spread them over several entries", .usage),
        Told(
            EngineError.attachmentTooLarge(limit: 100_000_000), "attachment_too_large",
            "the file is larger than 100 MB, the most that can be attached here",
            "the command line takes files of any size: 'auralyst edit last --attach FILE'"),
        Told(
            EngineError.attachmentTooLarge(limit: 4095), "attachment_too_large",
            "the file is larger than 4095 bytes, the most that can be attached here",
            "the command line takes files of any size: 'auralyst edit last --attach FILE'"),
        Told(
            EngineError.noSuchAttachment(record), "no_such_attachment",
            "the entry has no attachment 144gj28",
            "it may have been taken off meanwhile"),
        Told(
            EngineError.attachmentMissing(name: "a.png"), "attachment_missing",
            "the sealed file of the attachment 'a.png' is missing",
            "put the folder 'attachments' back from a backup; the entry itself is unharmed", .damaged),
        Told(
            EngineError.attachmentNotHere(name: "a.png", device: "laptop"), "attachment_not_here",
            "the attachment 'a.png' is not here yet: waiting for 'laptop'",
            "let that device sync, then 'auralyst sync now' here"),
        Told(
            EngineError.attachmentDamaged(name: "a.png"), "attachment_damaged",
            "the sealed file of the attachment 'a.png' is damaged",
            "nothing was written; put the file back from a backup, the entry itself is unharmed", .damaged),
        Told(
            EngineError.exists(path: "/a"), "exists",
            "/a is there already",
            "name another place; nothing is overwritten"),
        Told(
            EngineError.damagedOperation(position: 7), "damaged",
            "operation 7 of the log is damaged",
            "'auralyst repair' rescues what can be read and keeps the damaged file", .damaged),
    ]

    static let entryFault: [Told] = [
        Told(
            EntryFault.textTooLong(bytes: 1_048_577), "text_too_long",
            "the text has 1048577 bytes; an entry holds at most 1048576",
            "split it, or add it as a file with --attach", .usage),
        Told(
            EntryFault.textHoldsNUL, "text_holds_nul",
            "the text holds a NUL character, which text cannot have",
            "is it a binary file? add it with --attach", .usage),
        Told(
            EntryFault.textEmpty, "text_empty",
            "nothing was written, so nothing was saved",
            "type the text after the command, or pipe it in", .usage),
        Told(
            EntryFault.tooManyTags(count: 101), "too_many_tags",
            "101 tags are more than the 100 that one entry can have",
            "leave some out", .usage),
    ]

    static let when: [Told] = [
        Told(
            WhenError.empty, "bad_date",
            "the date is empty",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.notUnderstood("soon"), "bad_date",
            "'soon' is not understood as a date",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.yearOutOfRange("99999"), "bad_date",
            "the year 99999 is outside 1 to 9999",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.noSuchMonth(13), "bad_date",
            "there is no month 13",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.noSuchDay(year: 2026, month: 2, day: 30), "bad_date",
            "February 2026 has no day 30",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.noSuchDay(year: nil, month: 4, day: 31), "bad_date",
            "April has no day 31",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.noSuchTime("25:11"), "bad_date",
            "there is no time '25:11'",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.wrongWeekday(.of("2026-03-14")), "bad_date",
            "the weekday does not fit: that day is Saturday, 14 March 2026",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.outsideCalendar, "bad_date",
            "that is outside the years 1 to 9999",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            WhenError.notOneDay(.of("2026-03-01")...(.of("2026-03-31"))), "bad_date",
            "that is the whole time from 2026-03-01 to 2026-03-31, not one day",
            "name one day", .usage),
        Told(
            WhenError.timeNotWanted("yesterday 9pm"), "bad_date",
            "'yesterday 9pm' holds a time of day, but whole days are asked for",
            "leave the time out", .usage),
    ]

    static let timespan: [Told] = [
        Told(
            TimespanError.empty, "bad_duration",
            "the length of time is empty",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.notUnderstood("soon"), "bad_duration",
            "'soon' is not understood as a length of time",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.noUnit("15"), "bad_duration",
            "'15' has no unit: seconds, minutes, hours or days?",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.tooShort(minimum: 1), "bad_duration",
            "that is shorter than 1 second",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.tooShort(minimum: 0), "bad_duration",
            "that is shorter than 0 seconds",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.tooLong(maximum: 2_592_000), "bad_duration",
            "that is longer than 30 days",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
        Told(
            TimespanError.tooLong(maximum: 5400), "bad_duration",
            "that is longer than 90 minutes",
            "lengths of time are understood like 90s, 15m, 8h, 1 day, 1h30m", .usage),
    ]

    static let search: [Told] = [
        Told(
            SearchError.empty, "bad_search",
            "there is nothing to search for",
            "type words, \"phrases\", prefix*, tag:, mood:, from:, to:, in:, or a date", .usage),
        Told(
            SearchError.tooLong(characters: 1001, limit: 1000), "bad_search",
            "the search has 1001 characters; at most 1000 are taken",
            "leave some out", .usage),
        Told(
            SearchError.tooManyConditions(count: 65, limit: 64), "bad_search",
            "the search has 65 conditions; at most 64 are taken",
            "leave some out", .usage),
        Told(
            SearchError.noValue(field: "tag"), "bad_search",
            "nothing stands behind 'tag:'",
            "write it without a blank, like tag:value", .usage),
        Told(
            SearchError.badValue(field: "is", value: "great"), "bad_search",
            "'is:' cannot be 'great'",
            "'auralyst search --help' shows what can stand there", .usage),
        Told(
            SearchError.badDate(field: "from", .notUnderstood("soon")), "bad_search",
            "behind 'from:': 'soon' is not understood as a date",
            "dates are understood like 2026-03-14, 14 March 2026, 3/14/26, yesterday 9pm, last friday, 2 hours ago", .usage),
        Told(
            SearchError.noDayLeft(first: .of("2026-03-14"), last: .of("2026-03-01")), "bad_search",
            "no day is both from 2026-03-14 on and up to 2026-03-01",
            "change one of the dates", .usage),
    ]

    static let importing: [Told] = [
        Told(
            ImportError.notThisFormat, "not_this_format",
            "no entry of this format is in the file",
            "name the format: 'auralyst import jrnl FILE' or 'auralyst import markdown FOLDER'"),
        Told(
            ImportError.encryptedJrnl, "encrypted_jrnl",
            "this journal is encrypted by jrnl",
            "run 'jrnl --export text --file journal.txt' first, import that file, then delete it"),
        Told(
            ImportError.otherKind(.zip), "other_kind",
            "this is a zip archive",
            "unpack it and import the file or folder inside"),
        Told(
            ImportError.otherKind(.gzip), "other_kind",
            "this is a gzip archive",
            "unpack it with gunzip and import what is inside"),
        Told(
            ImportError.otherKind(.pdf), "other_kind",
            "this is a PDF",
            "export text or JSON from the program that wrote it"),
        Told(
            ImportError.otherKind(.sqlite), "other_kind",
            "this is a database",
            "export text or JSON from the program that it belongs to"),
        Told(
            ImportError.otherKind(.age), "other_kind",
            "this file is encrypted by age",
            "'age -d -i recovery.txt FILE' opens it, if it was made for your recovery code"),
        Told(
            ImportError.otherKind(.utf16), "other_kind",
            "this text is in UTF-16",
            "save it as UTF-8 and try again"),
        Told(
            ImportError.notText, "not_text",
            "the file is not text",
            "export it as text or JSON from the program that wrote it"),
        Told(
            ImportError.malformedJSON, "malformed_json",
            "the file is not whole JSON",
            "export it again: it may have been cut off"),
        Told(
            ImportError.nestedTooDeeply(limit: 32), "malformed_json",
            "the JSON is nested deeper than 32 levels",
            "this is not an export of a journal"),
        Told(ImportError.file(path: "/a", code: ENOENT), "not_found", "/a is not there", "check the spelling of the path"),
        Told(ImportError.notAFile(path: "/a"), "not_a_file", "/a is not a file", "only regular files can be read"),
        Told(
            ImportError.tooLarge(bytes: 600_000_000, limit: 536_870_912), "too_large",
            "the file has 600000000 bytes; at most 536870912 are read at once",
            "export it in parts, such as a year each: what is there already is not added twice"),
        Told(
            ImportError.tooLargeInside("a/b.json", limit: 99), "too_large",
            "'a/b.json' in it has more than 99 bytes, the most that is read at once",
            "export it in parts, such as a year each: what is there already is not added twice"),
        Told(
            ImportError.notOfFormat(.jrnl), "not_this_format", "nothing of jrnl is in there",
            "leave the format out: 'auralyst import PATH' tells it by what is in the files"),
        Told(
            ImportError.nothingInIt, "nothing_read", "there is no record in it, so that nothing was read",
            "look whether it is the right file, or export it again from the program that wrote it"),
        Told(
            ImportError.severalExports(["a.csv", "b.json"]), "several_exports",
            "this folder is no export, but several lie in it", "name one of them: a.csv, b.json"),
        Told(
            ImportError.severalExports((0..<50).map { "export-number-\($0).csv" }), "several_exports",
            "this folder is no export, but several lie in it",
            "name one of them: export-number-0.csv, export-number-1.csv, export-number-2.csv and 47 more"),
        Told(
            ImportError.severalExports(["a.csv"]), "several_exports", "this folder is no export, but one lies in it",
            "name it: a.csv"),
        Told(
            ImportError.beyondSalvage, "beyond_salvage", "it is so broken that nothing of it can be read",
            "export it again, or take another copy of it"),
        Told(
            ImportError.noSuchTable("nope", ["notes", "days"]), "no_table", "the database has no table 'nope'",
            "it has: notes, days"),
        Told(
            ImportError.noSuchTable("nope", []), "no_table", "the database has no table 'nope'", "it has no table at all"),
        Told(
            ImportError.jsonLines, "json_lines", "this is JSON with one value a line, which no known program exports",
            "make a CSV table of it, with a column for the date and one for the text, and import that"),
        Told(
            ImportError.unknownFormat, "unknown_source",
            "no known program writes what is in there",
            "'auralyst import --help' lists the formats; a table needs its columns named"),
        Told(
            ImportError.damagedArchive, "damaged_archive",
            "the archive is damaged",
            "export or copy it again; or '--salvage' takes what can still be read"),
        Told(
            ImportError.encryptedArchive, "encrypted_archive",
            "the archive is protected by a password",
            "export it again without one"),
        Told(
            ImportError.swollenArchive, "swollen_archive",
            "the archive unpacks to more than 250 times its size, so reading it was stopped",
            "exports of journals don't do that: check where the file comes from; nothing was imported"),
        Told(
            ImportError.hostileArchive, "hostile_archive",
            "the archive holds links or names that lead out of it; nothing of it was read",
            "no journal exports that: find out where the file comes from"),
        Told(
            ImportError.tooManyFiles(limit: 3), "too_many_files",
            "there are more than 3 files in it",
            "import a part of it at a time"),
        Told(
            ImportError.noArchiveLibrary, "no_archive_library",
            "libarchive, which reads archives, is not installed",
            "install libarchive13"),
        Told(
            ImportError.encryptedSource, "encrypted_source",
            "this backup is encrypted by the program that wrote it",
            "export it decrypted, import that, then delete it with 'shred -u FILE'"),
        Told(
            ImportError.wrongPassword, "wrong_password",
            "the password does not open this journal",
            "try again; nothing was changed"),
        Told(
            ImportError.noColumn("text"), "no_column",
            "the table has no column for the text",
            "name it: --column text=NAME"),
        Told(
            ImportError.noColumn("date", of: ["When", "Eintrag"]), "no_column",
            "the table has no column for the date; it has: When, Eintrag",
            "name it: --column date=NAME"),
        Told(
            ImportError.notATable, "not_a_table",
            "this is not a table: the file holds bytes that are not text",
            "export it again as CSV, in UTF-8, from the program that wrote it"),
        Told(
            ImportError.ownTable("check-ins.csv"), "own_table",
            "check-ins.csv of Auralyst's own CSV export cannot be imported: it does not hold everything",
            "import entries.csv for the entries, or a JSON export for everything"),
        Told(
            ImportError.severalArchives(["a.zip", "b.zip"]), "several_exports",
            "several archives are in this one, and which is meant is not clear",
            "unpack it, and import them one after the other: a.zip, b.zip"),
        Told(
            ImportError.noTable([]), "no_table",
            "it is not clear which table is meant",
            "the database has no table with a text and a date"),
        Told(
            ImportError.noTable(["notes", "days"]), "no_table",
            "it is not clear which table is meant",
            "name it: --table NAME, one of notes, days"),
        Told(
            ImportError.damagedDatabase, "damaged_source_database", "this database is damaged",
            "'sqlite3 FILE .recover' may save what is left: import that"),
        Told(
            ImportError.noYAMLLibrary, "no_yaml_library", "libyaml, which reads RedNotebook's months, is not installed",
            "install libyaml-0-2"),
        Told(
            ImportError.hostileXML, "hostile_xml",
            "the XML declares a document type, which no journal exports; nothing of it was read",
            "find out where the file comes from"),
        Told(
            ImportError.brokenJSON(line: 6), "malformed_json",
            "the JSON breaks off or is not sound on line 6",
            "export it again; or '--salvage' takes what can still be read"),
    ]

    static let vault: [Told] = [
        Told(
            VaultError.missing, "no_vault",
            "there is no vault here",
            "'auralyst init' makes one; --vault DIR names another folder"),
        Told(
            VaultError.exists, "exists",
            "there is a vault in this folder already, or what is left of one",
            "nothing was touched; --vault DIR names another folder"),
        Told(
            VaultError.notAVault, "not_a_vault",
            "this is not a vault's folder",
            "--vault DIR names another one"),
        Told(
            VaultError.newerVersion("2"), "newer_version",
            "a newer version of Auralyst has made this vault",
            "update Auralyst; nothing was changed"),
        Told(
            VaultError.damaged(.length), "damaged",
            "the vault file is damaged (cut off or too long), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.damaged(.checksum), "damaged",
            "the vault file is damaged (its checksum is wrong), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.damaged(.firstLine), "damaged",
            "the vault file is damaged (its first line is wrong), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.damaged(.header), "damaged",
            "the vault file is damaged (the line with the key slots is wrong), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.damaged(.headerCode), "damaged",
            "the vault file is damaged (the code that protects the key slots is wrong), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.damaged(.body), "damaged",
            "the vault file is damaged (the sealed keys are wrong), and so is its second copy",
            "put vault.auralyst back from a backup; your passphrase may well be right", .damaged),
        Told(
            VaultError.wrongPassphrase, "wrong_passphrase",
            "the passphrase is wrong",
            "the recovery code also opens this vault: 'auralyst unlock --recovery'", .locked),
        Told(
            VaultError.wrongRecoveryCode, "wrong_recovery_code",
            "this recovery code does not open this vault",
            "check --vault, or look for the other paper", .locked),
        Told(
            VaultError.wrongKeychainKey, "wrong_keychain_key",
            "the key in the keychain is not this vault's",
            "unlock with the passphrase, then 'auralyst keys add keychain'", .locked),
        Told(
            VaultError.wrongPasskey, "wrong_passkey",
            "this passkey does not open the vault",
            "use the passphrase, then add the passkey again in the settings", .locked),
        Told(
            VaultError.passkeyRefused(.malformed), "passkey_refused",
            "what the browser gave is not a passkey that can hold a key",
            "another browser or security key may do it; the passphrase opens the vault as before"),
        Told(
            VaultError.passkeyRefused(.tooMany), "too_many_passkeys",
            "this vault has 16 passkeys, the most that it can have",
            "remove one that is not used any more"),
        Told(
            VaultError.wrongVaultKey, "locked",
            "the key that was kept is not this vault's",
            "'auralyst unlock' asks for the passphrase", .locked),
        Told(
            VaultError.keyChanged, "locked",
            "the vault has a new key, so what unlocked it before no longer does",
            "'auralyst unlock' asks for the passphrase that was set with the new key", .locked),
        Told(
            VaultError.malformedRecoveryCode(.checksum), "malformed_recovery_code",
            "the recovery code has a typing mistake",
            "compare it with the paper, group by group", .usage),
        Told(
            VaultError.passphraseRefused(.empty), "passphrase_empty",
            "the passphrase is empty",
            "four or more random words make a good one", .usage),
        Told(
            VaultError.passphraseRefused(.tooLong(bytes: 4097)), "passphrase_too_long",
            "the passphrase has more than 4096 bytes",
            "is it the right file?", .usage),
        Told(
            VaultError.passphraseRefused(.notText), "passphrase_not_text",
            "the passphrase is not text",
            "is it the right file?", .usage),
        Told(
            VaultError.noSlot(.passphrase), "no_slot",
            "this vault has no passphrase slot",
            "'auralyst keys list' shows what opens it"),
        Told(
            VaultError.noSlot(.recovery), "no_slot",
            "this vault has no recovery slot",
            "'auralyst keys list' shows what opens it"),
        Told(
            VaultError.noSlot(.keychain), "no_slot",
            "this vault has no keychain slot",
            "'auralyst keys list' shows what opens it"),
        Told(
            VaultError.noSlot(.passkey), "no_slot",
            "this vault has no passkey slot",
            "'auralyst keys list' shows what opens it"),
        Told(
            VaultError.noSuchSlot, "no_such_slot",
            "no key slot has this name",
            "'auralyst keys list' shows them"),
        Told(
            VaultError.costRefused(.passes(1_000_000)), "cost_refused",
            "the vault file asks for more work or memory than any real vault",
            "put vault.auralyst back from a backup: this copy was tampered with", .damaged),
        Told(
            VaultError.outOfMemory, "out_of_memory",
            "there is not enough free memory to check the passphrase (256 MiB)",
            "close other programs and try again"),
        Told(
            VaultError.busy, "busy",
            "another program is changing this vault",
            "wait for it to end, then try again"),
        Told(
            VaultError.lastRecoverySlot, "last_slot",
            "this is the only recovery code",
            "'auralyst keys recovery --new' puts another one in its place"),
        Told(
            VaultError.lastSlot, "last_slot",
            "nothing but the recovery code would open the vault then",
            "add another key first: 'auralyst keys add keychain'"),
        Told(
            VaultError.tooLarge, "too_large",
            "the vault file would grow too large",
            "remove key slots that are not needed: 'auralyst keys list'"),
    ]

    static let recoveryCode: [Told] = [
        Told(
            RecoveryCodeFault.empty, "malformed_recovery_code",
            "no recovery code was typed",
            "it begins with AGE-SECRET-KEY-1", .usage),
        Told(
            RecoveryCodeFault.otherKind, "malformed_recovery_code",
            "this is not a recovery code",
            "it begins with AGE-SECRET-KEY-1", .usage),
        Told(
            RecoveryCodeFault.character(position: 5), "malformed_recovery_code",
            "the recovery code has an impossible character at place 5 behind the 1",
            "the letters b, i, o and the digit 1 do not occur there", .usage),
        Told(
            RecoveryCodeFault.length(found: 57), "malformed_recovery_code",
            "the recovery code has 57 characters behind the 1 instead of 58",
            "a part is missing or typed twice", .usage),
        Told(
            RecoveryCodeFault.checksum, "malformed_recovery_code",
            "the recovery code has a typing mistake",
            "compare it with the paper, group by group", .usage),
    ]

    static let keychain: [Told] = [
        Told(
            KeychainError.noLibrary, "no_keychain",
            "the library that speaks to the desktop's keychain is not installed",
            "install libsecret (Debian: 'apt install libsecret-1-0'), or unlock with the passphrase"),
        Told(
            KeychainError.noService, "no_keychain",
            "no keychain runs in this session",
            "unlock with the passphrase; nothing was changed"),
        Told(
            KeychainError.locked, "keychain_locked",
            "the keychain of this desktop is locked",
            "unlock it and try again, or use the passphrase", .locked),
        Told(
            KeychainError.timedOut, "keychain_timeout",
            "the keychain of this desktop did not answer in time",
            "unlock with the passphrase; nothing was changed"),
        Told(
            KeychainError.damaged, "keychain_damaged",
            "what the keychain of this desktop holds for this vault is not a key",
            "unlock with the passphrase, then 'auralyst keys add keychain' puts a new key there"),
        Told(
            KeychainError.failed, "keychain_failed",
            "the keychain of this desktop refused",
            "unlock with the passphrase; nothing was changed"),
    ]

    static let keyHolder: [Told] = [
        Told(
            KeyHolderError.noKeyring, "no_key_holder",
            "the kernel keeps no keys here, so the vault cannot stay unlocked between commands",
            "set AURALYST_KEY_HOLDER=agent to let a small program keep them"),
        Told(
            KeyHolderError.noAgent, "no_key_holder",
            "the program that keeps keys between commands does not answer",
            "set AURALYST_PASSPHRASE_FILE, or type the passphrase for each command"),
        Told(
            KeyHolderError.agentRunning, "no_key_holder",
            "a program that keeps keys between commands runs already",
            "nothing has to be done: it is used"),
        Told(
            KeyHolderError.full, "no_key_holder",
            "no room is left for another kept key",
            "'auralyst lock' with --vault DIR drops one of another vault"),
        Told(
            KeyHolderError.badDuration, "bad_duration",
            "a key is kept for 1 second to 30 days",
            "try --for 15m or --for 8h", .usage),
        Told(
            KeyHolderError.unsafeFolder(path: "/run/x"), "unsafe_folder",
            "/run/x belongs to somebody else or is open to others",
            "remove it, or set XDG_RUNTIME_DIR to a folder of your own"),
        Told(
            KeyHolderError.pathTooLong(path: "/run/x/agent"), "no_key_holder",
            "the path of the socket /run/x/agent is longer than the system allows",
            "set XDG_RUNTIME_DIR to a folder with a shorter path"),
        Told(
            KeyHolderError.damaged, "no_key_holder",
            "what was kept between commands is not a key",
            "'auralyst lock' drops it, 'auralyst unlock' keeps a new one"),
        Told(
            KeyHolderError.system(code: EACCES), "no_key_holder",
            "the system does not let a key be kept: permission denied",
            "set AURALYST_PASSPHRASE_FILE, or type the passphrase for each command"),
    ]

    static let sealedStream: [Told] = [
        Told(
            SealedStreamError.sealed(.badLength), "attachment_damaged",
            "the sealed file of an attachment is damaged",
            "put the file back from a backup; the entry itself is unharmed", .damaged),
        Told(
            SealedStreamError.otherName, "attachment_damaged",
            "the sealed file of an attachment is damaged",
            "put the file back from a backup; the entry itself is unharmed", .damaged),
        Told(
            SealedStreamError.reading(code: EIO), "system",
            "the file of an attachment: the system says: input/output error",
            "nothing that was saved is lost"),
        Told(
            SealedStreamError.writing(code: ENOSPC), "disk_full",
            "no room is left on the disk",
            "make room and try again; nothing that was saved is lost"),
    ]

    static let store: [Told] = [
        Told(
            StoreError.newerVersion(2), "newer_version",
            "a newer version of Auralyst has written this vault",
            "update Auralyst; nothing was changed"),
        Told(
            StoreError.olderVersion(0), "older_version",
            "the database was made by an older version of Auralyst",
            "'auralyst repair' brings it up to date"),
        Told(
            StoreError.damagedRow(table: "record"), "damaged",
            "a row of the database is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            StoreError.outOfOrder, "out_of_order", "operations of a relay came out of their order",
            "nothing was changed; 'auralyst sync now' asks again"),
        Told(
            StoreError.otherOperation, "device_forked", "this vault was copied, and both copies write as the same device",
            "export what only this copy has; 'auralyst sync link' makes a proper second device"),
    ]

    static let sqlite: [Told] = [
        Told(
            SQLiteError.damaged(code: 11), "damaged",
            "the database journal.db is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            SQLiteError.full, "disk_full",
            "no room is left on the disk, so nothing was saved",
            "make room and try again; all earlier entries are safe"),
        Told(
            SQLiteError.busy, "busy",
            "another program is writing to this vault",
            "wait for it to end, then try again"),
        Told(
            SQLiteError.readOnly, "read_only",
            "the vault's folder may not be written to",
            "check the disk and who owns the folder ('ls -l'); reading and exporting go on"),
        Told(
            SQLiteError.cannotOpen, "cannot_open",
            "the database journal.db cannot be opened",
            "check the vault's folder and who owns it ('ls -l')"),
        Told(
            SQLiteError.constraint(code: 19), "internal",
            "the database refused (code 19)",
            "nothing was changed; please report what you did to see this"),
        Told(
            SQLiteError.io(code: 266), "io",
            "the disk failed to read or write (code 266)",
            "check the disk; all that was confirmed as saved is on it"),
        Told(
            SQLiteError.failed(code: 1), "internal",
            "the database refused (code 1)",
            "nothing was changed; please report what you did to see this"),
    ]

    static let ledger: [Told] = [
        Told(
            LedgerError.wrongLength, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.newerVersion(version: 2, suite: 1), "newer_version",
            "a newer version of Auralyst has written to this journal",
            "update Auralyst; nothing was changed"),
        Told(
            LedgerError.badHeader, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.wrongDeviceKey, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.badSignature, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.brokenChain(expected: 2, found: 3), "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.badPayload, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.badControl, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
        Told(
            LedgerError.badSnapshot, "damaged",
            "an operation of the log is damaged",
            "'auralyst repair' rescues what can be read; the damaged file is kept", .damaged),
    ]

    static let system: [Told] = [
        Told(
            FileFault(.write, code: ENOSPC), "disk_full", "no room is left on the disk",
            "make room and try again; nothing that was saved is lost"),
        Told(
            FileFault(.read, code: EACCES), "not_allowed", "a file that is needed here may not be read or written by you",
            "check who owns it ('ls -l')"),
        Told(
            EngineError.file(path: "/a", code: EACCES), "not_allowed",
            "/a may not be read or written by you",
            "check who owns it ('ls -l')"),
        Told(
            EngineError.file(path: "/a", code: EPERM), "not_allowed",
            "/a may not be read or written by you",
            "check who owns it ('ls -l')"),
        Told(
            EngineError.file(path: "/a", code: ENOSPC), "disk_full",
            "no room is left on the disk",
            "make room and try again; nothing that was saved is lost"),
        Told(
            EngineError.file(path: "/a", code: EDQUOT), "disk_full",
            "no room is left on the disk",
            "make room and try again; nothing that was saved is lost"),
        Told(
            EngineError.file(path: "/a", code: EROFS), "read_only",
            "/a is on a disk that cannot be written to",
            "choose another place"),
        Told(
            EngineError.file(path: "/a", code: EISDIR), "not_a_file",
            "/a is a folder",
            "name one file"),
        Told(
            EngineError.file(path: "/a", code: ENOTDIR), "not_a_folder",
            "/a is not a folder",
            "name a folder"),
        Told(
            EngineError.file(path: "/a", code: EIO), "system",
            "/a: the system says: input/output error",
            "nothing that was saved is lost"),
        Told(
            CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/a"]), "not_found",
            "/a is not there",
            "check the spelling of the path"),
        Told(
            CocoaError(.fileWriteOutOfSpace), "disk_full",
            "no room is left on the disk",
            "make room and try again; nothing that was saved is lost"),
        Told(
            CocoaError(.fileWriteVolumeReadOnly), "read_only",
            "a file of the vault is on a disk that cannot be written to",
            "choose another place"),
        Told(
            CocoaError(.fileReadNoPermission), "not_allowed",
            "a file of the vault may not be read or written by you",
            "check who owns it ('ls -l')"),
        Told(
            CocoaError(.fileReadCorruptFile), "system",
            "a file of the vault: the system says: input/output error",
            "nothing that was saved is lost"),
    ]
}
