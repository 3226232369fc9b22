import Documents
import Engine
import Ledger

/// Ends an excerpt, after explaining what that cannot undo.
struct EndExcerptPage {
    let excerpt: Excerpt

    func html(for visit: Visit) -> HTML {
        let path = "/people/excerpt/\(excerpt.journal.description)/end"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Stop sharing “\(excerpt.plan.name)”?</h1>
            <p>What has been read or copied can’t be taken back.</p>
            <p>Readers get nothing more, its links stop working, and the relay deletes it. Your own log stays as it is.</p>
            <form method="post" action="\(path)">\(formToken(visit))
            <div class="actions"><button class="danger">Stop sharing</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}
