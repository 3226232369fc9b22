import Base
import Documents
import Journal
import Report

/// The report as it would be saved, and beside it what is included.
struct ReportFormPage {
    let document: ReportDocument
    let saving: ReportSaving
    let form: ReportForm
    /// The session's name of the previous choices.
    let view: String?
    /// Symptoms of the last year, the most logged first.
    let symptoms: [String]
    let paper: ReportPaper

    func html(for visit: Visit) -> HTML {
        let replaces: HTML? = view.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0)\">" }
        return """
            <div class="report-tools"><p class="way-back"><a href="/insights">\(Icon.back)Insights</a></p>
            <h1>Report for the doctor</h1>
            <p class="report-jumps"><a href="#report-write">Save or print</a> <a href="#report-choices">Change what’s included</a></p></div>
            <div class="report-view">\(document.html)
            <div class="report-tools report-beside">\(saving.html(for: visit))
            <form class="card stack report-form" id="report-choices" method="post" action="/insights/report">\(formToken(visit))\(replaces)
            \(days)\(parts)\(symptomChoice)
            <div class="field"><label for="questions">What you want to ask</label><p class="hint" id="questions-hint">One question per line. They appear at the top.</p><textarea id="questions" name="questions" rows="4" dir="auto" aria-describedby="questions-hint\(faultID("questions"))">
            \(form.questions)</textarea>\(form.faults.html("questions"))</div>
            <fieldset class="report-who"><legend>Your details</legend><p class="hint">Optional, printed at the top. Auralyst forgets them when you lock.</p>
            <div class="report-pair">\(form.faults.field("name", "Name", form.name, " dir=\"auto\""))\(form.faults.field("birth", "Date of birth", form.birth, " dir=\"auto\""))</div></fieldset>
            <div class="field"><label for="paper">Paper</label><select id="paper" name="paper">\(ReportPaper.allCases.html { "<option value=\"\($0.rawValue)\"\(" selected", if: $0 == paper)>\($0.name)</option>" })</select></div>
            <div class="actions"><button class="primary">Update the preview</button></div></form></div></div>
            """
    }

    private func faultID(_ field: String) -> HTML { form.faults.sentences[field] == nil ? .empty : " \(field)-fault" }

    private var days: HTML {
        """
        <fieldset><legend>Which days</legend><p class="hint">Up to a year. Thirteen weeks show a course well; findings need at least six weeks.</p><div class="report-pair">\(form.faults.field("from", "First day", form.from, " required", type: "date"))\(form.faults.field("to", "Last day", form.to, " required", type: "date"))</div></fieldset>
        """
    }

    private var parts: HTML {
        """
        <fieldset class="report-parts"\(form.faults.describedGroup("part"))><legend>What’s included</legend>\(form.faults.html("part"))<ul>\(ReportChoice.Part.allCases.html(part))</ul></fieldset>
        """
    }

    private func part(_ part: ReportChoice.Part) -> HTML {
        let (label, hint) = ReportFormPage.words(part)
        let id: HTML = "part-\(HTML.text(part.rawValue))"
        let isInner = [.medicineNames, .notes, .texts, .tags].contains(part)
        let described: HTML? = hint == nil ? nil : " aria-describedby=\"\(id)-hint\""
        return """
            <li\(" class=\"inner\"", if: isInner)><label class="choice"><input type="checkbox" name="part" id="\(id)" value="\(part.rawValue)"\(" checked", if: form.parts.contains(part))\(described)> \(label)</label>\(hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>" })</li>
            """
    }

    private static func words(_ part: ReportChoice.Part) -> (HTML, HTML?) {
        switch part {
        case .symptoms: ("Symptoms", nil)
        case .mood: ("Mood", nil)
        case .craving: ("Cravings", nil)
        case .sleep: ("Sleep and steps", nil)
        case .measures: ("Measurements", "Such as blood pressure and weight.")
        case .medicines: ("Medicines, their schedules, and what was taken", nil)
        case .medicineNames: ("Medicines by their names", "Otherwise they are numbered.")
        case .cycle: ("Days of menstruation", nil)
        case .notableDays: ("Days that stand out", nil)
        case .notes: ("My notes on those days, and those of medicines", "Up to two a day, 160 letters each.")
        case .texts: ("What I wrote in the journal on those days", "The first 300 letters of the first entry.")
        case .findings: ("Exploratory findings", "What stands out in these days, and what that does not show.")
        case .tags: ("Tags and triggers in those findings", "They are named as you wrote them.")
        case .questions: ("My questions", nil)
        }
    }

    private var symptomChoice: HTML? {
        guard !symptoms.isEmpty else { return nil }
        let boxes = symptoms.html { name in
            let isWanted = !form.withoutSymptoms.contains(SymptomEntry.key(of: name))
            return
                "<label class=\"choice\"><input type=\"checkbox\" name=\"symptom\" value=\"\(name)\"\(" checked", if: isWanted)> <span dir=\"auto\">\(name)</span></label><input type=\"hidden\" name=\"known-symptom\" value=\"\(name)\">"
        }
        let chart = ([""] + symptoms).html { name in
            "<option value=\"\(name)\"\(" selected", if: name == form.chart)>\(name.isEmpty ? say("Most strong days") : name)</option>"
        }
        return """
            <fieldset class="report-symptoms"><legend>Which symptoms</legend><p class="hint">Symptoms of the last year. The \(DoctorReport.mostCourses) logged on the most days get a chart each; the others are listed.</p><div class="choices">\(boxes)</div></fieldset>
            <div class="field"><label for="chart">Chart on the first page</label><select id="chart" name="chart"\(form.faults.described("chart"))>\(chart)</select>\(form.faults.html("chart"))</div>
            """
    }
}
