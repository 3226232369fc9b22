import CWorkCount
import Engine
import Exchange
import Findings
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Reminders
import SeededChance
import SharedJournal
import Store
import Sync
import Testing
import Vault
import WebApp

/// What every page and every form costs in a short log and in a long one. Nothing is timed: what the database does, bytes of memory that
/// are asked for and file syncs are counted.
///
/// Enough records to fill each list of the latest, and eleven times as many: what reads a table or an index
/// as a whole, or opens its operations, takes eleven times as many steps. And the short log with twenty journals, one of them shared by fifty people.
@Suite(.serialized) struct RouteCostTests {
    /// How much the steps and the bytes may grow.
    private static let growth = 1.2
    /// Steps by which two searches of a tree, or lists of ten months and of a hundred, can differ.
    private static let byChance = 2_000.0
    /// How much the looks at pages may grow: every tree has a level more; and by how many where there are few.
    private static let deeper = 1.7
    /// The app's round of sync may begin beside a request, and looks at some 200 pages before it asks the relay.
    private static let fewPages = 230.0
    /// Bytes and syncs by which two requests can differ: one of them may keep pages in memory that it looks at for the first time.
    private static let byChanceInMemory = 2_500_000.0, syncsByChance = 4.0
    /// How many times as much may be done where what is shown is a list of all journals or people.
    private static let asManyJournals = 25.0

    @Test func `no page and no form costs more in a long log, but for those that read all of it`() async throws {
        let days = Lane.amount(quick: 3_340, ci: 3_340, all: 10_000)
        // Bytes and syncs are those of the whole process: scripts/run-tests gives it nothing else to do.
        let isAlone = CommandLine.arguments.contains("--no-parallel")
        if !isAlone { print("other tests may run beside: bytes and syncs are not compared") }
        // Ten thousand doses in `ci` and `all`.
        let doses = Lane.amount(quick: 1, ci: 3, all: 1)
        let (short, long) = (try await Desk(days: 300, doses: doses), try await Desk(days: days, doses: doses))
        let wide = try await Desk(days: 300, doses: doses, journals: 20, people: 50)
        for sample in try RouteSample.all where sample.isRun {
            guard let before = try await short.run(sample) else { continue }
            func hold(_ other: Desk, _ name: String, isOfAll: Bool, many: Double = 1) async throws {
                guard let after = try await other.run(sample), !isOfAll else { return }
                func hold(_ what: String, _ count: (Work) -> Int, within factor: Double, and more: Double) {
                    #expect(
                        Double(count(after)) <= Double(count(before)) * factor * many + more,
                        "\(sample.line): \(count(before)) \(what) in a short log, \(count(after)) in \(name)")
                }
                hold("steps of the database", \.steps, within: RouteCostTests.growth, and: RouteCostTests.byChance)
                hold("looks at pages", \.pages, within: RouteCostTests.deeper, and: RouteCostTests.fewPages)
                guard isAlone else { return }
                hold("bytes of memory", \.bytes, within: RouteCostTests.growth, and: RouteCostTests.byChanceInMemory)
                hold("file syncs", \.syncs, within: 1, and: RouteCostTests.syncsByChance)
            }
            try await hold(long, "a long one", isOfAll: sample.isOfAll)
            try await hold(
                wide, "one of many journals and people", isOfAll: false,
                many: sample.isOfJournals ? RouteCostTests.asManyJournals : 1)
        }
    }

    @Test func `every page and every form has its sample`() async throws {
        let given = try await GivenApp()
        let routes = given.app.routes
        try #require(routes.count > 150)
        let answering = Set(try RouteSample.all.compactMap { sample in routes.first { sample.isAnswered(by: $0) } })
        for route in routes { #expect(answering.contains(route), "'\(route)' has no line in route-samples.txt") }
    }
}

extension OpenVault {
    fileprivate var databaseWork: (pages: Int, steps: Int) { store.work }

    /// Merges the index of words and copies the write-ahead log back: SQLite does both now and then, during any write.
    fileprivate func settleDatabase() throws {
        try store.write { try $0.mergeWords() }
        try store.walCheckpoint()
    }
}

private struct Work {
    /// Looks at pages of the database, and steps of its machine.
    var pages, steps: Int
    /// Bytes of memory that the process asked for, and its file syncs.
    var bytes, syncs: Int

    init(_ vault: OpenVault) async {
        (pages, steps) = await vault.databaseWork
        let process = work_count_now()
        (bytes, syncs) = (process.bytes, process.syncs)
    }

