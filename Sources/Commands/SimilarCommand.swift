import ArgumentParser
import Engine
import Foundation
import Journal
import Ledger
import Records

struct FindSimilar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "similar", abstract: "Show entries that are like one, the likest first.",
        discussion: """
            Compares words, pairs of words and pieces of words, the rare ones
            counting most; it does not know meanings. Works on this machine,
            and stores nothing.

              auralyst similar last
              auralyst similar k3f9 --limit 10
            """)

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: "At most so many.") var limit = 5

    @Argument(help: "The beginning of the entry's name, or 'last'.") var id: String

    func run() async throws {
        guard limit > 0 else { throw Refusal("bad_limit", "--limit has to be 1 or more", hint: "leave it out for 5") }
        let vault = try Unlocking.open(options)
        let found = try await vault.similarEntries(to: vault.find(id).id, limit: limit)
        if options.json {
            Document.print(.array(found.map(FindSimilar.document)))
        } else if found.isEmpty {
            print("No entry is like it.")
        } else {
            for similar in found { EntryPrinter.similar(similar) }
        }
    }

    /// The entry's own members, how much it is alike, and the words that both have.
    private static func document(_ similar: SimilarEntry) -> JSON {
        guard case .object(var members) = Document.entry(similar.entry) else { return .null }
        // Four places are more than anybody tells apart.
        members["likeness"] = .double((similar.likeness * 10_000).rounded() / 10_000)
        members["shared"] = .array(similar.shared.map(JSON.string))
        return .object(members)
    }
}

extension EntryPrinter {
    /// `  k3f9a2b  14 March 2026  Walked along the river …` and below it the words that both have.
    fileprivate static func similar(_ similar: SimilarEntry) {
        let entry = similar.entry.entry
        let head = "  \(similar.entry.id.short)  \(entry.day.longName)  "
        let line = Terminal.harmless(entry.text.split(whereSeparator: \.isWhitespace).prefix(60).joined(separator: " "))
        let room = max(20, Terminal.columns - head.count)
        print(Terminal.styled(head, .dim) + (line.count > room ? line.prefix(room - 1) + "…" : line))
        guard !similar.shared.isEmpty else { return }
        let words = similar.shared.map(Terminal.harmless).joined(separator: ", ")
        print(Terminal.styled("           both: \(words)", .dim))
    }
}
