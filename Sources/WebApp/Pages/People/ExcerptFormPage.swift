import Base
import Documents
import Engine

/// Asks what of the log to show, to whom, and until when.
struct ExcerptFormPage {
    let form: ExcerptForm
    let syncs: Bool

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = form.fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Share part of your log</h1>
            <p>For a doctor or therapist: only what you choose here, and only for a limited time. They can read it, but not change it.</p>
            <form method="post" action="/people/show" class="stack excerpt-form">\(formToken(visit))\(wrong)
            <fieldset class="choices"><legend>How they read it</legend>\(ways)</fieldset>
            <fieldset class="choices"\(form.faults.describedGroup("part"))><legend>What they see</legend>\(form.faults.html("part"))\(ExcerptPlan.Part.allCases.html(part))</fieldset>
            \(form.faults.field("tags", "Entries with these tags", form.tags, " dir=\"auto\" autocapitalize=\"none\"", hint: "The full text of these entries, and no others. Separate tags with commas."))
            <div class="excerpt-pair">\(form.faults.field("days", "How many days back", form.days, " min=\"1\" max=\"3650\" inputmode=\"numeric\" required", type: "number"))\(form.faults.field("until", "Open until", form.until, " required", type: "date"))</div>
            \(form.faults.field("for", "For whom", form.label, " dir=\"auto\" maxlength=\"60\"", hint: "Only for you, to tell them apart. It stays on this device."))
            <fieldset class="excerpt-more"><legend>If they have Auralyst</legend>
            \(form.faults.field("name", "Name of this part", form.name, " dir=\"auto\" maxlength=\"60\"", hint: "They see it too. If empty, it is “For” and the name above."))
            \(form.faults.field("own", "Your name there", form.own, " dir=\"auto\" maxlength=\"60\""))</fieldset>
            <p class="hint">What they read or copy can’t be taken back.</p>
            <div class="actions"><button class="primary">Share</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }

    private var ways: HTML {
        let none: HTML = " <a href=\"/settings/sync\">Set up sync</a> first: this journal does not sync yet."
        return """
            <label class="choice"><input type="radio" name="way" value="auralyst"\(" checked", if: form.way == .auralyst)> <span>They have Auralyst <span class="hint">A link for one person. It stays up to date, and ends by itself.\(none, if: !syncs)</span></span></label>
            <label class="choice"><input type="radio" name="way" value="browser"\(" checked", if: form.way == .browser)> <span>They have only a browser <span class="hint">A sealed page as of today: one file, and a code that opens it.</span></span></label>
            """
    }

    private func part(_ part: ExcerptPlan.Part) -> HTML {
        let (label, hint) = ExcerptLook.choice(part)
        return """
            <label class="choice"><input type="checkbox" name="part" value="\(part.rawValue)"\(" checked", if: form.parts.contains(part))> <span>\(label)\(hint.map { " <span class=\"hint\">\($0)</span>" as HTML })</span></label>
            """
    }
}
