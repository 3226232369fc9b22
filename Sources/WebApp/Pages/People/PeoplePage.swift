import Base
import Documents
import Engine
import Ledger

/// Who can see what: the members of each journal, open invitations, and join requests.
struct PeoplePage {
    /// The relay's answer about join requests.
    enum Asked {
        case these([JoinQuestion])
        /// The relay did not answer; the reason in a sentence.
        case unreachable(String)
    }

    /// All of this person's journals.
    let journals: [SharedJournal]
    let asked: Asked
    /// Journals that this person has asked to join, and when.
    let joining: [(journal: JournalID, since: Int64)]
    /// This person's safety code.
    let fingerprint: String
    let syncs: Bool
    /// This person's unsent changes to other people's journals.
    let kept: [SyncStatus.Kept]
    let words: PeopleWords

    private var isAlone: Bool {
        journals.allSatisfy { $0.members.count <= 1 && $0.invitations.isEmpty } && journals.count == 1 && joining.isEmpty
    }

    func html(for visit: Visit) -> HTML {
        """
        <header><h1>People</h1></header>
        <div id="people" data-live\(" data-waits", if: waits)>\(questions(visit))\(isAlone ? start : .empty)\(joining.html { asking($0.journal, since: $0.since, visit) })\(isAlone ? .empty : journals.html { card($0, visit) })\(PeoplePage.partOfLog)</div>
        <p class="muted small people-own">Your safety code, so others can check it’s really you: <code>\(fingerprint)</code></p>
        """
    }

    /// Whether to ask the relay for news.
    private var waits: Bool { !joining.isEmpty || journals.contains { !$0.invitations.isEmpty } }

    private static let partOfLog: HTML = """
        <section class="card" aria-labelledby="part-title"><h2 id="part-title">For a doctor, for a limited time</h2>
        <p>Share what you choose, such as symptoms and medicines of the last 90 days, until a day you choose: a page that opens in any browser with a code.</p>
        <p><a class="button" href="/people/show">Share part of your log…</a></p></section>
        """

    private func questions(_ visit: Visit) -> HTML? {
        switch asked {
        case .these(let list) where list.isEmpty: nil
        case .these(let list):
            """
            <section class="card asks" id="requests" aria-labelledby="requests-title"><h2 id="requests-title">\(plural(list.count, "Someone asks", "# people ask")) to join</h2>
            <ul>\(list.html { row($0).html(for: visit) })</ul></section>
            """
        case .unreachable(let why):
            "<p class=\"muted small relay-quiet\">Join requests can’t be checked right now. \(why)</p>"
        }
    }

    private var start: HTML {
        let invite: HTML = """
            <div class="actions"><a class="button primary" href="/people/invite">Invite someone</a><a class="button" href="/people/join">Join with a link</a></div>
            """
        return """
            <section class="card empty people-start">\(Icon.people)<p class="people-lead">Invite a partner to add notes. You stay in control.</p>
            <p>A partner, buddy or doctor can read this journal and add notes to entries. You can remove them at any time. Right now, only you see it.</p>
            \(syncs ? invite : needsSync)</section>
            """
    }

    private var needsSync: HTML {
        """
        <p>Sharing needs sync, through a relay that can’t read anything. Set up sync first, then invite.</p>
        <div class="actions"><a class="button primary" href="/settings/sync">Set up sync</a><a class="button" href="/people/join">Join with a link</a></div>
        """
    }

    private func row(_ question: JoinQuestion) -> QuestionRow {
        let shared = journals.first { $0.journal == question.journal }
        return QuestionRow(question: question, words: words, title: shared.map { PeopleWords.title($0) } ?? "")
    }

    private func card(_ shared: SharedJournal, _ visit: Visit) -> HTML {
        let (id, isOwner) = (shared.journal.short, shared.ownRole == .owner)
        if let end = shared.end { return ended(shared, end) }
        let fault: HTML? = shared.fault.map { "<p class=\"fault\">\(sentence($0))</p>" }
        return """
            <section class="card" aria-labelledby="journal-\(id)"><h2 id="journal-\(id)">\(PeopleWords.title(shared))</h2>\(fault)\(isOwner ? .empty : own(shared))\(kept(in: shared))
            <ul class="persons">\(shared.members.html { MemberRow(member: $0, shared: shared, words: words).html(for: visit) })</ul>
            \(isOwner ? invitations(shared, visit) : leave(shared))</section>
            """
    }

    /// What remains of an ended journal, and a link to remove it.
    private func ended(_ shared: SharedJournal, _ end: JournalEnd) -> HTML {
        let id = shared.journal.short
        let since: HTML? = end.since.map { "<p class=\"muted small\">Since \(words.moment($0)).</p>" }
        return """
            <section class="card" aria-labelledby="journal-\(id)"><h2 id="journal-\(id)">\(PeopleWords.title(shared))</h2>
            <p>\(sentence(end.reason.words)) What is here stays, but gets nothing new.</p>\(since)\(kept(in: shared))
            <p><a class="button" href="/people/put-away/\(shared.journal.description)">Remove it from your vault…</a></p></section>
            """
    }

    /// Changes written here that are not sent.
    private func kept(in shared: SharedJournal) -> HTML? {
        kept.first { $0.journal == shared.journal }.map { "<p class=\"hint\">\(sentence($0.sentence))</p>" }
    }

    private func own(_ shared: SharedJournal) -> HTML {
        guard let role = shared.ownRole else { return "<p>You are no longer a member.</p>" }
        switch role {
        case .owner, .editor: return "<p class=\"muted\">You can read and write here.</p>"
        case .note: return "<p class=\"muted\">You can read here, and add notes to entries.</p>"
        case .reader: return "<p class=\"muted\">You can read here.</p>"
        }
    }

    private func invitations(_ shared: SharedJournal, _ visit: Visit) -> HTML {
        let list = shared.invitations.html {
            InvitationRow(invitation: $0, journal: shared.journal, words: words).html(for: visit)
        }
        let open: HTML = "<h3 id=\"invitations\">Open invitations</h3><ul class=\"invitations\">\(list)</ul>"
        let owed: HTML = "<p class=\"hint\">Someone left. The journal gets a new key with the next sync.</p>"
        let ways: HTML = """
            <div class="actions"><a class="button primary" href="/people/invite?journal=\(shared.journal.description)">Invite someone</a><a class="button" href="/people/join">Join with a link</a></div>
            """
        let end: HTML =
            "<p><a class=\"button quiet\" href=\"/people/end/\(shared.journal.description)\">Delete this journal for everyone…</a></p>"
        let mayEnd = syncs && !shared.isFirst
        return
            "\(owed, if: shared.owesRotation)\(open, if: !shared.invitations.isEmpty)\(syncs ? ways : needsSync)\(end, if: mayEnd)"
    }

    private func leave(_ shared: SharedJournal) -> HTML? {
        guard shared.ownRole != nil else { return nil }
        return "<p><a class=\"button\" href=\"/people/leave/\(shared.journal.description)\">Leave this journal…</a></p>"
    }

    private func asking(_ journal: JournalID, since: Int64, _ visit: Visit) -> HTML {
        """
        <section class="card" aria-label="You have asked"><h2>You have asked to join a journal</h2>
        <p>Asked \(words.moment(since)). The owner has not accepted yet. When they do, the journal appears here by itself.</p>
        <p class="person-words"><span class="muted">Read this code to the owner:</span> <code>\(fingerprint)</code></p>
        <form method="post" action="/people/join/end">\(formToken(visit))<input type="hidden" name="journal" value="\(journal.description)"><button class="quiet">Cancel my request</button></form></section>
        """
    }
}
