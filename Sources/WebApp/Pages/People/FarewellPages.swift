import Engine
import Ledger

/// Takes a member out of a journal: says first what that cannot undo.
struct RemovePage {
    let member: SharedJournal.Member
    let journal: JournalID

    func html(for visit: Visit) -> HTML {
        let name = PeopleWords.name(member)
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Remove \(name)?</h1>
            <p>What \(name) has read or copied, nobody can take back.</p>
            <p>The journal gets a new key in the same step, and \(name) can open nothing that is written from then on. Notes that \(name) has written stay, as by somebody who is no member any more.</p>
            <form method="post" action="/people/remove">\(formToken(visit))<input type="hidden" name="journal" value="\(journal.description)"><input type="hidden" name="member" value="\(hex(member.identity))">
            <div class="actions"><button class="danger">Remove \(name)</button><a class="button quiet" href="/people">Keep \(name)</a></div></form></section>
            """
    }
}

/// Leaves a journal that somebody else owns.
struct LeavePage {
    let shared: SharedJournal

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
        <section class="card narrow"><h1>Leave this journal?</h1><p class="muted">\(PeopleWords.title(shared))</p>
        <p>What is on this device stays here, and gets nothing new. To come back you need another invitation.</p>
        <form method="post" action="/people/leave">\(formToken(visit))<input type="hidden" name="journal" value="\(shared.journal.description)">
        <div class="actions"><button class="danger">Leave it</button><a class="button quiet" href="/people">Stay</a></div></form></section>
        """
    }
}
