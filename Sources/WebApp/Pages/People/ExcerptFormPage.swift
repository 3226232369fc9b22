import Documents
import Engine
import Journal

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
            \(field("tags", "Entries with these tags", form.tags, hint: "The full text of these entries, and no others. Separate tags with commas.", "autocapitalize=\"none\""))
            <div class="excerpt-pair">\(field("days", "How many days back", form.days, hint: nil, "min=\"1\" max=\"3650\" inputmode=\"numeric\" required", type: "number"))\(until)</div>
            \(field("for", "For whom", form.label, hint: "Only for you, to tell them apart. It stays on this device.", "maxlength=\"60\""))
            <fieldset class="excerpt-more"><legend>If they have Auralyst</legend>
            \(field("name", "Name of this part", form.name, hint: "They see it too. If empty, it is “For” and the name above.", "maxlength=\"60\""))
            \(field("own", "Your name there", form.own, hint: nil, "maxlength=\"60\""))</fieldset>
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

    private var until: HTML {
        field("until", "Open until", form.until, hint: nil, "required", type: "date")
    }

    private func field(_ name: HTML, _ label: HTML, _ value: String, hint: HTML?, _ more: HTML, type: HTML = "text") -> HTML {
        let fault = form.faults.html(name.markup)
        let about: HTML = "\(hint.map { _ in "\(name)-hint " as HTML })\(fault.map { _ in "\(name)-fault" as HTML })"
        return """
            <div class="field"><label for="\(name)">\(label)</label>\(hint.map { "<span class=\"hint\" id=\"\(name)-hint\">\($0)</span>" as HTML })
            <input id="\(name)" name="\(name)"\(inputAttributes(value, type: type)) dir="auto" \(more)\(" aria-describedby=\"\(about)\"", if: !about.markup.isEmpty)\(" aria-invalid=\"true\"", if: fault != nil)>\(fault)</div>
            """
    }
}
