import Foundation

/// The pages of docs/formats, with the blocks that stand there as examples: ` ```example NAME `.
struct DocumentedPage {
    private let examples: [String: String]

    init(_ name: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/formats/" + name), encoding: .utf8)
        var examples: [String: String] = [:]
        for part in text.components(separatedBy: "```example ").dropFirst() {
            guard let end = part.firstRange(of: "```"), let line = part.firstIndex(of: "\n") else { continue }
            let content = part[part.index(after: line)..<end.lowerBound]
            examples[String(part[..<line])] = content.filter { $0 != "\n" }
        }
        self.examples = examples
    }

    /// The block's content in one line.
    subscript(name: String) -> String { examples[name] ?? "no example called \(name)" }
}
