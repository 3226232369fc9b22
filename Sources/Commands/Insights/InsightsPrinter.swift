import Base
import Findings
import Insights
import Journal
import Ledger

/// Prints patterns: cues in amber, all else without color.
struct InsightsPrinter {
    private let patterns: Patterns
    private let words: PatternWords

    init(_ patterns: Patterns) { (self.patterns, words) = (patterns, PatternWords(medicines: patterns.medicines)) }

    /// Everything; with `all` including dismissed ones, with `why` including why each cue is shown.
    func show(all: Bool, why: Bool, isFile: Bool, counts: [CountNotice]) {
        showWeek(counts)
        guard let first = patterns.firstDay else {
            return print(say("Start with today. Auralyst will trace the line.\n  auralyst symptom headache 5"))
        }
        guard let look = patterns.look else {
            let left = patterns.nextLook.map { $0.number - patterns.today } ?? 0
            print(say("Nothing can be said yet: \(counted(max(left, 1), "more day")) needed."))
            if !isFile {
                Paragraph.tell(say("Log a symptom, your mood or a craving on most days: 'auralyst symptom headache 5'."), 0)
            }
            return print(say("The first look is on \(date(patterns.nextLook)), 42 days after the first day, \(date(first))."))
        }
        section(say("Held on new days"), patterns.cues, isCue: true, why: why, isFile: isFile)
        section(say("Being checked on new days"), patterns.watching, isFile: isFile)
        if patterns.cues.isEmpty, patterns.watching.isEmpty, look.asked > 0 {
            print(say("Nothing has held up on new days so far.\n"))
        }
        if all { section(say("Dismissed, snoozed, earlier or not seen since"), patterns.aside, isFile: isFile) }
        showUnconfirmed()
        showCounts(look)
        if !all, !patterns.aside.isEmpty {
            print(
                Terminal.styled(
                    say("\(patterns.aside.count) dismissed, snoozed, earlier or not seen since: --all shows them"), .dim))
        }
    }

    private func section(_ title: String, _ list: [Patterns.Shown], isCue: Bool = false, why: Bool = false, isFile: Bool) {
        guard !list.isEmpty else { return }
        print(Terminal.styled(title, .bold))
        for shown in list {
            let (watch, pattern) = (shown.pattern.watch, shown.pattern)
            let heading = HealthPrinter.oneLine(words.heading(watch.hypothesis))
            let head = isFile ? "  " : Terminal.styled("  \(shown.id.short)  ", .dim)
            print(head + (isCue ? Terminal.styled(heading, .cue) : heading))
            let indent = isFile ? 4 : 11
            line(words.sentence(shown), indent)
            line(words.state(watch) + away(pattern), indent)
            if !watch.isWatching { line(words.caution(watch.hypothesis), indent, style: .dim) }
            if why { line(words.why(watch, asked: patterns.look?.asked ?? 0), indent, style: .dim) }
            if isCue, let question = words.followUp(watch.hypothesis) { line(question, indent, style: .primary) }
        }
        print()
    }

    /// Counts of the last seven days, with the question after each.
    private func showWeek(_ counts: [CountNotice]) {
        for notice in counts { Paragraph.tell("\(words.sentence(notice)) \(words.followUp(notice))", 0) }
        if !counts.isEmpty { print() }
    }

    private func away(_ pattern: PatternRecord) -> String {
        if pattern.isDismissed { return say(" You dismissed it.") }
        guard let day = pattern.snoozedUntil, day.number > patterns.today else { return "" }
        return say(" Snoozed until \(date(day)).")
    }

    private static let mostUnconfirmed = 5

    private func showUnconfirmed() {
        let list = patterns.unconfirmed
        guard !list.isEmpty else { return }
        print(Terminal.styled(say("Unconfirmed: worth a glance, and often chance"), .bold))
        for finding in list.prefix(InsightsPrinter.mostUnconfirmed) { line(words.sentence(finding), 2, style: .dim) }
        let more = list.count - InsightsPrinter.mostUnconfirmed
        if more > 0 { print(Terminal.styled(say("  and \(more) more: --json shows all"), .dim)) }
        print()
    }

