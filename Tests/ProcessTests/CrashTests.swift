import Foundation
import Testing

/// Kills the program at seeded moments in the middle of its work: each action is there wholly or not at all, and what was
/// confirmed on stdout is there. `AURALYST_CRASHES` says how many kills there are in all, `AURALYST_SEED` repeats a run.
@Suite struct CrashTests {
    private static let total = ProcessInfo.processInfo.environment["AURALYST_CRASHES"].flatMap { Int($0) } ?? 200

    /// A share of all kills, in percent.
    static func kills(_ percent: Int) -> Int { max(1, (total * percent + 50) / 100) }

    /// When to kill: so long after the start, or so long after the first write to the vault's folder.
    enum Moment {
        case start(Double)
        case writing(Double)
    }

    /// Every second time anywhere in the time that the action takes, else around its writing, which may be a small part.
    struct Moments {
        let duration: Double
        var generator: SplitMix64
        var count = 0

        init(_ name: String, runs: Int = 3, measuring run: () throws -> Void) rethrows {
            generator = Seed.generator("crash during " + name)
            var shortest = Double.infinity
            for _ in 0..<runs {
                let start = Date()
                try run()
                shortest = min(shortest, Date().timeIntervalSince(start))
            }
            duration = shortest
        }

        mutating func next() -> Moment {
            count += 1
            return count % 2 == 0
                ? .start(.random(in: 0...duration, using: &generator))
                : .writing(.random(in: 0...0.02, using: &generator) * .random(in: 0...1, using: &generator))
        }
    }

    /// How many were cut off, and how many had finished before.
    struct Tally {
        var killed = 0
        var finished = 0
        var there = 0

        mutating func count(_ outcome: Outcome, isThere: Bool) {
            if case .killed = outcome.ending { killed += 1 } else { finished += 1 }
            if isThere { there += 1 }
        }

        /// Whether there were so many kills; on a machine that is quicker than when the time was measured, not for ever.
        func isEnough(_ kills: Int) -> Bool { killed >= kills || killed + finished >= 3 * kills }
    }

    func kill(_ sandbox: Sandbox, _ words: [String], _ moment: Moment, extra: [String: String] = [:]) throws -> Outcome {
        switch moment {
        case .start(let seconds):
            let child = try sandbox.start(words, extra: extra)
            usleep(UInt32(seconds * 1_000_000))
            child.kill()
            return child.wait()
        case .writing(let seconds):
            try FileManager.default.createDirectory(atPath: sandbox.vault, withIntermediateDirectories: true)
            let watch = try FolderWatch([sandbox.vault], alsoWrites: true)
            let child = try sandbox.start(words, extra: extra)
            while child.isRunning, !watch.sawWriting() { usleep(50) }
            usleep(UInt32(seconds * 1_000_000))
            child.kill()
            return child.wait()
        }
    }

