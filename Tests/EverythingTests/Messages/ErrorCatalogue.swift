import Backups
import Base
import Basics
import Engine
import Exchange
import Findings
import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import Quotes
import Reminders
import Report
import SQLite
import SeededChance
import Store
import Sync
import Vault

/// Every case of every error, once for each of its sentences, grouped by where a person meets it.
enum ErrorCatalogue {
    private static let record = RecordID(firstBytesOf: [UInt8](repeating: 9, count: 16))

    static let groups: [(title: String, errors: [any Error])] = [
        (
            "Opening and unlocking a vault",
            [
                EngineError.noVault(folder: "/home/m/journal"), EngineError.locked, EngineError.unfinished, EngineError.inUse,
                EngineError.databaseMissing, EngineError.headsMissing, EngineError.otherVaultFile, EngineError.unsteadyKey,
                EngineError.notAFolder(path: "/v/attachments"), EngineError.wipeBegun(folder: "/v"), VaultError.missing,
                VaultError.exists, VaultError.notAVault, VaultError.newerVersion("2"), VaultError.wrongPassphrase,
                VaultError.wrongRecoveryCode, VaultError.wrongKeychainKey, VaultError.wrongPasskey, VaultError.wrongVaultKey,
                VaultError.keyChanged, VaultError.passphraseRefused(.empty), VaultError.passphraseRefused(.tooLong(bytes: 4097)),
                VaultError.passphraseRefused(.notText), VaultError.outOfMemory, VaultError.busy,
                VaultError.damaged(.length), VaultError.damaged(.checksum), VaultError.damaged(.firstLine),
                VaultError.damaged(.header), VaultError.damaged(.headerCode), VaultError.damaged(.body),
                VaultError.costRefused(.passes(1_000_000)), VaultError.file(FileFault(.read, code: EACCES)),
                VaultError.malformedRecoveryCode(.checksum), RecoveryCodeFault.empty, RecoveryCodeFault.otherKind,
                RecoveryCodeFault.character(position: 5), RecoveryCodeFault.length(found: 57), RecoveryCodeFault.checksum,
                ShareError.tooFew(missing: 1), ShareError.tooFew(missing: 3), ShareError.digest, ShareError.otherSecret,
            ]
                + [
                    .empty, .unknownWord(position: 9), .length(found: 1), .length(found: 20), .checksum, .malformed, .anotherSet,
                    .twice, .tooCostly,
                ]
                .map { ShareError.share(number: 2, $0) }
        ),
        (
            "Keys, keychain and staying unlocked",
            [
                VaultError.passkeyRefused(.malformed), VaultError.passkeyRefused(.tooMany), VaultError.noSlot(.passphrase),
                VaultError.noSlot(.recovery), VaultError.noSlot(.keychain), VaultError.noSlot(.passkey), VaultError.noSuchSlot,
                VaultError.lastRecoverySlot, VaultError.lastSlot, VaultError.tooLarge, KeysError.needsRepair,
                KeysError.tooManyPassphrases(limit: 4), KeysError.samePassphrase, ShareError.plan, KeychainError.noLibrary,
                KeychainError.noService,
                KeychainError.locked, KeychainError.timedOut, KeychainError.damaged, KeychainError.failed,
                KeyHolderError.noKeyring, KeyHolderError.noAgent, KeyHolderError.agentRunning, KeyHolderError.full,
                KeyHolderError.badDuration, KeyHolderError.unsafeFolder(path: "/run/x"),
                KeyHolderError.pathTooLong(path: "/run/x/agent"), KeyHolderError.damaged, KeyHolderError.system(code: EACCES),
            ]
        ),
        (
            "Entries, journals and templates",
            [
                EntryFault.textEmpty, EntryFault.textTooLong(bytes: 1_048_577), EntryFault.textHoldsNUL,
                EntryFault.tooManyTags(count: 101), EngineError.entry(.textEmpty), EngineError.badMood("a\tb"),
                EngineError.badTag("two words"), EngineError.noSuchEntry("abcd"), EngineError.ambiguousEntry("abcd", count: 3),
                EngineError.ambiguousEntry("abcd", count: 10), EngineError.badEntryID("ab"), EngineError.entryDeleted(record),
                EngineError.entryNotDeleted(record), EngineError.deletedTooLongAgo(record), EngineError.noSuchJournal("work"),
                JournalError.name(.empty), JournalError.name(.tooLong(61)), JournalError.name(.holdsControl),
                JournalError.nameTaken("Work"), JournalError.ambiguous("w", names: ["Work (k3f9a2b)", "Walks (8d0vmzq)"]),
                JournalError.tooMany(limit: 100), JournalError.firstStays, JournalError.ended, JournalError.notEnded,
                JournalError.onlyHere, JournalError.stillShared, JournalError.endUnsent,
                JournalError.unsavedChanges(record), JournalError.othersEntry(record, author: "Ann"),
                JournalError.othersEntry(record, author: ""), TemplateFault.nameEmpty,
                TemplateFault.nameTooLong(81), TemplateFault.nameHoldsControl, TemplateFault.textEmpty,
                TemplateFault.textTooLong(bytes: 1_048_577), TemplateFault.textHoldsNUL, TemplateError.noSuchTemplate(record),
                TemplateError.tooMany(limit: 200), TemplateError.nameTaken("Evening"), DraftError.tooMany(limit: 200),
                DraftError.textTooLong(bytes: 1_048_577), DraftError.fieldTooLong, PictureFault.tooMuch,
            ]
        ),
        (
            "Attachments and other files",
            [
                EngineError.file(path: "/a", code: ENOENT), EngineError.file(path: "/a", code: EACCES),
                EngineError.file(path: "/a", code: EPERM), EngineError.file(path: "/a", code: ENOSPC),
                EngineError.file(path: "/a", code: EDQUOT), EngineError.file(path: "/a", code: EROFS),
                EngineError.file(path: "/a", code: EISDIR), EngineError.file(path: "/a", code: ENOTDIR),
                EngineError.file(path: "/a", code: EIO), EngineError.notAFile(path: "/dev/null"), EngineError.exists(path: "/a"),
                EngineError.tooManyAttachments(count: 101), EngineError.attachmentTooLarge(limit: 100_000_000),
                EngineError.noSuchAttachment(record), EngineError.attachmentMissing(name: "a.png"),
                EngineError.attachmentNotHere(name: "a.png", device: "laptop"), EngineError.attachmentDamaged(name: "a.png"),
                SealedStreamError.sealed(.badLength), SealedStreamError.otherName, SealedStreamError.reading(code: EIO),
                SealedStreamError.writing(code: ENOSPC), FileFault(.read, code: EACCES),
                CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/a"]), CocoaError(.fileWriteOutOfSpace),
                CocoaError(.fileWriteVolumeReadOnly), CocoaError(.fileReadNoPermission), CocoaError(.fileReadCorruptFile),
            ]
        ),
        (
            "Dates, lengths of time and search",
            [
                EngineError.when(.empty), WhenError.empty, WhenError.notUnderstood("soon"), WhenError.yearOutOfRange("99999"),
                WhenError.noSuchMonth(13), WhenError.noSuchDay(year: 2026, month: 2, day: 30),
                WhenError.noSuchDay(year: nil, month: 4, day: 31), WhenError.noSuchTime("25:11"),
                WhenError.wrongWeekday(.of("2026-03-14")), WhenError.outsideCalendar,
                WhenError.notOneDay(.of("2026-03-01")...(.of("2026-03-31"))), WhenError.timeNotWanted("yesterday 9pm"),
                TimespanError.empty, TimespanError.notUnderstood("soon"), TimespanError.noUnit("15"),
                TimespanError.tooShort(minimum: 1), TimespanError.tooLong(maximum: 2_592_000),
                TimespanError.tooLong(maximum: 5400),
                EngineError.search(.empty), SearchError.empty, SearchError.tooLong(characters: 1001, limit: 1000),
                SearchError.tooManyConditions(count: 65, limit: 64), SearchError.noValue(field: "tag"),
                SearchError.badValue(field: "is", value: "great"), SearchError.badDate(field: "from", .notUnderstood("soon")),
                SearchError.noDayLeft(first: .of("2026-03-14"), last: .of("2026-03-01")),
            ]
        ),
        (
            "Health log, medicines, schedules and support plan",
            [
                HealthError.fault(.nothing), HealthError.noSuchRecord(kind: "check_in"),
                HealthError.ambiguous(kind: "symptom_entry", count: 100), HealthError.ambiguous(kind: "intake", count: 2),
                HealthError.badID, HealthError.notDeleted(kind: "medication"),
                HealthError.deletedTooLongAgo(kind: "medication_schedule"), HealthError.noSuchDose, HealthError.doseNotSettled,
                HealthError.noSuchMedication("Iron\u{202E}"),
                HealthError.ambiguousMedication("i", titles: ["Iron", "Ibuprofen 400 mg"]), HealthError.medicationHasDoses,
                HealthError.scheduleEnded, HealthError.medicationArchived,
                HealthError.overLimit("you took 'Iron' at 08:00, and set at least 4 hours between doses"),
                HealthError.early("'Iron' is due at 20:00, and this would be 7 hours early"),
                HealthError.doseTaken("the 08:00 dose of 'Iron' is logged as taken at 08:05"),
                HealthError.scheduleDoubt("it would start on 20 November 2027, in 357 days"),
                HealthError.medicationExists("Iron 80 mg", id: record, isArchived: false),
                HealthError.medicationExists("Iron 80 mg", id: record, isArchived: true), HealthError.tooMuchStock,
                HealthError.ambiguousMedication("iron", titles: ["Iron", "iron"]),
                HealthError.inTheFuture, HealthError.sameSchedule, HealthError.cannotShift, HealthError.otherMeasure,
                HealthError.tooManyLines(limit: 100), HealthFault.empty(field: "symptom"), HealthFault.empty(field: "phone"),
                HealthFault.badText(field: "phone", limit: 200), HealthFault.badText(field: "note", limit: 65536),
                HealthFault.outside(field: "severity", least: "0", most: "10"),
                HealthFault.amount(field: "new pack", least: Amount.least),
                HealthFault.amount(field: "stock", least: Amount.none),
                HealthFault.tooMany(field: "triggers", limit: 50),
                HealthFault.nothing, HealthFault.badMetric, HealthFault.badRange, HealthFault.upsideDown,
                HealthFault.unclear(field: "amount", decimal: "1", grouped: "1000"),
            ] + MeasureDoubts.all + [
                HealthFault.schedule(.noTimes), ScheduleFault.noTimes, ScheduleFault.tooManyTimes,
                ScheduleFault.badTimes, ScheduleFault.badInterval, ScheduleFault.badWeekdays, ScheduleFault.endsBeforeStart,
                ScheduleFault.badSteps, ScheduleFault.noDose, ScheduleFault.unknownZone, SchedulePhraseError.empty,
                SchedulePhraseError.tooLong, SchedulePhraseError.needsMonthDay, SchedulePhraseError.notUnderstood("yearly"),
                SchedulePhraseError.noClock("bedtime"), SchedulePhraseError.weekdayOfMonth("first monday"),
                SchedulePhraseError.noLength("doses"), SchedulePhraseError.noSuchTime("25:00"),
                SchedulePhraseError.outOfRange("900"), SchedulePhraseError.needsTimes, SchedulePhraseError.needsWeekdays,
                SchedulePhraseError.twoRhythms("every"), SchedulePhraseError.sameTimeTwice("08:00"),
                SchedulePhraseError.needsOneTime, SchedulePhraseError.tooManyTimes,
                SchedulePhraseError.countDiffers(said: 3, named: 2), SchedulePhraseError.needsDays,
                SchedulePhraseError.tooManySteps, SchedulePhraseError.noDose,
            ]
        ),
        (
            "Trials, reports and trends of a file",
            [
                TrialError.anotherIsOpen, TrialError.firstDayIsOver, TrialError.isOver, TrialError.notADayOfIt,
                TrialError.noSuchOutcome, TrialError.noneIsOpen, ReportFault.endsBeforeStart, ReportFault.inTheFuture,
                ReportFault.tooLong(days: 400), ReportFault.nothingChosen, ReportFault.nothingToChart,
                ReportFault.textTooLong(field: "questions"),
                ReportFault.textTooLong(field: "name"), PDFError.noBrowser, PDFError.noFolder, PDFError.failed, PDFError.tooSlow,
                PDFError.interrupted, LoggedFileError.notJSON(line: 3, column: 14), LoggedFileError.cutOff,
                LoggedFileError.tooDeep(line: 1, limit: 64), LoggedFileError.nothingToCount, LoggedFileError.noDateColumn,
                LoggedFileError.notADate(line: 9), LoggedFileError.unclearNumber(line: 9, "1", "1000"),
                LoggedFileError.tooWide(limit: 400),
                LoggedFileError.tooMany(.schedules, limit: 1000),
            ]
        ),
        (
            "Import and export",
            [
                ImportError.notThisFormat, ImportError.notOfFormat(.jrnl), ImportError.pagesOnly(.keep),
                ImportError.unknownFormat, ImportError.nothingInIt,
                ImportError.severalExports(["a.csv"]), ImportError.severalExports((0..<50).map { "export-number-\($0).csv" }),
                ImportError.severalArchives(["a.zip", "b.zip"]), ImportError.beyondSalvage,
                ImportError.tooLargeInside("a/b.json", limit: 99), ImportError.tooLarge(bytes: 600_000_000, limit: 536_870_912),
                ImportError.tooManyFiles(limit: 3), ImportError.noTable([]), ImportError.noTable(["notes", "days"]),
                ImportError.noSuchTable("nope", ["notes", "days"]), ImportError.noSuchTable("nope", []),
                ImportError.noColumn("text"), ImportError.noColumn("date", of: ["When", "Eintrag"]), ImportError.notATable,
                ImportError.ownTable("check-ins.csv"), ImportError.jsonLines, ImportError.malformedJSON,
                ImportError.brokenJSON(line: 6), ImportError.nestedTooDeeply(limit: 32), ImportError.notText,
                ImportError.encryptedJrnl, ImportError.encryptedSource, ImportError.encryptedArchive, ImportError.wrongPassword,
                ImportError.damagedArchive, ImportError.swollenArchive, ImportError.hostileArchive, ImportError.hostileXML,
                ImportError.damagedDatabase, ImportError.endlessDatabase, ImportError.noArchiveLibrary, ImportError.noYAMLLibrary,
                ImportError.file(path: "/a", code: ENOENT), ImportError.notAFile(path: "/a"), AppleHealthError.notAnExport,
                AppleHealthError.noExportInside, AppleHealthError.encrypted, AppleHealthError.damagedArchive,
                AppleHealthError.swollenArchive, AppleHealthError.noArchiveLibrary, ExportReadingError.notAnExport,
                ExportReadingError.newerVersion(2), ExportReadingError.cutOff, ExportReadingError.malformed(afterRecord: 7),
                ExportError.staysClear(.csv), ExportError.wrongKey, ExportError.damagedSeal,
                ExportError.costlySeal(gigabytes: 2), ExportError.outOfMemory, ExportError.notOurs(path: "/tmp/x"),
                ExportError.editedSince(path: "/tmp/x"), ExportError.insideVault(path: "/v/x"),
            ] + [.zip, .gzip, .pdf, .sqlite, .age].map { ImportError.otherKind($0) }
        ),
        (
            "Backups",
            [
                BackupFault.noFolder, BackupFault.placeMissing(folder: "/m"), BackupFault.folderGone(folder: "/b"),
                BackupFault.insideVault, BackupFault.nothingThere(folder: "/b"), BackupFault.severalVaults(folder: "/b"),
                BackupFault.busy, BackupFault.notABackup(name: "x.age"), BackupFault.renamed(name: "x.age"),
                BackupFault.newerVersion(name: "x.age"),
                BackupFault.damaged(name: "x.age"), BackupFault.otherKey(name: "x.age"), BackupFault.forged(name: "x.age"),
                BackupFault.parentMissing(name: "x.age"), BackupFault.parentChanged(name: "x.age"),
                BackupFault.differs(name: "x.age"), BackupFault.unproven, BackupFault.newestMissing(name: "x.age"),
                BackupFault.vaultLacks(operations: 2), BackupFault.vaultLacks(operations: 1),
                BackupFault.attachmentsMissing(count: 2), BackupFault.attachmentsMissing(count: 1),
            ]
        ),
        (
            "Sync and devices",
            [
                SyncError.notSet, SyncError.alreadySet("https://x"), SyncError.badAddress("ftp://x"),
                SyncError.notEncrypted("http://x"), SyncError.notARelay, SyncError.unreachable(.name),
                SyncError.unreachable(.connection), SyncError.unreachable(.trust), SyncError.unreachable(.time),
                SyncError.unreachable(.transfer), SyncError.unreachable(.otherRelay), SyncError.noLibrary, SyncError.stopped,
                SyncError.refused(.notFound),
                SyncError.stoppedFor(.updateNeeded), SyncError.closed(.of("2026-03-14")), SyncError.removed(.of("2026-03-14")),
                SyncError.noSuchCode, SyncError.badCode, SyncError.notApproved, SyncError.noCopy,
                SyncError.noSuchDevice("abcd"), SyncError.ownDevice, RelayRefusal.noSession, RelayRefusal.role,
                RelayRefusal.notFound, RelayRefusal.staleEpoch(epoch: 2, position: 3), RelayRefusal.controlConflict(position: 3),
                RelayRefusal.gap(expected: 4), RelayRefusal.staleVault(generation: 5), RelayRefusal.deviceFork(place: 3),
                RelayRefusal.gone(floor: 3, checkpoint: 0), RelayRefusal.gone(floor: 3, checkpoint: 3),
                RelayRefusal.quota(used: 5 << 20, limit: 6 << 20), RelayRefusal.tooLarge(limit: 8 << 20),
                RelayRefusal.invalid(.signature), RelayRefusal.upgrade, RelayRefusal.tooMany(seconds: 3),
                RelayRefusal.unavailable(seconds: 3), SyncFault.otherLog(position: 7), SyncFault.notALog(position: 7),
                SyncFault.notAMember(position: 7), SyncFault.brokenChain(position: 7), SyncFault.deviceForked,
                SyncFault.deviceDropped, SyncFault.refused(.shape), SyncFault.full(used: 5 << 20, limit: 6 << 20),
                SyncFault.forgotten, SyncFault.snapshot(position: 7), SyncFault.updateNeeded, SyncFault.accessEnded,
                PhoneFault.noRelay, PhoneFault.notEncrypted(address: "http://127.0.0.1:4848"),
                PhoneFault.notTrusted(host: "relay.example.org"), PhoneFault.noApp(host: "relay.example.org"),
                PhoneFault.olderApp(version: "0.0.9"),
            ]
                + ["quota", "too_large", "role", HeldFile.stuck, HeldFile.notKept, "unavailable", "other"].map {
                    SyncError.filesRefused(FileStatus.Refused(files: FileFigures(bytes: 9, count: 1), error: $0, retryAt: 5))
                }
        ),
        (
            "Sharing",
            [
                SharingError.badLink, SharingError.isHere, SharingError.otherRelay("https://x"), SharingError.invitationClosed,
                SharingError.isMember, SharingError.noSuchMember("Ann"), SharingError.noSuchRequest("Ann"),
                SharingError.noSuchInvitation("abc"), SharingError.tooMany, SharingError.notOwner, SharingError.ownerStays,
                SharingError.role(.note), SharingError.role(.reader), SharingError.historyKept, SharingError.otherRecoveryCode,
                SharingError.badName, SharingError.notAuthor, SharingError.noSuchNote("abc"), SharingError.badNote,
                SharingError.emptyPage, SharingError.pageDays, SharingError.pageIsOver, SharingError.pageTags,
                SharingError.badDays,
            ]
        ),
        (
            "Settings, profiles, notifications and quotes",
            [
                PreferenceFault.idleMinutes(0), PreferenceFault.dateLanguage("de_DE\n"), PreferenceFault.weekStart(8),
                PreferenceFault.checkInTimes("noon"), PreferenceFault.followUpFrom("11"), PreferenceFault.repeatMinutes("1"),
                PreferenceFault.quietHours("22:00"), PreferenceFault.icon("three words"),
                PreferenceFault.label(String(repeating: "a", count: 100)),
                ProfileError.noSuchProfile("x"), ProfileError.badName("a b"), ProfileError.nameTaken("x"),
                ProfileError.folderNamed("x"), ProfileError.tooMany(limit: 100), ProfileError.notForAVault(path: "/x"),
                ProfileError.damagedFile(path: "/x"), NotificationError.noLibrary, NotificationError.noSession,
                NotificationError.noServer, NotificationError.timedOut, NotificationError.failed, QuoteError.badBaseURL,
                QuoteError.badURL, QuoteError.noLibrary, QuoteError.unreachable(.name), QuoteError.unreachable(.connection),
                QuoteError.unreachable(.trust), QuoteError.unreachable(.time), QuoteError.status(429), QuoteError.status(500),
                QuoteError.noData, QuoteError.undecodable, QuoteError.notHere,
            ]
                + [.length, .end, .direction, .shape, .text, .notice, .transfer].map { QuoteError.invalidData($0) }
        ),
        (
            "Wiping",
            [
                WipeError.notAVault(folder: "/x"), WipeError.otherName, WipeError.appIsOpen, WipeError.remindersRun,
                WipeError.severalJournals,
            ]
        ),
        (
            "Damage, disks and newer versions, anywhere",
            [
                EngineError.damagedOperation(position: 7), SQLiteError.damaged(code: 11), SQLiteError.full, SQLiteError.busy,
                SQLiteError.readOnly, SQLiteError.cannotOpen, SQLiteError.constraint(code: 19), SQLiteError.stopped,
                SQLiteError.failed(code: 1),
                SQLiteError.io(code: 266), StoreError.newerVersion(2),
                StoreError.damagedRow(table: "record"), StoreError.outOfOrder, StoreError.otherOperation, LedgerError.wrongLength,
                LedgerError.newerVersion(version: 2, suite: 1), LedgerError.badHeader, LedgerError.wrongDeviceKey,
                LedgerError.badSignature, LedgerError.brokenChain(expected: 2, found: 3), LedgerError.badPayload,
                LedgerError.badControl, LedgerError.badSnapshot,
            ]
        ),
    ]
}
