import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
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
        #if !os(WASI)
            var status = stat()
            #expect(unsafe stat(target, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #endif
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

    #if !os(WASI)
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
    #endif

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
            #expect(result.unwritten.map(\.entry) == [given.entry] && result.unwritten[0].sentence.contains("14 March 2026"))
        }
        let fresh = try TestVault()
        let receipt = try await fresh.create().importExport(path: given.vault.scratch.path + "/out-json")
        #expect(receipt.lines.contains { $0.why == "its bytes are not in the export" })
        #expect(!names(in: fresh.location.folder).isEmpty)
    }

    /// A vault with two entries, whose second has files with these names.
    private func vault(files names: [String]) async throws -> (vault: TestVault, open: OpenVault, entry: RecordID) {
        let vault = try TestVault()
        let open = try vault.create()
        _ = try await open.add(NewEntry(text: "before", moment: .of("2026-03-09 10:00")))
        var staged: [StagedAttachment] = []
        for (number, name) in names.enumerated() {
            let upload = try await open.beginAttachment(name: "name", limit: 1000)
            try await upload.write(Array("file \(number)".utf8))
            // As an import may have named it: a browser's names are shorter.
            var fields = try await upload.finish().json.object ?? [:]
            fields["name"] = .string(name)
            staged.append(try #require(StagedAttachment(json: .object(fields))))
        }
        let entry = try await open.add(NewEntry(text: "with files", moment: .of("2026-03-10 10:00"), staged: staged))
        return (vault, open, entry.id)
    }

    @Test func `many small files are all in an export`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for entry in 1...100 {
            var staged: [StagedAttachment] = []
            for number in 1...10 {
                let upload = try await open.beginAttachment(name: "\(number).txt", limit: 1000)
                try await upload.write(Array("file \(number) of \(entry)".utf8))
                staged.append(try await upload.finish())
            }
            _ = try await open.add(NewEntry(text: "entry \(entry)", staged: staged))
        }
        for format in [ExportFormat.json, .markdown] {
            let result = try await open.export(ExportRequest(format), to: vault.scratch.path + "/out-\(format)")
            #expect(result.counts == ["attachment": 1000, "entry": 100] && result.lostFiles.isEmpty)
        }
    }

    @Test func `names that no disk takes stop no export, and every file is in it`() async throws {
        let long = String(repeating: "é", count: 300)
        let given = try await vault(files: [
            long + "1.txt", long + "2.txt", long.uppercased() + "3.TXT", "..", "CON.txt", "a\nb.",
        ])
        for format in ExportFormat.allCases where format != .jrnl && format != .html {
            let target = given.vault.scratch.path + "/out-\(format)"
            let result = try await given.open.export(ExportRequest(format), to: target)
            #expect(result.unwritten.isEmpty && result.lostFiles.isEmpty && result.entries == 2)
        }
        let folder = given.vault.scratch.path + "/out-markdown/2026/03/attachments/2026-03-10-1000"
        let texts = try names(in: folder).map { try String(decoding: contents(of: folder + "/" + $0), as: UTF8.self) }
        #expect(texts.sorted() == (0..<6).map { "file \($0)" })
        let other = try TestVault()
        let open = try other.create()
        let source = try ImportSource(
            path: given.vault.scratch.path + "/out-markdown", format: .markdown, surroundings: other.surroundings)
        #expect(try await open.importEntries(source).counts == [2, 0, 0, 0])
        #expect(try await open.find(given.entry.description).attachments.count == 6)
        // In an update of the vault that it came from, a name that was cut is no new file.
        var options = ImportOptions(surroundings: given.vault.surroundings)
        options.updates = true
        let back = try ImportSource(path: given.vault.scratch.path + "/out-markdown", format: .markdown, options: options)
        #expect(try await given.open.importEntries(back).counts == [0, 0, 0, 2])
        let saved = given.vault.scratch.path + "/saved"
        try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: false)
        #expect(try await given.open.saveAttachments(of: given.open.find(given.entry.description), to: saved).count == 6)
    }

    @Test func `what a disk does not take is named with its entry, and everything else is in the export`() async throws {
        let given = try await vault(files: [String(repeating: "x", count: 250) + ".txt", "short.txt"])
        // So deep that the longest path is too long for the system, and no other one.
        var target = given.vault.scratch.path
        let part = String(repeating: "d", count: 200)
        let most = 4095 - 150
        while target.utf8.count < most {
            target += "/" + part.prefix(max(1, min(200, most - target.utf8.count - 1)))
            let isMade = unsafe mkdir(target, 0o700) == 0
            try #require(isMade, "\(target.utf8.count) bytes: \(errno)")
        }
        let result = try await given.open.export(ExportRequest(.markdown), to: target + "/out")
        let part0 = try #require(result.unwritten.first)
        #expect(result.unwritten.count == 1 && part0.entry == given.entry && part0.reason == .disk(ENAMETOOLONG))
        #expect(part0.sentence.contains("10 March 2026") && part0.sentence.contains("xxx"))
        #expect(result.entries == 2 && result.counts["attachment"] == 1)
        let note = String(decoding: try contents(of: target + "/out/2026/03/2026-03-10-1000.md"), as: UTF8.self)
        #expect(note.contains("short.txt") && !note.contains("xxx"))
    }

    @Test func `an attachment that cannot be saved does not stop the others`() async throws {
        let given = try await vault(files: ["a.txt", "b.txt", "c.txt"])
        let stored = try await given.open.find(given.entry.description)
        let folder = given.vault.scratch.path + "/saved"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        _ = try given.vault.scratch.write("mine", to: "saved/b.txt")
        await #expect(throws: EngineError.exists(path: folder + "/b.txt")) {
            try await given.open.saveAttachments(of: stored, to: folder)
        }
        #expect(names(in: folder).sorted() == ["a.txt", "b.txt", "c.txt"])
        #expect(try contents(of: folder + "/b.txt") == Array("mine".utf8))
        #expect(try await given.open.clearExports().map(\.path).sorted() == [folder + "/a.txt", folder + "/c.txt"])
    }
}