    /// Kills so many times, and checks after each that nothing is amiss. `isThere` compares what was and what is, and
    /// says whether the action happened.
    func crash(
        _ name: String, percent: Int, in sandbox: Sandbox, words: (Int) throws -> [String],
        isThere: (_ before: Snapshot, _ after: Snapshot, _ number: Int, _ outcome: Outcome) throws -> Bool
    ) throws {
        var warmUp = -3
        var moments = try Moments(name) {
            try #require(try sandbox.start(try words(warmUp)).wait().isDone)
            warmUp += 1
        }
        var tally = Tally()
        var before = try Snapshot(of: sandbox)
        var number = -1
        while !tally.isEnough(CrashTests.kills(percent)) {
            number += 1
            let moment = moments.next()
            let outcome = try kill(sandbox, try words(number), moment)
            let after = try Snapshot(of: sandbox)
            let happened = try isThere(before, after, number, outcome)
            if !happened { #expect(after == before, "kill \(number) of \(name) at \(moment) left something half done") }
            if outcome.json != nil { #expect(happened, "kill \(number) of \(name): what was confirmed is gone") }
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
            #expect(try Snapshot(of: sandbox) == after, "repair after kill \(number) of \(name) changed the entries")
            tally.count(outcome, isThere: happened)
            before = after
        }
        print(
            "crash during \(name): \(tally.killed) killed, \(tally.finished) had finished; \(tally.there) were there afterwards")
    }

    @Test func `an entry is added wholly or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        let file = try sandbox.write(content, to: "attached")
        try crash(
            "add", percent: 20, in: sandbox,
            words: { number in
                let words = [
                    "add", "--json", "entry number \(number)", "--mood", "calm", "--tag", "one", "--tag", "two", "--star",
                ]
                return words + (number % 3 == 0 ? ["--attach", file] : [])
            },
            isThere: { before, after, number, outcome in
                let new = after.entries(not: before)
                guard let (id, entry) = new.first else { return false }
                #expect(new.count == 1 && before.entries.count + 1 == after.entries.count && after.deleted == before.deleted)
                for piece in [
                    #""text":"entry number \#(number)""#, #""mood":"calm""#, #""tags":["one","two"]"#, #""starred":true"#,
                ] {
                    #expect(entry.contains(piece))
                }
                if let printed = outcome.object["id"] as? String { #expect(printed == id) }
                if number % 3 == 0 {
                    _ = try sandbox.start(program: "/bin/mkdir", ["-p", "opened"]).wait()
                    try sandbox.done("show", id, "--save-attachments", "opened")
                    #expect(sandbox.bytes(sandbox.work + "/opened/attached") == content)
                    try FileManager.default.removeItem(atPath: sandbox.work + "/opened")
                }
                return true
            })
        let sealed = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault + "/attachments")
        #expect(sealed.allSatisfy { !$0.hasSuffix(".partial") }, "repair leaves no unfinished files")
    }

    @Test func `an entry is changed wholly or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let ids = try sandbox.list("--limit", "5").compactMap { $0["id"] as? String }
        try crash(
            "edit", percent: 15, in: sandbox,
            words: {
                ["edit", "--json", ids[($0 + 5) % 5], "--text", "changed by \($0)", "--tag", "tag\($0)", "--mood", "mood\($0)"]
            },
            isThere: { before, after, number, _ in
                let new = after.entries(not: before)
                guard let (id, entry) = new.first else { return false }
                #expect(new.count == 1 && id == ids[number % 5] && after.entries.count == before.entries.count)
                for piece in [#""text":"changed by \#(number)""#, #""mood":"mood\#(number)""#, #""tag\#(number)""#] {
                    #expect(entry.contains(piece))
                }
                return true
            })
    }

    @Test func `an entry is deleted and restored wholly or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let id = try #require(try sandbox.list("--limit", "1").first?["id"] as? String)
        // Which of both it is follows from what the vault says, as the one before may not have happened.
        try crash(
            "delete and restore", percent: 15, in: sandbox,
            words: { _ in [try Snapshot(of: sandbox).entries[id] == nil ? "restore" : "delete", "--json", id] },
            isThere: { before, after, _, _ in
                #expect((after.entries[id] == nil) != (after.deleted[id] == nil), "neither here nor there, or both")
                #expect(after.entries[id] ?? after.deleted[id] == before.entries[id] ?? before.deleted[id])
                #expect(after.entries.filter { $0.key != id } == before.entries.filter { $0.key != id })
                return (after.entries[id] == nil) != (before.entries[id] == nil)
            })
    }

    @Test func `an import is there as a whole or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let count = 300
        for number in -3..<(3 * CrashTests.kills(20)) {
            let jrnl = (0..<count).map { index in
                "[20\(padded(index % 20))-0\(1 + index % 9)-1\(index % 10) 21:00] import \(number + 3) entry \(index)\nand its body #tag\(index % 7)\n\n"
            }
            try sandbox.write(jrnl.joined(), to: "source\(number).txt")
        }
        try crash(
            "import", percent: 20, in: sandbox, words: { ["import", "--json", "jrnl", "source\($0).txt"] },
            isThere: { before, after, number, _ in
                let new = after.entries(not: before)
                #expect(new.isEmpty || new.count == count, "\(new.count) of \(count) entries are there")
                #expect(after.entries.count == before.entries.count + new.count)
                #expect(new.values.allSatisfy { $0.contains("import \(number + 3) entry ") })
                return !new.isEmpty
            })
    }

