import Engine
import Exchange
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store
import Testing

/// Exports that are folders: notes and tables.
@Suite struct ExportFolderTests {
    private struct Known: Hashable {
        let text: [UInt8]
        let instant: Int64
        let zone, day: String
        let mood: String?
        let tags: [String]
        let starred: Bool
        let files: [String]
    }

    private static func known(_ vault: OpenVault) async throws -> [Known: Int] {
        var all: [Known: Int] = [:]
        for stored in try await vault.entries(Selection()).list {
            let entry = stored.entry
            let files = try await vault.attachments(of: stored).map { "\($0.name) \($0.size) \($0.type)" }
            let known = Known(
                text: Array(entry.text.utf8), instant: entry.instant.milliseconds, zone: entry.zone, day: entry.day.iso,
                mood: entry.mood?.name, tags: entry.tags.map(\.name), starred: entry.starred, files: files)
            all[known, default: 0] += 1
        }
        return all
    }

    @Test func `notes bring every entry back: text byte for byte, date, zone, mood, tags, star and files`() async throws {
        let given = try await FullVault(health: false)
        for text in [
            "\n\n\nblank lines first", "---\ntitle: no front matter of ours\n---\nbody", "#tag in the text, not among its tags",
            "ends with the mark\n\n<!-- auralyst: files -->\n", "CR LF\r\nand CR\rand LF\n", "日本語 e\u{301} é 🧑‍🚀", "  \t lead",
        ] {
            _ = try await given.open.add(NewEntry(text: text, moment: .of("2026-03-10 23:59", zone: "Asia/Kathmandu")))
        }
        let target = given.vault.scratch.path + "/notes"
        let result = try await given.open.export(ExportRequest(.markdown), to: target)
        #expect(result.counts["attachment"] == 3, "\(result)")
        let other = try TestVault(zone: "Pacific/Apia", seed: 5)
        let open = try other.create()
        let source = try ImportSource(path: target, format: .markdown, surroundings: other.surroundings)
        let receipt = try await open.importEntries(source)
        #expect(receipt.counts == [48, 0, 0, 0], "\(receipt.lines.filter { $0.outcome != .kept }.prefix(5))")
        #expect(try await Self.known(open) == Self.known(given.open))
        var status = stat()
        #expect(unsafe stat(target, &status) == 0 && status.st_mode & 0o777 == 0o700)
        let again = try await open.importEntries(ImportSource(path: target, format: .markdown, surroundings: other.surroundings))
        #expect(again.count(.skipped) == 48)
    }

