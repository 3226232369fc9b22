import Base
import Documents
import Engine
import Journal
import Records

/// What Today and the text of an entry offer, and the templates.
struct WritingSettings {
    let preferences: Preferences
    let templates: [Stored<Template>]
    /// Whether the most likely mood was the chosen one, for the latest suggestions.
    let moodOutcomes: [Bool]

    func html(for visit: Visit) -> HTML {
        let quotes = switchField(
            "quotes", "Get the quote of the day from the internet", preferences.onlineQuotes,
            hint:
                "Off: quotes come with the program, and nothing leaves this device. On: Auralyst asks zenquotes.io once a day. That server sees your internet address and the time, but nothing you write."
        )
        let fields: HTML = """
            \(switchField("prompts", "Show a writing prompt on Today", preferences.prompts))
            \(quotes, if: !visit.app.site.isInside)\(switchField("moods", "Suggest a mood for what I write", preferences.moodSuggestions, hint: "Suggested on this device, in English only. Nothing is saved unless you accept it. \(moodRecord)"))
            \(switchField("text-tags", "Make tags of words such as #walk and @anna in a text", preferences.textTags == true, hint: "Done when you save an entry. A tag stays when its word leaves the text."))
            \(switchField("support", "Show the way to my support plan when I write about suicide or self-harm", preferences.supportLine, hint: "Found on this device by a list of English phrases, and never saved, sent or counted."))
            """
        return """
            <section class="card setting" aria-label="Switches">\(savingForm("/settings/writing", visit, fields))\(forgetMoods(visit))</section>
            <section class="card setting" aria-labelledby="looks-title"><h2 id="looks-title">Moods and tags</h2>
            <p class="hint">Your own faces and words for moods; icons, colours and groups for tags.</p>
            <p><a class="button" href="/settings/looks">Moods and tags</a></p></section>
            <section class="card setting" id="templates" aria-labelledby="templates-title"><h2 id="templates-title">Templates</h2>
            <p class="hint">Your own texts to begin an entry with.</p>
            \(templateList(visit))
            <p><a class="button" href="/settings/templates/new">Add a template</a></p>\(packs(visit))</section>
            """
    }

    /// Templates that come with the program, to add and change.
    private func packs(_ visit: Visit) -> HTML? {
        let rows = Template.packs.enumerated().filter { pack in !templates.contains { $0.value.name == pack.element.name } }.html
        {
            number, pack in
            "<li class=\"line\"><span>\(pack.name) <span class=\"muted\">\(plural(TemplateBlanks(pack.text).questions.count, "one question", "# questions"))</span></span><button class=\"quiet\" name=\"pack\" value=\"\(String(number))\">Add<span class=\"hidden\"> \(pack.name)</span></button></li>"
        }
        guard !rows.markup.isEmpty else { return nil }
        return
            "<form method=\"post\" action=\"/settings/packs\">\(formToken(visit))<p class=\"hint\">Ready to add:</p><ul class=\"lines\">\(rows)</ul></form>"
    }

    private var moodRecord: HTML {
        guard !moodOutcomes.isEmpty else { return "It learns from moods you accept or correct." }
        return "Right \(moodOutcomes.count { $0 }) of the last \(moodOutcomes.count) times."
    }

    private func forgetMoods(_ visit: Visit) -> HTML? {
        guard !moodOutcomes.isEmpty else { return nil }
        return
            "<form method=\"post\" action=\"/settings/mood/forget\">\(formToken(visit))<button class=\"quiet\">Reset mood suggestions</button></form>"
    }

    private func templateList(_ visit: Visit) -> HTML {
        guard !templates.isEmpty else { return "<p class=\"muted\">No templates.</p>" }
        let rows = templates.html { stored -> HTML in
            let id = stored.id.description
            return """
                <li class="line"><a href="/settings/templates/\(id)">\(stored.value.name)</a>
                <form method="post" action="/settings/templates/\(id)/delete">\(formToken(visit))<button class="quiet">Delete<span class="hidden"> the template \(stored.value.name)</span></button></form></li>
                """
        }
        return "<ul class=\"lines\">\(rows)</ul>"
    }
}
