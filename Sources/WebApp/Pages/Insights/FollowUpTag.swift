import Documents
import Engine
import HTTP
import Insights

/// What is written down next, so that a pattern can be understood: a tag for an entry of today.
enum FollowUpTag: String, CaseIterable {
    case wakeTime = "wake-time"
    case evening
    case weekend
    case change
    case bedtime

    /// The tag for what `PatternWords.followUp` asks; `nil` where it asks nothing.
    init?(for question: Hypothesis) {
        switch question {
        case .timeOfDay(_, .morning): self = .wakeTime
        case .timeOfDay(_, .evening), .timeOfDay(_, .night): self = .evening
        case .weekend: self = .weekend
        case .trend, .change: self = .change
        case .factor(.shortSleep, _, _), .factor(.badSleep, _, _): self = .bedtime
        default: return nil
        }
    }

    func button(_ words: String, for visit: Visit) -> HTML {
        """
        <form method="post" action="/insights/tag">\(formToken(visit))<input type="hidden" name="tag" value="\(rawValue)"><button class="quiet follow-up">\(Icon.tag)\(words)</button></form>
        """
    }
}

extension WebApp {
    /// Puts the tag into the entry that is being written, and goes there. No address names it: it would say what was found.
    func beginTagged(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        guard let tag = fields["tag"].flatMap(FollowUpTag.init(rawValue:)) else { throw HTTPFault.notFound }
        let vault = try await visit.vault()
        var draft = try await vault.draft(.new) ?? Draft(text: "")
        let known = draft.tags.split { $0 == "," || $0.isWhitespace }
        if !known.contains(where: { $0 == tag.rawValue }) {
            draft.tags += (known.isEmpty ? "" : ", ") + tag.rawValue
            try await vault.keep(draft, as: .new)
        }
        return .redirect(to: "/today")
    }
}