    static func - (after: Work, before: Work) -> Work {
        var work = after
        work.pages -= before.pages
        work.steps -= before.steps
        work.bytes -= before.bytes
        work.syncs -= before.syncs
        return work
    }
}

/// A person's vault with a log of so many days, and the browser in which it is open.
private final class Desk {
    let given: GivenApp
    let client: TestClient
    let token: String
    let relay: RelayDesk
    /// The names that were asked for: what was deleted is restored by its name.
    private var names: [String: String] = [:]
    /// What was answered last, and where an answer led last.
    private var answer: TestResponse?
    private var location = ""
    /// The last day of the log, from 1970.
    private static let today = 20_526

    /// - Parameter doses: how many a day.
    /// - Parameter journals: how many there are beside the first.
    /// - Parameter people: how many others share the first. All is at a relay, which does not answer any more.
    init(days: Int, doses: Int, journals: Int = 2, people: Int = 1) async throws {
        relay = try await RelayDesk()
        given = try await GivenApp(machine: relay.machine)
        client = try await given.ownersBrowser()
        let vault = try await given.vault()
        for number in 1...journals {
            var entry = NewEntry(text: "Of another journal")
            entry.journal = try await vault.createJournal(named: "Journal \(number)").id
            _ = try await vault.add(entry)
        }
        let bytes = Array(LongLog.export(days: days, doses: doses, until: Desk.today).utf8)
        _ = try await vault.importExport(opening: {
            var pieces = [bytes]
            return { pieces.popLast() ?? [] }
        })
        try await vault.startSync(with: try RelayAddress(RelayDesk.address), over: relay.line)
        let (line, clock) = (relay.line, given.clock)
        let driver = SyncDriver(vault, client: try await vault.relayClient { _ in line }, now: { clock.now })
        try await driver.wholeRound()
        var chance = Seed.generator("people of a shared journal")
        let journal = try #require(try await vault.journals().first).id
        for number in 1...people {
            let link = try await vault.invite(to: journal, as: .note, history: .all, name: "Ben")
            let identity = try SharedPerson(&chance).keys
            guard let secret = InviteSecret(link.secret) else { preconditionFailure("a link has a secret") }
            let proof = secret.sign(Invitation.joinMessage(journal: journal, invite: link.invite, identity: identity.name))
            let request = JoinRequest(invite: link.invite, identity: identity, proof: proof)
            let waiting = WaitingJoin(request: request, received: given.clock.now)
            let question = try #require(try await vault.questions([waiting], to: journal).first)
            try await vault.approve(question, as: "Ann \(number)")
        }
        try await driver.wholeRound()
        // The app's own round, which the page Sync will begin, stands still at its first question.
        relay.fallSilent()
        // So that no page begins a look beside itself.
        try await vault.lookForPatterns()
        token = try await client.get("/settings").formToken
    }

    /// What a request costs that comes behind a change, when nothing is known from before. `nil` where it is refused.
    func run(_ sample: RouteSample) async throws -> Work? {
        let vault = try await given.vault()
        _ = try await vault.add(NewEntry(text: "A change"))
        let path = try await filled(sample.path, vault)
        var fields: [(String, String)] = [("form-token", token)]
        for (name, value) in sample.fields { fields.append((name, try await filled(value, vault))) }
        // So that no request merges the index, or brings over what the ones before wrote.
        try await vault.settleDatabase()
        let before = await Work(vault)
        var answer =
            switch sample.method {
            case "GET": try await client.get(path)
            case "UPLOAD":
                try await client.post(
                    path,
                    multipart: fields.map { name, value in
                        value.hasPrefix("@")
                            ? PartToSend(name, fileName: "file.txt", bytes: Array(value.dropFirst().utf8))
                            : PartToSend(name, value)
                    })
            default: try await client.post(path, form: FormFields(fields))
            }
        let place = answer.headers["location"]
        // The work goes on beside the answer.
        if place == "/progress" { answer = try await client.workDone() }
        let after = await Work(vault)
        guard answer.status.code < 400, place?.hasPrefix("/unlock") != true else {
            Issue.record("\(sample.line): \(answer.status.code) \(answer.text.suffix(1_500))")
            return nil
        }
        let relay = relay
        if path == "/settings/sync" { try await until("the relay is asked") { relay.questions > 0 } }
        self.answer = answer
        location = place ?? location
        return after - before
    }

    /// A text with the names of what is there in its braces: the innermost first. `{name@path}` is what a page's field of that name holds,
    /// `{name@}` that of the last answer.
    private func filled(_ text: String, _ vault: OpenVault) async throws -> String {
        var filled = text
        while let close = filled.firstIndex(of: "}"), let open = filled[..<close].lastIndex(of: "{") {
            let what = String(filled[filled.index(after: open)..<close])
            filled.replaceSubrange(open...close, with: try await found(what, vault))
        }
        return filled
    }

