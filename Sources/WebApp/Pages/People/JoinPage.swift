import Documents

/// Asks to join someone's journal with the link that they sent. The link goes in the body of the form, never in an address.
struct JoinPage {
    var link = ""
    var name = ""
    var code = ""
    var syncs: Bool
    var fault: String?

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        let invitation: HTML = """
            <p class="field"><label for="code">Invitation code of the relay, if it needs one</label>
            <input id="code" name="code" value="\(code)" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
            """
        let begins: HTML =
            "<p>This journal does not sync yet. Joining turns sync on, through the same relay, which can’t read anything.</p>"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow"><h1>Join a journal</h1>
            <p>Paste the link you were sent. The owner then sees your name and safety code, and accepts or declines. Your own journal stays private.</p>\(begins, if: !syncs)
            <form method="post" action="/people/join" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="link">Link</label>
            <textarea id="link" name="link" rows="3" required class="code-field" autocomplete="off" autocapitalize="none" spellcheck="false">
            \(link)</textarea></p>
            <p class="field"><label for="name">Your name, as the owner sees it</label>
            <input id="name" name="name" value="\(name)" required maxlength="60"></p>
            \(invitation, if: !syncs)
            <div class="actions"><button class="primary">Ask to join</button><a class="button quiet" href="/people">Cancel</a></div></form></section>
            """
    }
}
