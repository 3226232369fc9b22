import Engine
import Findings
import Foundation
import GivenValues
import GivenVault
import Importing
import Insights
import Journal
import Ledger
import Records
import Testing

/// Patterns in a vault: looked for, kept, shown, put away.
@Suite struct PatternsTests {
    /// The evening of 2026-01-05, the first day of the made-up log, in milliseconds.
    private static let first: Int64 = 1_767_571_200_000 + 20 * 3_600_000

    /// Headaches that are worse on the day after wine.
    private static func log(days: Int) throws -> LoggedFile {
        try LoggedFile(reading: Array(LoggedFileTests.diary(days: days, effect: 3, seed: 4).utf8))
    }

    /// An empty vault on the evening of so many days later.
    private func empty(after days: Int) throws -> TestVault {
        try TestVault(zone: "UTC", now: Self.first + Int64(days) * 86_400_000)
    }

    /// The same with the log of all days before.
    private func vault(days: Int) async throws -> (given: TestVault, open: OpenVault) {
        let given = try empty(after: days)
        let open = try given.create()
        try await fill(open, Self.log(days: days), 0..<days)
        return (given, open)
    }

    /// Writes down what belongs to some days, counted from the first.
    private func fill(_ open: OpenVault, _ file: LoggedFile, _ days: Range<Int>) async throws {
        let first = LocalDay.of("2026-01-05").number
        let part = file.logged.within((first + days.lowerBound)...(first + days.upperBound - 1))
        for symptom in part.symptoms { try await open.add(symptom) }
        for entry in part.entries {
            let moment = try Moment.of(entry.day.iso + " 18:00", zone: "UTC")
            _ = try await open.add(NewEntry(text: "a day", moment: moment, tags: entry.tags.map { Journal.Tag.of($0) }))
        }
    }

    private func all(_ patterns: Patterns) -> [Patterns.Shown] { patterns.cues + patterns.watching + patterns.aside }

    @Test func `a pattern that is there becomes a cue, and is kept as it was found`() async throws {
        let (given, open) = try await vault(days: 200)
        #expect(try await open.lookForPatterns())
        let patterns = try await open.patterns()
        let cue = try #require(patterns.cues.first)
        #expect(cue.pattern.watch.hypothesis.family == .factors && cue.finding.difference.magnitude > 1.5)
        #expect(cue.id == PatternRecord.record(of: cue.pattern.watch))
        #expect(PatternRecord(fields: cue.pattern.fields) == cue.pattern, "a record reads back as it was written")
        let look = try #require(patterns.look)
        #expect(look.asked > 0 && LookRecord(fields: look.fields).map(\.fields) == look.fields)
        #expect(patterns.nextLook?.number == look.last + 14 && patterns.firstDay == .of("2026-01-05"))
        // Nothing is looked at twice, and another program reads the same.
        #expect(try await !open.lookForPatterns())
        let again = try await given.open().patterns()
        #expect(again.cues == patterns.cues && again.watching == patterns.watching && again.aside == patterns.aside)
    }

    @Test func `the same days give the same findings in every vault, and from a file`() async throws {
        let (_, open) = try await vault(days: 200)
        try await open.lookForPatterns()
        let patterns = try await open.patterns()
        let file = try #require(try Self.log(days: 200).patterns(before: .of("2026-12-31")))
        #expect(file.cues.map(\.id) == patterns.cues.map(\.id) && file.cues.map(\.finding) == patterns.cues.map(\.finding))
        #expect(file.watching.map(\.id) == patterns.watching.map(\.id))
        #expect(file.look?.asked == patterns.look?.asked && file.look?.last == patterns.look?.last)
    }

    @Test func `two devices that look apart name the same records, and decide the same`() async throws {
        let (given, open) = try await vault(days: 200)
        let other = try given.copy().open()
        try await open.lookForPatterns()
        try await other.lookForPatterns()
        let (here, there) = (try await open.patterns(), try await other.patterns())
        #expect(!here.cues.isEmpty && all(here).map(\.id) == all(there).map(\.id))
        #expect(all(here).map(\.pattern) == all(there).map(\.pattern))
    }

    @Test func `looks every two weeks find what looks at the whole history find`() async throws {
        let given = try empty(after: 50)
        _ = try given.create()
        let (early, late) = (try given.open(), try given.copy())
        let file = try Self.log(days: 140)
        try await fill(early, file, 0..<50)
        var looked = try await early.lookForPatterns() ? 1 : 0
        for day in 50..<140 {
            given.clock.advance(days: 1)
            try await fill(early, file, day..<(day + 1))
            if try await early.lookForPatterns() { looked += 1 }
        }
        #expect(looked == 8, "six weeks, then every two")
        late.clock.advance(days: 90)
        let other = try late.open()
        try await fill(other, file, 0..<140)
        try await other.lookForPatterns()
        let (a, b) = (try await early.patterns(), try await other.patterns())
        #expect(!all(a).isEmpty && all(a).map(\.id) == all(b).map(\.id))
        #expect(all(a).map(\.pattern) == all(b).map(\.pattern) && a.look?.last == b.look?.last)
    }

