import Foundation
import Testing

/// Kills the program at counted points, before, in the middle of and after the calls by which it changes files: each action
/// is there wholly or not at all, and what was confirmed on stdout is there. docs/decisions/0039 says how.
@Suite struct CrashTests {
    /// Kills an action on entries, and checks after each kill that nothing is amiss. `isThere` compares what was and what is,
    /// and says whether the action happened.
    func crash(
        _ action: String, percent: Int, in sandbox: Sandbox, words: (_ number: Int) throws -> [String],
        isThere: (_ before: Snapshot, _ after: Snapshot, CutOff) throws -> Bool
    ) throws {
        var before = Snapshot()
        try sandbox.crash(action, percent: percent) { number in
            let words = try words(number)
            before = try Snapshot(of: sandbox)
            return words
        } check: { cutOff in
            let after = try Snapshot(of: sandbox)
            let happened = try isThere(before, after, cutOff)
            if !happened { #expect(after == before, "\(cutOff): something is half done") }
            if cutOff.outcome.json != nil { #expect(happened, "\(cutOff): what was confirmed is gone") }
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            #expect(try Snapshot(of: sandbox) == after, "\(cutOff): the repair changed the entries")
        }
    }

    @Test(arguments: [false, true])
    func `an entry is added wholly or not at all`(withAttachment: Bool) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        let file = try sandbox.write(content, to: "attached")
        let opened = sandbox.root + "/opened"
        try crash(
            withAttachment ? "add with an attachment" : "add", percent: 10, in: sandbox,
            words: { number in
                let words = [
                    "add", "--json", "entry number \(number)", "--mood", "calm", "--tag", "one", "--tag", "two", "--star",
                ]
                return words + (withAttachment ? ["--attach", file] : [])
            },
            isThere: { before, after, cutOff in
                let new = after.entries(not: before)
                guard let (id, entry) = new.first else { return false }
                #expect(new.count == 1 && before.entries.count + 1 == after.entries.count && after.deleted == before.deleted)
                for piece in [
                    #""text":"entry number \#(cutOff.number)""#, #""mood":"calm""#, #""tags":["one","two"]"#,
                    #""starred":true"#,
                ] {
                    #expect(entry.contains(piece), cutOff.summary)
                }
                if let printed = cutOff.outcome.object["id"] as? String { #expect(printed == id, cutOff.summary) }
                if withAttachment {
                    try FileManager.default.createDirectory(atPath: opened, withIntermediateDirectories: false)
                    try sandbox.done("show", id, "--save-attachments", opened)
                    #expect(sandbox.bytes(opened + "/attached") == content, cutOff.summary)
                    try FileManager.default.removeItem(atPath: opened)
                }
                return true
            })
        guard withAttachment else { return }
        let sealed = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault + "/attachments")
        #expect(sealed.allSatisfy { !$0.hasSuffix(".partial") }, "repair leaves no unfinished files")
    }

    @Test func `an entry is changed wholly or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let ids = try sandbox.list("--limit", "5").compactMap { $0["id"] as? String }
        try crash(
            "edit", percent: 15, in: sandbox,
            words: { ["edit", "--json", ids[$0 % 5], "--text", "changed by \($0)", "--tag", "tag\($0)", "--mood", "mood\($0)"] },
            isThere: { before, after, cutOff in
                let number = cutOff.number
                let new = after.entries(not: before)
                guard let (id, entry) = new.first else { return false }
                #expect(new.count == 1 && id == ids[number % 5] && after.entries.count == before.entries.count, cutOff.summary)
                for piece in [#""text":"changed by \#(number)""#, #""mood":"mood\#(number)""#, #""tag\#(number)""#] {
                    #expect(entry.contains(piece), cutOff.summary)
                }
                return true
            })
    }

    @Test(arguments: [("delete", undoneBy: "restore"), ("restore", undoneBy: "delete")])
    func `an entry is deleted and restored wholly or not at all`(action: String, undoneBy: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let id = try #require(try sandbox.list("--limit", "1").first?["id"] as? String)
        var isUndone = action == "delete"
        try crash(
            action, percent: 8, in: sandbox,
            words: { _ in
                if !isUndone { try sandbox.done(undoneBy, id) }
                return [action, "--json", id]
            },
            isThere: { before, after, cutOff in
                #expect((after.entries[id] == nil) != (after.deleted[id] == nil), "\(cutOff): neither here nor there, or both")
                #expect(after.entries[id] ?? after.deleted[id] == before.entries[id] ?? before.deleted[id], cutOff.summary)
                #expect(after.entries.filter { $0.key != id } == before.entries.filter { $0.key != id }, cutOff.summary)
                isUndone = (after.entries[id] == nil) == (before.entries[id] == nil)
                return !isUndone
            })
    }

    @Test func `an entry that moves is in the one journal or in the other`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("journal", "new", "Work")
        var id = try sandbox.add("moved", "--attach", try sandbox.write("attached words", to: "notes.txt"))
        var target = "work"
        try crash(
            "move", percent: 6, in: sandbox, words: { _ in ["edit", "--json", id, "--journal", target] },
            isThere: { before, after, cutOff in
                let new = after.entries(not: before)
                guard let (moved, _) = new.first else { return false }
                #expect(new.count == 1 && after.entries.count == 1 && after.deleted[id] != nil, cutOff.summary)
                (id, target) = (moved, target == "work" ? "journal" : "work")
                return true
            })
    }

    @Test func `an import is there as a whole or not at all`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let count = 300
        var there = 0
        try crash(
            "import", percent: 20, in: sandbox,
            words: { number in
                // Many imports succeed: from time to time the vault begins again, so that it stays quick to look at.
                if there > 3000 { try sandbox.replaceVault(by: Given.empty.folder) }
                let jrnl = (0..<count).map { index in
                    "[20\(padded(index % 20))-0\(1 + index % 9)-1\(index % 10) 21:00] import \(number) entry \(index)\nand its body #tag\(index % 7)\n\n"
                }
                try sandbox.write(jrnl.joined(), to: "source.txt")
                return ["import", "--json", "jrnl", "source.txt"]
            },
            isThere: { before, after, cutOff in
                let new = after.entries(not: before)
                #expect(new.isEmpty || new.count == count, "\(cutOff): \(new.count) of \(count) entries are there")
                #expect(after.entries.count == before.entries.count + new.count, cutOff.summary)
                #expect(new.values.allSatisfy { $0.contains("import \(cutOff.number) entry ") }, cutOff.summary)
                there = after.entries.count
                return !new.isEmpty
            })
    }

    @Test func `a repair that is cut off changes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        try crash(
            "repair", percent: 12, in: sandbox, words: { _ in ["repair", "--json"] },
            isThere: { before, after, cutOff in
                #expect(after == before, cutOff.summary)
                return cutOff.outcome.json != nil
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
        let code = try reference.run("repair", "--json").code
        #expect([0, 4].contains(code))
        let rescued = try Snapshot(of: reference)
        #expect(rescued.entries.count > 250)
        let sandbox = try Sandbox(copying: damaged.vault)
        try sandbox.crash("repair of damage", percent: 6, code: code) { _ in
            try sandbox.replaceVault(by: damaged.vault)
            return ["repair", "--json"]
        } check: { cutOff in
            let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault).map {
                sandbox.bytes(sandbox.vault + "/" + $0)
            }
            #expect(kept.contains(bytes), "\(cutOff): the damaged database is not there any more")
            _ = try sandbox.run("repair", "--json")
            #expect(try Snapshot(of: sandbox) == rescued, "\(cutOff): less was rescued afterwards")
        }
    }
}