    @Test func `a traveller who lives the same minute twice has two notes`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        // In the order of time the days go back and forth, and the same minute of the same day comes again after another day's.
        let moments = [
            ("2026-03-15 00:10", "Pacific/Kiritimati"), ("2026-03-14 00:10", "Pacific/Pago_Pago"),
            ("2026-03-15 00:10", "Asia/Tokyo"), ("2026-03-14 00:10", "Pacific/Honolulu"), ("2026-03-15 00:10", "Europe/Vienna"),
        ]
        for (index, (wall, zone)) in moments.enumerated() {
            _ = try await open.add(NewEntry(text: "entry \(index)", moment: .of(wall, zone: zone)))
        }
        let target = vault.scratch.path + "/notes"
        #expect(try await open.export(ExportRequest(.markdown), to: target).counts[Entry.kind] == moments.count)
        #expect(
            names(in: target + "/2026/03") == [
                "2026-03-14-0010-2.md", "2026-03-14-0010.md", "2026-03-15-0010-2.md", "2026-03-15-0010-3.md",
                "2026-03-15-0010.md",
            ])
    }

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: python != nil, "there is no python3 on this machine"))
    func `tables are read by others with as many lines as there are records, and start no formula`() async throws {
        let given = try await FullVault()
        let target = given.vault.scratch.path + "/tables"
        let result = try await given.open.export(ExportRequest(.csv), to: target)
        let script = """
            import csv, json, os, sys
            out = {}
            for name in sorted(os.listdir(sys.argv[1])):
                if not name.endswith('.csv'): continue
                rows = list(csv.DictReader(open(os.path.join(sys.argv[1], name), newline='', encoding='utf-8'), strict=True))
                bad = [c for r in rows for c in r.values() if c is None or (c[:1] in '=+@\\t\\r' and c != '')]
                out[name] = [len(rows), len(bad), len({len(r) for r in rows})]
                if name == 'entries.csv': out['text'] = [r['text'] for r in rows if r['starred'] == 'true'][0]
            print(json.dumps(out))
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", script, target]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        let found = try JSON(reading: output)
        let kinds = [
            "entries.csv": ["entry"], "check-ins.csv": ["check_in"], "symptoms.csv": ["symptom_entry"],
            "medications.csv": ["medication"], "schedules.csv": ["medication_schedule"], "doses.csv": ["intake"],
            "health-samples.csv": ["health_sample"], "templates.csv": ["template"],
            "support.csv": ["trigger", "coping_step", "buddy", "sos_contact"],
        ]
        for (name, kinds) in kinds {
            let count = kinds.reduce(0) { $0 + (result.counts[$1] ?? 0) }
            #expect(found[name] == [.int(Int64(count)), 0, 1], "\(name)")
        }
        #expect(found["text"]?.string == FullVault.hostile)
    }

    @Test func `the table of entries comes back into its vault without a second of any, and into another one whole`() async throws
    {
        let vault = try TestVault()
        let open = try vault.create()
        let file = try vault.scratch.write("a letter", to: "letter; of May.txt")
        for text in ["=1+1", "'=quoted", "''-twice", "plain; \"quoted\", and\nlines", "'apostrophe"] {
            var new = NewEntry(text: text, attachments: text == "=1+1" ? [file] : [])
            (new.tags, new.mood, new.starred) = (["work", "long walk"].compactMap { Tag($0) }, Mood("calm"), text == "'=quoted")
            _ = try await open.add(new)
            vault.clock.advance(days: 1)
        }
        let folder = vault.scratch.path + "/tables"
        _ = try await open.addTemplate(Template(name: "Morning", text: "How?"))
        _ = try await open.export(ExportRequest(.csv), to: folder)
        let source = { try ImportSource(path: folder + "/entries.csv", format: nil, surroundings: vault.surroundings) }
        let again = try await open.importEntries(source())
        #expect(again.format == "csv" && again.read == 5 && again.count(.skipped) == 5)
        let copy = try TestVault(seed: 9)
        let other = try copy.create()
        let receipt = try await other.importEntries(source())
        #expect(receipt.count(.kept) == 4 && receipt.count(.changed) == 1)
        #expect(String(describing: receipt).contains("letter"), "a file that the table does not hold is named")
        let (one, two) = (try await open.entries(Selection()).list, try await other.entries(Selection()).list)
        #expect(one.map(\.entry) == two.map(\.entry))
        #expect(one.map(\.id) == two.map(\.id))
        #expect(throws: ImportError.ownTable("templates.csv")) {
            try readSource(folder + "/templates.csv")
        }
    }

    @Test func `an export that fails leaves nothing, and nothing is written over`() async throws {
        let given = try await FullVault(health: false)
        let scratch = given.vault.scratch
        for format in [ExportFormat.json, .csv, .markdown] {
            let taken = try scratch.write("mine", to: "taken-\(format)")
            await #expect(throws: EngineError.exists(path: taken)) {
                _ = try await given.open.export(ExportRequest(format), to: taken)
            }
            #expect(try contents(of: taken) == Array("mine".utf8))
            await #expect(throws: EngineError.file(path: scratch.path + "/no", code: ENOENT)) {
                _ = try await given.open.export(ExportRequest(format), to: scratch.path + "/no/x")
            }
        }
        #expect(try await given.open.clearExports().isEmpty)
        #expect(!names(in: scratch.path).contains { $0.hasSuffix(".partial") })
    }

    @Test func `a file that is damaged is named, and everything else is in the export`() async throws {
        let given = try await FullVault(health: false)
        let sealed = given.vault.location.attachments
        let victim = try #require(
            names(in: sealed).max { a, b in
                (try? contents(of: sealed + "/" + a).count) ?? 0 < (try? contents(of: sealed + "/" + b).count) ?? 0
            })
        var bytes = try contents(of: sealed + "/" + victim)
        bytes[60_000] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: sealed + "/" + victim))
        for format in [ExportFormat.json, .markdown] {
            let result = try await given.open.export(ExportRequest(format), to: given.vault.scratch.path + "/out-\(format)")
            #expect(result.lostFiles == ["tape.bin"] && result.counts["attachment"] == 2)
        }
        let fresh = try TestVault()
        let receipt = try await fresh.create().importExport(path: given.vault.scratch.path + "/out-json")
        #expect(receipt.lines.contains { $0.why == "its bytes are not in the export" })
        #expect(!names(in: fresh.location.folder).isEmpty)
    }
}
