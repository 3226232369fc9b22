import Base
import Ledger

/// Who wrote an entry, and who wrote its current text.
package struct Authorship: Hashable, Sendable {
    /// The author's name if that is someone else, empty if unnamed; `nil` for this vault's person.
    package let author: String?
    /// Who wrote the current text, if that is not the author.
    package let editor: Editor?

    /// Someone who edited another person's entry.
    package enum Editor: Hashable, Sendable {
        case you
        /// Someone else, by name; empty if unnamed.
        case other(String)
    }

    /// `by Ann`, `edited by you`, in this order.
    package var words: [String] {
        func named(_ name: String) -> String { name.isEmpty ? say("someone else") : name }
        var words: [String] = []
        if let author { words.append("by " + named(author)) }
        switch editor {
        case .you: words.append(say("edited by you"))
        case .other(let name): words.append(say("edited by \(named(name))"))
        case nil: break
        }
        return words
    }

    /// The JSON members: `author` for someone else's entry, `edited_by` for an edited one, null for this vault's person.
    package var members: [String: JSON] {
        var members: [String: JSON] = [:]
        if let author { members["author"] = .string(author) }
        switch editor {
        case .you: members["edited_by"] = .null
        case .other(let name): members["edited_by"] = .string(name)
        case nil: break
        }
        return members
    }
}
