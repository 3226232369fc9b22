import Base
import Documents
import Engine
import Ledger

/// An excerpt: its content, its last day, its readers, and links.
struct ExcerptCard {
    let excerpt: Excerpt
    /// Its members; `nil` while unknown on this device.
    let shared: SharedJournal?
    let words: PeopleWords

    func html(for visit: Visit) -> HTML {
        let (id, path) = (excerpt.journal.short, excerpt.journal.description)
        let readers = (shared?.members ?? []).filter { !$0.isYou }
        let links = shared?.invitations ?? []
        let fault: HTML? = (shared?.fault).map { "<p class=\"fault\">\(sentence($0))</p>" }
        let people: HTML? = shared.flatMap { shared in
            readers.isEmpty
                ? nil
                : "<ul class=\"persons\">\(readers.html { MemberRow(member: $0, shared: shared, words: words, isExcerpt: true).html(for: visit) })</ul>"
        }
        let open: HTML = """
            <ul class="invitations">\(links.html { InvitationRow(invitation: $0, journal: excerpt.journal, words: words).html(for: visit) })</ul>
            """
        let unread: HTML = "<p class=\"muted\">No one reads it yet.</p>"
        let another: HTML = """
            <form method="post" action="/people/excerpt/\(path)/link">\(formToken(visit))<button>Make \(links.isEmpty ? "a" : "another") link</button></form>
            """
        let ending: HTML = "<p class=\"hint\">Sharing stops with the next sync.</p>"
        return """
            <section class="excerpt-card" aria-labelledby="excerpt-\(id)"><h3 id="excerpt-\(id)">\(excerpt.plan.name)</h3>\(fault)
            <p>\(ExcerptLook.scope(excerpt.plan, words.dates)).</p>\(people)\(open, if: !links.isEmpty)\(unread, if: readers.isEmpty && links.isEmpty)\(ending, if: excerpt.isWithdrawn)
            <div class="actions"><a class="button" href="/people/excerpt/\(path)">See what they see</a>\(another, if: !excerpt.isWithdrawn)<a class="button quiet" href="/people/excerpt/\(path)/end">Stop sharing<span class="hidden">: \(excerpt.plan.name)</span>…</a></div></section>
            """
    }
}
