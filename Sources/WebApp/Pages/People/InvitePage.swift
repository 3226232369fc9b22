import Documents
import Engine
import HTTP
import Journal
import Ledger

struct InviteForm {
    var role = Role.note
    var history = Invitation.History.all
    var days = "7"
    var label = ""
    /// The owner's name as members see it.
    var own = ""
    var fault: String?

    init(own: String) { self.own = own }

    init(_ fields: FormFields) {
        role = fields["role"].flatMap { Role(rawValue: $0) } ?? .note
        history = fields["history"].flatMap { Invitation.History(rawValue: $0) } ?? .all
        days = String((fields["days"] ?? "").prefix(20))
        label = String(trimmed(fields["for"] ?? "").prefix(300))
        own = String(trimmed(fields["own"] ?? "").prefix(300))
    }

    /// How many days the link is valid; 0, which is refused, if it is not a number.
    var dayCount: Int { Int(days.filter { !$0.isWhitespace }) ?? 0 }
}

/// Creates a link with which one person may ask to join.
struct InvitePage {
    let form: InviteForm
    let shared: SharedJournal

    func html(for visit: Visit) -> HTML {
        let roles = PeopleWords.given.html { role in
            "<label class=\"choice\"><input type=\"radio\" name=\"role\" value=\"\(role.rawValue)\"\(" checked", if: role == form.role)> \(PeopleWords.choice(role))</label>"
        }
        let first: HTML = """
            <p class="hint">\(SharedJournal.firstIsRead) Better: <a href="/settings/journals">create a separate journal</a> to share.</p>
            """
        let wrong: HTML? = form.fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Invite someone</h1>
            <p>Invite a partner to add notes. You stay in control. You get a link for one person. With it, they can only ask to join: you see who asks, then accept or decline.</p>\(first, if: shared.isFirst)
            <form method="post" action="/people/invite" class="stack">\(formToken(visit))\(wrong)<input type="hidden" name="journal" value="\(shared.journal.description)">
            <p class="field"><label for="for">For whom</label><span class="hint" id="for-hint">Only for you, to tell links apart. It stays on this device.</span>
            <input id="for" name="for" value="\(form.label)" maxlength="60" autocomplete="off" aria-describedby="for-hint"></p>
            <p class="field"><label for="own">Your name there</label><span class="hint" id="own-hint">All members of the journal see it.</span>
            <input id="own" name="own" value="\(form.own)" required maxlength="60" aria-describedby="own-hint"></p>
            <fieldset class="choices"><legend>What they may do in “\(PeopleWords.title(shared))”</legend>\(roles)</fieldset>
            <fieldset class="choices"><legend>What they see</legend>
            <label class="choice"><input type="radio" name="history" value="all"\(" checked", if: form.history == .all)> Everything, including earlier entries</label>
            <label class="choice"><input type="radio" name="history" value="new"\(" checked", if: form.history == .new)> Only new entries</label>
            <p class="hint">Once someone has joined, photos and videos lose the place where they were taken when you add them or move them here. Earlier ones keep it. <a href="/people/places/\(shared.journal.description)">Check earlier photos</a></p></fieldset>
            <p class="field"><label for="days">Days the link is valid, 1 to 90</label>
            <input id="days" name="days" value="\(form.days)" type="number" min="1" max="90" inputmode="numeric" required></p>
            <div class="actions"><button class="primary">Create link</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}