    @Test func `a history that comes in later is looked at as if somebody had looked all along`() async throws {
        let open = try empty(after: 199).create()
        #expect(try await !open.lookForPatterns(), "there is nothing yet")
        let file = try Self.log(days: 199)
        // The last days first, and one look at them.
        try await fill(open, file, 150..<199)
        try await open.lookForPatterns()
        let before = try await open.patterns()
        #expect(before.cues.isEmpty)
        try await fill(open, file, 0..<150)
        #expect(try await open.lookForPatterns())
        let after = try await open.patterns()
        let cue = try #require(after.cues.first)
        #expect(cue.pattern.watch.since < LocalDay.of("2026-01-05").number + 150)
        let look = try #require(after.look)
        #expect(look.first < (try #require(before.look)).first)
        #expect(try await !open.lookForPatterns())
    }

    @Test func `what its owner puts away stays away through later looks, and comes back when asked`() async throws {
        let (given, open) = try await vault(days: 200)
        try await open.lookForPatterns()
        let cue = try #require(try await open.patterns().cues.first)
        try await open.dismissPattern(cue.id)
        #expect(try await open.patterns().aside.map(\.id).contains(cue.id))
        given.clock.advance(days: 30)
        #expect(try await open.lookForPatterns())
        let later = try await open.patterns()
        #expect(!later.cues.map(\.id).contains(cue.id))
        #expect(later.aside.first { $0.id == cue.id }?.pattern.isDismissed == true)
        #expect(later.aside.first { $0.id == cue.id }?.pattern.watch == cue.pattern.watch, "what was found is not touched")
        try await open.dismissPattern(cue.id, false)
        #expect(try await open.patterns().cues.map(\.id).contains(cue.id))
    }

    @Test func `a snoozed cue comes back on its day`() async throws {
        let (given, open) = try await vault(days: 200)
        try await open.lookForPatterns()
        let cue = try #require(try await open.patterns().cues.first)
        try await open.snoozePattern(cue.id, days: 10)
        #expect(try await open.patterns().aside.map(\.id).contains(cue.id))
        given.clock.advance(days: 9)
        #expect(try await !open.patterns().cues.map(\.id).contains(cue.id))
        given.clock.advance(days: 1)
        #expect(try await open.patterns().cues.map(\.id).contains(cue.id))
        // Taking it back does not wait for that day.
        try await open.snoozePattern(cue.id, days: 300)
        try await open.snoozePattern(cue.id, days: 0)
        #expect(try await open.patterns().cues.map(\.id).contains(cue.id))
    }

    @Test func `looks that were reckoned while another device looked are left aside`() async throws {
        let (given, open) = try await vault(days: 200)
        let early = try #require(try await open.dueLooks())
        let other = try given.open()
        try await other.lookForPatterns()
        let kept = try await other.patterns()
        let cue = try #require(kept.cues.first)
        try await other.dismissPattern(cue.id)
        try await open.keep(early.done())
        let after = try await open.patterns()
        #expect(after.look == kept.look && after.cues.map(\.id) == kept.cues.dropFirst().map(\.id))
        #expect(after.aside.first { $0.id == cue.id }?.pattern.isDismissed == true)
    }

    @Test func `what a running trial tests is asked about when it is over, and not before`() async throws {
        let (given, open) = try await vault(days: 200)
        let plan = Trial(
            action: "no wine", sign: .tag("Wine"), outcome: "symptom:headache", blockDays: 3, pairs: 6, washOut: 1,
            first: .of("2026-07-25"))
        _ = try await open.beginTrial(plan)
        #expect(try await open.closedFactors() == [.tag("wine")])
        try await open.lookForPatterns()
        let during = try await open.patterns()
        let isAboutWine: (Hypothesis) -> Bool = { if case .factor(.tag("wine"), _, _) = $0 { true } else { false } }
        #expect(!all(during).map(\.pattern.watch.hypothesis).contains(where: isAboutWine))
        #expect(!during.unconfirmed.map(\.hypothesis).contains(where: isAboutWine))
        let waiting = try #require(during.look).waiting.map(\.hypothesis)
        #expect(!waiting.contains(where: isAboutWine))
        let stopped = try #require(try await open.openTrial())
        _ = try await open.stopTrial(stopped.id)
        #expect(try await open.closedFactors().isEmpty)
        given.clock.advance(days: 20)
        #expect(try await open.lookForPatterns())
        let after = try await open.patterns()
        #expect((all(after).map(\.pattern.watch.hypothesis) + after.unconfirmed.map(\.hypothesis)).contains(where: isAboutWine))
    }

