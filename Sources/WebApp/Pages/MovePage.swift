import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Moves an entry to another journal, after saying who reads it there.
struct MovePage {
    let stored: StoredEntry
    /// The journals that it can go to, with the number of other people who read each.
    let targets: [(id: JournalID, name: String, readers: Int)]
    let dates: DateLanguage
    var fault: String?

    func html(for visit: Visit) -> HTML {
        let path = "/entry/\(stored.id.description)"
        let options = JournalChoice.options(
            targets.map { target in
                let readers = target.readers
                return (
                    target.id,
                    target.name
                        + (readers == 0 ? "" : say(", which \(counted(readers, "other person", "other people")) can read"))
                )
            }, chosen: "")
        let wrong: HTML? = fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        let form: HTML = """
            <form method="post" action="\(path)/move" class="stack">\(formToken(visit))
            <div class="field"><label for="journal">Journal</label><select id="journal" name="journal">\(options)</select></div>
            <p class="hint">Its files and notes go with it. The original, with its earlier versions, stays in Recently deleted for \(Limits.deletedDays) days. Whoever could read it until now may have kept it.</p>
            <div class="actions"><button class="primary">Move</button><a class="button quiet" href="\(path)">Cancel</a></div></form>
            """
        let none: HTML = "<p>There is no other journal in which you can write.</p>"
        return """
            <p class="way-back"><a href="\(path)">\(Icon.back)Entry</a></p>
            <section class="card narrow"><h1>Move to another journal</h1>
            <p>\(EntryPage.title(of: stored.entry, dates))</p>\(wrong)\(targets.isEmpty ? none : form)</section>
            """
    }
}

extension WebApp {
    func addMoveRoutes(to routes: inout Routes) {
        routes.page("/entry/:id/move") { visit in
            let stored = try await visit.app.entry(visit).stored
            guard stored.deleted == nil else { return .redirect(to: "/entry/\(stored.id.description)") }
            return try await visit.app.movePage(stored, visit)
        }
        routes.form("/entry/:id/move") { visit, fields in
            let (vault, stored) = try await visit.app.entry(visit)
            guard let id = fields["journal"].flatMap({ JournalID(text: $0) }),
                let target = try await vault.journalNames().first(where: { $0.id == id })
            else { throw HTTPFault.notFound }
            do {
                let moved = try await vault.move(stored.id, to: id)
                let undo = Notice.Undo(path: "/entry/\(stored.id.description)/restore", label: "Undo")
                return visit.done(
                    Notice(sentence: "Moved to \(target.name).", undo: undo), next: "/entry/\(moved.id.description)")
            } catch let error as any Explainable {
                return try await visit.app.movePage(stored, fault: sentence(error.explanation.sentence), visit)
            }
        }
    }

    private func movePage(_ stored: StoredEntry, fault: String? = nil, _ visit: Visit) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            var targets: [(id: JournalID, name: String, readers: Int)] = []
            for journal in try vault.journals() where journal.id != stored.journal {
                guard journal.end == nil, try vault.ownRole(in: journal.id)?.mayWrite(.record) == true else { continue }
                let readers = try vault.shared(journal.id).members.count { !$0.isYou }
                targets.append((journal.id, journal.name, readers))
            }
            return MovePage(stored: stored, targets: targets, dates: preferences.dates, fault: fault)
        }
        return PageFrame(title: "Move", place: .journal, name: "move").page(
            page.html(for: visit), for: visit, status: fault == nil ? .ok : .unprocessable)
    }
}
