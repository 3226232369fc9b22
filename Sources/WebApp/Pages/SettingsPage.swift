import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// All settings, in sections. Each form saves by itself and returns to its section.
struct SettingsPage {
    let preferences: Preferences
    let slots: [KeyslotSummary]
    let templates: [Stored<Template>]
    let journals: JournalsSection
    /// Whether the most likely mood was the chosen one, for the latest suggestions.
    let moodOutcomes: [Bool]
    let keys: KeysSection
    let browsers: BrowsersSection
    let reminders: ReminderSettings
    let sync: SyncSection
    let data: DataSection
    /// Whether the SOS numbers are shown while locked.
    let showsNumbers: Bool
    let today: LocalDay
    var fault: (form: Form, explanation: Explanation)?

    enum Form {
        case keys, keychain, lock, look, journals
    }

    func html(for visit: Visit) -> HTML {
        """
        <header><h1>Settings</h1>
        <nav class="toc" aria-label="Sections of the settings"><ul>
        <li><a href="#keys">Keys</a></li><li><a href="#lock">Lock</a></li>\("<li><a href=\"#browsers\">Browsers</a></li>", if: visit.offers("/settings/browsers"))<li><a href="#look">Appearance</a></li>
        <li><a href="#daily">Today</a></li><li><a href="#journals">Journals</a></li><li><a href="#reminders">Reminders</a></li><li><a href="#sync">Sync</a></li><li><a href="#data">Your data</a></li><li><a href="#about">About</a></li>
        </ul></nav></header>
        \(keys.html(for: visit, fault: fault(of: .keys), keychainFault: fault(of: .keychain)))
        \(lock(visit))
        \(visit.offers("/settings/browsers") ? browsers.html(for: visit) : .empty)
        \(look(visit))
        \(daily(visit))
        \(journals.html(for: visit, fault: fault(of: .journals)))
        \(reminders.html(for: visit))
        \(sync.html(for: visit))
        \(data.html(for: visit))
        \(About.html)
        """
    }

    private func fault(of form: Form) -> HTML? {
        guard let fault, fault.form == form else { return nil }
        let hint: HTML? = fault.explanation.hint?.page.map { " \(sentence($0))" }
        return "<p class=\"fault\" role=\"alert\">\(sentence(fault.explanation.sentence))\(hint)</p>"
    }

