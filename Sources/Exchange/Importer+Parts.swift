import Base
import Engine
import Importing
import Journal
import Ledger
import Records
import Store

/// Imports into the health log, and templates.
extension Importer {
    /// The result for the parts of one record; in a dry run, the expected one.
    struct PartsOutcome {
        /// New here.
        var saved = 0
        /// Existed, and changed as in the source.
        var updated = 0
        /// Changed in the source and here, so that the value here stays.
        var kept = 0
    }

    /// Saves the parts of a record that do not exist yet. With `updates`, changes what has changed in the source, too.
    mutating func save(
        _ parts: [ImportedPart], beside id: RecordID, _ moment: Moment, _ changes: inout [ImportChange],
        updates: Bool = false, vault: isolated OpenVault
    ) throws -> PartsOutcome {
        var outcome = PartsOutcome()
        let imported =
            try updates && source.options.updates
            ? vault.store.state(of: id, kind: Entry.kind, journal: journal)["imported"] : nil
        let before = ImportBase(imported?["base"])
        for (index, part) in parts.enumerated() {
            let name = Importer.name(of: part, index, beside: id)
            if let fault = part.fault(at: moment) {
                changes.append(.partRefused(fault))
                continue
            }
            let state = try vault.store.state(of: name, kind: part.kind, journal: journal)
            guard state.fields.isEmpty else {
                let wasSaid = before.flatMap { $0.parts.indices.contains(index) ? $0.parts[index] : nil }
                if updates, source.options.updates, !state.isGone, wasSaid == nil || wasSaid != ImportBase.short(part.said) {
                    try update(state, name, part, moment, &outcome, vault: vault)
                }
                continue
            }
            outcome.saved += 1
            guard !isDry else { continue }
            let medication = try medication(of: part, vault: vault)
            let new = part.value(at: moment, medication: medication).made(name, at: vault.surroundings.now())
            try vault.append([new], to: journal)
        }
        return outcome
    }

    /// Fields that belong to the moment, not to the source's values.
    private static let ofMoment: Set = ["instant", "end", "zone", "day", "created", "medication", "source"]

    /// Changes an existing part to the source's present values, unless its owner has changed it.
    private mutating func update(
        _ state: RecordState, _ id: RecordID, _ part: ImportedPart, _ moment: Moment, _ outcome: inout PartsOutcome,
        vault: isolated OpenVault
    ) throws {
        let fields = part.value(at: moment, medication: nil).fields.filter { !Importer.ofMoment.contains($0.key) }
        let changed = fields.filter { (state[$0.key] ?? .null) != $0.value }
        guard !changed.isEmpty else { return }
        // An import writes all fields at once; later writes are the owner's.
        guard changed.keys.allSatisfy({ Importer.isUntouched($0, in: state, since: "created") }) else {
            outcome.kept += 1
            return
        }
        outcome.updated += 1
        guard !isDry else { return }
        var all = fields
        all["created"] = state["created"]
        let mutation = state.mutation(
            kind: part.kind, record: id, setting: all.filter { $0.value != .null || changed[$0.key] != nil }, all: true)
        try vault.append([mutation], to: journal)
    }

    /// The name of a part's record: from its position in the record that it came with.
    static func name(of part: ImportedPart, _ index: Int, beside id: RecordID) -> RecordID {
        RecordID(firstBytesOf: digest(.label("import-part") + id.bytes + Array((String(index) + part.kind).utf8)))
    }

    /// Imports a record that is no entry: only something of the health log.
    mutating func takeAlone(
        _ parts: [ImportedPart], of record: ImportedRecord, id: RecordID, _ moment: Moment, vault: isolated OpenVault
    ) throws {
        var record = record
        let before = record.changes.count
        let outcome = try save(parts, beside: id, moment, &record.changes, updates: true, vault: vault)
        let (saved, refused) = (outcome.saved, record.changes.count - before)
        guard saved > 0 else {
            let why = refused > 0 ? record.changes.suffix(refused).map(\.sentence).joined(separator: "; ") : Receipt.here
            if outcome.updated > 0 {
                let kept = outcome.kept > 0 ? say("; another part was changed here, so that it stays") : ""
                return enter(
                    .init(
                        source: record.position.label, outcome: .merged,
                        why: Receipt.here + say("; updated from the source: health log\(kept)")))
            }
            if outcome.kept > 0, refused == 0 {
                return enter(
                    .init(
                        source: record.position.label, outcome: .skipped,
                        why: Receipt.here + say("; changed here since it was imported, so that what is here stays: health log")))
            }
            return enter(.init(source: record.position.label, outcome: .skipped, why: why))
        }
        if saved + refused < parts.count {
            return enter(.init(source: record.position.label, outcome: .merged, why: say("a part of it was here already")))
        }
        let why = record.changes.map(\.sentence).joined(separator: "; ")
        enter(
            .init(
                source: record.position.label, outcome: why.isEmpty ? .kept : .changed, why: why.isEmpty ? nil : why, id: nil))
    }

