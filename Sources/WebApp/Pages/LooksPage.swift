import Base
import Documents
import Engine
import HTTP
import Journal
import Records

/// The owner's faces, words for moods, and tags: three forms, each saved by itself.
struct LooksPage {
    /// As saved, or as typed and refused.
    var looks: Looks
    /// Moods and tags in use, the most used first.
    let moods: [Mood]
    let tags: [String]
    var fault: String?

    /// More would be a page that no one reads; the rarer ones need no icon.
    private static let most = 200

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/writing">\(Icon.back)Writing</a></p>
        <header><h1>Moods and tags</h1></header>\(fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" })
        <section class="card setting" id="faces" aria-labelledby="faces-title"><h2 id="faces-title">Faces</h2>
        <p class="hint">The five faces of a mood, from the worst to the best. Each can have an icon, such as an emoji, and a name of your own.</p>
        <form method="post" action="/settings/looks/faces" class="stack">\(formToken(visit))<ul class="looks">\(MoodFace.allCases.html(faceRow))</ul>
        <div class="actions"><button>Save faces</button></div></form></section>
        <section class="card setting" id="words" aria-labelledby="words-title"><h2 id="words-title">Words</h2>
        <p class="hint">The words to choose a mood from. A new name is given to all entries and check-ins with the word; a hidden word stays where it is.</p>
        <form method="post" action="/settings/looks/moods" class="stack">\(formToken(visit))<ul class="looks">\(words.html(wordRow))</ul>
        <p class="field"><label for="new-word">Another word</label><input id="new-word" name="new" maxlength="40" autocomplete="off" autocapitalize="off"></p>
        <div class="actions"><button>Save words</button></div></form></section>
        <section class="card setting" id="tags" aria-labelledby="tags-title"><h2 id="tags-title">Tags</h2>\(tagForm(visit))</section>
        """
    }

    private func faceRow(_ face: MoodFace) -> HTML {
        let (look, level) = (looks.faces[face] ?? Looks.Face(), String(face.level))
        return """
            <li>\(looks.icon(face))<label><span>Icon<span class="hidden"> of face \(level) of 5</span></span><input class="short" name="symbol" value="\(look.symbol)" autocomplete="off"></label>
            <label><span>Name<span class="hidden"> of face \(level) of 5</span></span><input name="label" value="\(look.label)" placeholder="\(level) of 5" maxlength="\(String(Looks.labelLength))" autocomplete="off"></label></li>
            """
    }

    /// All known and own ones, and those in use, hidden or not. What was renamed is gone with its last use.
    private var words: [Mood] {
        let known = Mood.known + looks.moods.filter(\.value).keys.sorted { $0.name < $1.name }.filter { !Mood.known.contains($0) }
        return known + moods.filter { !known.contains($0) }.prefix(LooksPage.most)
    }

    private func wordRow(_ word: Mood) -> HTML {
        """
        <li>\(Icon.face(word.name))<input type="hidden" name="word" value="\(word.name)"><label><span class="hidden">Name of \(word.name)</span><input name="name" value="\(word.name)" maxlength="40" autocomplete="off" autocapitalize="off"></label>
        <label class="choice"><input type="checkbox" name="shown" value="\(word.name)"\(" checked", if: looks.moods[word] != false)> Offer<span class="hidden"> \(word.name)</span></label></li>
        """
    }

    private func tagForm(_ visit: Visit) -> HTML {
        guard !tags.isEmpty else { return "<p class=\"muted\">No tags yet. Tag an entry, and it is here.</p>" }
        let groups = Set(looks.tags.values.map(\.group) + ["Food", "People", "Places", "Sleep", "Work"]).filter { !$0.isEmpty }
        return """
            <p class="hint">An icon, a colour and a group for each of your \(counted(min(tags.count, LooksPage.most), "most used tag")): tap one to change it. Groups keep tags together when you choose them.</p>
            <form method="post" action="/settings/looks/tags" class="stack">\(formToken(visit))<ul class="looks">\(tags.prefix(LooksPage.most).html(tagRow))</ul>
            <datalist id="groups">\(groups.sorted().html { "<option value=\"\($0)\">" })</datalist>
            <div class="actions"><button>Save tags</button></div></form>
            """
    }

    private func tagRow(_ tag: String) -> HTML {
        let look = looks[tag: tag] ?? Looks.Label()
        let own: HTML? = look.group.isEmpty ? nil : " <span class=\"muted\">\(look.group)</span>"
        let colors = Looks.Color.allCases.html { color in
            "<option value=\"\(color.rawValue)\"\(" selected", if: color == look.color)>\(color.rawValue)</option>"
        }
        return """
            <li><details\(" open", if: fault != nil && look != Looks.Label())><summary><span class="chip\(looks.hue(tag))">\(looks.icon(ofTag: tag))#\(tag)</span>\(own)</summary><input type="hidden" name="tag" value="\(tag)"><div class="look">
            <label><span>Icon<span class="hidden"> of \(tag)</span></span><input class="short" name="icon" value="\(look.icon)" autocomplete="off"></label>
            <label><span>Colour<span class="hidden"> of \(tag)</span></span><select name="color"><option value="">none</option>\(colors)</select></label>
            <label><span>Group<span class="hidden"> of \(tag)</span></span><input name="group" value="\(look.group)" maxlength="\(String(Looks.labelLength))" list="groups" autocomplete="off"></label></div></details></li>
            """
    }
}

extension WebApp {
    func addLooksRoutes(to routes: inout Routes) {
        routes.page("/settings/looks") { visit in try await visit.app.looks(visit) }
        routes.form("/settings/looks/faces") { visit, fields in
            try await visit.app.keep(visit, "faces") { looks in
                let (symbols, labels) = (fields.all("symbol"), fields.all("label"))
                for (face, (symbol, label)) in zip(MoodFace.allCases, zip(symbols, labels)) {
                    looks.faces[face] = Looks.Face(symbol: trimmed(symbol), label: trimmed(label))
                }
            }
        }
        routes.form("/settings/looks/tags") { visit, fields in
            try await visit.app.keep(visit, "tags") { looks in
                let signs = zip(fields.all("icon"), zip(fields.all("color"), fields.all("group")))
                for (tag, (icon, (color, group))) in zip(fields.all("tag"), signs) {
                    guard let key = Tag(tag)?.key else { continue }
                    let look = Looks.Label(icon: trimmed(icon), color: .init(rawValue: color), group: trimmed(group))
                    if look != looks.tags[key] ?? Looks.Label() { looks.tags[key] = look }
                }
            }
        }
        routes.form("/settings/looks/moods") { visit, fields in try await visit.app.keepMoods(visit, fields) }
    }

    private func looks(_ visit: Visit, typed: Looks? = nil, fault: String? = nil) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            LooksPage(
                looks: typed ?? preferences.looks, moods: try vault.moodsInUse().map(\.mood), tags: try vault.tags().map(\.name),
                fault: fault)
        }
        return try await settings(
            visit, below: .writing, "Moods and tags", status: fault == nil ? .ok : .unprocessable, page.html(for: visit))
    }

    private func keep(
        _ visit: Visit, _ section: String, said: String = say("Saved."), _ change: @Sendable (inout Looks) -> Void
    ) async throws -> Response {
        do {
            try await visit.vault().setPreferences { change(&$0.looks) }
        } catch let fault as PreferenceFault {
            var typed = try await visit.preferences().looks
            change(&typed)
            return try await looks(visit, typed: typed, fault: sentence(Explanation(fault).sentence))
        }
        return visit.done(Notice(sentence: said), next: "/settings/looks#\(section)")
    }

    private func keepMoods(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let shown = Set(fields.all("shown"))
        let rows = zip(fields.all("word"), fields.all("name")).compactMap { word, name in Mood(word).map { ($0, Mood(name)) } }
        let new = Mood(fields["new"] ?? "")
        if let wrong = rows.first(where: { $0.1 == nil }) {
            let words = sentence(Explanation(EngineError.badMood("")).sentence)
            return try await looks(visit, fault: wrong.0.name + ": " + words)
        }
        var count = 0
        for (word, name) in rows {
            if let name, name != word { count += try await vault.renameMood(word, to: name) }
        }
        let said = count > 0 ? say("Saved, and \(counted(count, "mood")) renamed.") : say("Saved.")
        return try await keep(visit, "words", said: said) { looks in
            for (word, name) in rows {
                let isShown = shown.contains(word.name)
                if let name, name != word {
                    (looks.moods[word], looks.moods[name]) = (false, isShown)
                } else if isShown != (looks.moods[word] != false) {
                    looks.moods[word] = isShown
                }
            }
            if let new { looks.moods[new] = true }
        }
    }
}