    private func showCounts(_ look: LookRecord) {
        let shown = patterns.cues.count + patterns.watching.count
        let day = date(LocalDay(number: look.last))
        if look.asked > 0 {
            print(say("Looked at \(counted(look.asked, "question")) on \(day), showing \(shown)."))
        } else {
            Paragraph.tell(
                say("No pattern can be tested yet: too few days have a symptom, a mood or a craving (looked on \(day))."), 0)
            Paragraph.tell(say("Log one on most days, for at least six weeks: 'auralyst symptom headache 5'."), 0)
        }
        InsightsPrinter.showWaiting(look.waiting, words)
        if let next = patterns.nextLook { print(say("The next look is on \(date(next)).")) }
    }

    /// What is missing, the closest first: a line for each need, with its questions.
    private static func showWaiting(_ waiting: [FamilyLook.Waiting], _ words: PatternWords) {
        var groups: [(need: String, rank: (Int, Int), headings: [String])] = []
        for question in waiting {
            let need = words.need(question)
            let heading = HealthPrinter.oneLine(words.heading(question.hypothesis), room: 60)
            if let place = groups.firstIndex(where: { $0.need == need }) {
                groups[place].headings.append(heading)
            } else {
                groups.append((need, question.need.rank, [heading]))
            }
        }
        groups.sort { ($0.rank.0, $0.rank.1, $0.need) < ($1.rank.0, $1.rank.1, $1.need) }
        for group in groups.prefix(4) {
            let more = group.headings.count - 2
            let named = group.headings.prefix(2).joined(separator: "; ") + (more > 0 ? say("; and \(more) more") : "")
            let need = group.need.hasSuffix(".") ? String(group.need.dropLast()) : group.need
            Paragraph.tell("\(need): \(named)", 2, style: .dim)
        }
        let rest = groups.dropFirst(4).reduce(0) { $0 + $1.headings.count }
        if rest > 0 {
            print(Terminal.styled(say("  \(counted(rest, "more question")) without an answer: --json shows all"), .dim))
        }
    }

    /// The findings of a single look at a period.
    static func show(_ report: OneReport?, of period: ClosedRange<LocalDay>, _ words: PatternWords) {
        let days = "\(Schedule.dateName(period.lowerBound)) to \(Schedule.dateName(period.upperBound))"
        print(Terminal.styled(say("One look at \(days)"), .bold))
        guard let report else {
            return print(say("Six weeks of logged days are needed for a look; this period has fewer."))
        }
        Paragraph.tell(
            say("Exploratory: nothing here was checked on new days. In noise, about 1 person in 20 is shown something."), 0,
            style: .dim)
        print()
        for finding in report.amber {
            print("  " + HealthPrinter.oneLine(words.heading(finding.hypothesis)))
            Paragraph.tell(words.sentence(finding), 4)
            Paragraph.tell(words.caution(finding.hypothesis), 4, style: .dim)
        }
        guard report.asked > 0 else {
            print(say("No pattern can be tested: too few of these days have a symptom, a mood or a craving."))
            return showWaiting(report.families.flatMap(\.waiting), words)
        }
        if report.amber.isEmpty { print(say("Nothing stands out.")) }
        print(say("\nLooked at \(counted(report.asked, "question")), showing \(report.amber.count)."))
        showWaiting(report.families.flatMap(\.waiting), words)
    }

    private func line(_ text: String, _ indent: Int, style: Terminal.Style? = nil) { Paragraph.tell(text, indent, style: style) }

    private func date(_ day: LocalDay?) -> String { day.map(Schedule.dateName) ?? "" }
}

extension FamilyLook.Waiting.Need {
    /// The closest first.
    fileprivate var rank: (Int, Int) {
        switch self {
        case .days(let count): (0, count)
        case .with(let count): (1, count)
        case .without(let count): (2, count)
        case .moments(let count): (3, count)
        case .alwaysTreated, .evenness, .apart: (4, 0)
        }
    }
}

/// Sentences wrapped between words on a terminal.
enum Paragraph {
    static func tell(_ text: String, _ indent: Int, style: Terminal.Style? = nil) {
        let margin = String(repeating: " ", count: indent)
        let text = Terminal.harmless(text)
        for line in Terminal.isRead ? Rows.wrapped(text, to: min(Terminal.columns, 92) - indent) : [text] {
            print(margin + (style.map { Terminal.styled(line, $0) } ?? line))
        }
    }
}
