import Base
import Documents
import Findings
import Insights
import Journal
import Ledger
import Records

/// Asks a question in advance, and previews the plan before anything begins.
struct NewTrialPage {
    let form: TrialForm
    /// The form's plan; `nil` if not requested, or invalid.
    let plan: Trial?
    let outcomes: [(name: Outcome.Name, label: String)]
    /// Those in use.
    let medicines: [Stored<Medication>]
    /// A trial that has not ended, which prevents a new one.
    let open: Stored<Trial>?
    let words: TrialWords
    let today: LocalDay

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/insights/trials">\(Icon.back)Trials</a></p>
        <section class="card"><h1>New trial</h1>
        <p>You do something on some blocks of days and leave it out on others, in random order. Your usual log gives the answer, once, at the end.</p>
        \(openLine)
        <form method="post" action="/insights/trials/new#plan-shown" class="health-form trial-form">\(formToken(visit))\(onceField())
        \(question)
        \(shape)
        \(more)
        <div class="actions"><button\(" class=\"primary\"", if: plan == nil) name="do" value="preview">\(plan == nil ? "Preview the plan" : "Update the preview" as HTML)</button><a class="button quiet" href="/insights/trials">Cancel</a></div>
        \(preview)
        </form></section>
        """
    }

    private var openLine: HTML? {
        open.map {
            "<div class=\"notice\"><p>A trial has not ended: <a href=\"/insights/trials/\($0.id.description)\">\(words.question($0.value))</a> Two at a time would blur each other, so this one can only be planned for now.</p></div>"
        }
    }

    private var question: HTML {
        let known = outcomes.html {
            "<option value=\"\($0.name.text)\"\(" selected", if: $0.name.text == form.outcome)>\($0.label)</option>"
        }
        let parts = Trial.Part.allCases.html {
            "<option value=\"\($0.rawValue)\"\(" selected", if: $0.rawValue == form.part)>\(NewTrialPage.name(of: $0))</option>"
        }
        return """
            \(field("action", "What do you do in the “with” blocks?", form.action, " maxlength=\"200\" required placeholder=\"400 mg magnesium before bed\""))
            <div class="trial-pair"><div class="field"><label for="outcome">What might it change?</label><select id="outcome" name="outcome" required\(form.faults.described("outcome"))><option value="">Choose…</option>\(known)</select>\(form.faults.html("outcome"))</div>
            <div class="field"><label for="part">Time of day</label><select id="part" name="part"><option value="">The whole day</option>\(parts)</select></div></div>
            """
    }

    private var shape: HTML {
        """
        <div class="trial-pair">
        \(number("block-days", "Days per block", form.blockDays, Trial.blockRange))
        \(number("pairs", "Pairs of blocks", form.pairs, Trial.pairRange, hint: "\(Trial.usualPairs) are usual; with fewer than \(Trial.leastPairs) the result cannot count as more than chance"))
        \(number("wash-out", "Days that don’t count, at the start of each block", form.washOut, Trial.usualWashOut...(Trial.blockRange.upperBound - 1), hint: "For effects that last from the block before"))
        \(field("first", "First day", form.first, " required", type: "date"))
        </div>
        """
    }

    private var more: HTML {
        let options = medicines.html {
            "<option value=\"\($0.id.description)\"\(" selected", if: $0.id.description == form.medicine)>\($0.value.title)</option>"
        }
        return """
            <details\(" open", if: !form.tag.isEmpty || !form.medicine.isEmpty || !form.note.isEmpty || !form.faults.isEmpty)><summary>Reminder, a tag or a medicine, a note</summary>
            \(field("remind-at", "Remind me when a block begins, at", form.remindAt, "", type: "time"))
            <p class="hint">Each day, one tap says whether you did it. A tag or a medicine says it for you on days when you log it.</p>
            <div class="trial-pair">\(field("tag", "Tag", form.tag, " maxlength=\"80\""))
            <div class="field"><label for="medicine">Medicine</label><select id="medicine" name="medicine"><option value="">None</option>\(options)</select></div></div>
            \(noteField(form.note, form.faults, label: "Note: why you ask, what you expect"))</details>
            """
    }

    private var preview: HTML? {
        if !form.faults.isEmpty {
            return
                "<p class=\"fault\" id=\"plan-shown\">There is no plan yet. Correct the marked fields first.</p>"
        }
        guard let plan else { return nil }
        let begin: HTML =
            open == nil
            ? "<p class=\"hint\">After that, the plan can’t be changed.</p><div class=\"actions\"><button class=\"primary\" name=\"do\" value=\"begin\">Start the trial</button></div>"
            : .empty
        return """
            <section class="trial-plan" aria-labelledby="plan" id="plan-shown"><h2 id="plan">The plan</h2><p class="trial-question">\(words.question(plan))</p>
            <input type="hidden" name="shown" value="\(TrialForm.mark(of: plan))">
            <ul class="trial-list">\(words.plan(plan).html { "<li>\($0)</li>" })</ul>
            <h3>Before you begin</h3><ul class="trial-list">\(words.concerns(plan).html { "<li>\($0)</li>" })</ul>
            <h3>While it runs</h3><ul class="trial-list">\(TrialWords.rules.html { "<li>\($0)</li>" })</ul>
            \(begin)</section>
            """
    }

    private func field(_ name: String, _ label: HTML, _ value: String, _ attributes: HTML, type: HTML = "text") -> HTML {
        form.faults.field(name, label, value, attributes, type: type)
    }

    private func number(_ name: String, _ label: HTML, _ value: String, _ range: ClosedRange<Int>, hint: HTML? = nil) -> HTML {
        let limits: HTML = " inputmode=\"numeric\" min=\"\(range.lowerBound)\" max=\"\(range.upperBound)\" required"
        return form.faults.field(name, label, value, limits, type: "number", hint: hint)
    }

    /// `In the morning`.
    static func name(of part: Trial.Part) -> HTML {
        switch part {
        case .night: "At night (22 to 4)"
        case .morning: "In the morning (4 to 12)"
        case .afternoon: "In the afternoon (12 to 17)"
        case .evening: "In the evening (17 to 22)"
        }
    }
}
