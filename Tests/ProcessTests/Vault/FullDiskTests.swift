import Foundation
import SeededChance
import Testing

/// A disk without room: a clear sentence, and nothing that was confirmed is lost.
@Suite struct FullDiskTests {
    @Test(.smallDisk, arguments: ["add", "attach", "import", "edit"])
    func `a disk that fills up is named, loses nothing, and goes on when there is room`(action: String) throws {
        let sandbox = try Sandbox()
        let disk = try vaultOnSmallDisk(in: sandbox, mebibytes: action == "attach" ? 6 : 3)
        let noise = try sandbox.write(FullDiskTests.noise(700_000), to: "noise.bin")
        let text = try sandbox.write(String(repeating: "many words of one entry ", count: 4000), to: "words")
        try sandbox.write(
            (0..<30_000).map { "[2020-01-01 \(padded($0 % 24)):00] entry \($0) of many, many words\n\n" }.joined(),
            to: "large.txt")
        var texts = ["an entry to begin with"]
        let first = try sandbox.add(texts[0])
        var refusal: Outcome?
        for number in 1...80 where refusal == nil {
            let words: [String] =
                switch action {
                case "attach": ["add", "--json", "entry \(number)", "--attach", noise]
                case "import": ["import", "--json", "large.txt"]
                case "edit": ["edit", "--json", first, "--text", "-"]
                default: ["add", "--json", "-"]
                }
            if ["add", "edit"].contains(action) {
                try sandbox.write("\(number) " + String(decoding: sandbox.bytes(text), as: UTF8.self), to: "input")
            }
            let input: Child.Input = ["add", "edit"].contains(action) ? .path(sandbox.work + "/input") : .nothing
            let outcome = try sandbox.start(words, input: input).wait()
            if outcome.isDone, let text = outcome.object["text"] as? String {
                if action == "edit" { texts = [text] } else { texts.append(text) }
            } else {
                refusal = outcome
            }
        }
        let full = try #require(refusal, "the disk never filled up")
        full.expectRefusal(1, "disk_full", asJSON: true)
        #expect(
            try sandbox.list().compactMap { $0["text"] as? String }.sorted() == texts.sorted(),
            "what was confirmed is there while the disk is full")
        _ = try sandbox.run("show", first).isDone
        try disk.grow(mebibytes: 60)
        #expect(
            try sandbox.list().compactMap { $0["text"] as? String }.sorted() == texts.sorted(), "and when there is room again")
        let more = try sandbox.add("one more", "--attach", noise)
        #expect(try sandbox.done("show", more, "--json").object["text"] as? String == "one more")
        let repair = try sandbox.run("repair", "--json")
        #expect(repair.object["whole"] as? Bool == true, repair.summary)
        #expect(try sandbox.list().count == texts.count + 1)
    }

    @Test(.smallDisk) func `a passphrase that cannot be saved leaves the old one`() throws {
        let sandbox = try Sandbox()
        let disk = try vaultOnSmallDisk(in: sandbox, mebibytes: 1)
        let before = try listing(disk.path + "/vault")
        // The index beside the database's log finds room, the vault file does not.
        let fill = "cat /dev/zero > '\(disk.path)/filler' 2>/dev/null; truncate -s -32768 '\(disk.path)/filler'"
        _ = try sandbox.start(program: "/bin/sh", ["-c", fill]).wait()
        try sandbox.write("another one 93 lanterns\n", to: "new")
        let outcome = try sandbox.run("keys", "passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": "new"])
        outcome.expectRefusal(1, "disk_full")
        #expect(!outcome.errors.contains("so nothing was saved"), "the database had no room: \(outcome.summary)")
        try FileManager.default.removeItem(atPath: disk.path + "/filler")
        let opened = try sandbox.run("list", "--json")
        #expect(opened.isDone, opened.summary)
        #expect(try listing(disk.path + "/vault")["vault.auralyst"] == before["vault.auralyst"])
    }

    @Test(.smallDisk) func `a vault whose copy under a new key has no room keeps its key`() throws {
        let sandbox = try Sandbox()
        let disk = try vaultOnSmallDisk(in: sandbox, mebibytes: 3)
        _ = try sandbox.add("an entry to begin with")
        try sandbox.write(FullDiskTests.noise(60_000), to: disk.path + "/spare")
        _ = try sandbox.start(program: "/bin/sh", ["-c", "cat /dev/zero > '\(disk.path)/filler' 2>/dev/null"]).wait()
        try FileManager.default.removeItem(atPath: disk.path + "/spare")
        try sandbox.run("keys", "rotate").expectRefusal(1, "disk_full")
        #expect(try sandbox.list().count == 1, "it can be read while the disk is full")
        try FileManager.default.removeItem(atPath: disk.path + "/filler")
        #expect(try sandbox.list().count == 1)
        #expect(try !listing(disk.path + "/vault").keys.contains { $0.contains(".next") })
        try sandbox.done("keys", "rotate")
        #expect(try sandbox.list().count == 1)
    }

    @Test(arguments: ["ignored", "deadly"])
    func `a limit on the size of files loses nothing that was confirmed`(signal: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let first = try sandbox.add("an entry to begin with")
        let text = try sandbox.write(String(repeating: "many words of one entry ", count: 20_000), to: "words")
        // dash counts 'ulimit -f' in blocks of 512 bytes.
        let trap = signal == "ignored" ? "trap '' XFSZ; " : ""
        var confirmed = ["an entry to begin with"]
        var refusal: Outcome?
        for _ in 0..<12 where refusal == nil {
            let command = trap + "ulimit -f 3000; exec \"$0\" add - --json < '\(text)'"
            let outcome = try sandbox.start(program: "/bin/sh", ["-c", command, Given.program]).wait()
            if outcome.isDone, let text = outcome.object["text"] as? String { confirmed.append(text) } else { refusal = outcome }
        }
        let full = try #require(refusal, "the limit was never met")
        #expect(full.json == nil)
        // The system kills whoever goes on after that signal; whoever ignores it gets an error, which has to be named.
        if signal == "ignored" { full.expectRefusal(1, asJSON: true) }
        #expect(try sandbox.list().compactMap { $0["text"] as? String }.sorted() == confirmed.sorted())
        try sandbox.done("edit", first, "--text", "goes on")
        let repair = try sandbox.run("repair", "--json")
        #expect(repair.object["whole"] as? Bool == true, repair.summary)
    }

    /// A disk that is soon full, with the vault of the sandbox on it.
    private func vaultOnSmallDisk(in sandbox: Sandbox, mebibytes: Int) throws -> SmallDisk {
        let disk = try SmallDisk(in: sandbox, mebibytes: mebibytes)
        try FileManager.default.copyItem(atPath: Given.empty.folder, toPath: disk.path + "/vault")
        sandbox["AURALYST_VAULT"] = disk.path + "/vault"
        return disk
    }

    private static func noise(_ count: Int) -> [UInt8] {
        var generator = SplitMix64(seed: 7)
        return generator.bytes(count)
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that mounts a disk, which is skipped where none can be mounted.
    static var smallDisk: Self { .enabled("no disk can be mounted here") { SmallDisk.isPossible } }
}

