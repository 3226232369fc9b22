import Base
import Engine
import Journal
import Ledger
import Records

/// Finds health records by the beginning of an id, or `last`.
enum HealthRecords {
    /// The record; if the id is of another kind, the error says how to find that one.
    static func find<Kept: HealthValue>(
        _ type: Kept.Type, _ typed: String, in vault: OpenVault, evenDeleted: Bool = false
    ) async throws -> Stored<Kept> {
        if typed.lowercased() == "last" {
            let all = try await vault.records(type)
            guard let last = all.max(by: { ($0.created, $0.id) < ($1.created, $1.id) }) else {
                throw HealthError.noSuchRecord(kind: Kept.kind)
            }
            return last
        }
        guard typed.count >= 4 || (typed.count > 0 && RecordID.range(ofPrefix: typed) == nil) else {
            throw Refusal(
                "bad_record_id", "'\(typed.prefix(40))' is too short to name a record",
                hint: "type at least 4 of its characters, or 'last'")
        }
        do {
            return try await vault.record(type, named: typed, evenDeleted: evenDeleted)
        } catch HealthError.noSuchRecord where !evenDeleted {
            throw try await refusal(of: typed, kind: Kept.kind, in: vault) ?? HealthError.noSuchRecord(kind: Kept.kind)
        }
    }

    private static func refusal(of typed: String, kind: String, in vault: OpenVault) async throws -> (any Error)? {
        let id = typed.prefix(26)
        func other(_ what: String, _ hint: Sentence) -> Refusal {
            Refusal("other_kind", "'\(id)' is \(what)", hint: hint, exit: .failed)
        }
        // If these cannot be read either, the error is that there is no such record.
        if let found = try? await vault.healthKind(named: typed) {
            let row = RecordKind.of(found)
            let way: Sentence =
                switch found {
                case Medication.kind: "'auralyst medication show \(id)' shows it"
                case Schedule.kind: "'auralyst schedule list' shows it"
                default: "'auralyst \(row.command ?? "") edit \(id)' changes it"
                }
            return other("a " + row.noun, way)
        }
        if let found = try? await vault.find(typed) {
            return other(say("an entry"), "'auralyst show \(found.id.short)' shows it")
        }
        return nil
    }
}

enum RecordWalk {
    /// What to print, as text and JSON. The JSON may have to be read first.
    typealias Done = (said: String, document: () async throws -> JSON)

    /// All are found before the first is changed; `act` handles one.
    static func run<Found>(
        _ ids: [String], _ options: GlobalOptions, find: (String, OpenVault) async throws -> Found,
        act: (Found, OpenVault) async throws -> RecordWalk.Done
    ) async throws {
        let vault = try Unlocking.open(options)
        var found: [Found] = []
        for id in ids { found.append(try await find(id, vault)) }
        try await each(found, options) { try await act($0, vault) }
    }

    /// The same for records that were found already.
    static func each<Found>(
        _ found: [Found], _ options: GlobalOptions, act: (Found) async throws -> RecordWalk.Done
    ) async throws {
        try await untilFailure(found) { one -> JSON in
            let done = try await act(one)
            if options.json { return try await done.document() }
            print(done.said)
            return .null
        } then: {
            if options.json { Document.print(.array($0)) }
        }
    }

    /// Handles each, until one fails. What was done before the error stays done, so `say` says it before the error is thrown;
    /// nothing if the first one failed.
    static func untilFailure<Found, Done>(
        _ found: [Found], act: (Found) async throws -> Done, then say: ([Done]) async throws -> Void
    ) async throws {
        var done: [Done] = []
        var failure: (any Error)?
        for one in found {
            do {
                done.append(try await act(one))
            } catch {
                failure = error
                break
            }
        }
        if failure == nil || !done.isEmpty { try await say(done) }
        if let failure { throw failure }
    }
}
