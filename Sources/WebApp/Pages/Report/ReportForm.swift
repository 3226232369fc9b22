import Base
import Documents
import Engine
import HTTP
import Journal
import Report

struct ReportForm {
    /// Days from a browser's picker, or in words.
    var from = ""
    var to = ""
    var parts = ReportChoice.Part.usual
    /// Symptoms that were shown and not ticked, by key.
    var withoutSymptoms: Set<String> = []
    /// The symptom for the chart of the first page; empty for the usual one.
    var chart = ""
    var questions = ""
    var name = ""
    var birth = ""
    /// `nil`: the usual paper of the owner's dates.
    var paper: ReportPaper?
    var faults = FormFaults()

    init(today: LocalDay) {
        let period = ReportChoice.usualPeriod(today: today)
        (from, to) = (period.lowerBound.iso, period.upperBound.iso)
    }

    init(_ fields: FormFields) {
        (from, to) = (trimmed(fields["from"] ?? ""), trimmed(fields["to"] ?? ""))
        parts = Set(fields.all("part").compactMap(ReportChoice.Part.init(rawValue:)))
        let known = fields.all("known-symptom").prefix(500).map { SymptomEntry.key(of: $0) }
        withoutSymptoms = Set(known).subtracting(fields.all("symptom").map { SymptomEntry.key(of: $0) })
        chart = fields["chart"] ?? ""
        paper = fields["paper"].flatMap(ReportPaper.init(rawValue:))
        questions = EntryForm.lines(fields["questions"] ?? "")
        (name, birth) = (trimmed(fields["name"] ?? ""), trimmed(fields["birth"] ?? ""))
    }

    /// The choices; `nil` if invalid, with the reason in `faults`.
    mutating func choice(today: LocalDay) -> ReportChoice? {
        let first = days(from, "from", today: today)
        let last = days(to, "to", today: today)
        guard let first, let last else { return nil }
        guard first.lowerBound <= last.upperBound else {
            faults.note(ReportFault.endsBeforeStart, at: "from")
            return nil
        }
        let choice = ReportChoice(
            period: first.lowerBound...last.upperBound, parts: parts, withoutSymptoms: withoutSymptoms,
            charted: SymptomEntry.key(of: chart), questions: questions, name: name, birth: birth)
        guard let fault = choice.fault(today: today) else { return choice }
        note(fault)
        return nil
    }

    private mutating func days(_ typed: String, _ field: String, today: LocalDay) -> ClosedRange<LocalDay>? {
        do throws(WhenError) {
            return try WhenPhrase.parseDays(typed, today: today).days
        } catch {
            faults.note(EngineError.when(error), at: field)
            return nil
        }
    }

    /// Notes a fault that only the vault can see.
    mutating func note(_ fault: ReportFault) { faults.note(besideField(Explanation(fault)), at: ReportForm.field(of: fault)) }

    private static func field(of fault: ReportFault) -> String {
        switch fault {
        case .endsBeforeStart, .inTheFuture, .tooLong: "from"
        case .nothingChosen: "part"
        case .nothingToChart: "chart"
        case .textTooLong(let field): field
        }
    }
}

// A session stores filters of the journal under random names. A report's choices are stored as the words of one: only in memory,
// and removed with the session.
extension Session {
    /// The choices that this session has under a name.
    func reportForm(named name: String) -> ReportForm? {
        guard let kept = filter(named: name), kept.mood == "report",
            let fields = try? FormFields(urlencoded: Array(kept.words.utf8))
        else { return nil }
        return ReportForm(fields)
    }

    /// Stores a report's choices under a new name.
    mutating func open(_ fields: FormFields, replacing old: String?) -> String {
        var kept = JournalFilter()
        (kept.words, kept.mood) = (
            FormFields(fields.pairs.filter { $0.name != "form-token" && $0.name != "replaces" }).encoded, "report"
        )
        return open(kept, replacing: old)
    }
}
