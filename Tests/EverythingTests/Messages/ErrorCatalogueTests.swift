import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import SQLite
import Testing
import Vault

/// What a person is told when something fails: its codes as docs/formats/error-codes.md has them, its sentences by the rules below.
@Suite struct ErrorCatalogueTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let all = ErrorCatalogue.groups.flatMap { $0.errors.map { Explanation($0) } }
    private static let isWriting = ProcessInfo.processInfo.environment["AURALYST_WRITE_SENTENCES"] == "1"

    @Test func `docs/formats/error-codes.md has every code and the exit code that goes with it`() throws {
        let file = Self.root.appendingPathComponent("docs/formats/error-codes.md")
        var codes: [Explanation.Exit: Set<String>] = [:]
        for told in Self.all { codes[told.exit, default: []].insert("`\(told.code)`") }
        let rows = codes.sorted { $0.key.rawValue < $1.key.rawValue }.map { exit, codes in
            "| \(exit.rawValue) | \(codes.sorted().joined(separator: " ")) |"
        }
        let text = """
            # Error codes

            What `--json` gives as `code`, by exit code ([command-line.md](command-line.md)). Codes are stable, messages are not. `ErrorCatalogueTests` compares this page with the sources.

            | exit | codes |
            |---|---|
            \(rows.joined(separator: "\n"))

            """
        if Self.isWriting { try text.write(to: file, atomically: true, encoding: .utf8) }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(text == written, "write the page again: AURALYST_WRITE_SENTENCES=1 make try FILTER=ErrorCatalogue")
    }

    @Test(.enabled(if: isWriting, "AURALYST_WRITE_SENTENCES is not 1"))
    func `all sentences and hints are written to .build/errors.md, to be read in one sitting`() throws {
        let groups = ErrorCatalogue.groups.map { group in
            "## \(group.title)\n" + group.errors.map { Self.line(of: Explanation($0)) }.joined(separator: "\n")
        }
        let text = """
            # What Auralyst says when something fails
            Each line: code, exit code, sentence; below it what to do. `$` is the hint of the command line, `>` that of the app.

            \(groups.joined(separator: "\n\n"))

            """
        try text.write(to: Self.root.appendingPathComponent(".build/errors.md"), atomically: true, encoding: .utf8)
    }

    private static func line(of told: Explanation) -> String {
        let line = "- `\(told.code)` \(told.exit.rawValue) **\(told.sentence)**"
        guard let hint = told.hint else { return line }
        if hint.commandLine == hint.page { return "\(line)\n  - \(hint.commandLine)" }
        return "\(line)\n  - $ \(hint.commandLine)" + (hint.page.map { "\n  - > \($0)" } ?? "")
    }

    /// What a sentence or hint may begin with: names of months, programs, pages.
    private static let names = Set(
        LocalMonth.names + ["AURALYST", "AURALYST_QUOTES_URL", "RedNotebook's", "Settings", "People", "Health", "Medicines"])

    @Test func `every sentence is short, in lower case, without a full stop, and has a hint`() throws {
        for told in Self.all {
            let hint = try #require(told.hint)
            let first = told.sentence.prefix { $0 != " " && $0 != "," }
            #expect(first.first?.isUppercase != true || Self.names.contains(String(first)), "\(told.sentence)")
            for text in [told.sentence, hint.commandLine, hint.page ?? "-"] {
                #expect(!text.isEmpty && text.last != "." && text.last != "!" && text.count <= 120, "\(text)")
                #expect(trimmed(text) == text && !text.contains("  ") && !text.contains("\n"), "\(text)")
                #expect(
                    !text.lowercased().contains("something went wrong") && !text.contains("Error") && !text.contains("nil"),
                    "\(text)")
            }
            for text in [hint.commandLine, hint.page ?? "-"] {
                let first = text.prefix { $0 != " " && $0 != "," && $0 != "_" }
                #expect(first.first?.isUppercase != true || Self.names.contains(String(first)), "\(text)")
            }
            #expect(told.code.allSatisfy { $0 == "_" || ($0.isASCII && $0.isLowercase) }, "\(told.code)")
        }
    }

    @Test func `a hint on a page names no command and no option`() {
        for page in Self.all.compactMap(\.hint?.page) {
            #expect(!page.contains("'auralyst") && !page.contains(" --") && !page.contains("AURALYST_PASS"), "\(page)")
        }
    }

    /// What a phone does not meet: files by their paths, backups, profiles, other programs that hold keys, files of its own made
    /// elsewhere.
    private static let atComputers: Set = [
        "backup_busy", "backup_differs", "backup_folder_gone", "backup_forged", "backup_newest_missing", "backup_unproven",
        "folder_has_profile", "folder_replaced", "inside_vault", "needs_repair", "no_backup", "no_backup_folder", "no_key_holder",
        "no_place", "no_vault", "not_a_backup", "not_a_file", "not_a_folder", "not_allowed", "not_for_a_vault", "pdf_no_folder",
        "profiles_damaged", "read_only", "several_exports", "several_vaults", "unsafe_folder",
        "vault_older_than_backup",
    ]

    @Test func `a phone's sentences and hints name no disk, folder, terminal or other program`() {
        let names = ["disk", "folder", "terminal", "machine", "command", "journal.", "vault.auralyst", "'ls", "'shred"]
        let phrases = ["another program is", "another program has", "other programs"]
        for told in Self.all where !Self.atComputers.contains(told.code) {
            for text in [told.onPhone, told.hint?.phone ?? ""] {
                #expect((names + phrases).filter { text.contains($0) } == [], "\(told.code): \(text)")
                #expect(text.count <= 120 && text.last != ".", "\(text)")
                let words = text.lowercased().split { !$0.isLetter && $0 != "." && $0 != "'" }.map(String.init)
                #expect(Self.avoided.intersection(words) == [], "\(text)")
            }
        }
        let full = Explanation(systemError: ENOSPC, path: "")
        #expect(full.onPhone != full.atComputer && full.hint?.phone != full.hint?.desk)
    }

    /// Translated idioms, and words for our insides.
    private static let avoided: Set = [
        "anew", "anybody", "behind", "blob", "chain", "doubt", "drawn", "else", "epoch", "everybody", "head", "heads", "heal",
        "kept", "lane", "lies", "likest", "meant", "nobody", "operation", "operations", "projection", "proven", "reckoned",
        "seal", "sealed", "settle", "settled", "shall", "somebody", "stand", "stands", "vouch",
    ]

    @Test func `every sentence and hint is in plain English`() {
        for text in Self.all.flatMap({ [$0.sentence, $0.hint?.commandLine ?? "", $0.hint?.page ?? ""] }) {
            let words = text.lowercased().split { !$0.isLetter && $0 != "." && $0 != "'" }.map(String.init)
            #expect(Self.avoided.intersection(words) == [], "\(text)")
        }
    }

    @Test func `one code has one exit except bad_amount, and only our own mistakes are internal`() {
        var exits: [String: Set<Explanation.Exit>] = [:]
        for told in Self.all { exits[told.code, default: []].insert(told.exit) }
        // What was typed is no amount, or a stock would become too large.
        #expect(exits.filter { $0.value.count > 1 }.keys.sorted() == ["bad_amount"])
        let ours = ErrorCatalogue.groups.flatMap(\.errors).filter { Explanation($0).code == "internal" }
        #expect(ours.compactMap { $0 as? SQLiteError } == [.constraint(code: 19), .stopped, .failed(code: 1)] && ours.count == 3)
    }

    @Test func `every case of every error is in the catalogue`() throws {
        let sources = try ErrorSources(folder: Self.root.appendingPathComponent("Sources"))
        var seen: [String: Set<String>] = [:]
        for error in ErrorCatalogue.groups.flatMap(\.errors) { ErrorSources.note(error, into: &seen) }
        let types = sources.explained + ["ShareFault", "VaultPart", "QuoteError.Fault", "QuoteError.Reason", "SyncError.Reach"]
        #expect(sources.explained.count > 35)
        for type in types {
            let cases = sources.cases(of: type)
            #expect(!cases.isEmpty || type == "FileFault", "\(type) is not in Sources")
            #expect(cases.subtracting(seen[type] ?? []) == [], "cases of \(type) are missing in ErrorCatalogue")
        }
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
        // C libraries have different words for it.
        let words = Explanation.words(ofSystemError: ENAMETOOLONG)
        #expect(words.contains("name too long"))
        #expect(found == Explanation("system", "the vault file: \(words)", hint: "nothing you saved is lost"))
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
        #expect(path == "/a\u{FFFD}b already exists")
    }

    @Test func `an error without words says that it is our mistake`() {
        struct Unknown: Error {}
        let found = Explanation(Unknown())
        #expect(found.code == "internal" && found.sentence == "an unexpected failure (Unknown)" && found.exit == .failed)
    }

    @Test(arguments: [
        (VaultNotice(copy: .main, fault: .missing), "vault.auralyst is missing; its second copy is in use"),
        (VaultNotice(copy: .main, fault: .older), "vault.auralyst is older than the other copy; its second copy is in use"),
        (VaultNotice(copy: .backup, fault: .damaged(.checksum)), "vault.auralyst.bak is damaged; the main copy is fine"),
        (VaultNotice(copy: .backup, fault: .foreign), "vault.auralyst.bak belongs to another vault; the main copy is fine"),
    ])
    func `a remark about a copy of the vault file says which is used`(notice: VaultNotice, sentence: String) {
        let found = Explanation(notice)
        #expect(found.sentence == sentence && found.exit == .damaged && found.code == "vault_copy")
        #expect(found.hint?.page?.contains("'auralyst") == false)
    }
}
