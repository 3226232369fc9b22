import ArgumentParser
import Base
import Basics
import Findings
import Foundation
import Insights
import Journal
import Ledger

struct TrendsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trends")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: say("A symptom, a measure, mood or craving (default: the three you log most)."), completion: .names(of: .outcomes))
    var name: [String] = []

    @Option(name: .long, help: say("How many days back, 7 to 36600.")) var days = 90
    @Flag(name: .long, help: say("Draw with ASCII only.")) var plain = false

    @OptionGroup var source: FileOption

    /// A hundred years.
    static let mostDays = 36_600

    func validate() throws {
        guard (7...TrendsCommand.mostDays).contains(days) else {
            throw ValidationError(say("--days is a number from 7 to \(TrendsCommand.mostDays)"))
        }
    }

    func run() async throws {
        let source = try InsightsSource.open(file: source.file, options)
        let known = try await source.days(last: days)
        let wanted = self.wanted
        var diary: Diary?
        var outcomes: [Outcome] = []
        // A name is a symptom's first, then a measure's.
        for names in [Array(wanted.prefix(1)), Array(wanted.dropFirst())] {
            guard let known, outcomes.isEmpty, diary == nil || !names.isEmpty else { break }
            diary = try await source.diary(days: known, watched: names)
            outcomes = diary?.outcomes.filter { names.isEmpty || names.contains($0.name) } ?? []
        }
        guard let known, !outcomes.isEmpty else {
            // It is in no diary before the day is over.
            let day = Environment.surroundings.wall.day
            let today = Diary.outcomeNames(try await source.logged(day...day), through: day.number)
            if !wanted.isEmpty { throw refusal(diary, isLoggedToday: today.contains(where: wanted.contains)) }
            return sayNothing(isLoggedToday: !today.isEmpty)
        }
        var courses = outcomes.map { InsightsCourse($0, days: known) }
        // Outcomes logged once or twice show no trend, unless there is nothing else.
        if courses.contains(where: { $0.levels.observed >= 4 }) { courses.removeAll { $0.levels.observed < 4 } }
        let doses = try await InsightsDoses.all(in: diary, days: known, of: source)
        if options.json { return Document.print(.array(courses.map(Document.trend) + doses.map(Document.doses))) }
        let printer = InsightsCoursePrinter(days: known, isPlain: plain || !Terminal.drawsUnicode)
        for course in courses { printer.show(course) }
        printer.show(doses)
    }

    private func sayNothing(isLoggedToday: Bool) {
        if options.json { return Document.print(.array([])) }
        if isLoggedToday {
            return print(say("Of the last \(days) days, only today has something logged. Trends start tomorrow."))
        }
        if source.file != nil { return print(say("The file holds no symptom, mood or craving of the last \(days) days in it.")) }
        print(
            say("No symptom, mood or craving was logged on the last \(days) days. 'auralyst symptom headache 5' logs a symptom."))
    }

    /// What the typed name may mean; empty if none was typed.
    private var wanted: [Outcome.Name] {
        let key = SymptomEntry.key(of: name.joined)
        if key.isEmpty { return [] }
        return Outcome.Name(text: key).map { [$0] }
            ?? [.symptom(key), .measure(key), .measure(key + ", upper"), .measure(key + ", lower")]
    }

    private func refusal(_ diary: Diary?, isLoggedToday: Bool) -> Refusal {
        let names = (diary?.outcomes ?? []).map { "'\(PatternWords(medicines: [:]).name(of: $0.name).prefix(30))'" }
        let known = names.isEmpty ? "" : say("there is \(names.joined(separator: ", ")); ")
        let name = "'\(name.joined.prefix(60))'"
        return Refusal(
            "nothing_logged",
            isLoggedToday
                ? "of the last \(days) days, \(name) is logged only today, which counts when it is over"
                : "nothing is logged as \(name) on the last \(days) days",
            hint: known + (isLoggedToday ? say("trends start tomorrow; ") : "") + "--days goes further back", exit: .failed)
    }
}

extension Terminal {
    /// Whether characters beyond ASCII can be shown: the locale is UTF-8, and the terminal is not a dumb one.
    static let drawsUnicode: Bool = {
        let locale = Variables["LC_ALL"] ?? Variables["LC_CTYPE"] ?? Variables["LANG"] ?? ""
        let isUTF8 = locale.lowercased().replacing("-", with: "").has("utf8")
        return isUTF8 && Variables["TERM"] != "dumb"
    }()
}
