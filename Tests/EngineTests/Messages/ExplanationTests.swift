import Base
import Engine
import Foundation
import Journal
import Ledger
import SQLite
import Testing
import Vault

/// What a person is told about one error.
struct Told {
    let error: any Error
    let code: String
    let sentence: String
    let hint: String
    let exit: Explanation.Exit

    init(_ error: any Error, _ code: String, _ sentence: String, _ hint: String, _ exit: Explanation.Exit = .failed) {
        self.error = error
        self.code = code
        self.sentence = sentence
        self.hint = hint
        self.exit = exit
    }
}

@Suite struct ExplanationTests {
    static let tables: [(name: String, cases: [Told])] = [
        ("EngineError", ToldTables.engine), ("EntryFault", ToldTables.entryFault), ("WhenError", ToldTables.when),
        ("TimespanError", ToldTables.timespan), ("SearchError", ToldTables.search), ("ImportError", ToldTables.importing),
        ("VaultError", ToldTables.vault), ("RecoveryCodeFault", ToldTables.recoveryCode), ("KeychainError", ToldTables.keychain),
        ("KeyHolderError", ToldTables.keyHolder), ("SealedStreamError", ToldTables.sealedStream),
        ("StoreError", ToldTables.store),
        ("SQLiteError", ToldTables.sqlite), ("LedgerError", ToldTables.ledger), ("of the system", ToldTables.system),
        ("QuoteError", ToldTables.quote), ("PreferenceFault", ToldTables.preference), ("of templates", ToldTables.template),
        ("DraftError", ToldTables.draft), ("HealthError", ToldTables.health), ("HealthFault", ToldTables.healthFault),
        ("ScheduleFault", ToldTables.schedule), ("SchedulePhraseError", ToldTables.schedulePhrase),
        ("NotificationError", ToldTables.notification), ("LoggedFileError", ToldTables.loggedFile),
        ("TrialError", ToldTables.trial), ("ReportFault", ToldTables.report), ("PDFError", ToldTables.pdf),
        ("KeysError", ToldTables.keys), ("WipeError", ToldTables.wipe), ("ProfileError", ToldTables.profile),
        ("ExportError", ToldTables.export), ("of sync", ToldTables.sync),
        ("BackupFault", ToldTables.backup), ("SharingError", ToldTables.sharing),
        ("ShareError", ToldTables.recoveryShares),
        ("JournalError", ToldTables.journal),
    ]

    @Test(arguments: tables.indices)
    func `every error has its code, sentence, hint and exit`(table: Int) {
        for told in Self.tables[table].cases {
            let found = Explanation(told.error)
            #expect(found.code == told.code, "\(told.error)")
            #expect(found.sentence == told.sentence, "\(told.error)")
            #expect(found.hint == told.hint, "\(told.error)")
            #expect(found.exit == told.exit, "\(told.error)")
        }
    }

    /// Sentences that begin with a month or a weekday.
    private static let names = Set(LocalMonth.names + LocalMonth.weekdayNames)

    @Test(arguments: tables.indices)
    func `every sentence is short, in lower case, without a full stop, and has a hint`(table: Int) throws {
        for told in Self.tables[table].cases {
            let found = Explanation(told.error)
            let (sentence, hint) = (found.sentence, try #require(found.hint))
            let first = sentence.prefix { $0 != " " && $0 != "," }
            #expect(first.first?.isUppercase != true || Self.names.contains(String(first)), "\(sentence)")
            #expect(hint.first?.isUppercase != true || hint.hasPrefix("AURALYST_"), "\(hint)")
            for text in [sentence, hint] {
                #expect(!text.isEmpty && text.last != "." && text.last != "!" && text.count <= 120, "\(text)")
                #expect(trimmed(text) == text && !text.contains("  ") && !text.contains("\n"), "\(text)")
                #expect(
                    !text.lowercased().contains("something went wrong") && !text.contains("Error") && !text.contains("nil"),
                    "\(text)")
            }
            #expect(found.code.allSatisfy { $0 == "_" || ($0.isASCII && $0.isLowercase) }, "\(found.code)")
            let isOurMistake =
                (told.error as? SQLiteError).map { [.constraint(code: 19), .failed(code: 1)].contains($0) } ?? false
            #expect((found.code == "internal") == isOurMistake, "\(told.error)")
        }
    }

