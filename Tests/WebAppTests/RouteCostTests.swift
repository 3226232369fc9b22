import Engine
import Foundation
import HTTP
import Journal
import Ledger
import SeededChance
import Store
import Testing
import WebApp

/// What every page and every form costs in a short log and in a long one. Nothing is timed: looks at pages of the database and steps of
/// its machine are counted.
///
/// Nine hundred records, enough to fill each list of the latest, and ten thousand: what reads a table or an index as a whole takes eleven
/// times as many steps.
@Suite struct RouteCostTests {
    /// How much the steps may grow.
    private static let growth = 1.2
    /// Steps by which two searches of a tree, or lists of ten months and of a hundred, can differ.
    private static let byChance = 2_000.0
    /// How much the looks at pages may grow: every tree has a level more.
    private static let deeper = 1.7

    @Test func `no page and no form costs more in a long log, but for those that read all of it`() async throws {
        let days = Lane.amount(quick: 3_300, ci: 3_300, all: 10_000)
        let (short, long) = (try await Desk(days: 300), try await Desk(days: days))
        for sample in try RouteSample.all where sample.isRun {
            guard let before = try await short.run(sample), let after = try await long.run(sample), !sample.isOfAll else {
                continue
            }
            #expect(
                Double(after.steps) <= Double(before.steps) * RouteCostTests.growth + RouteCostTests.byChance,
                "\(sample.line): \(before.steps) steps of the database in a short log, \(after.steps) in a long one")
            #expect(
                Double(after.pages) <= Double(before.pages) * RouteCostTests.deeper,
                "\(sample.line): \(before.pages) looks at pages in a short log, \(after.pages) in a long one")
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

/// A person's vault with a log of so many days, and the browser in which it is open.
private final class Desk {
    let given: GivenApp
    let client: TestClient
    let token: String
    /// The names that were asked for: what was deleted is restored by its name.
    private var names: [String: String] = [:]
    /// The last day of the log, from 1970.
    private static let today = 20_526

    init(days: Int) async throws {
        given = try await GivenApp()
        client = try await given.ownersBrowser()
        let bytes = Array(LongLog.export(days: days, until: Desk.today).utf8)
        _ = try await given.vault().importExport(opening: {
            var pieces = [bytes]
            return { pieces.popLast() ?? [] }
        })
        token = try await client.get("/settings").formToken
    }

    /// What a request costs that comes behind a change, when nothing is known from before. `nil` where it is refused.
    func run(_ sample: RouteSample) async throws -> (pages: Int, steps: Int)? {
        let vault = try await given.vault()
        _ = try await vault.add(NewEntry(text: "A change"))
        let path = try await filled(sample.path, vault)
        var fields: [(String, String)] = [("form-token", token)]
        for (name, value) in sample.fields { fields.append((name, try await filled(value, vault))) }
        let before = await vault.databaseWork
        let answer =
            switch sample.method {
            case "GET": try await client.get(path)
            case "UPLOAD": try await client.post(path, multipart: fields.map { PartToSend($0.0, $0.1) })
            default: try await client.post(path, form: FormFields(fields))
            }
        let after = await vault.databaseWork
        guard answer.status.code < 400, answer.headers["location"]?.hasPrefix("/unlock") != true else {
            Issue.record("\(sample.line): \(answer.status.code) \(answer.text.suffix(1_500))")
            return nil
        }
        return (after.pages - before.pages, after.steps - before.steps)
    }

    /// A text with the names of what is there in its braces.
    private func filled(_ text: String, _ vault: OpenVault) async throws -> String {
        var filled = text
        while let open = filled.firstIndex(of: "{"), let close = filled.firstIndex(of: "}") {
            let what = String(filled[filled.index(after: open)..<close])
            let known = what == "last" ? nil : names[what]
            let found = if let known { known } else { try await name(what, vault) }
            names[what] = found
            filled.replaceSubrange(open...close, with: found)
        }
        return filled
    }

    private func name(_ what: String, _ vault: OpenVault) async throws -> String {
        func daily(_ kind: String, back: Int) -> String { LongLog.id(kind, LongLog.date(Desk.today - back)) }
        switch what {
        case "entry": return daily("entry", back: 2)
        case "dose": return daily("intake", back: 2)
        case "check-in": return daily("check_in", back: 2)
        case "symptom": return daily("symptom_entry", back: 3)
        case "medicine": return LongLog.id("medication", "0")
        case "schedule": return LongLog.id("medication_schedule", "0")
        case "last": return try #require(try await vault.entries(Selection(limit: 1)).list.first).id.description
        case "journal": return try #require(try await vault.journals().first).id.description
        case "template": return try #require(try await vault.templates().first).id.description
        case "trial": return try #require(try await vault.trials().first).id.description
        case "trigger": return try #require(try await vault.supportItems(.trigger).first).id.description
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
        isOfAll = text.hasPrefix("*")
        line = text
        let reason = text.firstRange(of: ": ")
        try #require(isRun || reason != nil, "a route that is not run has its reason: \(text)")
        let words = SampleFile.words(
            of: isRun ? text.drop { $0 == "*" } : text[..<(reason?.lowerBound ?? text.endIndex)].dropFirst(2))
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
