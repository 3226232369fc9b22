import Engine
import Importing
import Journal
import Ledger
import Reminders
import SQLite
import Store
import Vault

/// A number for each case of each error. There is no `default`: a new case does not compile until it stands here, and the
/// count in the test does not hold until it stands in the tables.
enum Places {
    static func of(engine error: EngineError) -> Int {
        switch error {
        case .noVault: 0
        case .locked: 1
        case .unfinished: 2
        case .databaseMissing: 3
        case .entry: 4
        case .badMood: 5
        case .badTag: 6
        case .noSuchEntry: 7
        case .ambiguousEntry: 8
        case .badEntryID: 9
        case .entryDeleted: 10
        case .entryNotDeleted: 11
        case .deletedTooLongAgo: 12
        case .noSuchJournal: 13
        case .when: 14
        case .search: 15
        case .file: 16
        case .notAFile: 17
        case .tooManyAttachments: 18
        case .attachmentMissing: 19
        case .attachmentDamaged: 20
        case .exists: 21
        case .damagedOperation: 22
        case .inUse: 23
        case .attachmentTooLarge: 24
        case .noSuchAttachment: 25
        case .wipeBegun: 26
        case .attachmentNotHere: 27
        case .notAFolder: 28
        case .headsMissing: 29
        case .otherVaultFile: 30
        }
    }

    static func of(entryFault error: EntryFault) -> Int {
        switch error {
        case .textTooLong: 0
        case .textHoldsNUL: 1
        case .textEmpty: 2
        case .tooManyTags: 3
        }
    }

    static func of(when error: WhenError) -> Int {
        switch error {
        case .empty: 0
        case .notUnderstood: 1
        case .yearOutOfRange: 2
        case .noSuchMonth: 3
        case .noSuchDay: 4
        case .noSuchTime: 5
        case .wrongWeekday: 6
        case .outsideCalendar: 7
        case .notOneDay: 8
        case .timeNotWanted: 9
        }
    }

    static func of(timespan error: TimespanError) -> Int {
        switch error {
        case .empty: 0
        case .notUnderstood: 1
        case .noUnit: 2
        case .tooShort: 3
        case .tooLong: 4
        }
    }

    static func of(search error: SearchError) -> Int {
        switch error {
        case .empty: 0
        case .tooLong: 1
        case .tooManyConditions: 2
        case .noValue: 3
        case .badValue: 4
        case .badDate: 5
        case .noDayLeft: 6
        }
    }

    static func of(importing error: ImportError) -> Int {
        switch error {
        case .notThisFormat: 0
        case .encryptedJrnl: 1
        case .otherKind(.zip): 2
        case .otherKind(.gzip): 3
        case .otherKind(.pdf): 4
        case .otherKind(.sqlite): 5
        case .otherKind(.age): 6
        case .otherKind(.utf16): 7
        case .notText: 8
        case .malformedJSON: 9
        case .nestedTooDeeply: 10
        case .tooLarge: 11
        case .unknownFormat: 12
        case .damagedArchive: 13
        case .encryptedArchive: 14
        case .hostileArchive: 15
        case .tooManyFiles: 16
        case .noArchiveLibrary: 17
        case .encryptedSource: 18
        case .wrongPassword: 19
        case .noColumn: 20
        case .noTable([]): 21
        case .noTable: 22
        case .damagedDatabase: 23
        case .noYAMLLibrary: 24
        case .hostileXML: 25
        case .brokenJSON: 26
        case .notOfFormat: 27
        case .nothingInIt: 28
        case .severalExports: 29
        case .beyondSalvage: 30
        case .tooLargeInside: 31
        case .noSuchTable: 32
        case .jsonLines: 33
        case .swollenArchive: 34
        case .notATable: 35
        case .severalArchives: 36
        case .ownTable: 37
        case .file: 38
        case .notAFile: 39
        }
    }

    static func of(vault error: VaultError) -> Int {
        switch error {
        case .missing: 0
        case .exists: 1
        case .notAVault: 2
        case .newerVersion: 3
        case .damaged: 4
        case .wrongPassphrase: 5
        case .wrongRecoveryCode: 6
        case .wrongKeychainKey: 7
        case .wrongVaultKey: 8
        case .malformedRecoveryCode: 9
        case .passphraseRefused(.empty): 10
        case .passphraseRefused(.tooLong): 11
        case .passphraseRefused(.notText): 12
        case .noSlot: 13
        case .noSuchSlot: 14
        case .costRefused: 15
        case .outOfMemory: 16
        case .busy: 17
        case .lastRecoverySlot: 18
        case .lastSlot: 19
        case .tooLarge: 20
        case .wrongPasskey: 21
        case .passkeyRefused(.malformed): 22
        case .passkeyRefused(.tooMany): 23
        case .keyChanged: 24
        case .file: 25
        }
    }

