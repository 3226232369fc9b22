import Base
import Engine
import Journal
import Ledger
import Records

/// Finds records of the health log by what a person types: the beginning of a name, or `last`.
enum HealthRecords {
    /// The record that is meant; where the name is one of another kind, says how to get at that one.
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
                "bad_record_id", "'\(typed.prefix(40))' is too short for a name",
                hint: "type at least 4 of its characters, or 'last'")
        }
        do {
            return try await vault.record(type, named: typed, evenDeleted: evenDeleted)
        } catch HealthError.noSuchRecord where !evenDeleted {
            throw try await refusal(of: typed, kind: Kept.kind, in: vault) ?? HealthError.noSuchRecord(kind: Kept.kind)
        }
    }

    /// What the name means elsewhere.
    private static func refusal(of typed: String, kind: String, in vault: OpenVault) async throws -> (any Error)? {
        let id = typed.prefix(26)
        func other(_ what: String, _ hint: String) -> Refusal {
            Refusal("other_kind", "'\(id)' is \(what)", hint: hint, exit: .failed)
        }
        if (try? await vault.record(SymptomEntry.self, named: typed)) != nil {
            return other("a symptom entry", "'auralyst symptom edit \(id)' changes it")
        }
        if (try? await vault.record(CheckIn.self, named: typed)) != nil {
            return other("a check-in", "'auralyst check-in edit \(id)' changes it")
        }
        if (try? await vault.record(Intake.self, named: typed)) != nil {
            return other("a dose", "'auralyst dose edit \(id)' changes it")
        }
        if (try? await vault.record(Schedule.self, named: typed)) != nil {
            return other("a schedule", "'auralyst schedule list' shows it")
        }
        if let found = try? await vault.record(Medication.self, named: typed) {
            return other("a medicine", "'auralyst medication show \(found.id.short)' shows it")
        }
        if let found = try? await vault.find(typed) {
            return other("an entry", "'auralyst show \(found.id.short)' shows it")
        }
        return nil
    }
}

/// The same for each of several records: all are found before the first is touched.
enum RecordWalk {
    static func delete<Kept: HealthValue>(
        _ type: Kept.Type, _ ids: [String], _ options: GlobalOptions, command: String, document: (Stored<Kept>) -> JSON
    ) async throws {
        let vault = try Unlocking.open(options)
        var found: [Stored<Kept>] = []
        for id in ids { found.append(try await HealthRecords.find(type, id, in: vault)) }
        for stored in found {
            try await vault.delete(type, stored.id)
            if !options.json {
                print(
                    "Deleted \(stored.id.short); 'auralyst \(command) restore \(stored.id.short)' brings it back within 30 days.")
            }
        }
        if options.json {
            var gone: [JSON] = []
            for stored in found { gone.append(document(try await vault.record(type, stored.id, evenDeleted: true))) }
            Document.print(.array(gone))
        }
    }

    static func restore<Kept: HealthValue>(
        _ type: Kept.Type, _ ids: [String], _ options: GlobalOptions, document: (Stored<Kept>) -> JSON
    ) async throws {
        let vault = try Unlocking.open(options)
        var found: [Stored<Kept>] = []
        for id in ids { found.append(try await HealthRecords.find(type, id, in: vault, evenDeleted: true)) }
        var back: [Stored<Kept>] = []
        for stored in found {
            back.append(try await vault.restore(type, stored.id))
            if !options.json { print("Restored \(stored.id.short).") }
        }
        if options.json { Document.print(.array(back.map(document))) }
    }
}