/// A file system in memory that is soon full; taken away at the end.
final class SmallDisk {
    let path: String
    private let sandbox: Sandbox

    /// Whether this user can mount one: root, where the system lets it.
    static let isPossible = getuid() == 0 && (try? SmallDisk(in: Sandbox(), mebibytes: 1)) != nil

    init(in sandbox: Sandbox, mebibytes: Int) throws {
        self.sandbox = sandbox
        path = sandbox.work + "/disk"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let outcome = try sandbox.start(
            program: "/usr/bin/env", ["mount", "-t", "tmpfs", "-o", "size=\(mebibytes)m,mode=0700", "none", path]
        ).wait()
        guard outcome.isDone else { throw NotMounted(reason: outcome.errors) }
    }

    private struct NotMounted: Error {
        let reason: String
    }

    func grow(mebibytes: Int) throws {
        let outcome = try sandbox.start(
            program: "/usr/bin/env", ["mount", "-o", "remount,size=\(mebibytes)m", path]
        ).wait()
        #expect(outcome.isDone, outcome.summary)
    }

    /// From now on it can be read only.
    func endWriting() throws {
        let outcome = try sandbox.start(program: "/usr/bin/env", ["mount", "-o", "remount,ro", path]).wait()
        #expect(outcome.isDone, outcome.summary)
    }

    deinit {
        let outcome = try? sandbox.start(program: "/usr/bin/env", ["umount", path]).wait()
        if outcome?.isDone != true { Issue.record(outcome?.summary ?? "umount was not started") }
    }
}
