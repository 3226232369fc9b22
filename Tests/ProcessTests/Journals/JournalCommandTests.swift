import ByteSearch
import Foundation
import Testing

/// Several journals on two devices, and killed while one is made.
@Suite struct JournalCommandTests {
    private func names(_ sandbox: Sandbox) throws -> [String] {
        try sandbox.done("journal", "list", "--json").list.compactMap { $0["name"] as? String }
    }

    @Test(.enabled(if: RelayProcess.program != nil, "auralyst-relay was not built beside the program under test"))
    func `two devices keep two journals in step, and the relay reads no name`() throws {
        let relay = try RelayProcess()
        let (one, two) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        try one.done("sync", "start", relay.address, "--yes")
        try two.link(to: relay, recoveryCode: Given.empty.recoveryCode)
        try one.done("journal", "new", "Thunderache")
        _ = try one.add("it hurts", "--journal", "thunder")
        for sandbox in [one, two] { try sandbox.done("sync", "now") }
        #expect(try names(two) == ["Journal", "Thunderache"])
        _ = try two.add("still", "--journal", "thunder")
        for sandbox in [two, one] { try sandbox.done("sync", "now") }
        #expect(try one.list("--journal", "thunder").count == 2)
        var search = ByteSearch()
        search.add(text: "thunderache")
        #expect(search.hits(below: [relay.folder]).hits.isEmpty)
        #expect(search.hits(below: [one.vault, two.vault]).hits.isEmpty)
    }
}

extension CrashTests {
    @Test func `a journal is taken out wholly or not at all`() throws {
        let given = try Sandbox(copying: Given.empty.folder)
        try given.done("journal", "new", "Thunderache")
        let thunder = (10..<40).map { "[2021-03-04 10:\($0)] thunder \($0)\n\n" }.joined()
        try given.done("import", "jrnl", try given.write(thunder, to: "thunder.txt"), "--journal", "thunderache")
        _ = try given.add("stays")
        let sandbox = try Sandbox()
        try sandbox.crash("journal remove", percent: 5) { _ in
            try sandbox.replaceVault(by: given.vault)
            return ["journal", "remove", "thunderache", "--yes"]
        } check: { cutOff in
            let count = try sandbox.done("journal", "list", "--json").list.count
            let left = try sandbox.list().count
            #expect(
                (count == 2 && left == 31) || (count == 1 && left == 1), "\(count) journals, \(left) entries: \(cutOff.summary)")
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
        }
    }

    @Test func `a journal is made wholly or not at all, and can be written into`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        func names() throws -> [String] {
            try sandbox.done("journal", "list", "--json").list.compactMap { $0["name"] as? String }
        }
        var known = try names()
        try sandbox.crash("journal new", percent: 5) { number in
            // A vault can have a hundred.
            if known.count == 90 {
                try sandbox.replaceVault(by: Given.empty.folder)
                known = try names()
            }
            return ["journal", "new", "number \(number)", "--json"]
        } check: { cutOff in
            let name = "number \(cutOff.number)"
            let now = try names()
            let isThere = now.contains(name)
            #expect(Set(now) == Set(known + (isThere ? [name] : [])), "\(cutOff): other journals are changed")
            if cutOff.outcome.json != nil { #expect(isThere, "\(cutOff): what was confirmed is gone") }
            if isThere { _ = try sandbox.add("in it", "--journal", name) }
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            #expect(try names() == now)
            known = now
        }
    }
}
