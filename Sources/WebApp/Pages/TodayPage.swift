import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Quotes
import Records

/// Today: the form for an entry, and the day's other items.
struct TodayPage {
    let today: LocalDay
    let composer: Composer
    /// Unsaved drafts of other windows.
    let otherDrafts: [(name: Draft.Name, clock: String)]
    let entries: [StoredEntry]
    /// Who wrote those that involve someone else.
    let authorships: [RecordID: Authorship]
    let streak: Streak
    let quote: QuoteOfTheDay
    /// Entries of this day in earlier years.
    let anniversaries: [StoredEntry]
    /// Today's prompt, if the owner wants one.
    let prompt: Prompt?
    let templates: [Stored<Template>]
    /// A reminder about the recovery code, if needed.
    let reminder: HTML?
    let dates: DateLanguage
    let health: HealthToday
    let cues: CuesToday
    /// What a trial asks for today.
    let trial: TrialToday?

    func html(for visit: Visit) -> HTML {
        """
        <header class="greeting"><div><h1>Today</h1><p>\(dates.day(today, style: .long))</p></div>\(streakLine(streak))</header>\(reminder)
        \(draftLine(otherDrafts, at: "/today"))
        <section class="card" aria-label="Write">\(promptLine(visit))\(composer.html(for: visit))</section>
        \(cues.html(for: visit))
        \(trial.map { $0.html(for: visit) })
        \(health.html(for: visit))
        \(written)
        \(onThisDay)
        \(quoteCard)
        """
    }

    private func promptLine(_ visit: Visit) -> HTML? {
        let choices: HTML? =
            templates.isEmpty
            ? nil
            : """
            <form method="get" action="/today" class="template-choice"><label for="template" class="hidden">Begin with a template</label>
            <select id="template" name="template"><option value="">Template…</option>\(templates.html { "<option value=\"\($0.id.description)\">\($0.value.name)</option>" })</select>
            <button class="quiet">Use</button></form>
            """
        let question: HTML? = prompt.map { prompt in
            "<p>\(Sentence(listed: prompt.text).shown) <a href=\"/today?prompt=\(Prompt.another(than: prompt).number)\">Another</a></p>"
        }
        guard question != nil || choices != nil else { return nil }
        return "<div class=\"prompt\">\(question)\(choices)</div>"
    }

    private var written: HTML {
        guard !entries.isEmpty else {
            return "<section aria-label=\"Written today\" id=\"today-entries\" data-live></section>"
        }
        return """
            <section aria-labelledby="written" id="today-entries" data-live><h2 id="written">Written today</h2>
            <ul class="rows">\(entries.html { EntryRow(stored: $0, dates: dates, authorship: authorships[$0.id]).html })</ul></section>
            """
    }

    private var onThisDay: HTML? {
        guard !anniversaries.isEmpty else { return nil }
        return """
            <section aria-labelledby="on-this-day"><h2 id="on-this-day">On this day</h2>
            <ul class="rows">\(anniversaries.html { EntryRow(stored: $0, dates: dates, authorship: authorships[$0.id], hasFullDate: true).html })</ul></section>
            """
    }

    private var quoteCard: HTML {
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
        let vault = try await visit.vault()
        let today = today
        let templates = try await vault.templates()
        let template = visit.request.query["template"].flatMap { wanted in templates.first { $0.id.description == wanted } }
        let (composer, otherDrafts) = try await newComposer(
            for: visit, in: vault, draft: visit.request.query["draft"], text: template?.value.text ?? "",
            placeholder: say("Start with today. Auralyst will trace the line."))
        let wasAdded = composer.known.map { $0 != WebApp.mark(of: composer.values.text) } ?? false
        if let template, wasAdded, composer.values.text != template.value.text {
            visit.leave(Notice(sentence: "The template was added below your text."))
        }
        let asked = visit.request.query["prompt"].flatMap { Int($0) }.flatMap(Prompt.init(number:))
        let page = try await vault.read { vault in
            let preferences = try vault.preferences()
            let dates = self.dates(preferences)
            var day = SearchQuery()
            (day.firstDay, day.lastDay) = (today, today)
            let entries = try vault.entries(Selection(query: day, limit: 50)).list
            let anniversaries = try vault.onThisDay(today, limit: 5)
            return TodayPage(
                today: today, composer: composer, otherDrafts: otherDrafts,
                // Where the log is damaged the entries are still shown.
                entries: entries, authorships: (try? vault.authorships(of: entries + anniversaries)) ?? [:],
                streak: try vault.streak(today), quote: try vault.quoteOfToday(online: self.quotes),
                anniversaries: anniversaries, prompt: preferences.prompts ? asked ?? Prompt.of(today) : nil, templates: templates,
                reminder: self.recoveryReminder(in: vault), dates: dates, health: try self.healthToday(in: vault, dates),
                cues: try self.cuesToday(in: vault, dates), trial: try self.trialToday(in: vault, dates))
        }
        return PageFrame(title: "Today", place: .today, name: "today").page(page.html(for: visit), for: visit)
    }

    /// How dates are written.
    func dates(_ preferences: Preferences) -> DateLanguage {
        DateLanguage.of(preferences.dateLanguage)
    }
}
