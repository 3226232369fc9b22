import Journal
import Ledger
import Store

/// What an import brings into the health log, and templates.
extension Importer {
    /// Saves what is not here yet of the parts of one record.
    /// - Returns: how many were saved, or would be.
    mutating func save(
        _ parts: [ImportedPart], beside id: RecordID, _ moment: Moment, _ changes: inout [ImportChange],
        vault: isolated OpenVault, writer: StoreWriter
    ) throws -> Int {
        var saved = 0
        for (index, part) in parts.enumerated() {
            let name = Importer.name(of: part, index, beside: id)
            if let fault = part.fault(at: moment) {
                changes.append(.partRefused(fault))
                continue
            }
            guard try writer.state(of: name, kind: part.kind, journal: journal).fields.isEmpty else { continue }
            saved += 1
            guard !isDry else { continue }
            let medication = try medication(of: part, vault: vault, writer: writer)
            var fields = part.fields(at: moment, medication: medication).filter { $0.value != .null }
            fields["created"] = .int(vault.surroundings.now())
            try vault.append([Mutation(kind: part.kind, record: name, fields: fields)], to: journal, with: writer)
        }
        return saved
    }

    /// The name that a part gets: by its place in the record that it came with.
    static func name(of part: ImportedPart, _ index: Int, beside id: RecordID) -> RecordID {
        RecordID(firstBytesOf: digest(.label("import-part") + id.bytes + Array((String(index) + part.kind).utf8)))
    }

    /// A record that is no entry: only something of the health log.
    mutating func takeAlone(
        _ parts: [ImportedPart], of record: ImportedRecord, id: RecordID, _ moment: Moment, vault: isolated OpenVault,
        writer: StoreWriter
    ) throws {
        var record = record
        let before = record.changes.count
        let saved = try save(parts, beside: id, moment, &record.changes, vault: vault, writer: writer)
        let refused = record.changes.count - before
        guard saved > 0 else {
            let why = refused > 0 ? record.changes.suffix(refused).map(\.sentence).joined(separator: "; ") : "here already"
            return enter(.init(source: record.position.label, outcome: .skipped, why: why))
        }
        if saved + refused < parts.count {
            return enter(.init(source: record.position.label, outcome: .merged, why: "a part of it was here already"))
        }
        let why = record.changes.map(\.sentence).joined(separator: "; ")
        enter(
            .init(
                source: record.position.label, outcome: why.isEmpty ? .kept : .changed, why: why.isEmpty ? nil : why, id: nil))
    }

    /// Saves a template that is not here yet.
    mutating func take(
        _ template: Template, _ position: SourcePosition, _ sourceID: String?, vault: isolated OpenVault, writer: StoreWriter
    ) throws {
        let key = sourceID ?? template.name + "\0" + template.text
        let id = RecordID(
            firstBytesOf: digest(
                .label("import") + journal.bytes + Array((source.format.rawValue + "\0template\0" + key).utf8)))
        guard template.fault == nil else {
            return enter(.init(source: position.label, outcome: .skipped, why: "a template without a name, or too long"))
        }
        let isHere =
            try !writer.state(of: id, kind: Template.kind, journal: journal).fields.isEmpty
            || vault.store.records(kind: Template.kind).contains {
                $0.journal == journal && !$0.state.isGone && Template(fields: $0.state.values)?.text == template.text
                    && $0.state["name"]?.string == template.name
            }
        guard !isHere else { return enter(.init(source: position.label, outcome: .skipped, why: "here already")) }
        if !isDry {
            let fields = template.fields.filter { $0.value != .null }
            try vault.append([Mutation(kind: Template.kind, record: id, fields: fields)], to: journal, with: writer)
        }
        enter(.init(source: position.label, outcome: .kept, id: isDry ? nil : id.description))
    }

    /// The medicine of a dose by its name and strength; made where there is none.
    private mutating func medication(of part: ImportedPart, vault: isolated OpenVault, writer: StoreWriter) throws -> RecordLink?
    {
        guard case .dose(let name, let strength, let amount, let unit, _, _) = part else { return nil }
        let made = Medication(name: name, strength: strength, amount: amount, unit: unit, asNeeded: true)
        let key = made.title.lowercased()
        if medications.isEmpty {
            for record in try vault.store.records(kind: Medication.kind) where record.journal == journal && !record.state.isGone {
                guard let known = Medication(fields: record.state.values) else { continue }
                medications[known.title.lowercased()] = record.id
            }
        }
        if let id = medications[key] { return RecordLink(id.description) }
        let id = RecordID(firstBytesOf: digest(.label("import") + journal.bytes + Array(("medication\0" + key).utf8)))
        medications[key] = id
        let state = try writer.state(of: id, kind: Medication.kind, journal: journal)
        if state.fields.isEmpty {
            var fields = made.fields.filter { $0.value != .null }
            fields["created"] = .int(vault.surroundings.now())
            try vault.append([Mutation(kind: Medication.kind, record: id, fields: fields)], to: journal, with: writer)
        }
        return RecordLink(id.description)
    }
}

extension ImportedPart {
    /// The kind of record that it becomes.
    var kind: String {
        switch self {
        case .checkIn: CheckIn.kind
        case .symptom: SymptomEntry.kind
        case .dose: Intake.kind
        case .sample: HealthSample.kind
        }
    }

    /// What keeps it from being saved; `nil` when it may be.
    func fault(at moment: Moment) -> HealthFault? {
        switch self {
        case .checkIn: checkIn(at: moment)?.fault
        case .symptom: symptom(at: moment)?.fault
        case .dose(let name, let strength, let amount, let unit, _, _):
            Medication(name: name, strength: strength, amount: amount, unit: unit).fault ?? dose(at: moment, of: nil)?.fault
        case .sample: sample(at: moment)?.fault
        }
    }

    /// The fields of its record.
    func fields(at moment: Moment, medication: RecordLink?) -> [String: JSON] {
        switch self {
        case .checkIn: checkIn(at: moment)?.fields ?? [:]
        case .symptom: symptom(at: moment)?.fields ?? [:]
        case .dose: dose(at: moment, of: medication)?.fields ?? [:]
        case .sample: sample(at: moment)?.fields ?? [:]
        }
    }

    private func checkIn(at moment: Moment) -> CheckIn? {
        guard case .checkIn(let mood, let craving, let sleep, let note) = self else { return nil }
        return CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, mood: mood, craving: craving, sleep: sleep, note: note)
    }

    private func symptom(at moment: Moment) -> SymptomEntry? {
        guard case .symptom(let name, let severity, let metrics, let menstruation, let note) = self else { return nil }
        return SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: name, severity: severity, metrics: metrics,
            menstruation: menstruation, note: note)
    }

    private func dose(at moment: Moment, of medication: RecordLink?) -> Intake? {
        guard case .dose(_, _, let amount, let unit, let outcome, let note) = self else { return nil }
        return Intake(
            instant: moment.instant, zone: moment.zone, day: moment.day, medication: medication ?? RecordLink(""),
            amount: amount, unit: unit, outcome: outcome, note: note)
    }

    private func sample(at moment: Moment) -> HealthSample? {
        guard case .sample(let measure, let value) = self else { return nil }
        return HealthSample(
            measure: measure, instant: moment.instant, end: moment.instant, zone: moment.zone, day: moment.day, value: value,
            source: "import")
    }
}
