import Base
import Documents
import Engine
import Findings
import HTTP
import Insights
import Journal
import Ledger
import Records

/// The input of a form for a new trial, as typed, and its faults.
struct TrialForm {
    var action = ""
    var tag = ""
    /// A medicine's record.
    var medicine = ""
    /// The text form of an outcome.
    var outcome = ""
    /// A part of the day; empty for the whole.
    var part = ""
    var blockDays = String(Trial.usualBlock)
    var pairs = String(Trial.usualPairs)
    var washOut = String(Trial.usualWashOut)
    /// `2026-11-21`
    var first = ""
    /// `08:00`; empty for no reminder.
    var remindAt = "08:00"
    var note = ""
    /// The mark of the previewed plan: only a plan that was shown can begin.
    var shown = ""
    var faults = FormFaults()

    /// A new one, from tomorrow: today has already begun.
    init(today: LocalDay) { first = (today.adding(days: 1) ?? today).iso }

    init(_ fields: FormFields) {
        func text(_ name: String) -> String { trimmed(fields[name] ?? "") }
        (action, tag, medicine, outcome, part) = (text("action"), text("tag"), text("medicine"), text("outcome"), text("part"))
        (blockDays, pairs, washOut) = (text("block-days"), text("pairs"), text("wash-out"))
        (first, remindAt) = (text("first"), text("remind-at"))
        note = EntryForm.lines(fields["note"] ?? "")
        shown = fields["shown"] ?? ""
    }

    /// The plan; `nil` if invalid, with the reason in `faults`.
    mutating func plan(today: LocalDay) -> Trial? {
        if Outcome.Name(text: outcome) == nil { faults.note(say("Choose what to watch."), at: "outcome") }
        let sign = readSign()
        let first = LocalDay(typed: first, today: today, isComing: true)
        if first.map({ $0 < today }) ?? true {
            faults.note(besideField(Explanation(TrialError.firstDayIsOver)), at: "first")
        }
        let time = remindAt.isEmpty ? nil : TimeOfDay(clock: remindAt)
        if time == nil, !remindAt.isEmpty { faults.note(say("Type a time such as 08:00, or leave it empty."), at: "remind-at") }
        // What is no number is out of every range, as 0 is.
        let trial = Trial(
            action: action, sign: sign, outcome: outcome, part: Trial.Part(rawValue: part), blockDays: Int(blockDays) ?? 0,
            pairs: Int(pairs) ?? 0, washOut: Int(washOut) ?? 0, first: first ?? today, note: note, remindAt: time)
        for fault in trial.faults { faults.note(besideField(fault.explanation), at: fault.field ?? "action") }
        return faults.isEmpty ? trial : nil
    }

    static func mark(of plan: Trial) -> String {
        var plan = plan
        (plan.note, plan.remindAt) = ("", nil)
        return hex(Array(digest(Array(plan.fields["plan"].map(\.bytes) ?? [])).prefix(16)))
    }

    private mutating func readSign() -> Trial.Sign? {
        if !tag.isEmpty, !medicine.isEmpty {
            faults.note(say("Choose a tag or a medicine, not both."), at: "tag")
            return nil
        }
        if let medicine = RecordID(text: medicine) { return .medicine(medicine) }
        guard !tag.isEmpty else { return nil }
        guard let known = Tag(tag) else {
            faults.note(besideField(Explanation(EngineError.badTag(tag))), at: "tag")
            return nil
        }
        return .tag(known.name)
    }
}
