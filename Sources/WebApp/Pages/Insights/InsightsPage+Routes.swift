import Base
import Documents
import Engine
import Findings
import HTTP
import Insights
import Journal
import Ledger

extension WebApp {
    func addInsightRoutes(to routes: inout Routes) {
        let looks = PatternLooks()
        routes.page("/insights") { visit in try await visit.app.insights(visit, looks) }
        routes.form("/insights/show", limit: 64 << 10) { visit, fields in
            let choice = InsightsChoice(fields)
            let old = fields["replaces"]
            let view = visit.update { $0.open(choice, replacing: old) }
            let path = view.map { "/insights?view=" + $0 } ?? "/insights"
            return visit.isFromScript ? .json(["next": .string(path)]) : .redirect(to: path + "#days")
        }
        routes.form("/insights/tag") { visit, fields in try await visit.app.beginTagged(visit, fields) }
        routes.form("/insights/pattern/:id/dismiss") { visit, fields in
            let id = try visit.recordID()
            try await visit.vault().dismissPattern(id)
            return visit.done(PatternPlace.notice(say("Pattern dismissed."), id), next: PatternPlace.wayBack(fields))
        }
        routes.form("/insights/pattern/:id/snooze") { visit, fields in
            let id = try visit.recordID()
            try await visit.vault().snoozePattern(id, days: 30)
            return visit.done(PatternPlace.notice(say("Pattern snoozed for 30 days."), id), next: PatternPlace.wayBack(fields))
        }
        routes.form("/insights/pattern/:id/back") { visit, fields in
            let id = try visit.recordID()
            let vault = try await visit.vault()
            let shown = try await vault.patterns().aside.first { $0.id == id }
            if shown?.pattern.isDismissed == true { try await vault.dismissPattern(id, false) }
            if shown?.pattern.snoozedUntil != nil { try await vault.snoozePattern(id, days: 0) }
            return visit.done(Notice(sentence: "Pattern restored."), next: PatternPlace.wayBack(fields))
        }
    }

    private func insights(_ visit: Visit, _ looks: PatternLooks) async throws -> Response {
        let kept = visit.request.query["view"].flatMap { name in
            visit.session.insightsChoice(named: name).map { (name: name, choice: $0) }
        }
        let choice = kept?.choice ?? InsightsChoice()
        let year = (today.adding(days: -365) ?? today)...today
        let page = try await visit.read { vault, preferences in
            let (patterns, dates) = (try vault.patterns(), preferences.dates)
            let words = PatternWords(medicines: patterns.medicines, language: dates)
            let diary = try vault.diary(days: year)
            var charts: InsightsCharts?
            if let days = try self.chartDays(choice, diary, year, patterns, words, dates, in: vault) {
                charts = InsightsCharts(
                    days: days, choice: choice, view: kept?.name,
                    outcomes: try self.outcomes(diary, days.outcome.name, in: vault),
                    words: words, civil: CivilTime(zone: self.surroundings.zone))
            }
            return InsightsPage(
                patterns: PatternsSection(
                    patterns: patterns, words: words, counts: diary.map(CountNotice.all) ?? [], today: self.today,
                    dates: dates, view: kept?.name, fault: looks.lastFault),
                charts: charts)
        }
        let response = PageFrame(title: "Insights", place: .insights, name: "insights", isForReading: true)
            .page(page.html(for: visit), for: visit)
        // A page that reloads because of a finished look does not start another one.
        if !visit.isInBackground { looks.begin(door) }
        return response
    }

    /// The data of the chosen outcome; of the first one if that was not logged for a year.
    private func chartDays(
        _ choice: InsightsChoice, _ diary: Diary?, _ year: ClosedRange<LocalDay>, _ patterns: Patterns, _ words: PatternWords,
        _ dates: DateLanguage, in vault: isolated OpenVault
    ) throws -> ChartDays? {
        guard let diary, let first = diary.outcomes.first else { return nil }
        var (shown, outcome) = (diary, first)
        if let wanted = choice.outcome {
            if let known = diary.outcomes.first(where: { $0.name == wanted }) {
                outcome = known
            } else if let other = try vault.diary(days: year, watched: [wanted]), let known = other.outcomes.first,
                known.name == wanted
            {
                (shown, outcome) = (other, known)
            }
        }
        return ChartDays(
            shown, outcome, name: words.name(of: outcome.name), range: choice.range, first: patterns.firstDay,
            closed: try vault.closedFactors(), dates: dates)
    }

    /// The outcomes to choose from: a diary has the three logged most; the others are those logged last.
    private func outcomes(_ diary: Diary?, _ chosen: Outcome.Name, in vault: isolated OpenVault) throws -> [Outcome.Name] {
        var names = diary?.outcomes.map(\.name) ?? []
        if names.count == Diary.mostOutcomes {
            let others =
                [Outcome.Name.mood, .craving] + (try vault.symptomNames()).map { .symptom(SymptomEntry.key(of: $0)) }
                + (try vault.lastMeasures()).filter { $0.measure.form != .yesNo }.flatMap(\.series).map { .measure($0.key) }
            for name in others where !names.contains(name) && names.count < InsightsCharts.mostOutcomes { names.append(name) }
        }
        return names.contains(chosen) ? names : names + [chosen]
    }
}

enum PatternPlace {
    /// Insights, or Today if the form was there.
    static func wayBack(_ fields: FormFields) -> String {
        guard let typed = fields["next"], typed.utf8.count <= 200 else { return "/insights" }
        return typed.wholeMatch(of: /\/today|\/insights(\?view=[A-Za-z0-9_\-]+)?/) != nil ? typed : "/insights"
    }

    static func notice(_ sentence: String, _ id: RecordID) -> Notice {
        Notice(sentence: sentence, undo: Notice.Undo(path: "/insights/pattern/\(id.description)/back", label: "Undo"))
    }
}
