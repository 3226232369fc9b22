import Base
import Documents
import Engine
import Findings
import HTTP
import Journal
import Ledger
import Quotes
import Records

/// Today: the form for an entry, and the day's other items.
struct TodayPage {
    /// The day that is written about: today, or an earlier one from the calendar.
    let day: LocalDay
    let composer: Composer
    /// Unsaved drafts of other windows and days.
    let otherDrafts: [(name: Draft.Name, clock: String)]
    let entries: [StoredEntry]
    /// Who wrote those that involve someone else.
    let authorships: [RecordID: Authorship]
    let pictures: [RecordID: [AttachmentInfo]]
    /// The names of the journals, if there are several.
    let journals: [JournalID: String]
    let templates: [Stored<Template>]
    let dates: DateLanguage
    let looks: Journal.Looks
    /// `nil` for an earlier day.
    let ofToday: OfToday?

    /// What belongs to today alone.
    struct OfToday {
        let streak: Streak
        let quote: QuoteOfTheDay
        /// Entries of this day in earlier years.
        let anniversaries: [StoredEntry]
        /// A reminder about the recovery code, if needed.
        let reminder: HTML?
        let health: HealthToday
        let cues: CuesToday
        let trial: TrialToday?
    }

    func html(for visit: Visit) -> HTML {
        guard let ofToday else { return earlierDay(visit) }
        return """
            <header class="greeting"><h1>Today <span class="greeting-day">\(dates.day(day, style: .long))</span></h1>\(streakLine(ofToday.streak))</header>\(ofToday.reminder)
            \(draftLine(otherDrafts, at: "/today", dates))\(ofToday.health.strip(for: visit))
            <section class="card" aria-label="Write">\(composer.html(for: visit))</section>\(templateForm, if: !templates.isEmpty)
            \(written)
            \(ofToday.health.html(for: visit))
            \(ofToday.cues.html(for: visit))
            \(ofToday.trial.map { $0.html(for: visit) })
            \(onThisDay(ofToday.anniversaries))
            \(quoteCard(ofToday.quote))
            """
    }