    @Test func `a repair that is cut off changes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        try crash(
            "repair", percent: 12, in: sandbox, words: { _ in ["repair", "--json"] },
            isThere: { before, after, _, outcome in
                #expect(after == before)
                return outcome.json != nil
            })
        #expect(try Snapshot(of: sandbox) == whole)
    }

    @Test func `a repair of a damaged database that is cut off loses nothing`() throws {
        let damaged = try Sandbox(copying: Given.diary.folder)
        let path = damaged.vault + "/journal.db"
        var bytes = damaged.bytes(path)
        bytes[bytes.count / 2] ^= 0x10
        try damaged.write(bytes, to: path)
        let reference = try Sandbox(copying: damaged.vault)
        _ = try reference.run("repair", "--json")
        let rescued = try Snapshot(of: reference)
        #expect(rescued.entries.count > 250)
        let sandbox = try Sandbox(copying: damaged.vault)
        var moments = try Moments("repair of damage", runs: 1) {
            try sandbox.replaceVault(by: damaged.vault)
            _ = try sandbox.run("repair", "--json")
        }
        for number in 0..<CrashTests.kills(6) {
            try sandbox.replaceVault(by: damaged.vault)
            _ = try kill(sandbox, ["repair", "--json"], moments.next())
            let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault).map {
                sandbox.bytes(sandbox.vault + "/" + $0)
            }
            #expect(kept.contains(bytes), "kill \(number): the damaged database is not there any more")
            _ = try sandbox.run("repair", "--json")
            #expect(try Snapshot(of: sandbox) == rescued, "kill \(number): less was rescued afterwards")
        }
    }

    @Test func `the passphrase is the old one or the new one`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        let files = [sandbox.root + "/passphrase", sandbox.root + "/other"]
        try sandbox.write("a quite different one\n", to: files[1])
        var isOld = true
        func change() -> [String: String] { ["AURALYST_NEW_PASSPHRASE_FILE": files[isOld ? 1 : 0]] }
        /// With no key kept: the passphrase itself must open it.
        func opens(with file: String) throws -> Outcome {
            try sandbox.run("list", "--json", extra: ["AURALYST_PASSPHRASE_FILE": file, "AURALYST_KEY_HOLDER": "agent"])
        }
        var moments = try Moments("keys passphrase", runs: 1) {
            try #require(try sandbox.run("keys", "passphrase", extra: change()).isDone)
            isOld.toggle()
        }
        var tally = Tally()
        while !tally.isEnough(CrashTests.kills(10)) {
            let number = tally.killed + tally.finished
            let outcome = try kill(sandbox, ["keys", "passphrase", "--json"], moments.next(), extra: change())
            let new = try opens(with: files[isOld ? 1 : 0])
            if new.isDone {
                isOld.toggle()
            } else {
                new.expectRefusal(3, "wrong_passphrase", asJSON: true)
                #expect(outcome.json == nil, "kill \(number): the change was confirmed and did not happen")
                #expect(try opens(with: files[isOld ? 0 : 1]).isDone, "kill \(number): neither passphrase opens the vault")
            }
            #expect(try Snapshot(of: sandbox) == whole)
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone, repaired.summary)
            tally.count(outcome, isThere: new.isDone)
        }
        // The one that was replaced last opens nothing.
        try opens(with: files[isOld ? 1 : 0]).expectRefusal(3, "wrong_passphrase", asJSON: true)
        print("crash during keys passphrase: \(tally.killed) killed, \(tally.finished) had finished; \(tally.there) were changed")
    }

    @Test func `a vault is made wholly, or can be made again`() throws {
        let sandbox = try Sandbox()
        var moments = try Moments("init", runs: 1) {
            try? FileManager.default.removeItem(atPath: sandbox.vault)
            try #require(try sandbox.run("init", "--json").isDone)
        }
        var tally = Tally()
        while !tally.isEnough(CrashTests.kills(8)) {
            let number = tally.killed + tally.finished
            try? FileManager.default.removeItem(atPath: sandbox.vault)
            let outcome = try kill(sandbox, ["init", "--json"], moments.next())
            let isMade = FileManager.default.fileExists(atPath: sandbox.vault + "/vault.auralyst")
            if let code = outcome.object["recovery_code"] as? String {
                #expect(isMade)
                try sandbox.write(code, to: "code")
                let opened = try sandbox.run("unlock", "--recovery", "--for", "5s", extra: ["AURALYST_RECOVERY_FILE": "code"])
                #expect(opened.isDone, opened.summary)
            }
            if !isMade {
                #expect(try sandbox.run("init").isDone, "kill \(number): the vault is neither there nor can it be made")
            }
            try sandbox.done("unlock", "--for", "1m")
            try sandbox.done("add", "the first entry")
            #expect(try sandbox.list().map { $0["text"] as? String } == ["the first entry"])
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.object["whole"] as? Bool == true, repaired.summary)
            try sandbox.done("lock")
            tally.count(outcome, isThere: isMade)
        }
        print("crash during init: \(tally.killed) killed, \(tally.finished) had finished; \(tally.there) vaults were there")
    }
}