    @Test func `a look that a wrong clock took in years to come does not keep the next one away`() async throws {
        let (given, open) = try await vault(days: 100)
        try await open.lookForPatterns()
        let look = try #require(try await open.patterns().look)
        given.clock.advance(days: 1500)
        #expect(try await open.lookForPatterns())
        given.clock.advance(days: -1500 + 14)
        #expect(try await open.lookForPatterns())
        let after = try #require(try await open.patterns().look)
        #expect(after.last > look.last && after.last <= look.last + 28)
        #expect(try await !open.lookForPatterns())
    }

    @Test func `an older day moves no look closer than two weeks to the last`() async throws {
        let (given, open) = try await vault(days: 100)
        try await open.lookForPatterns()
        let last = try #require(try await open.patterns().look).last
        let older = try Moment.of("2026-01-02 18:00", zone: "UTC")
        _ = try await open.add(NewEntry(text: "older", moment: older))
        let next = try #require(try await open.patterns().nextLook)
        #expect(next.number >= last + 14 && next.number < last + 28)
        given.clock.advance(days: Int64(next.number - last))
        #expect(try await open.lookForPatterns())
    }

    @Test func `a pattern that does not exist is refused, and nothing is written`() async throws {
        let open = try TestVault().create()
        let none = RecordID(firstBytesOf: [UInt8](repeating: 7, count: 16))
        await #expect(throws: HealthError.noSuchRecord(kind: PatternRecord.kind)) { try await open.dismissPattern(none) }
        await #expect(throws: HealthError.noSuchRecord(kind: PatternRecord.kind)) { try await open.snoozePattern(none, days: 3) }
        #expect(try await open.patterns().look == nil)
    }

    /// What the days since a confirmation on 20 December 2025 show of a pattern that was seen higher.
    @Test(
        arguments: [
            (
                -0.4...0.9, 20_442...20_497,
                "Not seen since 20 Dec 2025. On the day after a day tagged “wine”, your mood was 0.3 higher (",
                "and was confirmed on 20 Dec 2025. On later days there may be no difference: it no longer counts."
            ),
            (
                -2...(-1), 20_442...20_497,
                "Not seen since 20 Dec 2025. On the day after a day tagged “wine”, your mood was 1.5 lower (",
                "and was confirmed on 20 Dec 2025. Later days show the opposite: it no longer counts."
            ),
            (
                1...2, 20_442...20_497, "On the day after a day tagged “wine”, your mood was 1.5 higher (",
                "and held on new days. The numbers are from the days since 20 Dec 2025, when it was confirmed."
            ),
            (
                1...2, 20_200...20_441, "On the day after a day tagged “wine”, your mood was 1.5 higher (",
                "and held on new days, as it did before. The numbers are from all days since 22 Apr 2025."
            ),
        ] as [(ClosedRange<Double>, ClosedRange<Int>, String, String)])
    func `its sentences say what the days since show`(
        interval: ClosedRange<Double>, days: ClosedRange<Int>, sentence: String, state: String
    ) {
        let question = Hypothesis.factor(.tag("wine"), .mood, lag: 1)
        func finding(_ difference: Double, _ interval: ClosedRange<Double>, _ days: ClosedRange<Int>) -> Finding {
            Finding(
                question, difference: difference, interval: interval, with: 9, without: 30, window: days, spread: 2, p: 0.01,
                adjusted: 0.01)
        }
        let middle = (interval.lowerBound + interval.upperBound) / 2
        let watch = Watch(
            question, since: 20_414, first: finding(2, 1...3, 20_372...20_413),
            state: .confirmed(day: 20_442, finding(middle, interval, days)))
        let (words, shown) = (
            PatternWords(medicines: [:]), Patterns.Shown(id: PatternRecord.record(of: watch), pattern: PatternRecord(watch))
        )
        #expect(words.sentence(shown).hasPrefix(sentence))
        #expect(words.state(watch).hasSuffix(state))
        #expect(watch.isCurrent(on: 20_500) == (interval.lowerBound > 0))
    }

    @Test(
        arguments: [
            [:], ["question": "trend/mood"], ["question": "who knows", "since": "2026-03-14"],
            ["question": "trend/mood", "since": "2026-02-30", "state": ["is": "watching"]],
            ["question": "trend/mood", "since": "2026-03-14", "state": ["is": "confirmed"]],
        ] as [[String: JSON]])
    func `fields that say no pattern are none`(fields: [String: JSON]) {
        #expect(PatternRecord(fields: fields) == nil)
    }
}