    /// To write about an earlier day: the field, and what is there already.
    private func earlierDay(_ visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/journal/calendar?year=\(day.year)">\(Icon.back)Calendar</a></p>
        <header class="greeting"><h1>\(dates.day(day, style: .long))</h1></header>\(draftLine(otherDrafts, at: "/today", dates))
        <section class="card" aria-label="Write">\(composer.html(for: visit))</section>\(templateForm, if: !templates.isEmpty)
        \(written)
        """
    }

    private var templateForm: HTML {
        "<form id=\"template-choice\" class=\"template-choice\" method=\"get\" action=\"/today\">\("<input type=\"hidden\" name=\"on\" value=\"\(day.iso)\">" as HTML, if: ofToday == nil)</form>"
    }

    /// Today's question and the templates. The choice belongs to a form of its own, beside the composer's.
    static func invitation(_ prompt: Prompt?, _ templates: [Stored<Template>]) -> HTML? {
        let choices: HTML? =
            templates.isEmpty
            ? nil
            : """
            <span class="template-choice"><label for="template" class="hidden">Begin with a template</label>
            <select id="template" name="template" form="template-choice"><option value="">Template…</option>\(templates.html { "<option value=\"\($0.id.description)\">\($0.value.name)</option>" })</select>
            <button class="quiet" form="template-choice">Use</button></span>
            """
        let question: HTML? = prompt.map { prompt in
            "<span>\(Sentence(listed: prompt.text).shown) <a href=\"/today?prompt=\(Prompt.another(than: prompt).number)\">Another</a></span>"
        }
        guard question != nil || choices != nil else { return nil }
        return "<div class=\"prompt\">\(question)\(choices)</div>"
    }

    private var written: HTML {
        guard !entries.isEmpty else {
            return "<section aria-label=\"Written today\" id=\"today-entries\" data-live></section>"
        }
        return """
            <section aria-labelledby="written" id="today-entries" data-live><h2 id="written">\(ofToday != nil ? "Written today" : "Written on this day" as HTML)</h2>
            <ul class="rows">\(entries.html { row($0).html })</ul></section>
            """
    }

    private func onThisDay(_ anniversaries: [StoredEntry]) -> HTML? {
        guard !anniversaries.isEmpty else { return nil }
        return """
            <section aria-labelledby="on-this-day"><h2 id="on-this-day">On this day</h2>
            <ul class="rows">\(anniversaries.html { row($0, anniversary: day).html })</ul></section>
            """
    }

    private func row(_ stored: StoredEntry, anniversary: LocalDay? = nil) -> EntryRow {
        EntryRow(
            stored: stored, dates: dates, looks: looks, authorship: authorships[stored.id], journal: journals[stored.journal],
            anniversary: anniversary, pictures: pictures[stored.id] ?? [])
    }

    private func quoteCard(_ quote: QuoteOfTheDay) -> HTML {
        let note: HTML? = quote.note.map {
            "<p class=\"hint\">\(sentence($0.sentence)) Here is a built-in quote.</p>"
        }
        let source: HTML? =
            switch quote.quote.source {
            case .online(let host): ", from \(host)"
            case .bundled(let work): work.map { ", <cite>\($0)</cite>" }
            }
        return """
            <section aria-label="Quote of the day"><figure class="quote card"><blockquote><p>\(quote.quote.text)</p></blockquote>
            <figcaption>\(quote.quote.author)\(source)</figcaption>\(note)</figure></section>
            """
    }
}

extension WebApp {
    func addTodayRoutes(to routes: inout Routes) {
        routes.page("/today") { visit in try await visit.app.today(visit) }
    }

    private func today(_ visit: Visit) async throws -> Response {
        let (today, query) = (today, visit.request.query)
        let asked = query["prompt"].flatMap { Int($0) }.flatMap(Prompt.init(number:))
        if let id = query["template"].flatMap({ RecordID(text: $0) }),
            let template = try? await visit.vault().template(id),  // One that was deleted meanwhile asks nothing.
            !TemplateBlanks(template.value.text).questions.isEmpty
        {
            return .redirect(to: "/templates/\(id.description)/fill")
        }
        // From the calendar: an entry about an earlier day.
        let earlier = query["on"].flatMap { LocalDay(iso: $0) }.flatMap { $0 < today ? $0 : nil }
        let day = earlier ?? today
        let (page, template) = try await visit.read { vault, preferences in
            let dates = preferences.dates
            let templates = try vault.templates()
            let template = query["template"].flatMap { wanted in templates.first { $0.id.description == wanted } }
            var (composer, otherDrafts) = try self.newComposer(
                for: visit, in: vault, draft: query["draft"], text: template?.value.text ?? "",
                day: earlier,
                placeholder: earlier == nil
                    ? say("Start with today. Auralyst will trace the line.") : say("What is on your mind?"))
            let prompt = asked ?? Prompt.of(today)
            composer.invitation = TodayPage.invitation(
                preferences.prompts && earlier == nil ? prompt : nil,
                // One that asks has a form of its own, for today.
                earlier == nil ? templates : templates.filter { TemplateBlanks($0.value.text).questions.isEmpty })
            var query = SearchQuery()
            (query.firstDay, query.lastDay) = (day, day)
            let entries = try vault.entries(Selection(query: query, limit: 50)).list
            let anniversaries = earlier == nil ? try vault.onThisDay(today, limit: 5) : []
            let ofToday =
                earlier == nil ? try self.ofToday(in: vault, preferences, anniversaries: anniversaries) : TodayPage.OfToday?.none
            let page = TodayPage(
                day: day, composer: composer, otherDrafts: otherDrafts,
                // Where the log is damaged the entries are still shown.
                entries: entries, authorships: (try? vault.authorships(of: entries + anniversaries)) ?? [:],
                pictures: try vault.pictures(of: entries + anniversaries), journals: try vault.shownJournals(),
                templates: templates, dates: dates, looks: preferences.looks, ofToday: ofToday)
            return (page, template?.value.text)
        }
        let composer = page.composer
        let wasAdded = composer.known.map { $0 != WebApp.mark(of: composer.values.text) } ?? false
        if let template, wasAdded, composer.values.text != template {
            visit.leave(Notice(sentence: "The template was added below your text."))
        }
        return PageFrame(title: "Today", place: .today, name: "today").page(page.html(for: visit), for: visit)
    }

    private func ofToday(
        in vault: isolated OpenVault, _ preferences: Preferences, anniversaries: [StoredEntry]
    ) throws -> TodayPage.OfToday {
        let dates = preferences.dates
        return TodayPage.OfToday(
            streak: try vault.streak(today), quote: try vault.quoteOfToday(online: quotes), anniversaries: anniversaries,
            reminder: RecoveryReminder(proven: vault.recoveryProven(), now: surroundings.now())?.html,
            health: try healthToday(in: vault, preferences), cues: try cuesToday(in: vault, dates),
            trial: try vault.trialInstruction().map { TrialToday(instruction: $0, words: TrialWords(language: dates)) })
    }
}