    /// Saves a template that does not exist yet.
    mutating func take(
        _ template: Template, _ position: SourcePosition, _ sourceID: String?, vault: isolated OpenVault
    ) throws {
        let key = sourceID ?? template.name + "\0" + template.text
        let id = RecordID(
            firstBytesOf: digest(
                .label("import") + journal.bytes + Array((source.format.rawValue + "\0template\0" + key).utf8)))
        guard template.fault == nil else {
            return enter(.init(source: position.label, outcome: .skipped, why: say("a template without a name, or too long")))
        }
        let isHere =
            try !vault.store.state(of: id, kind: Template.kind, journal: journal).fields.isEmpty
            || vault.store.records(kind: Template.kind).contains {
                $0.journal == journal && !$0.state.isGone && Template(fields: $0.state.values)?.text == template.text
                    && $0.state["name"]?.string == template.name
            }
        guard !isHere else { return enter(.init(source: position.label, outcome: .skipped, why: Receipt.here)) }
        if !isDry {
            let fields = template.fields.filter { $0.value != .null }
            try vault.append([Mutation(kind: Template.kind, record: id, fields: fields)], to: journal)
        }
        enter(.init(source: position.label, outcome: .kept, id: isDry ? nil : id.description))
    }

    /// A dose's medicine, by its name and strength; created if there is none.
    private mutating func medication(of part: ImportedPart, vault: isolated OpenVault) throws -> RecordID? {
        guard case .dose(let name, let strength, let amount, let unit, _, _) = part else { return nil }
        let made = Medication(name: name, strength: strength, amount: amount, unit: unit, asNeeded: true)
        let key = made.title.lowercased()
        if medications.isEmpty {
            for record in try vault.store.records(kind: Medication.kind) where record.journal == journal && !record.state.isGone {
                guard let known = Medication(fields: record.state.values) else { continue }
                medications[known.title.lowercased()] = record.id
            }
        }
        if let id = medications[key] { return id }
        let id = RecordID(firstBytesOf: digest(.label("import") + journal.bytes + Array(("medication\0" + key).utf8)))
        medications[key] = id
        let state = try vault.store.state(of: id, kind: Medication.kind, journal: journal)
        if state.fields.isEmpty {
            try vault.append([made.made(id, at: vault.surroundings.now())], to: journal)
        }
        return id
    }
}

extension ImportedPart {
    var kind: String {
        switch self {
        case .checkIn: CheckIn.kind
        case .symptom: SymptomEntry.kind
        case .dose: Intake.kind
        case .sample: HealthSample.kind
        case .measure: MeasureEntry.kind
        }
    }

    /// Why it cannot be saved; `nil` if it can.
    func fault(at moment: Moment) -> HealthFault? {
        if case .dose(let name, let strength, let amount, let unit, _, _) = self,
            let fault = Medication(name: name, strength: strength, amount: amount, unit: unit).fault
        {
            return fault
        }
        return value(at: moment, medication: nil).fault
    }

    /// Its value. `medication`: the medicine of a dose.
    func value(at moment: Moment, medication: RecordID?) -> any HealthValue {
        let (instant, zone, day) = (moment.instant, moment.zone, moment.day)
        switch self {
        case .checkIn(let mood, let craving, let sleep, let note):
            return CheckIn(instant: instant, zone: zone, day: day, mood: mood, craving: craving, sleep: sleep, note: note)
        case .symptom(let name, let severity, let metrics, let menstruation, let note):
            return SymptomEntry(
                instant: instant, zone: zone, day: day, symptom: name, severity: severity, metrics: metrics,
                menstruation: menstruation, note: note)
        case .dose(_, _, let amount, let unit, let outcome, let note):
            return Intake(
                instant: instant, zone: zone, day: day, medication: medication ?? RecordID.unknown, amount: amount, unit: unit,
                outcome: outcome, note: note)
        case .sample(let measure, let value):
            return HealthSample(
                measure: measure, instant: instant, end: instant, zone: zone, day: day, value: value, source: "import")
        case .measure(let measure, let value, let second, let note):
            return MeasureEntry(
                instant: instant, zone: zone, day: day, measure: measure, value: value, second: second, note: note)
        }
    }
}
