import ArgumentParser
import Base
import Basics
import Findings
import Journal
import Ledger

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("review")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The month (default: the last full month with an entry).")) var month: [String] = []

    func run() async throws {
        let days = month.isEmpty ? nil : try DayPhrase.days(month.joined)
        if let days, days.lowerBound.month != days.upperBound.month {
            throw Refusal(
                "not_one_month", "'\(month.joined.prefix(60))' is more than a month",
                hint: "say one month, such as 2026-03 or March 2026",
                exit: .usage)
        }
        let vault = try Unlocking.open(options)
        let wanted: LocalMonth
        if let days { wanted = days.lowerBound.month } else { wanted = try await vault.reviewedMonth() }
        let review = try await vault.review(wanted)
        if days == nil, !options.json, !review.isEmpty, !review.isGoingOn,
            wanted.days.upperBound.adding(days: 1)?.month != Environment.surroundings.wall.day.month
        {
            print(say("The last full month with an entry:"))
        }
        options.json ? Document.print(Document.review(review)) : ReviewCommand.show(review)
    }

    private static func show(_ review: MonthReview) {
        let words = ReviewWords()
        print(Terminal.styled(words.heading(review), .bold))
        guard !review.isEmpty else { return print(ReviewWords.nothing) }
        let lines = words.lines(review)
        let width = min(lines.map(\.about.columns).max() ?? 0, 24, Terminal.columns / 2 - 4)
        for line in lines {
            let about = Rows.padded(HealthPrinter.oneLine(line.about), to: width)
            Rows.tell("  \(about)  ", HealthPrinter.oneLine(line.words, room: 600), headStyle: nil)
        }
        guard !review.sentences.isEmpty else { return }
        print(say("\nIn your own words:"))
        for sentence in review.sentences {
            TrialPrinter.paragraph(sentence.text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            print(Terminal.styled("    \(HealthPrinter.shortDay(sentence.day))  \(sentence.entry.short)", .dim))
        }
    }
}

/// The JSON of a month in review (docs/formats/command-line.md).
extension Document {
    static func review(_ review: MonthReview) -> JSON {
        func level(_ level: MonthReview.Level) -> [String: JSON] {
            [
                "mean": .double(level.mean), "days": .int(Int64(level.days)), "entries": .int(Int64(level.entries)),
                "mean_before": level.before.map(JSON.double) ?? .null, "days_before": .int(Int64(level.daysBefore)),
            ]
        }
        return [
            "kind": "review", "month": .string(review.month.iso), "going_on": .bool(review.isGoingOn),
            "days_written": .int(Int64(review.daysWritten)), "days_so_far": .int(Int64(review.daysSoFar)),
            "entries": .int(Int64(review.entries)), "unreadable": .int(Int64(review.unreadable)),
            "words": .int(Int64(review.words)), "longest_run": .int(Int64(review.longestRun)),
            "photos": .int(Int64(review.photos)),
            "moods": .array(review.moods.map { ["mood": .string($0.name), "count": .int(Int64($0.count))] }),
            "mood_score": review.moodScore.map { .object(level($0)) } ?? .null,
            "craving": review.cravings.map { .object(level($0)) } ?? .null,
            "symptoms": .array(
                review.symptoms.map { .object(level($0.level).merging(["symptom": .string($0.name)]) { $1 }) }),
            "doses": .array(
                review.doses.map {
                    [
                        "title": .string($0.title), "taken": .int(Int64($0.taken)), "early": .int(Int64($0.early)),
                        "late": .int(Int64($0.late)),
                        "not_taken": .int(Int64($0.notTaken)), "unknown": .int(Int64($0.unknown)),
                    ]
                }),
            "sentences": .array(
                review.sentences.map {
                    ["entry": .string($0.entry.description), "day": .string($0.day.iso), "text": .string($0.text)]
                }),
        ]
    }
}
