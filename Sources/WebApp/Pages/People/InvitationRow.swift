import Base
import Documents
import Engine
import Ledger

/// An unused invitation: its link to copy or to scan, and a button to revoke it.
struct InvitationRow {
    let invitation: SharedJournal.Invitation
    let journal: JournalID
    let words: PeopleWords

    private var key: String { RecordID(invitation.id)?.short ?? "" }

    func html(for visit: Visit) -> HTML {
        let whom: HTML = invitation.label.isEmpty ? "A link" : "For <b>\(invitation.label)</b>"
        let isOver = invitation.expires <= words.now
        let until: HTML = isOver ? "expired" : "valid until \(words.moment(invitation.expires))"
        return """
            <li class="invitation" id="invitation-\(key)" data-entry="invitation-\(key)" data-version="1"><p>\(whom): <span class="muted">\(PeopleWords.may(invitation.role))\(", new entries only", if: invitation.history == .new), \(until)</span></p>
            \(link, if: !isOver)
            <form method="post" action="/people/withdraw">\(formToken(visit))<input type="hidden" name="journal" value="\(journal.description)"><input type="hidden" name="invitation" value="\(hex(invitation.id))"><button class="quiet">Withdraw<span class="hidden"> this link</span></button></form></li>
            """
    }

    private var link: HTML {
        guard let text = invitation.link?.text else {
            return "<p class=\"hint\">You made this link on another device. It is shown there.</p>"
        }
        return """
            <p class="field copied"><label for="link-\(key)">Link</label><span class="with-reveal"><input id="link-\(key)" value="\(text)" readonly spellcheck="false"><button type="button" data-copy="link-\(key)">Copy<span class="hidden"> the link</span></button></span></p>
            <details id="code-\(key)"><summary>Show QR code</summary>\(QRCode(text)?.html(label: say("QR code of the link")))</details>
            """
    }
}
