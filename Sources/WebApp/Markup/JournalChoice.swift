import Documents
import Ledger

enum JournalChoice {
    /// The options of a `select`. `chosen`: the journal's id as text; `any`: the text of an option for none.
    static func options(_ journals: [(id: JournalID, name: String)], chosen: String, any: String? = nil) -> HTML {
        let none: HTML? = any.map { "<option value=\"\">\($0)</option>" }
        let all = journals.html { journal -> HTML in
            let id = journal.id.description
            return "<option value=\"\(id)\"\(" selected", if: id == chosen)>\(journal.name)</option>"
        }
        return "\(none)\(all)"
    }
}
