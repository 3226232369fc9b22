import ArgumentParser
import Base
import Findings
import Foundation
import Importing
import Insights
import Journal
import Ledger

struct InsightsCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "insights",
        subcommands: [InsightsShow.self, InsightsDismiss.self, InsightsSnooze.self, InsightsRestore.self],
        defaultSubcommand: InsightsShow.self)
}

struct InsightsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("insights show")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var source: FileOption

    @Flag(name: .long, help: say("Also show dismissed, snoozed and earlier ones.")) var all = false
    @Flag(name: .long, help: say("Say why each cue is shown.")) var why = false
    @Flag(name: .long, help: say("Look once at a period; nothing is checked on new days.")) var report = false
    @Option(name: .long, help: ArgumentHelp(say("With --report: from this day on."), valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp(say("With --report: up to this day."), valueName: "day")) var to: String?

    func validate() throws {
        if !report, from != nil || to != nil { throw ValidationError(say("--from and --to belong to --report")) }
        if report, all { throw ValidationError(say("--all does not work with --report: a report hides nothing")) }
    }

    func run() async throws {
        let period = try report ? bounds() : nil
        let source = try InsightsSource.open(file: source.file, options)
        if let period { return try await showReport(period, source) }
        guard let patterns = try await source.patterns() else { throw LoggedFileError.nothingToCount }
        var counts: [CountNotice] = []
        if let days = try await source.days(last: CountNotice.diaryDays), let diary = try await source.openDiary(days: days) {
            counts = CountNotice.all(in: diary)
        }
        if options.json {
            Document.print(.array(Document.patterns(patterns, counts: counts)))
        } else {
            InsightsPrinter(patterns).show(all: all, why: why, isFile: self.source.file != nil, counts: counts)
        }
    }

    private func bounds() throws -> (first: LocalDay?, last: LocalDay?) {
        let first = try from.map { try DayPhrase.days($0).lowerBound }
        let last = try to.map { try DayPhrase.days($0).upperBound }
        if let first, let last, last < first {
            throw Refusal("bad_period", "\(last.iso) is before \(first.iso)", hint: "--from is the first day, --to the last")
        }
        return (first, last)
    }

    private func showReport(_ bounds: (first: LocalDay?, last: LocalDay?), _ source: InsightsSource) async throws {
        let known = try await source.days(last: TrendsCommand.mostDays)
        let last = known.map { min(bounds.last ?? $0.upperBound, $0.upperBound) }
        let usual = last.flatMap { last in
            known.map { max(last.adding(days: 1 - Diary.longestWindow) ?? last, $0.lowerBound) }
        }
        guard let last, let first = bounds.first ?? usual, first <= last else {
            throw Refusal(
                "bad_period", "nothing was logged on a day of this period that is over",
                hint: "choose other days with --from and --to")
        }
        let (diary, medicines) = (try await source.openDiary(days: first...last), try await source.medicines())
        let report = try await LongWork.during("looking at your days") {
            diary.flatMap { OneReport.look($0, period: first.number...last.number) }
        }
        let words = PatternWords(medicines: medicines)
        if options.json {
            Document.print(.array(Document.report(report, of: first...last, words)))
        } else {
            InsightsPrinter.show(report, of: first...last, words)
        }
    }
}
