import Base
import Documents
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Sync

/// Creating, showing and reading excerpts.
extension WebApp {
    func addExcerptRoutes(to routes: inout Routes) {
        routes.page("/people/show") { visit in
            let vault = try await visit.vault()
            let own = try await vault.sharedJournals().first?.members.first(where: \.isYou)?.name ?? ""
            var form = ExcerptForm(own: own, today: visit.app.today)
            if try await vault.syncStatus().relay == nil { form.way = .browser }
            return try await visit.app.excerptForm(form, visit)
        }
        routes.form("/people/show", limit: 64 << 10) { visit, fields in try await visit.app.show(visit, fields) }
        routes.page("/people/excerpt/:journal") { visit in try await visit.app.excerptPage(visit) }
        routes.page("/people/excerpt/:journal/end") { visit in
            let excerpt = try await visit.app.openExcerpt(visit)
            return visit.app.frame("End", EndExcerptPage(excerpt: excerpt).html(for: visit), visit)
        }
        routes.form("/people/excerpt/:journal/end") { visit, _ in
            try await visit.app.change(visit, said: say("Sharing stopped. Readers get nothing more.")) { vault, excerpt in
                try await vault.endExcerpt(excerpt.journal)
            }
        }
        routes.form("/people/excerpt/:journal/link") { visit, _ in
            let today = visit.app.today
            return try await visit.app.change(visit, said: say("The link is ready. Send it in a way that only they can read.")) {
                vault, excerpt in
                let days = min(max(excerpt.plan.until.number - today.number + 1, 1), 7)
                _ = try await vault.invite(
                    to: excerpt.journal, as: .reader, history: .all, days: days, label: "", name: nil)
            }
        }
    }

    /// This person's open excerpt named by the route. Throws `HTTPFault.notFound`.
    private func openExcerpt(_ visit: Visit) async throws -> Excerpt {
        let journal = JournalID(text: visit.part("journal"))
        let all = try await visit.vault().excerpts()
        guard let excerpt = all.first(where: { $0.journal == journal && $0.ended == nil }) else { throw HTTPFault.notFound }
        return excerpt
    }

    private func change(
        _ visit: Visit, said words: String, _ action: @Sendable (OpenVault, Excerpt) async throws -> Void
    ) async throws -> Response {
        let (vault, excerpt) = (try await visit.vault(), try await openExcerpt(visit))
        do {
            try await action(vault, excerpt)
        } catch let error as SharingError {
            return visit.done(Notice(sentence: PeopleWords.sentences(error), tone: .trouble), next: "/people")
        }
        sync.wake(.wrote)
        return visit.done(Notice(sentence: words), next: "/people#excerpts")
    }

    private func excerptForm(_ form: ExcerptForm, _ visit: Visit) async throws -> Response {
        let syncs = try await visit.vault().syncStatus().relay != nil
        let page = ExcerptFormPage(form: form, syncs: syncs)
        let isRight = form.fault == nil && form.faults.isEmpty
        return frame("Share part of your log", page.html(for: visit), visit, status: isRight ? .ok : .unprocessable)
    }

    private func show(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var form = ExcerptForm(fields)
        guard let plan = form.plan(today: today) else { return try await excerptForm(form, visit) }
        let vault = try await visit.vault()
        if form.way == .browser { return try await sealedPage(plan, vault, visit) }
        do {
            _ = try await vault.makeExcerpt(plan, label: form.label, name: form.own)
        } catch let error as JournalError {
            form.faults.note(error, at: "name")
            return try await excerptForm(form, visit)
        } catch let error where error is SharingError || error is SyncError {
            form.fault = PeopleWords.sentences(error)
            return try await excerptForm(form, visit)
        }
        sync.wake(.wrote)
        return visit.done(
            Notice(sentence: "The link is ready. Send it in a way that only they can read."), next: "/people#excerpts")
    }

    private func sealedPage(_ plan: ExcerptPlan, _ vault: OpenVault, _ visit: Visit) async throws -> Response {
        let preferences = try await vault.preferences()
        let dates = dates(preferences)
        let file = try await SealedPageFile.of(plan, from: vault, dates: dates, preferences: preferences, today: today)
        return frame("The page is sealed", PageReadyPage(file: file, scope: ExcerptLook.scope(plan, dates)).html, visit)
    }

    private func excerptPage(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        guard let journal = JournalID(text: visit.part("journal")),
            let shared = try await vault.sharedJournals().first(where: { $0.journal == journal }),
            let until = try await vault.journals().first(where: { $0.id == journal })?.excerptUntil
        else { throw HTTPFault.notFound }
        let dates = dates(try await vault.preferences())
        let plan = try await vault.excerpts().first { $0.journal == journal }?.plan
        let scope =
            plan.map { ExcerptLook.scope($0, dates) + "." }
            ?? say("Part of someone's log, readable until \(dates.day(until, style: .long)).")
        let page = ExcerptPage(
            title: plan?.name ?? PeopleWords.title(shared), scope: scope, records: try await vault.excerptRecords(of: journal),
            dates: dates)
        return PageFrame(title: "Part of a log", place: .people, name: "people", isForReading: true).page(page.html, for: visit)
    }
}
