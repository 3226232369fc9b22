import Base
import Documents
import Engine
import Ledger

/// A join request: the name, the code to compare, and yes or no.
struct QuestionRow {
    let question: JoinQuestion
    let words: PeopleWords
    let title: String

    func html(for visit: Visit) -> HTML {
        let key = String(hex(question.identity.name).prefix(16))
        let name = question.name.isEmpty ? "Someone" : question.name
        let place: HTML = """
            \(formToken(visit))<input type="hidden" name="journal" value="\(question.journal.description)"><input type="hidden" name="invitation" value="\(hex(question.invite))"><input type="hidden" name="who" value="\(hex(question.identity.name))">
            """
        return """
            <li class="person asking" id="asks-\(key)" data-entry="asks-\(key)" data-version="1">\(PeopleWords.initial(of: question.name, root: question.identity.name))<div class="person-facts"><p><b>\(name)</b> asks to join “\(title)”. <span class="muted">If you accept, \(question.name.isEmpty ? say("that person") : question.name) \(PeopleWords.may(question.role))\(", new entries only", if: question.history == .new). Asked \(ago(question.received, now: words.now)).</span></p>
            <p class="person-words"><span class="muted">Safety code</span> <code>\(question.identity.fingerprint)</code></p>
            <p class="hint">Before you accept, compare this code with the person, by voice or face to face. Anyone who got the link could ask.</p>
            <div class="actions"><form method="post" action="/people/approve" class="in-line">\(place)<p class="field"><label for="name-\(key)">Name to show here</label><input id="name-\(key)" name="name" value="\(question.name)" required maxlength="60" autocomplete="off"></p><button class="primary">Accept<span class="hidden"> \(name)</span></button></form>
            <form method="post" action="/people/decline">\(place)<button class="quiet">Decline<span class="hidden"> \(name)</span></button></form></div></div></li>
            """
    }
}
