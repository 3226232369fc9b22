import Documents
import Engine

/// Asks what of the log a sealed page shows, and until when.
struct SealedPageFormPage {
    let form: SealedPageForm

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
        <section class="card narrow"><h1>Share part of your log</h1>
        <p>For a doctor or therapist: a sealed page with only what you choose here, as of today. It is one file, and a code that opens it in any browser.</p>
        <form method="post" action="/people/show" class="stack sealed-form">\(formToken(visit))
        <fieldset class="choices"\(form.faults.describedGroup("part"))><legend>What they see</legend>\(form.faults.html("part"))\(SealedPagePlan.Part.allCases.html(part))</fieldset>
        \(form.faults.field("tags", "Entries with these tags", form.tags, " dir=\"auto\" autocapitalize=\"none\"", hint: "The full text of these entries, and no others. Separate tags with commas."))
        <div class="sealed-pair">\(form.faults.field("days", "How many days back", form.days, " min=\"1\" max=\"3650\" inputmode=\"numeric\" required", type: "number"))\(form.faults.field("until", "Open until", form.until, " required", type: "date"))</div>
        <p class="hint">What they read or copy can’t be taken back.</p>
        <div class="actions"><button class="primary">Share</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
        """
    }

    private func part(_ part: SealedPagePlan.Part) -> HTML {
        let (label, hint) = SealedPageLook.choice(part)
        return """
            <label class="choice"><input type="checkbox" name="part" value="\(part.rawValue)"\(" checked", if: form.parts.contains(part))> <span>\(label)\(hint.map { " <span class=\"hint\">\($0)</span>" as HTML })</span></label>
            """
    }
}
