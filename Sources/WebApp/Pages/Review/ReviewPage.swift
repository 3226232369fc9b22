import Base
import Documents
import Engine
import Findings
import HTTP
import Journal
import Ledger

/// A month in review: numbers, and the person's own sentences.
struct ReviewPage {
    let review: MonthReview
    /// Months to choose from, the newest first.
    let months: [LocalMonth]
    /// The session's name of this month; `nil` for the default one.
    let view: String?
    let words: ReviewWords
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/insights">\(Icon.back)Insights</a></p>
        <header class="review-head"><h1>\(words.heading(review))</h1>\(choice(visit))</header>
        \(review.isEmpty ? nothing : sentences + numbers)
        """
    }

    /// No address contains the month.
    private func choice(_ visit: Visit) -> HTML? {
        guard months.count > 1 else { return nil }
        let options = months.html {
            "<option value=\"\($0.iso)\"\(" selected", if: $0 == review.month)>\(dates.month($0))</option>"
        }
        return """
            <form method="post" action="/insights/review" class="review-choice">\(formToken(visit))\(view.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0)\">" as HTML })
            <label for="month" class="hidden">Month</label><select id="month" name="month">\(options)</select><button>Show</button></form>
            """
    }

    private var nothing: HTML { "<div class=\"empty\">\(Icon.mark)<p>\(ReviewWords.nothing)</p></div>" }

    private var sentences: HTML {
        guard !review.sentences.isEmpty else { return .empty }
        let list = review.sentences.html { sentence in
            """
            <li><blockquote class="review-sentence" dir="auto"><p>\(sentence.text)</p></blockquote><p class="review-from"><a href="/entry/\(sentence.entry.description)">\(dates.day(sentence.day, style: .long))</a></p></li>
            """
        }
        return """
            <section class="card" aria-labelledby="sentences"><h2 id="sentences">In your own words</h2><ul class="review-sentences">\(list)</ul><p class="hint">\(ReviewWords.origin)</p></section>
            """
    }

    private var numbers: HTML {
        let rows = words.lines(review).html { "<div><dt dir=\"auto\">\($0.about)</dt><dd dir=\"auto\">\($0.words)</dd></div>" }
        return
            "<section class=\"card\" aria-labelledby=\"numbers\"><h2 id=\"numbers\">In numbers</h2><dl class=\"review-numbers\">\(rows)</dl></section>"
    }
}

extension WebApp {
    func addReviewRoutes(to routes: inout Routes) {
        routes.page("/insights/review") { visit in try await visit.app.review(visit) }
        routes.form("/insights/review", limit: 64 << 10) { visit, fields in
            guard let month = fields["month"].flatMap({ LocalMonth(iso: $0) }) else {
                return visit.done(Notice(sentence: "That is not a month.", tone: .trouble), next: "/insights/review")
            }
            let view = visit.update { $0.open(month.days.lowerBound, replacing: fields["replaces"]) }
            return .redirect(to: view.map { "/insights/review?view=" + $0 } ?? "/insights/review")
        }
    }

    private func review(_ visit: Visit) async throws -> Response {
        let view = visit.request.query["view"]
        let chosen = view.flatMap { visit.session.day(named: $0) }?.month
        if view != nil, chosen == nil {
            return visit.done(Notice(sentence: "That month is no longer open. The latest is shown."), next: "/insights/review")
        }
        let page = try await visit.read { vault, preferences in
            let (standard, dates) = (try vault.reviewedMonth(), preferences.dates)
            let month = chosen ?? standard
            let months = Set(try vault.monthsWithEntries() + [month, standard, self.today.month]).sorted(by: >)
            return ReviewPage(
                review: try vault.review(month), months: months, view: chosen == nil ? nil : view,
                words: ReviewWords(language: dates), dates: dates)
        }
        return PageFrame(title: "A month in review", place: .insights, name: "review", isForReading: true)
            .page(page.html(for: visit), for: visit)
    }
}
