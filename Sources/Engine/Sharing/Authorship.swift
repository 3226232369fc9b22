import Ledger

/// Who wrote an entry, and who wrote the text that it has now.
package struct Authorship: Hashable, Sendable {
    /// What its author is called, where that is someone else: empty where they have no name. `nil` for this vault's person.
    package let author: String?
    /// Who wrote the present text, where that is not the author.
    package let editor: Editor?

    /// Someone who reworded an entry of another person.
    package enum Editor: Hashable, Sendable {
        /// This vault's person.
        case you
        /// Someone else, by name; empty where they have none.
        case other(String)
    }

    /// `by Ann`, `edited by you`: what there is to say, in this order.
    package var words: [String] {
        func named(_ name: String) -> String { name.isEmpty ? "someone else" : name }
        var words: [String] = []
        if let author { words.append("by " + named(author)) }
        switch editor {
        case .you: words.append("edited by you")
        case .other(let name): words.append("edited by " + named(name))
        case nil: break
        }
        return words
    }

    /// What JSON says of it: `author` for someone else's entry, `edited_by` for a reworded one, null for this vault's person.
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