    @Test func `one code has one exit`() {
        var exits: [String: Set<Explanation.Exit>] = [:]
        for told in Self.tables.flatMap(\.cases) { exits[told.code, default: []].insert(told.exit) }
        #expect(exits.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test func `every case of every error stands in the tables`() {
        func places<E: Error>(_ table: [Told], _ place: (E) -> Int) -> [Int] {
            Set(table.compactMap { ($0.error as? E).map(place) }).sorted()
        }
        #expect(places(ToldTables.engine, Places.of(engine:)) == Array(0..<31))
        #expect(places(ToldTables.entryFault, Places.of(entryFault:)) == Array(0..<4))
        #expect(places(ToldTables.when, Places.of(when:)) == Array(0..<10))
        #expect(places(ToldTables.timespan, Places.of(timespan:)) == Array(0..<5))
        #expect(places(ToldTables.search, Places.of(search:)) == Array(0..<7))
        #expect(places(ToldTables.importing, Places.of(importing:)) == Array(0..<40))
        // The system's own refusals cannot be made by hand: see the next test.
        #expect(places(ToldTables.vault, Places.of(vault:)) == Array(0..<25))
        #expect(places(ToldTables.recoveryCode, Places.of(recoveryCode:)) == Array(0..<5))
        #expect(places(ToldTables.recoveryShares, Places.of(shares:)) == Array(0..<12))
        #expect(places(ToldTables.keychain, Places.of(keychain:)) == Array(0..<6))
        #expect(places(ToldTables.keyHolder, Places.of(keyHolder:)) == Array(0..<9))
        #expect(places(ToldTables.sealedStream, Places.of(sealedStream:)) == Array(0..<4))
        #expect(places(ToldTables.store, Places.of(store:)) == Array(0..<5))
        #expect(places(ToldTables.sync, Places.of(sync:)) == Array(0..<19))
        #expect(places(ToldTables.sync, Places.of(relay:)) == Array(0..<15))
        #expect(places(ToldTables.sync, Places.of(fault:)) == Array(0..<12))
        #expect(places(ToldTables.sharing, Places.of(sharing:)) == Array(0..<22))
        #expect(places(ToldTables.sqlite, Places.of(sqlite:)) == Array(0..<8))
        #expect(places(ToldTables.ledger, Places.of(ledger:)) == Array(0..<9))
        #expect(places(ToldTables.quote, Places.of(quote:)) == Array(0..<17))
        #expect(places(ToldTables.preference, Places.of(preference:)) == Array(0..<3))
        #expect(places(ToldTables.template, Places.of(template:)) == Array(0..<6))
        #expect(places(ToldTables.template, Places.of(templates:)) == Array(0..<3))
        #expect(places(ToldTables.backup, Places.of(backup:)) == Array(0..<19))
        #expect(places(ToldTables.report, Places.of(report:)) == Array(0..<5))
        #expect(places(ToldTables.pdf, Places.of(pdf:)) == Array(0..<5))
        #expect(places(ToldTables.draft, Places.of(draft:)) == Array(0..<3))
        #expect(places(ToldTables.health, Places.of(health:)) == Array(0..<16))
        #expect(places(ToldTables.healthFault, Places.of(healthFault:)) == Array(0..<6))
        #expect(places(ToldTables.schedule, Places.of(schedule:)) == Array(0..<9))
        #expect(places(ToldTables.notification, Places.of(notification:)) == Array(0..<5))
        #expect(places(ToldTables.schedulePhrase, Places.of(schedulePhrase:)) == Array(0..<15))
        #expect(places(ToldTables.keys, Places.of(keys:)) == Array(0..<2))
        #expect(places(ToldTables.wipe, Places.of(wipe:)) == Array(0..<5))
        #expect(places(ToldTables.profile, Places.of(profile:)) == Array(0..<7))
        #expect(places(ToldTables.journal, Places.of(journal:)) == Array(0..<12))
        #expect(places(ToldTables.export, Places.of(exportReading:)) == Array(0..<4))
        #expect(places(ToldTables.export, Places.of(export:)) == Array(0..<6))
        #expect(places(ToldTables.loggedFile, Places.of(loggedFile:)) == Array(0..<8))
    }

    @Test func `a refusal of the system about the vault file is told like any other`() throws {
        let vault = try TestVault()
        let location = VaultLocation(folder: vault.scratch.path + "/" + String(repeating: "x", count: 300))
        let error = #expect(throws: VaultError.self) {
            try VaultOpening.create(
                at: location, passphrase: Secret(copying: [1]), recoveryCode: .random(), surroundings: vault.surroundings,
                deviceName: "", cost: .testOnlyCheapest)
        }
        let found = Explanation(try #require(error))
        #expect(Places.of(vault: try #require(error)) == 25)
        let words = "the vault file: the system says: file name too long"
        #expect(found == Explanation("system", words, hint: "nothing that was saved is lost"))
    }

    @Test func `what was typed or came from elsewhere steers no terminal and fills no page`() {
        let wild = "a\u{1B}[31mred\u{202E}\n\0" + String(repeating: "x", count: 5000)
        for error in [
            EngineError.badMood(wild), .badTag(wild), .noSuchEntry(wild), .ambiguousEntry(wild, count: 2), .badEntryID(wild),
            .noSuchJournal(wild), .attachmentMissing(name: wild), .attachmentDamaged(name: wild),
        ] {
            let sentence = Explanation(error).sentence
            #expect(sentence.count <= 120 && sentence.contains("…'"), "\(sentence)")
            #expect(sentence.unicodeScalars.allSatisfy { !$0.isControl && $0 != "\u{202E}" }, "\(sentence)")
        }
        let path = Explanation(EngineError.exists(path: "/a\u{1B}b")).sentence
        #expect(path == "/a\u{FFFD}b is there already")
    }

    @Test func `an error without words says that it is our mistake`() {
        struct Unknown: Error {}
        let found = Explanation(Unknown())
        #expect(found.code == "internal" && found.sentence == "an unexpected failure (Unknown)" && found.exit == .failed)
    }

    @Test(arguments: [
        (VaultNotice(copy: .main, fault: .missing), "vault.auralyst is missing; its second copy is used"),
        (VaultNotice(copy: .main, fault: .older), "vault.auralyst is older than the other copy; its second copy is used"),
        (VaultNotice(copy: .backup, fault: .damaged(.checksum)), "vault.auralyst.bak is damaged; the main copy is sound"),
        (VaultNotice(copy: .backup, fault: .foreign), "vault.auralyst.bak belongs to another vault; the main copy is sound"),
    ])
    func `a remark about a copy of the vault file says which is used`(notice: VaultNotice, start: String) {
        let found = Explanation(notice)
        #expect(found.sentence.hasPrefix(start), "\(found.sentence)")
        #expect(found.exit == .damaged && found.code == "vault_copy")
    }
}
