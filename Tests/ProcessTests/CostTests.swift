import Foundation
import SeededChance
import Testing

/// What every command costs in a short log and in a long one. Nothing is timed: pages, memory and syncs are counted. Names and keys come
/// out the same in every run, so that rows lie on the same pages: syncs are equal each time, pages nearly always, and memory to a hundredth.
///
/// Three hundred records and ten thousand: an index that is read as a whole is some thirty times as long, while a tree gets one level
/// deeper.
@Suite struct CostTests {
    /// How much a count may grow.
    private static let growth = 1.2
    /// What reads all of a log of more pages than are kept in memory reads some of them again.
    private static let again = 2.5
    /// A tree in a longer log has a level more: a page for each tree that a command walks down.
    private static let deeper = 20
    /// Bytes for such a page: itself, and a row of it that went over to another page and is put together to be compared.
    private static let pageInMemory = 8_192.0

    @Test func `no command costs more in a long log, but for those that read all of it`() throws {
        let days = Lane.amount(quick: 3_300, ci: 3_300, all: 10_000)
        let relay = try RelayProcess.program.map { _ in try RelayProcess() }
        let (short, long) = (try desk(days: 100), try desk(days: days))
        var (shorts, longs) = ("", "")
        for (second, sample) in try Sample.all.enumerated() {
            for sandbox in [short, long] { try sandbox.setClock(ahead: Int64(60 + second), isStopped: true) }
            if let reason = sample.withoutRelay, relay == nil { print("not run: \(sample.line): \(reason)"); continue }
            guard let before = try sample.run(on: short, relay: relay, last: &shorts),
                let after = try sample.run(on: long, relay: relay, last: &longs)
            else { continue }
            // For whoever looks for what varies: the log of the run has every count.
            print("counted: \(sample.line): \(before) short, \(after) long")
            // The whole log: as many times as much as it is longer.
            let allowed = sample.isOfAll ? CostTests.again * Double(days) / 100 : CostTests.growth
            let deeper = Double(CostTests.deeper * (sample.walksFar ? 4 : 1))
            #expect(
                Double(after.pages) <= Double(before.pages) * allowed + deeper,
                "\(sample.line): \(before.pages) pages read in a short log, \(after.pages) in a long one")
            #expect(
                Double(after.bytes) <= Double(before.bytes) * allowed + deeper * CostTests.pageInMemory,
                "\(sample.line): \(before.bytes) bytes of memory in a short log, \(after.bytes) in a long one")
            #expect(
                sample.isOfAll || after.syncs <= before.syncs,
                "\(sample.line): \(before.syncs) syncs in a short log, \(after.syncs) in a long one")
        }
    }

    @Test func `every command has its sample`() throws {
        let sandbox = try Sandbox()
        let dump = try sandbox.done("--experimental-dump-help").object
        var commands: [String] = []
        func walk(_ command: [String: Any], _ path: [String]) throws {
            let children = command["subcommands"] as? [[String: Any]] ?? []
            if children.isEmpty { commands.append(path.joined(separator: " ")) }
            for child in children { try walk(child, path + [try #require(child["commandName"] as? String)]) }
        }
        try walk(try #require(dump["command"] as? [String: Any]), [])
        try #require(commands.count > 100)
        let samples = try Sample.all
        for command in commands where command != "help" {
            #expect(samples.contains { ($0.line + " ").hasPrefix(command + " ") }, "'\(command)' has no line in work-samples.txt")
        }
    }

    /// A desk with a log of so many days, whose key is kept.
    private func desk(days: Int) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.setClock(isStopped: true)
        try sandbox.steadyChance(days)
        let code = try sandbox.makeVault()
        try sandbox.done(
            "import", "auralyst", try sandbox.write(LongLog.export(days: days), to: sandbox.root + "/output/log.json"))
        try sandbox.write(code, to: sandbox.root + "/output/recovery-code")
        sandbox["AURALYST_RECOVERY_CODE_FILE"] = sandbox.root + "/output/recovery-code"
        return sandbox
    }
}

/// One line of work-samples.txt.
private struct Sample {
    /// The command and its words; of one that is not run, the command alone.
    let line: String
    let isOfAll: Bool
    /// It walks down many trees.
    let walksFar: Bool
    private let isCounted: Bool
    private let isRun: Bool

    static var all: [Sample] {
        get throws {
            try SampleFile.lines("work-samples.txt", beside: #filePath).map { try Sample($0) }
        }
    }

    private init(_ text: String) throws {
        isRun = !text.hasPrefix("- ")
        isOfAll = text.hasPrefix("*")
        walksFar = text.hasPrefix("+")
        isCounted = !text.hasPrefix(".")
        guard isRun else {
            let parts = text.dropFirst(2).split(separator: ":", maxSplits: 1)
            try #require(parts.count == 2, "a command that is not run has its reason: \(text)")
            line = String(parts[0])
            return
        }
        line = isOfAll || walksFar || !isCounted ? String(text.dropFirst()) : text
    }

    /// Why it cannot run without a relay.
    var withoutRelay: String? {
        line.hasPrefix("sync") || line.hasPrefix("share") ? "auralyst-relay was not built beside the program under test" : nil
    }

    /// What it cost; `nil` where it is not run or not counted. `last`: the name that was looked for last.
    func run(on sandbox: Sandbox, relay: RelayProcess?, last: inout String) throws -> WorkCount? {
        guard isRun else { return nil }
        let (outcome, work) = try sandbox.counted(try words(on: sandbox, relay: relay, last: &last))
        guard outcome.isDone else {
            Issue.record("\(line): \(outcome.summary)")
            return nil
        }
        return isCounted ? work : nil
    }

    private func words(on sandbox: Sandbox, relay: RelayProcess?, last: inout String) throws -> [String] {
        try SampleFile.words(of: line).map { word in
            guard word.hasPrefix("{") else { return word }
            if word != "{same}" { last = try name(String(word.dropFirst().dropLast()), on: sandbox, relay: relay) }
            return last
        }
    }

    private func name(_ list: String, on sandbox: Sandbox, relay: RelayProcess?) throws -> String {
        if list == "relay" { return try #require(relay).address }
        if list == "note" {
            let entry = try name("list", on: sandbox, relay: relay)
            let notes = try sandbox.done("show", entry, "--json").object["notes"] as? [[String: Any]]
            return try #require(notes?.first?["id"] as? String)
        }
        let words = list.split(separator: " ").map(String.init)
        let outcome = try sandbox.start(words + ["--json"]).wait()
        try #require(outcome.isDone, outcome.summary)
        let found = outcome.list.isEmpty ? outcome.object["items"] as? [[String: Any]] ?? [] : outcome.list
        let object = try #require(
            found.count > 2 ? found[2] : found.last, "'\(list)' shows nothing: \(outcome.summary)")
        return try #require(object["id"] as? String)
    }
}
