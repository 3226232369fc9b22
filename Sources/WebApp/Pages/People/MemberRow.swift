import Base
import Documents
import Engine
import Ledger

/// A member of a journal: role, date, safety code, and the owner's actions.
struct MemberRow {
    let member: SharedJournal.Member
    let shared: SharedJournal
    let words: PeopleWords

    private var name: String { PeopleWords.name(member) }
    private var key: String { String(hex(member.identity).prefix(16)) }

    func html(for visit: Visit) -> HTML {
        """
        <li class="person" id="member-\(key)" data-entry="member-\(key)" data-version="\(member.role.rawValue)-\(member.isVerified ? 1 : 0)">
        \(PeopleWords.initial(of: member.name.isEmpty ? name : member.name, root: member.root))<div class="person-facts"><p><b>\(name)</b> <span class="muted">\(called)\(member.isYou ? PeopleWords.youMay(member.role) : PeopleWords.may(member.role))\(", new entries only", if: member.history == .new)</span></p>
        \(course)
        <p class="person-words"><span class="muted">Safety code</span> <code>\(member.fingerprint)</code> \(compared)</p>
        \(controls(visit))</div></li>
        """
    }

    /// Your name as others see it.
    private var called: HTML? {
        guard member.isYou, !member.name.isEmpty else { return nil }
        return "(\(member.name)) "
    }

    private var course: HTML? {
        var parts: [String] = []
        if let since = member.since { parts.append(say("Here since \(words.moment(since))")) }
        if !member.isYou {
            parts.append(member.lastHeard.map { say("last seen \(ago($0, now: words.now))") } ?? say("not seen yet"))
        }
        guard !parts.isEmpty else { return nil }
        return "<p class=\"muted small\">\(parts.joined(separator: ", "))</p>"
    }

    private var compared: HTML {
        if member.isYou { return "<span class=\"muted\">read it to anyone who asks</span>" }
        return member.isVerified
            ? "<span class=\"compared\">compared</span>" : "<span class=\"not-compared\">not compared yet</span>"
    }

    private func controls(_ visit: Visit) -> HTML? {
        guard !member.isYou else { return nil }
        let place: HTML = """
            \(formToken(visit))<input type="hidden" name="journal" value="\(shared.journal.description)"><input type="hidden" name="member" value="\(hex(member.identity))">
            """
        let mark: HTML = """
            <form method="post" action="/people/compare">\(place)<input type="hidden" name="compared" value="\(member.isVerified ? "no" : "yes")">
            <p class="hint">Ask \(name) to read their safety code aloud from their People page. If it matches the one here, it is really \(name).</p>
            <button>\(member.isVerified ? say("Mark as not compared") : say("The codes match"))</button></form>
            """
        guard shared.ownRole == .owner else {
            return "<details id=\"change-\(key)\"><summary>Compare safety codes</summary>\(mark)</details>"
        }
        let roles = PeopleWords.given.html { role in
            "<option value=\"\(role.rawValue)\"\(" selected", if: role == member.role)>\(PeopleWords.choice(role))</option>"
        }
        let change: HTML = """
            <form method="post" action="/people/role" class="in-line">\(place)<p class="field"><label for="role-\(key)">What \(name) may do</label>
            <select id="role-\(key)" name="role">\(roles)</select></p><button>Change<span class="hidden"> what \(name) may do</span></button></form>

            """
        return """
            <details id="change-\(key)"><summary>Compare, change, remove<span class="hidden">: \(name)</span></summary>\(mark)
            \(change)<p><a class="button" href="/people/remove/\(shared.journal.description)/\(hex(member.identity))">Remove \(name)…</a></p></details>
            """
    }
}
