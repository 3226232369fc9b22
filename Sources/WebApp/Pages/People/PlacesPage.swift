import Base
import Documents
import Engine
import HTTP
import Ledger
import Sync

/// Offers to remove the place from the photos of a journal, before others can see them.
struct PlacesPage {
    let found: PlacesInJournal
    let shared: SharedJournal

    func html(for visit: Visit) -> HTML {
        let back = PlacesPage.back(to: shared.journal)
        return """
            <p class="way-back"><a href="\(back)">\(Icon.back)Invite someone</a></p>
            <section class="card narrow"><h1>Places in photos</h1><p class="muted">\(PeopleWords.title(shared))</p>
            <p>\(found.sentence)</p>\(found.unread < found.all ? found.unreadSentence.map { "<p>\($0)</p>" } : nil)
            \(found.withPlace == 0 ? "<div class=\"actions\"><a class=\"button\" href=\"\(back)\">Done</a></div>" : form(visit, back))</section>
            """
    }

    static func back(to journal: JournalID) -> String { "/people/invite?journal=\(journal.description)" }

    private func form(_ visit: Visit, _ back: String) -> HTML {
        """
        <p>The photos look the same without it, and entries keep their place. You can’t undo this.</p>
        <p class="hint">\(PlacesInJournal.limit)</p>
        <form method="post" action="/people/places/\(shared.journal.description)">\(formToken(visit))
        <div class="actions"><button class="danger">Remove places</button><a class="button quiet" href="\(back)">Cancel</a></div></form>
        """
    }
}

extension WebApp {
    func addPlacesRoutes(to routes: inout Routes) {
        routes.page("/people/places/:journal") { visit in
            let app = visit.app
            let vault = try await visit.vault()
            let shared = try await app.shared(JournalID(text: visit.part("journal")), in: vault)
            return try await app.answer("Searching photos", to: visit, stopsAtLock: true) { progress in
                let found = try await vault.places(in: shared.journal, progress: progress)
                return { visit in app.frame("Places", PlacesPage(found: found, shared: shared).html(for: visit), visit) }
            }
        }
        routes.form("/people/places/:journal") { visit, _ in
            let app = visit.app
            let vault = try await visit.vault()
            let journal = try await app.shared(JournalID(text: visit.part("journal")), in: vault).journal
            return app.begin(.removingPlaces, for: visit) { progress in
                defer { app.sync.wake(.wrote) }
                let removed = try await vault.removePlaces(in: journal, progress: progress)
                return WorkResult(
                    heading: say("Places removed"), lines: [removed.removedSentence, removed.unreadSentence].compactMap(\.self),
                    isTroubled: removed.unread > 0, next: (say("Back to Invite"), PlacesPage.back(to: journal)))
            }
        }
    }
}
