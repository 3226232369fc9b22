import ArgumentParser
import Engine
import Journal
import Ledger
import Records

/// Shell completion of the vault's own names. It never asks for a passphrase: while the vault is locked there are none.
enum Completion {
    enum Names: Sendable {
        case journals, tags, moods, medicines, entries, symptoms, measures, outcomes, schedules, doses
        case records(any LoggedValue.Type)
    }

    /// The names that a shell requests: `---completion COMMAND … -- ARGUMENT …`; `nil` if the parser should answer. The parser
    /// does not find an argument of a command whose name is also an option's.
    static func asked(by arguments: [String]) async -> [String]? {
        guard arguments.first == "---completion", let end = arguments.firstIndex(of: "--"), end + 1 < arguments.count else {
            return nil
        }
        guard let names = names(of: arguments[end + 1], in: arguments[1..<end].first) else { return nil }
        // A locked or unreadable vault completes nothing, silently.
        return ((try? await read(names)) ?? []).filter(isPlain)
    }

    /// The kind of names that a command's option or argument takes.
    private static func names(of argument: String, in command: String?) -> Names? {
        switch (argument, command) {
        case ("--tag", _), ("--untag", _): .tags
        case ("--journal", _): .journals
        case ("--mood", _): .moods
        case ("--like", _): .entries
        case ("--outcome", _), (_, "trends"): .outcomes
        case ("--for", _), ("words", "symptom"), ("name", "symptom"), ("--name", "symptom"): .symptoms
        case ("words", "measure"), ("name", "measure"), ("--name", "measure"): .measures
        case ("words", "schedule"): .schedules
        case ("words", "dose"): .doses
        case ("id", _), ("ids", _): HealthRecord.kinds.first { $0.command == command }.map { Names.records($0) } ?? .entries
        case ("name", _), ("medicine", _), ("--medication", _), ("--medicine", _), ("words", "medication"): .medicines
        default: nil
        }
    }

    /// Whether a shell takes a name as one word and nothing else. Bash expands what it is offered, and a name may come from another
    /// member or an imported file: `$(…)` would be run.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }
    }

    private static func read(_ names: Names) async throws -> [String] {
        let typed = TypedLine.here.typed
        let location = try Profiles.location(
            vault: TypedLine.value(of: "--vault", in: typed), profile: TypedLine.value(of: "--profile", in: typed))
        guard let unlocked = try Unlocking.withoutAsking(location) else { return [] }
        let vault = try OpenVault(unlocked, at: location, surroundings: Environment.surroundings)
        switch names {
        case .journals: return try await vault.journalNames().map(\.name)
        case .tags: return try await vault.tags().prefix(200).map(\.name)
        case .moods: return try await vault.moodsInUse().map(\.mood.name)
        case .medicines: return try await medicines(vault)
        case .entries: return try await ["last"] + vault.entries(Selection(limit: 50)).list.map(\.id.short)
        case .symptoms: return try await vault.symptomNames()
        case .measures: return try await measures(vault)
        case .outcomes: return try await ["mood", "craving"] + vault.symptomNames() + measures(vault)
        case .schedules: return try await medicines(vault) + vault.schedules().map(\.id.short)
        case .doses:
            let now = try Moment(nowIn: Environment.surroundings).instant
            let doses = try await DoseBook(vault).doses(in: DoseBook.instants(from: now, back: 2, ahead: 1))
            return try await medicines(vault) + doses.filter { $0.state == .due }.map(\.id.short)
        case .records(let kind): return try await ["last"] + latest(kind, vault)
        }
    }

    private static func latest<Kept: LoggedValue>(_ type: Kept.Type, _ vault: OpenVault) async throws -> [String] {
        try await vault.records(type, limit: 50).map(\.id.short)
    }

    private static func measures(_ vault: OpenVault) async throws -> [String] {
        try await vault.lastMeasures().map(\.measure.name)
    }

    /// Medicines by name; one whose name a shell would split, by the beginning of its id.
    private static func medicines(_ vault: OpenVault) async throws -> [String] {
        try await vault.medications(archived: false).map { isPlain($0.value.name) ? $0.value.name : $0.id.short }
    }
}

extension CompletionKind {
    /// Names of the vault's own, while it is unlocked (`Completion.asked`).
    static func names(of names: Completion.Names) -> CompletionKind { .custom { _ in [] } }
}
