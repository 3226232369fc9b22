import ArgumentParser
import Base
import CTexts

/// The text of help.txt for each command. At first only the sections' positions are read: a running command needs no help.
private enum HelpTexts {
    private static let bytes = unsafe Array(String(cString: help_text()).utf8)

    /// The positions of the sections, by command.
    private static let sections: [String: Range<Int>] = {
        let (mark, end) = (UInt8(ascii: "#"), UInt8(ascii: "\n"))
        let starts = bytes.indices.dropFirst().filter { bytes[$0] == mark && bytes[$0 - 1] == end }
        let pairs = zip(starts, Array(starts.dropFirst()) + [bytes.count]).map { start, next -> (String, Range<Int>) in
            let name = bytes[(start + 2)..<next].prefix { $0 != end }
            return (String(decoding: name, as: UTF8.self), (name.endIndex + 1)..<next)
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    static func of(_ words: String) -> (abstract: String, discussion: String) {
        guard let place = sections[words] else { return ("", "") }
        let lines = String(decoding: bytes[place], as: UTF8.self).split(separator: "\n", maxSplits: 1)
        let rest = lines.count > 1 ? String(lines[1].trimmingEnd()) : ""
        guard SentenceTable.shown != nil else { return (String(lines[0]), rest) }
        let paragraphs = rest.split(separator: "\n\n").map { Sentence(listed: String($0)).shown }
        return (Sentence(listed: String(lines[0])).shown, paragraphs.joined(separator: "\n\n"))
    }
}

extension CommandConfiguration {
    /// A command by its full name, such as `medication add`; its text is in help.txt.
    init(
        _ words: String, subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let help = HelpTexts.of(words)
        self.init(
            commandName: String(words.split(separator: " ").last ?? ""), abstract: help.abstract, discussion: help.discussion,
            subcommands: subcommands, defaultSubcommand: defaultSubcommand)
    }
}

/// The help of an option or argument, in the language that is spoken.
@_disfavoredOverload package func say(_ sentence: Sentence) -> ArgumentHelp { ArgumentHelp(sentence.shown) }
