import Foundation
import Journal

/// The settings of jrnl that concern its text.
package enum JrnlSettings {
    /// The characters that begin a tag: the owner's choice, otherwise those of `jrnl.yaml` beside the journal, otherwise jrnl's
    /// default.
    static func tagSymbols(beside tree: SourceTree, _ options: ImportOptions) -> String {
        if let said = options.tagSymbols { return said }
        let folder: String
        switch tree.shape {
        case .file: folder = URL(fileURLWithPath: tree.root).deletingLastPathComponent().path
        case .folder: folder = tree.root
        case .archive: return usual
        }
        for name in ["jrnl.yaml", ".jrnl_config"] {
            if let bytes = try? SourceFile.head(of: folder + "/" + name, count: 1 << 16),
                let symbols = symbols(in: String(decoding: bytes, as: UTF8.self))
            {
                return symbols
            }
        }
        return usual
    }

    private static let usual = "#@"

    /// Whether these can begin a tag: one to ten characters that are no letters, digits or blanks.
    package static func areSymbols(_ text: String) -> Bool {
        (1...10).contains(text.count)
            && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && !$0.properties.isAlphabetic }
            && !text.contains(where: \.isNumber)
    }

    /// The value of `tagsymbols:` in YAML, or in the JSON of jrnl 1.
    private static func symbols(in text: String) -> String? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, trimmed(parts[0]).filter({ $0 != "\"" }) == "tagsymbols" else { continue }
            var value = trimmed(parts[1])
            if value.hasSuffix(",") { value = trimmed(value.dropLast()) }
            if value.count >= 2, let quote = value.first, quote == "'" || quote == "\"", value.last == quote {
                value = String(value.dropFirst().dropLast())
            }
            return areSymbols(value) ? value : nil
        }
        return nil
    }
}