    private func lock(_ visit: Visit) -> HTML {
        let range = Preferences.idleRange
        let reach: HTML =
            visit.app.site.isInside
            ? "who opens the app. They are then on this phone without encryption."
            : "at this browser. They are then in a file outside the vault that is not encrypted: whoever uses your account on this device, or copies its disk, can read whom you would call."
        let times: [(Int, HTML)] = [(0, "at once"), (1, "1 minute"), (5, "5 minutes"), (15, "15 minutes"), (60, "1 hour")]
        let chosen = preferences.hiddenMinutes
        let others = times.contains { $0.0 == chosen } ? [] : [(chosen, "\(counted(chosen, "minute"))" as HTML)]
        let hidden: HTML =
            "<p class=\"field\"><label for=\"hidden\">Lock when the app is out of sight, after</label><select id=\"hidden\" name=\"hidden\">\((times + others).html { "<option value=\"\($0.0)\"\(" selected", if: $0.0 == chosen)>\($0.1)</option>" })</select></p>"
        return """
            <section class="card setting" id="lock" aria-labelledby="lock-title"><h2 id="lock-title">Lock</h2>
            <form method="post" action="/settings/lock#lock" class="stack">\(formToken(visit))\(fault(of: .lock))
            <p class="field"><label for="idle">Lock after … minutes of inactivity <span class="together">(\(range.lowerBound)–\(range.upperBound))</span></label>
            <input id="idle" name="idle" type="number" inputmode="numeric" min="\(range.lowerBound)" max="\(range.upperBound)" value="\(preferences.idleMinutes)" required></p>\(hidden, if: visit.app.site.isInside)
            <div class="actions"><button>Save</button></div></form>
            <form method="post" action="/lock" class="apart">\(lockFields(visit))<p class="hint">Locking closes the journal in every window and browser at once.</p>
            <button>\(Icon.lock)Lock now</button></form>
            <form method="post" action="/settings/sos" class="stack apart">\(formToken(visit))
            <label class="choice"><input type="checkbox" name="numbers" value="yes" aria-describedby="sos-hint"\(" checked", if: showsNumbers)> Show my SOS numbers while locked</label>
            <p class="hint" id="sos-hint">Off: while locked, the SOS page shows general help only. On: it also shows the names and numbers of your <a href="/support#contact">SOS numbers</a>, without the passphrase, to anyone \(reach) Buddies, steps and notes stay locked. No backup and no other device has them.</p>
            <div class="actions"><button>Save</button></div></form></section>
            """
    }

    private func look(_ visit: Visit) -> HTML {
        let themes: [(Preferences.Theme, HTML)] = [(.system, "Same as the device"), (.light, "Light"), (.dark, "Dark")]
        let chosen = preferences.dateLanguage
        let isListed = chosen == nil || DateLanguage.available.contains { $0.identifier == chosen }
        let other: HTML? = isListed ? nil : chosen.map { "<option value=\"\($0)\" selected>\($0)</option>" }
        let days: [(Int, HTML)] = [
            (1, "Monday"), (2, "Tuesday"), (3, "Wednesday"), (4, "Thursday"), (5, "Friday"), (6, "Saturday"), (7, "Sunday"),
        ]
        let language = DateLanguage.of(chosen)
        return """
            <section class="card setting" id="look" aria-labelledby="look-title"><h2 id="look-title">Appearance</h2>
            <form method="post" action="/settings/look#look" class="stack">\(formToken(visit))\(fault(of: .look))
            <fieldset class="choices"><legend>Theme</legend>
            \(themes.html { theme, label in "<label class=\"choice\"><input type=\"radio\" name=\"theme\" value=\"\(theme.rawValue)\"\(" checked", if: theme == preferences.theme)> \(label)</label>" })</fieldset>
            <p class="field"><label for="language">Language of dates</label>
            <select id="language" name="language" data-preview="date-preview" data-today="\(today.iso)"><option value="">Default</option>
            \(DateLanguage.available.html { "<option value=\"\($0.identifier)\"\(" selected", if: $0.identifier == chosen)>\($0.name)</option>" })\(other)</select>
            <span class="hint">Today is <span id="date-preview" lang="\(language.identifier)"\(" dir=\"rtl\"", if: language.isRightToLeft)>\(language.day(today, style: .long))</span></span></p>
            <p class="field"><label for="week">A week begins on</label>
            <select id="week" name="week"><option value="">Default</option>
            \(days.html { "<option value=\"\($0.0)\"\(" selected", if: $0.0 == preferences.weekStart)>\($0.1)</option>" })</select></p>
            <div class="actions"><button>Save</button></div></form></section>
            """
    }

    private func daily(_ visit: Visit) -> HTML {
        let isPhone = visit.app.site.isInside
        let quotes: HTML =
            "<label class=\"choice\"><input type=\"checkbox\" name=\"quotes\" value=\"yes\" aria-describedby=\"quotes-hint\"\(" checked", if: preferences.onlineQuotes)> Get the quote of the day from the internet</label>"
        let quotesHint: HTML =
            "<p class=\"hint\" id=\"quotes-hint\">Off: quotes come with the program, and nothing leaves this device. On: Auralyst asks zenquotes.io once a day. That server sees your internet address and the time, but nothing you write.</p>"
        return """
            <section class="card setting" id="daily" aria-labelledby="daily-title"><h2 id="daily-title">Today</h2>
            <form method="post" action="/settings/today" class="stack">\(formToken(visit))
            <div class="choices">
            <label class="choice"><input type="checkbox" name="prompts" value="yes"\(" checked", if: preferences.prompts)> Show a writing prompt</label>\(quotes, if: !isPhone)
            <label class="choice"><input type="checkbox" name="moods" value="yes" aria-describedby="moods-hint"\(" checked", if: preferences.moodSuggestions)> Suggest a mood for what I write</label>
            <label class="choice"><input type="checkbox" name="support" value="yes" aria-describedby="support-hint"\(" checked", if: preferences.supportLine)> Show the way to my support plan when I write about suicide or self-harm</label>
            <label class="choice"><input type="checkbox" name="text-tags" value="yes" aria-describedby="text-tags-hint"\(" checked", if: preferences.textTags == true)> Make tags of words such as #walk and @anna in a text</label>
            </div>
            <p class="hint" id="text-tags-hint">Done when you press Save. A tag stays when its word leaves the text.</p>
            <p class="hint" id="moods-hint">Suggested on this device, in English only. Nothing is saved unless you accept it. \(moodRecord)</p>
            <p class="hint" id="support-hint">Found on this device by a list of English phrases, and never saved, sent or counted.</p>\(quotesHint, if: !isPhone)
            <div class="actions"><button>Save</button></div></form>\(forgetMoods(visit))
            <h3>Moods and tags</h3>
            <p class="hint">Your own faces and words for moods; icons, colours and groups for tags.</p>
            <p><a class="button" href="/settings/looks">Moods and tags</a></p>
            <h3 id="templates">Templates</h3>
            <p class="hint">Your own texts to begin an entry with.</p>
            \(templateList(visit))
            <p><a class="button" href="/settings/templates/new">Add a template</a></p>\(packs(visit))</section>
            """
    }

    /// Templates that come with the program, to add and change.
    private func packs(_ visit: Visit) -> HTML? {
        let rows = Template.packs.enumerated().filter { pack in !templates.contains { $0.value.name == pack.element.name } }.html
        { number, pack in
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

private enum About {
    static var html: HTML {
        let parts: [(HTML, HTML)] = [
            ("Manrope, the font of the headings", "SIL Open Font License 1.1"),
            ("SQLCipher and SQLite", "BSD, public domain"), ("Argon2", "CC0 or Apache 2.0"),
            ("SwiftNIO, Swift Crypto, Swift and its libraries", "Apache 2.0"), ("BoringSSL, in Swift Crypto", "ISC and OpenSSL"),
            ("cmark-gfm", "BSD 2-Clause"), ("libqrencode, libsecret, libkeyutils", "LGPL 2.1"), ("curl", "curl licence"),
        ]
        return """
            <section class="card setting" id="about" aria-labelledby="about-title"><h2 id="about-title">About</h2>
            <dl class="facts-list"><div><dt>Auralyst</dt><dd>\(Product.version), MIT licence</dd></div>
            <div><dt>Formats</dt><dd>Described in the folder docs/formats of the source code. Imports files of twelve programs, Apple Health, Markdown, SQLite and CSV. Exports JSON, CSV, Markdown, a web page and jrnl text.</dd></div></dl>
            <h3>Built with</h3>
            <ul class="lines small">\(parts.html { "<li class=\"line\"><span>\($0.0)</span><span class=\"muted\">\($0.1)</span></li>" })</ul>
            <p class="hint">Auralyst is not medical advice and not an emergency service.</p></section>
            """
    }
}
