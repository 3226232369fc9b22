import Base
import Engine
import Findings
import Foundation
import HTTP
import Insights
import Journal
import Ledger
import Records
import Testing

// Tests write looks and patterns as they would have been found months later.
extension PatternRecord: HealthValue {
    package var fault: HealthFault? { nil }
}
extension LookRecord: HealthValue {
    package var fault: HealthFault? { nil }
}

/// An app with an unlocked vault, and what the pages of Insights need in it. The clock stands on Saturday, 14 March 2026, 21:00.
struct GivenInsights {
    let given: GivenApp
    let client: TestClient
    let vault: OpenVault
    let token: String
    let zone = "Europe/Vienna"

    init() async throws {
        given = try await GivenApp()
        client = try await given.ownersBrowser()
        vault = try await given.vault()
        token = try await client.get("/health").formToken
    }

    var today: LocalDay { vault.surroundings.wall.day }

    /// The day so many days before today.
    func day(_ back: Int) throws -> LocalDay { try #require(today.adding(days: -back)) }

    func instant(_ day: LocalDay, hour: Int) throws -> Instant {
        let (civil, time) = (try #require(CivilTime(named: zone)), try #require(TimeOfDay(hour: hour, minute: 0)))
        return try #require(civil.instant(day: day, time: time))
    }

    /// A symptom so many days ago.
    func log(_ symptom: String, _ severity: Int, back: Int, hour: Int = 9) async throws {
        let day = try day(back)
        try await vault.add(
            SymptomEntry(instant: try instant(day, hour: hour), zone: zone, day: day, symptom: symptom, severity: severity))
    }

    static let question = Hypothesis.factor(.tag("wine"), .symptom("headache"), lag: 1)

    /// Something that was found, over days that ended so many days ago.
    func finding(_ question: Hypothesis = GivenInsights.question, back: Int = 20) throws -> Finding {
        let last = try day(back).number
        return Finding(
            question, difference: 1.4, interval: 0.6...2.2, with: 23, without: 61, window: (last - 83)...last, spread: 2,
            p: 0.0004,
            adjusted: 0.004)
    }

    /// A pattern as a record: in this state since so many days, and its size measured on the days since its confirmation.
    @discardableResult
    func pattern(
        _ question: Hypothesis = GivenInsights.question, since back: Int, confirmed: Int? = nil, dropped: Int? = nil,
        isDismissed: Bool = false, snoozed: Int? = nil, isMeasured: Bool = true
    ) async throws -> RecordID {
        var state = Watch.State.watching
        if let confirmed {
            var found = try finding(question, back: confirmed + 1)
            // The days that confirm a pattern begin with its watch; those that measure it, with its confirmation.
            let first = try day(isMeasured ? confirmed : back).number
            found.window = first...(isMeasured ? try day(1).number : try day(confirmed + 1).number)
            state = .confirmed(day: try day(confirmed).number, found)
        }
        if let dropped { state = .dropped(day: try day(dropped).number, nil) }
        let watch = Watch(question, since: try day(back).number, first: try finding(question, back: back + 1), state: state)
        var record = PatternRecord(watch, isDismissed: isDismissed)
        if let snoozed { record.snoozedUntil = try day(-snoozed) }
        return try await vault.add(record).id
    }

    /// What the latest look said, so many days ago.
    func look(_ back: Int = 3, asked: Int = 80, quiet: [Finding] = [], waiting: [FamilyLook.Waiting] = []) async throws {
        try await vault.add(
            LookRecord(first: try day(back + 14).number, last: try day(back).number, asked: asked, quiet: quiet, waiting: waiting)
        )
    }

    func page() async throws -> String {
        let response = try await client.get("/insights")
        #expect(response.status == .ok, "\(response.text)")
        return response.text
    }
}

/// The rows of a table of a figure as texts, without markup.
func rows(of figure: String, in page: String, part: String = "tbody") -> [[String]] {
    guard let start = page.firstRange(of: "id=\"\(figure)\""), let table = page[start.upperBound...].firstRange(of: "<\(part)>"),
        let end = page[table.upperBound...].firstRange(of: "</\(part)>")
    else { return [] }
    return page[table.upperBound..<end.lowerBound].components(separatedBy: "<tr").dropFirst().map { row in
        row.matches(of: /<t[hd][^>]*>(.*?)<\/t[hd]>/).map { String($0.1.replacing(/<[^>]*>/, with: "")) }
    }
}
