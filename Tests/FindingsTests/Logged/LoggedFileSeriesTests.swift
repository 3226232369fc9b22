import Findings
import Foundation
import GivenValues
import Importing
import Insights
import Journal
import Testing

/// Series that real people wrote down, where they are at hand.
@Suite struct LoggedFileSeriesTests {
    @Test(
        .realExports,
        arguments: [
            ("timeseries/myaiguide_P3_kneepain.csv", "2018-10-22", "2019-08-06", "symptom:knee pain", 83),
            ("timeseries/myaiguide_P4_pain.csv", "2019-04-14", "2019-06-02", "symptom:knee pain", 43),
            ("timeseries/myaiguide_P1_pain.csv", "2015-11-25", "2023-11-12", "symptom:knees", 2908),
            ("timeseries/manyAnalystsESM_single_person.csv", "2014-10-28", "2014-11-27", "symptom:worried", 31),
        ])
    func `real series come in with their days, and are charted`(
        path: String, first: String, last: String, name: String, days: Int
    ) throws {
        let bytes = try fixture(path)
        let file = try LoggedFile(reading: bytes)
        let span = try #require(file.days(before: .of("2026-11-20")))
        #expect(span.lowerBound == .of(first) && span.upperBound == .of(last), "\(span)")
        let outcome = try #require(Outcome.Name(text: name))
        let diary = try #require(file.diary(days: span, watched: [outcome]))
        #expect(diary.outcomes.first?.name == outcome)
        let levels = DailyLevels(of: try #require(diary.outcomes.first), days: diary.days)
        #expect((days - days / 5 - 12...days).contains(levels.observed), "\(levels.observed) days")
        // A mean of seven days lies within what was written down.
        let known = levels.values.filter { !$0.isNaN }
        let means = levels.rolling(7, least: 4).filter { !$0.isNaN }
        #expect((known.min() ?? 0) - 1e-9 <= (means.min() ?? 0) && (means.max() ?? 0) <= (known.max() ?? 0) + 1e-9)
    }

    @Test(.realExports) func `events of a real log come in as tags`() throws {
        let bytes = try fixture("taplog_csv/myaiguide_taplog_2020-2022.csv")
        let file = try LoggedFile(reading: bytes)
        #expect(file.count == 1067 && file.series.isEmpty)
        #expect(Set(file.logged.entries.flatMap(\.tags)) == ["sport"])
        #expect(file.logged.entries.first?.day == .of("2020-08-09"))
    }

    /// Who did what on which days, as factors of the days of somebody else; `shift` days later.
    private func factors(_ events: LoggedFile, shift: Int, days: ClosedRange<Int>) throws -> [Factor] {
        var byDay: [Int: Set<String>] = [:]
        for event in events.logged.entries { byDay[event.day.number + shift, default: []].formUnion(event.tags) }
        let span = try #require(byDay.keys.min())...(try #require(byDay.keys.max()))
        let known = days.filter(span.contains)
        let names = byDay.values.reduce(into: [String: Int]()) { counts, tags in for tag in tags { counts[tag, default: 0] += 1 }
        }
        let most = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Diary.mostFactors).map(\.key).sorted()
        return most.map { name in
            Factor(.tag(name), Dictionary(uniqueKeysWithValues: known.map { ($0, byDay[$0]?.contains(name) ?? false) }))
        }
    }

    @Test(.realExports, arguments: [0, 91, 182, 273, 364, 455, 546, 637, -91, -182, -273, -364, -455, -546])
    func `what another person did gives nobody a cue`(shift: Int) throws {
        let (pain, sport) = (
            try fixture("timeseries/myaiguide_P3_kneepain.csv"), try fixture("timeseries/myaiguide_P1_sport.csv")
        )
        let file = try LoggedFile(reading: pain)
        let days = try #require(file.days(before: .of("2026-11-20")))
        let own = try #require(file.diary(days: days))
        let others = try factors(try LoggedFile(reading: sport), shift: shift, days: own.days)
        let diary = Diary(days: own.days, outcomes: own.outcomes, factors: others, seed: UInt64(bitPattern: Int64(shift)))
        let cues = Watcher().replay(diary).watches.filter { watch in
            if case .confirmed = watch.state { watch.hypothesis.family == .factors } else { false }
        }
        #expect(cues.isEmpty, "shift \(shift): \(cues.map(\.name))")
        #expect(!others.isEmpty)
    }
}
