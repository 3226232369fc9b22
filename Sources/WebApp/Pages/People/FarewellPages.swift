import Base
import Documents
import Engine
import Exchange
import Ledger

/// Removes a member from a journal, after explaining what that cannot undo.
struct RemovePage {
    let member: SharedJournal.Member
    let journal: JournalID

    func html(for visit: Visit) -> HTML {
        let name = PeopleWords.name(member)
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Remove \(name)?</h1>
            <p>What \(name) has read or copied can’t be taken back.</p>
            <p>The journal gets a new key at once, so \(name) can’t read anything written from then on. Notes by \(name) stay.</p>
            <form method="post" action="/people/remove">\(formToken(visit))<input type="hidden" name="journal" value="\(journal.description)"><input type="hidden" name="member" value="\(hex(member.identity))">
            <div class="actions"><button class="danger">Remove \(name)</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}

/// Leaves someone else's journal.
struct LeavePage {
    let shared: SharedJournal

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
        <section class="card narrow"><h1>Leave this journal?</h1><p class="muted">\(PeopleWords.title(shared))</p>
        <p>What is on this device stays here, but gets nothing new. To come back, you need a new invitation.</p>
        <form method="post" action="/people/leave">\(formToken(visit))<input type="hidden" name="journal" value="\(shared.journal.description)">
        <div class="actions"><button class="danger">Leave journal</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
        """
    }
}

/// Ends one's own journal for everyone.
struct EndJournalPage {
    let shared: SharedJournal
    /// Entries that are not deleted.
    let entries: Int

    func html(for visit: Visit) -> HTML {
        let others = shared.members.filter { !$0.isYou }
        let names: HTML = "<ul>\(others.html { "<li>\(PeopleWords.name($0)), who \(PeopleWords.may($0.role))</li>" })</ul>"
        let who: HTML = others.isEmpty ? "<p>It has no other members.</p>" : "<p>Members who lose it:</p>\(names)"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Delete this journal for everyone?</h1><p class="muted">\(PeopleWords.title(shared)), \(counted(entries, "entry", "entries"))</p>
            \(who)<p>No one can write in it any more, and the relay deletes it with its files. Copies stay readable: yours until you remove it, and those on the members’ devices. This cannot be undone.</p>
            <form method="post" action="/people/end">\(formToken(visit))<input type="hidden" name="journal" value="\(shared.journal.description)">
            <div class="actions"><button class="danger">Delete for everyone</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}

/// Removes a journal from the vault, with its keys.
struct PutAwayPage {
    let shared: SharedJournal
    /// Entries that are not deleted.
    let entries: Int
    /// Exports and backups that the vault knows of.
    let copies: [String]

    func html(for visit: Visit) -> HTML {
        let named: HTML? =
            copies.isEmpty ? nil : "<p>Older copies that stay:</p><ul>\(copies.html { "<li>\($0)</li>" })</ul>"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Remove this journal from your vault?</h1><p class="muted">\(PeopleWords.title(shared)), \(counted(entries, "entry", "entries"))</p>
            <p>Its keys are destroyed first, then its entries, notes and files. Your other devices follow when they sync. To get it back, you need an older backup or export, or an invitation.</p>\(named)
            <form method="post" action="/people/put-away">\(formToken(visit))<input type="hidden" name="journal" value="\(shared.journal.description)">
            <div class="actions"><button class="danger">Remove journal</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}
