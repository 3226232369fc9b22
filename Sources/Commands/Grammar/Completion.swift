import ArgumentParser
import Engine
import Foundation
import Journal
import Ledger
import Records
import Synchronization

/// Names of the vault's own that a shell completes. Nobody is asked for a passphrase: where the vault is locked there are none.
enum Completion {
    /// What kind of names.
    enum Names: Sendable { case journals, tags, moods, medicines, entries, symptoms }

    /// The names, for the shell that has asked.
    static func answer(_ names: Names) -> [String] {
        let found = Found()
        Task.detached {
            // A locked vault, or one that cannot be read, completes nothing and says nothing.
            let list = (try? await read(names)) ?? []
            found.names.withLock { $0 = list }
            found.isDone.signal()
        }
        found.isDone.wait()
        return found.names.withLock { $0 }
    }

    private final class Found: Sendable {
        let names = Mutex<[String]>([])
        let isDone = DispatchSemaphore(value: 0)
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
        case .symptoms: return try await vault.symptomNames()
        case .entries: return try await ["last"] + vault.entries(Selection(limit: 50)).list.map(\.id.short)
        }
    }
}

extension CompletionKind {
    /// Names of the vault's own, while it is unlocked.
    static func names(of names: Completion.Names) -> CompletionKind { .custom { _ in Completion.answer(names) } }
}
