import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Asks once whether the `#words` of a text become its tags. The answer is a preference, for the command line too.
enum TagQuestion {
    /// `Make #swim a tag?`; `nil` if there is nothing to ask.
    static func words(_ text: String, in vault: isolated OpenVault) throws -> String? {
        let tags = try vault.tagsToAsk(in: text)
        guard !tags.isEmpty else { return nil }
        let names = tags.prefix(3).map { "#" + $0.name }.joined(separator: ", ") + (tags.count > 3 ? say(" and more") : "")
        return say("Make \(names) \(tags.count == 1 ? say("a tag") : say("tags"))?")
    }

    static func html(_ question: Notice.Question, _ visit: Visit) -> HTML {
        """
        <form class="tag-question" method="post" action="/entry/\(question.entry)/text-tags">\(formToken(visit))<span>\(question.words)</span> \(answers)</form>
        """
    }

    static let answers: HTML =
        "<button class=\"chip\" name=\"answer\" value=\"yes\">Yes</button><button class=\"chip\" name=\"answer\" value=\"never\">Never</button>"
}

extension WebApp {
    func addTagQuestionRoutes(to routes: inout Routes) {
        // While writing: the tags come when the entry is saved.
        routes.form("/settings/text-tags") { visit, fields in
            try await visit.app.answerTagQuestion(fields, in: try await visit.vault())
            return visit.isFromScript ? Response(.noContent) : visit.done(next: "/settings/writing")
        }
        routes.form("/entry/:id/text-tags") { visit, fields in
            let (vault, stored) = try await visit.app.entry(visit)
            guard try await visit.app.answerTagQuestion(fields, in: vault) else {
                let words = say("Words stay words. Settings can make tags of them.")
                return visit.done(
                    Notice(sentence: words, way: .init(path: "/settings/writing", label: "Settings")), next: "/today")
            }
            var change = EntryChange()
            change.tagsBefore = []
            let tags = try await vault.change(stored.id, change).entry.tags.filter { !stored.entry.tags.contains($0) }
            let names = tags.map { "#" + $0.name }.joined(separator: ", ")
            return visit.done(Notice(sentence: say("Tagged \(names).")), next: "/today")
        }
    }

    @discardableResult
    private func answerTagQuestion(_ fields: FormFields, in vault: OpenVault) async throws -> Bool {
        let isWanted = fields["answer"] == "yes"
        try await vault.setPreferences { $0.textTags = isWanted }
        return isWanted
    }
}
