import ArgumentParser
import Engine
import Journal
import Ledger
import Records

/// Shell completion of the vault's own names. It never asks for a passphrase: while the vault is locked there are none.
enum Completion {
    /// What kind of names.
    enum Names: Sendable { case journals, tags, moods, medicines, entries }

    /// The names that a shell requests: `---completion COMMAND … -- ARGUMENT …`; `nil` if the parser should answer. The parser
    /// does not find an argument of a command whose name is also an option's.
    static func asked(by arguments: [String]) async -> [String]? {
        guard arguments.first == "---completion", let end = arguments.firstIndex(of: "--"), end + 1 < arguments.count else {
            return nil
        }
        let names: Names
        switch arguments[end + 1] {
        case "--tag", "--untag": names = .tags
        case "--journal": names = .journals
        case "--mood": names = .moods
        case "--like", "id", "ids": names = .entries
        case "name": names = .medicines
        default: return nil
        }
        // A locked or unreadable vault completes nothing, silently.
        return ((try? await read(names)) ?? []).filter(isPlain)
    }

    /// Whether a shell takes a name as one word and nothing else. Bash expands what it is offered, and a name may come from another
    /// member or an imported file: `$(…)` would be run.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }
    }

    private static func read(_ names: Names) async throws -> [String] {
        let words = CommandLine.arguments
        func value(_ option: String) -> String? {
            words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        let location = try Profiles.location(vault: value("--vault"), profile: value("--profile"))
        guard let unlocked = try Unlocking.withoutAsking(location) else { return [] }
        let vault = try OpenVault(unlocked, at: location, surroundings: Environment.surroundings)
        switch names {
        case .journals: return try await vault.journalNames().map(\.name)
        case .tags: return try await vault.tags().prefix(200).map(\.name)
        case .moods: return try await vault.moodsInUse().map(\.mood.name)
        case .medicines: return try await vault.medications(archived: false).map(\.value.name)
        case .entries: return try await ["last"] + vault.entries(Selection(limit: 50)).list.map(\.id.short)
        }
    }
}

extension CompletionKind {
    /// Names of the vault's own, while it is unlocked (`Completion.asked`).
    static func names(of names: Completion.Names) -> CompletionKind { .custom { _ in [] } }
}
