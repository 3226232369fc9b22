import Foundation
import KillPoints
import SeededChance
import Testing

/// Bytes that change on the disk: the right data or the word "damaged", never "wrong passphrase"; the rest stays readable,
/// `repair` brings back nearly everything, and nothing is deleted.
@Suite struct DamageTests {
    /// What a damaged vault still shows.
    private struct Finding {
        /// Entries that were listed before the repair.
        var listed = 0
        /// Entries that were listed after it, where there was one.
        var repaired: Int?
    }

    private static let whole: Snapshot = {
        do {
            return try Snapshot(of: try Sandbox(copying: Given.diary.folder))
        } catch {
            preconditionFailure("the diary cannot be listed: \(error)")
        }
    }()

    /// Lists, repairs, lists again. Whatever is shown must be as it was written.
    private func examine(_ sandbox: Sandbox, _ what: String, repairs: Bool = true) throws -> Finding {
        let whole = DamageTests.whole
        let before = try listing(sandbox.vault)
        var finding = Finding()
        for words in [["list", "--json"], ["search", "--json", "*:*", "from:1900-01-01"]] {
            let outcome = try sandbox.start(words).wait()
            let shown = expectRight(outcome, what)
            if words[0] == "list" {
                finding.listed = shown
                if outcome.isDone { #expect(shown == whole.entries.count, "\(what): \(shown) entries and exit code 0") }
            }
        }
        guard repairs else { return finding }
        let repair = try sandbox.run("repair", "--json")
        #expect([0, 4].contains(repair.code), "\(what): \(repair.summary)")
        let after = try sandbox.run("list", "--json")
        #expect(after.isDone, "\(what), after the repair: \(after.summary)")
        let repaired = expectRight(after, what + ", after the repair")
        finding.repaired = repaired
        if repair.isDone { #expect(repaired == whole.entries.count, "\(what): repair calls \(repaired) entries sound") }
        // What was damaged is still there under some name, unless every entry is back and called sound.
        let kept = Set(try listing(sandbox.vault).values)
        for (name, bytes) in before where name == "journal.db" || name.hasPrefix("attachments/") {
            if repair.code == 4 { #expect(kept.contains(bytes), "\(what): the damaged \(name) is not kept") }
        }
        let second = try sandbox.run("repair", "--json")
        #expect([0, 4].contains(second.code), second.summary)
        #expect(try sandbox.list().count == repaired, "\(what): a second repair changes the entries")
        return finding
    }

    /// Exit 0, or 4 with a sentence; nothing that is shown is other than it was.
    private func expectRight(_ outcome: Outcome, _ what: String) -> Int {
        #expect([0, 4].contains(outcome.code), "\(what): \(outcome.summary)")
        if outcome.code == 4 {
            #expect(outcome.errors.contains("damaged") || outcome.errors.contains("missing"), outcome.summary)
        }
        #expect(!outcome.errors.contains("internal") && !outcome.errors.contains("passphrase is wrong"), outcome.summary)
        for entry in outcome.list {
            let id = entry["id"] as? String ?? ""
            #expect(DamageTests.whole.entries[id] == Snapshot.spelling(entry), "\(what): the entry \(id) is not as it was")
        }
        return outcome.list.count
    }

    private func flip(_ path: String, at offset: Int, _ bit: UInt8 = 0x40, in sandbox: Sandbox) throws {
        var bytes = sandbox.bytes(path)
        try #require(offset < bytes.count)
        bytes[offset] ^= bit
        try sandbox.write(bytes, to: path)
    }

    // MARK: database

    private static let places = ["the first bytes", "the first page", "the end of the first page", "another page"]

    @Test(arguments: places)
    func `a flipped byte in the database costs at most the entries of one page`(place: String) throws {
        var generator = Seed.generator("damage in " + place)
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/journal.db"
        let size = sandbox.bytes(path).count
        let ranges = ["the first bytes": 0..<100, "the first page": 100..<4016, "the end of the first page": 4016..<4096]
        var findings: [Finding] = []
        // What is listed at once hangs on the page, which takes many tries; a repair is a repair.
        let repairs = Lane.amount(quick: 6, ci: 16, all: 16)
        for number in 0..<(place == "another page" ? 16 : 3) {
            try sandbox.replaceVault(by: Given.diary.folder)
            let offset = Int.random(in: ranges[place] ?? 4096..<size, using: &generator)
            try flip(path, at: offset, UInt8(1) << UInt8.random(in: 0...7, using: &generator), in: sandbox)
            findings.append(try examine(sandbox, "byte \(offset) of journal.db", repairs: number < repairs))
        }
        let all = DamageTests.whole.entries.count
        print(
            "damage in \(place): of \(all) entries, listed at once \(findings.map(\.listed).sorted()),",
            "after repair \(findings.compactMap(\.repaired).sorted())")
        // A page of 4 KiB holds some 20 short entries.
        #expect(findings.compactMap(\.repaired).allSatisfy { $0 >= all - 25 })
        // Of some sixty pages four hold the top of a table, without which nothing is listed before a repair.
        if place == "another page" {
            #expect(
                findings.map(\.listed).reduce(0, +) * 100 >= all * findings.count * 60,
                "too little stays readable before a repair")
        }
    }

    @Test func `what is saved in a damaged vault is there after its repair`() throws {
        var generator = Seed.generator("adding to damage")
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/journal.db"
        let size = sandbox.bytes(path).count
        var saved = 0
        let tries = Lane.amount(quick: 4, ci: 12, all: 12)
        for _ in 0..<tries {
            try sandbox.replaceVault(by: Given.diary.folder)
            let offset = Int.random(in: 0..<size, using: &generator)
            try flip(path, at: offset, in: sandbox)
            let added = try sandbox.run("add", "--json", "written although damaged")
            #expect([0, 4].contains(added.code), "byte \(offset): \(added.summary)")
            _ = try sandbox.run("repair")
            let texts = try sandbox.list().map { $0["text"] as? String }
            if added.isDone {
                saved += 1
                #expect(texts.contains("written although damaged"), "byte \(offset): a confirmed entry is gone after the repair")
            }
        }
        print("adding to damage: \(saved) of \(tries) could be saved")
    }

    @Test(arguments: ["empty", "half", "one byte short", "a byte more", "zeros", "other bytes", "another vault's"])
    func `a database that is not what it was is called damaged`(fault: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/journal.db"
        let bytes = sandbox.bytes(path)
        let new: [UInt8]
        switch fault {
        case "empty": new = []
        case "half": new = Array(bytes.prefix(bytes.count / 2))
        case "one byte short": new = bytes.dropLast()
        case "a byte more": new = bytes + [7]
        case "zeros": new = bytes.map { _ in 0 }
        case "another vault's": new = sandbox.bytes(Given.empty.folder + "/journal.db")
        default: new = bytes.map { $0 ^ 0xff }
        }
        try sandbox.write(new, to: path)
        let finding = try examine(sandbox, "journal.db is \(fault)")
        let repaired = try #require(finding.repaired)
        print("journal.db is \(fault): \(finding.listed) entries at once, \(repaired) after repair")
        if fault == "half" { #expect(repaired > 50) }
        if fault == "a byte more" || fault == "one byte short" { #expect(repaired > 275) }
        let kept = try listing(sandbox.vault).values
        #expect(new.isEmpty || kept.contains { $0 == Data(new) }, "the damaged database is not kept")
    }

    @Test func `a database that is gone is called missing, and none is made in its place`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try FileManager.default.removeItem(atPath: sandbox.vault + "/journal.db")
        for words in [["list"], ["add", "x"], ["search", "x"], ["repair"], ["export", "jrnl", "--out", "x", "--yes"]] {
            try sandbox.refused(words, 4, "database_missing")
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault + "/journal.db"))
    }

    @Test func `a flipped byte in what was not yet moved into the database loses only what came after`() throws {
        var generator = Seed.generator("damage in journal.db-wal")
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let wal = sandbox.vault + "/journal.db-wal"
        // Killed after the writing and before the end, an entry stands beside the database.
        let hook = KillHook(program: Given.program, folders: [sandbox.vault], log: sandbox.root + "/output/points")
        func add(_ kill: Kill? = nil) throws -> KillLog {
            try sandbox.replaceVault(by: Given.diary.folder)
            _ = try sandbox.run("add", "written last", extra: hook.environment(kill))
            return try hook.takeLog()
        }
        let isLeft = try add().points.reversed().contains { point in
            _ = try add(Kill(.before, point.number))
            return try sandbox.bytes(wal).count > 4096 && Sandbox(copying: sandbox.vault).list().count == 302
        }
        try #require(isLeft, "nothing was ever left beside the database")
        let size = sandbox.bytes(wal).count
        for _ in 0..<Lane.amount(quick: 3, ci: 8, all: 8) {
            let copy = try Sandbox(copying: sandbox.vault)
            let offset = Int.random(in: 0..<size, using: &generator)
            try flip(copy.vault + "/journal.db-wal", at: offset, in: copy)
            let outcome = try copy.run("list", "--json")
            #expect([0, 4].contains(outcome.code), outcome.summary)
            let old = outcome.list.filter { $0["text"] as? String != "written last" }
            #expect(outcome.code == 4 || old.count == 301, "byte \(offset): \(old.count) of 301 older entries")
            #expect(old.allSatisfy { DamageTests.whole.entries[$0["id"] as? String ?? ""] == Snapshot.spelling($0) })
            #expect([0, 4].contains(try copy.run("repair", "--json").code))
            #expect(try copy.list().count >= 301, "byte \(offset)")
        }
    }

    // MARK: vault file

    @Test(arguments: ["vault.auralyst", "vault.auralyst.bak"])
    func `a flipped byte in one copy of the vault file keeps nobody out`(name: String) throws {
        var generator = Seed.generator("damage in " + name)
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/" + name
        let size = sandbox.bytes(path).count
        for offset in [3] + (0..<2).map({ _ in Int.random(in: 0..<size, using: &generator) }) {
            try sandbox.replaceVault(by: Given.diary.folder)
            try flip(path, at: offset, in: sandbox)
            let outcome = try sandbox.run("list", "--json")
            #expect(outcome.isDone, "byte \(offset) of \(name): \(outcome.summary)")
            #expect(outcome.errors.contains("auralyst: note: \(name) is damaged"), outcome.summary)
            #expect(outcome.list.count == DamageTests.whole.entries.count)
        }
        // The note says that a repair writes both anew: so it must.
        let before = try listing(sandbox.vault)
        let repair = try sandbox.run("repair", "--json")
        #expect([0, 4].contains(repair.code), repair.summary)
        let again = try sandbox.run("list", "--json")
        #expect(again.isDone && !again.errors.contains("is damaged"), "after repair: \(again.errors)")
        if name == "vault.auralyst" {
            #expect(try listing(sandbox.vault).values.contains { $0 == before[name] }, "the damaged main copy is set aside")
        }
    }

    @Test func `both copies damaged are called damaged, not a wrong passphrase`() throws {
        var generator = Seed.generator("damage in both copies")
        let sandbox = try Sandbox(copying: Given.diary.folder)
        for _ in 0..<2 {
            try sandbox.replaceVault(by: Given.diary.folder)
            for name in ["vault.auralyst", "vault.auralyst.bak"] {
                let path = sandbox.vault + "/" + name
                try flip(path, at: Int.random(in: 0..<sandbox.bytes(path).count, using: &generator), in: sandbox)
            }
            let before = try listing(sandbox.vault)
            let outcome = try sandbox.run("list", "--json")
            if !outcome.isDone { outcome.expectRefusal(4, "damaged", asJSON: true) }
            #expect(try sandbox.run("repair").code != 3)
            #expect(try listing(sandbox.vault).count >= before.count)
        }
    }

    @Test(arguments: ["empty", "half", "gone", "another vault's"], ["vault.auralyst", "vault.auralyst.bak"])
    func `a copy of the vault file that is not what it was keeps nobody out`(fault: String, name: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/" + name
        let bytes = sandbox.bytes(path)
        switch fault {
        case "empty": try sandbox.write([], to: path)
        case "half": try sandbox.write(Array(bytes.prefix(bytes.count / 2)), to: path)
        case "gone": try FileManager.default.removeItem(atPath: path)
        default: try sandbox.write(sandbox.bytes(DamageTests.stranger.folder + "/vault.auralyst"), to: path)
        }
        let outcome = try sandbox.run("list", "--json")
        #expect(outcome.isDone && outcome.list.count == DamageTests.whole.entries.count, outcome.summary)
        #expect(outcome.errors.contains("auralyst: note: \(name) "), outcome.summary)
    }

    private static let stranger = Given.vault(passphrase: "a stranger's passphrase") { _ in }

    @Test func `both copies of another vault ask for its passphrase, and nothing is changed`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            try sandbox.write(sandbox.bytes(DamageTests.stranger.folder + "/vault.auralyst"), to: sandbox.vault + "/" + name)
        }
        let before = try listing(sandbox.vault)
        try sandbox.run("list").expectRefusal(3)
        #expect(try listing(sandbox.vault) == before)
    }

