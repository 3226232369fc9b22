import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records

/// `search --like`: compares words, pairs of words and parts of words, weighting rare ones most; it does not understand meanings.
enum SimilarEntries {
    static func show(to name: String, limit: Int?, _ options: GlobalOptions) async throws {
        let vault = try Unlocking.open(options)
        let found = try await vault.similarEntries(to: vault.find(name).id, limit: limit.map { $0 == 0 ? .max : $0 } ?? 5)
        if options.json { return Document.print(.array(found.map(document))) }
        if found.isEmpty { print(say("No entry is similar to it.")) }
        for similar in found { EntryPrinter.similar(similar) }
    }

    /// The entry's own members, the similarity, and the common words.
    private static func document(_ similar: SimilarEntry) -> JSON {
        guard case .object(var members) = Document.entry(similar.entry) else { return .null }
        // Four decimals are more than enough.
        members["likeness"] = .double((similar.likeness * 10_000).rounded() / 10_000)
        members["shared"] = .array(similar.shared.map(JSON.string))
        return .object(members)
    }
}

extension EntryPrinter {
    /// `  k3f9a2b  14 March 2026  Walked along the river …` and below it the common words.
    fileprivate static func similar(_ similar: SimilarEntry) {
        let entry = similar.entry.entry
        let head = "  \(similar.entry.id.short)  \(entry.day.longName)  "
        let line = Terminal.harmless(entry.text.split(whereSeparator: \.isWhitespace).prefix(60).joined(separator: " "))
        print(Terminal.styled(head, .dim) + Rows.cut(line, to: Terminal.columns - head.columns))
        guard !similar.shared.isEmpty else { return }
        let words = similar.shared.map(Terminal.harmless).joined(separator: ", ")
        Rows.tell("           ", "both: " + words, textStyle: .dim)
    }
}
