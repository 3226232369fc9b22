import CMarkdown
import Synchronization

/// Markdown as HTML: CommonMark with the tables, strikethrough and task lists of GitHub Flavored Markdown.
///
/// libcmark-gfm parses the text; the markup is made here, node by node, so that everything written is inserted as text. Markup in
/// the text is shown as typed, links lead only where `LinkTarget` permits, pictures are never loaded from elsewhere, and single
/// line ends are kept, since they are intended in a diary.
package enum Markdown {
    /// The markup of an own picture by the last part of its address, with what is written about it; `nil` if there is none.
    package typealias OwnPicture = (_ name: String, _ caption: String) -> HTML?

    /// The text as HTML, whatever it holds. Headings begin at `h2`, below the page's own.
    /// - Parameter box: makes the box of a task, by its line (from 1) and whether it is done.
    package static func html(
        _ text: String, box: ((_ line: Int, _ isDone: Bool) -> HTML)? = nil, picture: @escaping OwnPicture = { _, _ in nil }
    ) -> HTML {
        guard MarkdownCost.isTame(text), let document = MarkdownDocument(text) else { return plain(text) }
        var writer = MarkdownWriter(picture: picture)
        writer.box = box
        document.eachEvent { writer.take($0, isEntering: $1) }
        return writer.finished
    }

    /// The text as typed, for one that is not parsed.
    static func plain(_ text: String) -> HTML { "<p class=\"as-typed\">\(text)</p>" }
}

/// A text as the parser's tree.
@safe
private struct MarkdownDocument: ~Copyable {
    private let root: OpaquePointer

    /// `nil` if the parser runs out of memory.
    init?(_ text: String) {
        guard let root = unsafe MarkdownDocument.parse(text) else { return nil }
        unsafe self.root = root
    }

    deinit { unsafe cmark_node_free(root) }

    /// Walks through the tree without recursion, however deep it is.
    func eachEvent(_ body: (MarkdownNode, _ isEntering: Bool) -> Void) {
        guard let iterator = unsafe cmark_iter_new(root) else { return }
        defer { unsafe cmark_iter_free(iterator) }
        while true {
            let event = unsafe cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, event != CMARK_EVENT_NONE else { return }
            unsafe body(MarkdownNode(cmark_iter_get_node(iterator)), event == CMARK_EVENT_ENTER)
        }
    }

    /// The parser stores its extensions' special characters in global variables: one text at a time.
    private static let parsing = Mutex(())

    // The library's own extension for plain addresses is not used: common versions of it read out of bounds (CVE-2023-22485).
    // `LinkTarget` finds them.
    private static let extensions = ["table", "strikethrough", "tasklist"]

    private static let isReady: Void = cmark_gfm_core_extensions_ensure_registered()

    private static func parse(_ text: String) -> OpaquePointer? {
        unsafe parsing.withLock { _ in
            _ = isReady
            guard let parser = unsafe cmark_parser_new(Int32(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE)) else { return nil }
            defer { unsafe cmark_parser_free(parser) }
            for name in extensions {
                guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
                unsafe _ = cmark_parser_attach_syntax_extension(parser, found)
            }
            var text = text
            text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cmark_parser_feed(parser, $0.baseAddress, $0.count) }
            }
            return unsafe cmark_parser_finish(parser)
        }
    }
}