    private func found(_ what: String, _ vault: OpenVault) async throws -> String {
        let parts = what.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            let page = try #require(parts[1].isEmpty ? answer : try await client.get(parts[1]))
            return try #require(page.field(parts[0]), "no field \(what)")
        }
        if let known = names[what] { return known }
        let name = try await name(what, vault)
        if !["last", "location"].contains(what) { names[what] = name }
        return name
    }

    private func name(_ what: String, _ vault: OpenVault) async throws -> String {
        func daily(_ kind: String, back: Int) -> String { LongLog.id(kind, LongLog.date(Desk.today - back)) }
        switch what {
        case "entry": return daily("entry", back: 2)
        case "dose": return daily("intake", back: 2)
        case "check-in": return daily("check_in", back: 2)
        case "symptom": return daily("symptom_entry", back: 3)
        case "measure": return try #require(try await vault.records(MeasureEntry.self, limit: 1).first).id.description
        case "medicine": return LongLog.id("medication", "0")
        case "schedule": return LongLog.id("medication_schedule", "0")
        case "new-medicine":
            return try #require(try await vault.medications().first { $0.value.name == "Ibuprofen" }).id.description
        case "craving":
            let day = try #require(LocalDay(number: Desk.today))
            return try #require(try await vault.records(CheckIn.self, on: day...day, limit: 1).first).id.description
        case "last": return try #require(try await vault.entries(Selection(limit: 1)).list.first).id.description
        case "filed", "file":
            let entry = try #require(try await vault.entries(Selection(limit: 300)).list.first { !$0.attachments.isEmpty })
            return what == "filed" ? entry.id.description : entry.attachments[0].description
        case "note":
            let entry = try #require(RecordID(text: daily("entry", back: 2)))
            return try #require(try await vault.notes(of: entry).first).stored.id.description
        case "journal": return try #require(try await vault.journals().first).id.description
        case "spare": return try #require(try await vault.journals().last).id.description
        case "member":
            let members = try await vault.shared(try #require(try await vault.journals().first).id).members
            return hex(try #require(members.first { !$0.isYou }).identity)
        case "invitation":
            let invitations = try await vault.shared(try #require(try await vault.journals().first).id).invitations
            return hex(try #require(invitations.first).id)
        case "template": return try #require(try await vault.templates().first).id.description
        case "trial": return try #require(try await vault.trials().first).id.description
        case "trigger": return try #require(try await vault.supportItems(.trigger).first).id.description
        case "calendar": return try await vault.calendarToken()
        case "code": return try #require(await given.door.recoveryCode())
        case "folder": return given.folder
        case "location": return location.split { "=/".contains($0) }.last.map(String.init) ?? ""
        default: throw Unknown(name: what)
        }
    }

    private struct Unknown: Error { let name: String }
}

/// One line of route-samples.txt.
private struct RouteSample {
    let line: String
    let isRun: Bool
    let isOfAll: Bool
    let isOfJournals: Bool
    /// `GET`, `POST`, or `UPLOAD` for a form with files.
    let method: String
    let path: String
    let fields: [(String, String)]

    static var all: [RouteSample] {
        get throws {
            try SampleFile.lines("route-samples.txt", beside: #filePath).map { try RouteSample($0) }
        }
    }

    private init(_ text: String) throws {
        isRun = !text.hasPrefix("- ")
        let marks = text.prefix { "*~".contains($0) }
        (isOfAll, isOfJournals) = (marks.contains("*"), marks.contains("~"))
        line = text
        let reason = text.firstRange(of: ": ")
        try #require(isRun || reason != nil, "a route that is not run has its reason: \(text)")
        let words = SampleFile.words(
            of: isRun ? text.dropFirst(marks.count) : text[..<(reason?.lowerBound ?? text.endIndex)].dropFirst(2))
        try #require(words.count >= 2, "\(text)")
        (method, path) = (words[0], words[1])
        fields = words.dropFirst(2).map { word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// Whether a route, `GET /entry/:id`, fits this request, or names a route that is not run.
    func isAnswered(by route: String) -> Bool {
        let parts = route.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts[0] == (method == "UPLOAD" ? "POST" : method) else { return false }
        if !isRun { return parts[1] == path }
        let wanted = parts[1].split(separator: "/"), own = path.prefix { $0 != "?" }.split(separator: "/")
        return wanted.count == own.count && zip(wanted, own).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
}
