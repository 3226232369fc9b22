import CMarkdown

/// One node of the parser's tree, valid as long as the tree.
@safe
struct MarkdownNode {
    private let node: OpaquePointer?

    init(_ node: OpaquePointer?) { unsafe self.node = node }

    enum Kind {
        case paragraph, heading, quote, list, item, code, rawBlock, rule
        case text, softBreak, lineBreak, codeSpan, rawSpan, emphasis, strong, link, image
        case struckOut, task, table, tableHead, tableRow, tableCell
        /// The document itself, and kinds of a later version of the parser.
        case other
    }

    var kind: Kind {
        switch unsafe cmark_node_get_type(node) {
        case CMARK_NODE_TEXT: .text
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_HEADING: .heading
        case CMARK_NODE_BLOCK_QUOTE: .quote
        case CMARK_NODE_LIST: .list
        case CMARK_NODE_ITEM: name == "tasklist" ? .task : .item
        case CMARK_NODE_CODE_BLOCK: .code
        case CMARK_NODE_HTML_BLOCK: .rawBlock
        case CMARK_NODE_THEMATIC_BREAK: .rule
        case CMARK_NODE_CODE: .codeSpan
        case CMARK_NODE_HTML_INLINE: .rawSpan
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK: .link
        case CMARK_NODE_IMAGE: .image
        default: added
        }
    }

    /// The numbers of the extensions' kinds are only known at run time; their names are fixed.
    private var added: Kind {
        switch name {
        case "strikethrough": .struckOut
        case "table": .table
        case "table_header": .tableHead
        case "table_row": .tableRow
        case "table_cell": .tableCell
        default: .other
        }
    }

    private var name: String { unsafe text(of: cmark_node_get_type_string(node)) }

    /// The content of a node without children.
    var literal: String { unsafe text(of: cmark_node_get_literal(node)) }

    /// The target of a link or picture, as written.
    var address: String { unsafe text(of: cmark_node_get_url(node)) }

    /// The title of a link or picture, as written.
    var title: String { unsafe text(of: cmark_node_get_title(node)) }

    /// 1–6 of a heading.
    var level: Int { Int(unsafe cmark_node_get_heading_level(node)) }

    /// The first number of a numbered list; `nil` of one without numbers.
    var start: Int? {
        guard unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return nil }
        return Int(unsafe cmark_node_get_list_start(node))
    }

    /// The line of the text on which it begins, from 1.
    var line: Int { unsafe Int(cmark_node_get_start_line(node)) }
    var isDone: Bool { unsafe cmark_gfm_extensions_get_tasklist_item_checked(node) }

    /// Whether a list has no blank lines between its items.
    var isTight: Bool { unsafe cmark_node_get_list_tight(node) != 0 }

    /// The alignments of a table's columns: `l`, `c`, `r`, or 0.
    var alignments: [UInt8] {
        let count = Int(unsafe cmark_gfm_extensions_get_table_columns(node))
        guard let bytes = unsafe cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The parser returns no pointer if a node has no such text.
    private func text(of pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "" }
        return unsafe String(cString: pointer)
    }
}