    @Test(arguments: ["removed", "full of bytes"])
    func `the lock file may be anything`(state: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let path = sandbox.vault + "/vault.lock"
        try FileManager.default.removeItem(atPath: path)
        if state != "removed" { try sandbox.write([UInt8](repeating: 0x55, count: 5000), to: path) }
        try sandbox.keepKey()
        try sandbox.write("another one 93 lanterns\n", to: "new")
        try sandbox.done("keys", "passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": "new"])
        #expect(try sandbox.list().count == DamageTests.whole.entries.count)
    }

    @Test func `a repair after the record of what was saved is gone does not say that all is in order`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.keepKey()
        _ = try sandbox.add("one")
        try FileManager.default.removeItem(atPath: sandbox.vault + "/journal.heads")
        let told = try sandbox.run("repair")
        #expect(told.isDone && told.text.contains("Everything that is here is in order."), told.summary)
        #expect(told.errors.contains("journal.heads had been removed or replaced"), told.summary)
        _ = try sandbox.add("two")
        #expect(try sandbox.done("repair").text.contains("Everything is in order."))
    }

    // MARK: attachments

    @Test(arguments: ["flipped at the start", "flipped inside", "flipped at the end", "half", "empty", "gone", "another's"])
    func `a damaged attachment is named, and its entry stays whole`(fault: String) throws {
        var generator = Seed.generator("attachment " + fault)
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let text = "with an attachment"
        let entry = try #require(try sandbox.list("--on", "2021-06-01").first { $0["text"] as? String == text })
        let id = try #require(entry["id"] as? String)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: sandbox.vault + "/attachments").first)
        let path = sandbox.vault + "/attachments/" + name
        let size = sandbox.bytes(path).count
        switch fault {
        case "flipped at the start": try flip(path, at: 0, in: sandbox)
        case "flipped inside": try flip(path, at: Int.random(in: 1..<(size - 1), using: &generator), in: sandbox)
        case "flipped at the end": try flip(path, at: size - 1, in: sandbox)
        case "half": try sandbox.write(Array(sandbox.bytes(path).prefix(size / 2)), to: path)
        case "empty": try sandbox.write([], to: path)
        case "gone": try FileManager.default.removeItem(atPath: path)
        default:
            let other = try sandbox.write([UInt8](repeating: 1, count: 200_000), to: "other.bin")
            _ = try sandbox.add("another entry", "--attach", other)
            let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault + "/attachments")
            let second = try #require(names.first { $0 != name })
            try sandbox.write(sandbox.bytes(sandbox.vault + "/attachments/" + second), to: path)
        }
        _ = try sandbox.start(program: "/bin/mkdir", ["opened"]).wait()
        let shown = try sandbox.run("show", id, "--save-attachments", "opened", "--json")
        #expect(shown.ending == .exited(4), shown.summary)
        #expect(shown.errors.contains("letter.bin") && (shown.errors.contains("damaged") || shown.errors.contains("missing")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.work + "/opened").isEmpty, "a part of it was written")
        let repair = try sandbox.run("repair", "--json")
        #expect(repair.ending == .exited(4), repair.summary)
        #expect((repair.object["attachment_faults"] as? [String])?.count == 1, repair.summary)
        #expect(FileManager.default.fileExists(atPath: path) == (fault != "gone"))
        #expect(try Snapshot(of: sandbox).entries[id] == DamageTests.whole.entries[id])
    }
}
