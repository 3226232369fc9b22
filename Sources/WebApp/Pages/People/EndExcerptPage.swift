import Documents
import Engine
import Ledger

/// Ends what is shown to somebody: says first what that cannot undo.
struct EndExcerptPage {
    let excerpt: Excerpt

    func html(for visit: Visit) -> HTML {
        let path = "/people/excerpt/\(excerpt.journal.description)/end"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>End “\(excerpt.plan.name)”?</h1>
            <p>What was read or copied, nobody can take back.</p>
            <p>Whoever reads it gets nothing more of it, its links open nothing, and the relay forgets it. Your own log stays as it is.</p>
            <form method="post" action="\(path)">\(formToken(visit))
            <div class="actions"><button class="danger">End it now</button><a class="button quiet" href="/people">Keep it</a></div></form></section>
            """
    }
}
