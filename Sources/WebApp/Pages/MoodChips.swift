import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Mood suggestions for a text. Nothing is stored unless one is accepted.
struct MoodChips {
    let hint: MoodHint

    /// In place of moods, beside a text that says that its writer wants to die or to harm themselves.
    static let support: HTML =
        "<p class=\"support-line\">If you need someone now: <a href=\"/sos\">SOS</a> and <a href=\"/support\">your support plan</a>.</p>"

    /// In the editor, where the page's script makes the buttons choose a mood.
    var piece: HTML {
        let buttons = chips { mood in
            let keys: HTML = " title=\"Accept (Alt+M)\" aria-keyshortcuts=\"Alt+M\""
            return
                "<button type=\"button\" class=\"chip\" data-mood=\"\(mood.name)\"\(keys, if: mood == hint.moods.first)>\(Icon.face(mood.name))\(mood.name)</button>"
        }
        return
            "<p class=\"mood-hint\">Suggested mood</p>\(buttons)<kbd class=\"mood-key\" aria-hidden=\"true\">Alt+M</kbd>\(reasons)"
    }

    /// After saving an entry without a mood: each button is its own form.
    func offers(for entry: String, _ visit: Visit) -> HTML {
        let forms = chips { MoodChips.button($0, for: entry, visit) }
        return "<div class=\"mood-chips\"><p class=\"mood-hint\">Suggested mood</p>\(forms)</div>"
    }

    /// On the page of an entry without a word: one tap takes the suggested one; the others are folded, with the faces.
    static func offers(_ hint: MoodHint?, on entry: String, beside feeling: Feeling, _ looks: Looks, _ visit: Visit) -> HTML {
        let words = looks.offered(used: []).filter { hint?.moods.contains($0) != true }
        let label: HTML = !feeling.isEmpty ? "Add a word" : hint == nil ? "Add a mood" : "Another mood"
        return """
            <section class="entry-mood" aria-label="Mood">\(hint.map { MoodChips(hint: $0).offers(for: entry, visit) })
            <details><summary>\(label)</summary>\(faces(for: entry, looks, visit), if: feeling.score == nil)<div class="mood-chips">\(words.html { button($0, for: entry, visit) })</div></details></section>
            """
    }

    private static func faces(for entry: String, _ looks: Looks, _ visit: Visit) -> HTML {
        let faces = MoodFace.allCases.html { face in
            "<button name=\"score\" value=\"\(String(face.mood))\" title=\"\(looks.name(face))\" aria-label=\"\(looks.name(face))\">\(looks.icon(face))</button>"
        }
        return
            "<form class=\"now-faces\" method=\"post\" action=\"/entry/\(entry)/mood\">\(formToken(visit))<input type=\"hidden\" name=\"next\" value=\"entry\">\(faces)</form>"
    }

    private static func button(_ mood: Mood, for entry: String, _ visit: Visit) -> HTML {
        let place: HTML = visit.request.path.hasPrefix("/entry/") ? "<input type=\"hidden\" name=\"next\" value=\"entry\">" : ""
        return
            "<form method=\"post\" action=\"/entry/\(entry)/mood\">\(formToken(visit))\(place)<button class=\"chip\" name=\"mood\" value=\"\(mood.name)\">\(Icon.face(mood.name))\(mood.name)</button></form>"
    }

    private func chips(_ chip: (Mood) -> HTML) -> HTML {
        hint.moods.enumerated().map { $0 }.html { place, mood in
            place > 0 ? "<span class=\"mood-or\">or</span>\(chip(mood))" : chip(mood)
        }
    }

    private var reasons: HTML? {
        guard !hint.because.isEmpty else { return nil }
        let words = hint.because.enumerated().map { $0 }.html { place, word in
            place > 0 ? ", <q dir=\"auto\">\(word)</q>" : "<q dir=\"auto\">\(word)</q>"
        }
        return "<p class=\"mood-because\">because of \(words)</p>"
    }
}

extension WebApp {
    /// The most bytes of a text sent for suggestions: the model only reads its beginning.
    private static let moodTextLimit = 128 << 10

    func addMoodRoutes(to routes: inout Routes) {
        routes.form("/mood/suggest", limit: WebApp.moodTextLimit) { visit, fields in
            let (vault, text) = (try await visit.vault(), EntryForm.lines(fields["text"] ?? ""))
            if try await vault.showsSupport(for: text) { return PageFrame.piece(MoodChips.support) }
            // Who has chosen a mood needs no other.
            guard (fields["mood"] ?? "").isEmpty, let hint = try await vault.moodHint(for: text) else {
                return Response(.noContent)
            }
            return PageFrame.piece(MoodChips(hint: hint).piece)
        }
        routes.form("/entry/:id/mood") { visit, fields in try await visit.app.takeMood(visit, fields) }
        routes.form("/entry/:id/mood/undo") { visit, _ in try await visit.app.removeMood(visit) { $0.mood = .some(nil) } }
        routes.form("/entry/:id/face/undo") { visit, _ in try await visit.app.removeMood(visit) { $0.moodScore = .some(nil) } }
        routes.form("/settings/mood/forget") { visit, _ in
            try await visit.vault().resetMoodLearning()
            return visit.done(Notice(sentence: "Mood suggestions were reset."), next: "/settings/writing")
        }
    }

    private func removeMood(_ visit: Visit, _ remove: (inout EntryChange) -> Void) async throws -> Response {
        let id = try visit.recordID()
        var change = EntryChange()
        remove(&change)
        _ = try await visit.vault().change(id, change)
        return visit.done(Notice(sentence: "Mood removed."), next: "/entry/\(id.description)")
    }

    /// Gives an entry the suggested word or the chosen face, unless it has one by now.
    private func takeMood(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        let path = "/entry/\(stored.id.description)"
        var change = EntryChange()
        let part: String
        if let score = fields["score"].flatMap({ Int($0) }), CheckIn.moodRange.contains(score), stored.entry.moodScore == nil {
            (change.moodScore, part) = (.some(score), "face")
        } else if stored.entry.mood == nil, let mood = Mood(fields["mood"] ?? "") {
            let isOffered = try await vault.moodHint(for: stored.entry.text)?.moods.contains(mood) ?? false
            (change.mood, change.moodSource, part) = (.some(mood), isOffered ? .suggested : .chosen, "mood")
        } else {
            return .redirect(to: path)
        }
        let changed = try await vault.change(stored.id, change)
        let undo = Notice.Undo(path: path + "/\(part)/undo", label: "Undo")
        return visit.done(
            Notice(sentence: say("Mood set to \(changed.entry.feeling.text)."), undo: undo),
            next: fields["next"] == "entry" ? path : "/today")
    }
}