    static func of(recoveryCode error: RecoveryCodeFault) -> Int {
        switch error {
        case .empty: 0
        case .otherKind: 1
        case .character: 2
        case .length: 3
        case .checksum: 4
        }
    }

    static func of(shares error: ShareError) -> Int {
        switch error {
        case .plan: 0
        case .tooFew: 1
        case .digest: 2
        case .otherSecret: 3
        case .share(_, .empty): 4
        case .share(_, .unknownWord): 5
        case .share(_, .length): 6
        case .share(_, .checksum): 7
        case .share(_, .malformed): 8
        case .share(_, .anotherSet): 9
        case .share(_, .twice): 10
        case .share(_, .tooCostly): 11
        }
    }

    static func of(keychain error: KeychainError) -> Int {
        switch error {
        case .noLibrary: 0
        case .noService: 1
        case .locked: 2
        case .timedOut: 3
        case .damaged: 4
        case .failed: 5
        }
    }

    static func of(keyHolder error: KeyHolderError) -> Int {
        switch error {
        case .noKeyring: 0
        case .noAgent: 1
        case .agentRunning: 2
        case .full: 3
        case .badDuration: 4
        case .unsafeFolder: 5
        case .pathTooLong: 6
        case .damaged: 7
        case .system: 8
        }
    }

    static func of(sealedStream error: SealedStreamError) -> Int {
        switch error {
        case .sealed: 0
        case .otherName: 1
        case .reading: 2
        case .writing: 3
        }
    }

    static func of(store error: StoreError) -> Int {
        switch error {
        case .newerVersion: 0
        case .olderVersion: 1
        case .damagedRow: 2
        case .outOfOrder: 3
        case .otherOperation: 4
        }
    }

    static func of(sqlite error: SQLiteError) -> Int {
        switch error {
        case .damaged: 0
        case .full: 1
        case .busy: 2
        case .readOnly: 3
        case .cannotOpen: 4
        case .constraint: 5
        case .io: 6
        case .failed: 7
        }
    }

    static func of(ledger error: LedgerError) -> Int {
        switch error {
        case .wrongLength: 0
        case .newerVersion: 1
        case .badHeader: 2
        case .wrongDeviceKey: 3
        case .badSignature: 4
        case .brokenChain: 5
        case .badPayload: 6
        case .badControl: 7
        case .badSnapshot: 8
        }
    }

    static func of(health error: HealthError) -> Int {
        switch error {
        case .fault: 0
        case .noSuchRecord: 1
        case .ambiguous: 2
        case .badID: 3
        case .notDeleted: 4
        case .deletedTooLongAgo: 5
        case .noSuchDose: 6
        case .doseNotSettled: 7
        case .noSuchMedication: 8
        case .ambiguousMedication: 9
        case .medicationHasDoses: 10
        case .tooManyLines: 11
        case .scheduleEnded: 12
        case .medicationArchived: 13
        case .inTheFuture: 14
        case .sameSchedule: 15
        }
    }

    static func of(healthFault error: HealthFault) -> Int {
        switch error {
        case .empty: 0
        case .badText: 1
        case .outside: 2
        case .tooMany: 3
        case .nothing: 4
        case .schedule: 5
        }
    }

    static func of(schedule error: ScheduleFault) -> Int {
        switch error {
        case .noTimes: 0
        case .tooManyTimes: 1
        case .badTimes: 2
        case .badInterval: 3
        case .badWeekdays: 4
        case .endsBeforeStart: 5
        case .badSteps: 6
        case .noDose: 7
        case .unknownZone: 8
        }
    }

    static func of(schedulePhrase error: SchedulePhraseError) -> Int {
        switch error {
        case .empty: 0
        case .tooLong: 1
        case .notUnderstood: 2
        case .noSuchTime: 3
        case .outOfRange: 4
        case .needsTimes: 5
        case .needsWeekdays: 6
        case .twoRhythms: 7
        case .sameTimeTwice: 8
        case .needsOneTime: 9
        case .tooManyTimes: 10
        case .countDiffers: 11
        case .needsDays: 12
        case .tooManySteps: 13
        case .noDose: 14
        }
    }

    static func of(notification error: NotificationError) -> Int {
        switch error {
        case .noLibrary: 0
        case .noSession: 1
        case .noServer: 2
        case .timedOut: 3
        case .failed: 4
        }
    }

    static func of(exportReading error: ExportReadingError) -> Int {
        switch error {
        case .notAnExport: 0
        case .newerVersion: 1
        case .cutOff: 2
        case .malformed: 3
        }
    }

    static func of(export error: ExportError) -> Int {
        switch error {
        case .staysClear: 0
        case .wrongKey: 1
        case .damagedSeal: 2
        case .notOurs: 3
        case .editedSince: 4
        case .insideVault: 5
        }
    }
}
