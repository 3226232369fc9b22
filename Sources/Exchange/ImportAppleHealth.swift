import Base
import Basics
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import SQLite
import Store
import Vault

extension OpenVault {
    /// Imports sleep, steps, symptoms and measurements of an export of Apple Health (its zip, or the XML inside) into a journal, in one
    /// transaction: all of them, or on a failure none.
    ///
    /// Each day becomes one sample of steps and one of sleep. `sources` lists the preferred sources where several measured at the
    /// same time. What exists already is not added again; a day that a newer export knows better is changed. `dryRun` gives the
    /// same receipt and writes nothing. Memory does not grow with the export (docs/decisions): if the records take more than
    /// `memoryLimit` bytes, they go to an encrypted scratch file. Throws an `AppleHealthError` if it is no such export, or an
    /// `ImportError` if it cannot be read.
    package func importAppleHealth(
        path: String, into named: JournalID? = nil, sources preferred: [String] = [], dryRun: Bool = false,
        memoryLimit: Int = 16 << 20, progress: ProgressReport = .silent
    ) throws -> HealthReceipt {
        let journal = try named ?? firstJournal()
        let bytes = try ExportBytes(path: Folder.absolute(path))
        let reading = AppleHealthReading(
            byDay: HealthByDay(folder: location.folder, memoryLimit: memoryLimit) { path in
                let key = Secret.random(count: 48)
                return try unsafe key.withBytes { try unsafe Connection(.file(path, mustExist: false), key: $0) }
            },
            receipt: HealthReceipt(isDry: dryRun), now: surroundings.now())
        try reading.read(bytes, progress: progress)
        var importer = HealthImporter(journal: journal, reading: reading, preferred: preferred, vault: self)
        if dryRun {
            try store.read { _ in try importer.run(vault: self, progress: progress) }
        } else {
            try commit { _ in try importer.run(vault: self, progress: progress) }
            // The import is committed: if the log cannot be copied back now, the next program that opens the vault does it.
            try? store.walCheckpoint()
        }
        return importer.receipt
    }
}

/// A running import: makes days of the records, compares each with the vault and decides.
private struct HealthImporter {
    private(set) var receipt: HealthReceipt

    private let journal: JournalID
    private let reading: AppleHealthReading
    private var merge: HealthMerge
    private let order: [Int]
    /// When the export was made, in milliseconds since 1970.
    private let exported: Int64?
    private let extent: HealthReceipt.Extent
    private var waiting: [Mutation] = []
    private var nightsInBed = 0

    /// Records in one operation. An operation is signed and hashed as a whole, and is the unit in which a log is synced.
    private static let batch = 200

    init(journal: JournalID, reading: AppleHealthReading, preferred: [String], vault: isolated OpenVault) {
        (self.journal, self.reading) = (journal, reading)
        order = reading.sources.order(preferring: preferred)
        merge = HealthMerge(
            sources: reading.sources, order: order, zones: reading.zones, home: CivilTime(zone: vault.surroundings.zone))
        exported = reading.exported.map { $0.seconds * 1000 }
        receipt = reading.closedReceipt()
        extent = receipt.extent
        receipt.sources = order.map {
            HealthReceipt.Source(name: reading.sources.list[$0].name, records: reading.sources.list[$0].records)
        }
        let known = Set(receipt.sources.map { $0.name.lowercased() })
        receipt.notes += preferred.filter { !known.contains($0.lowercased()) }.map { .noSuchSource($0) }
        if let stamp = reading.exported {
            let here = CivilTime(zone: vault.surroundings.zone).offset(at: stamp.seconds * 1000)
            if here != stamp.offset * 60 { receipt.notes.append(.otherOffset(export: stamp.offset * 60, here: here)) }
        }
    }

    mutating func run(vault: isolated OpenVault, progress: ProgressReport) throws {
        let days = reading.byDay.days
        for (index, day) in days.enumerated() {
            if index % 64 == 0 { progress.report("importing", index, days.count) }
            let pieces = try reading.byDay.pieces(of: day)
            try takeSymptoms(pieces, vault: vault)
            try takeMeasures(pieces, vault: vault)
            merge.take(pieces, of: day)
            for finished in merge.finished(through: day) { try take(finished, vault: vault) }
        }
        for finished in merge.finished(through: nil) { try take(finished, vault: vault) }
        try takeMeans(vault: vault)
        try flush(vault: vault, all: true)
        progress.report("importing", days.count, days.count)
        if nightsInBed > 0 { receipt.notes.append(.onlyInBed(nights: nightsInBed)) }
    }

    // ---- days ----

    private mutating func take(_ finished: HealthMerge.Finished, vault: isolated OpenVault) throws {
        let type = finished.measure == .steps ? "StepCount" : "SleepAnalysis"
        let (whole, part, none) = finished.sum.records
        guard let day = LocalDay(number: finished.day),
            let sample = finished.sum.sample(finished.measure, day: day, merge: merge)
        else {
            // Records that begin at the end of a day may count only on the next one.
            receipt.add(finished.measure == .sleep ? .onlyAwake : .covered, type: type, times: whole + part + none)
            return
        }
        guard sample.fault == nil else {
            receipt.add(.impossible, type: type, times: whole + part + none)
            return
        }
        let id = RecordID(
            firstBytesOf: digest(
                .label("apple-health") + journal.bytes + Array("sample".utf8) + [0] + Array(sample.measure.rawValue.utf8) + [0]
                    + Array(day.iso.utf8)))
        var days = receipt.days[sample.measure] ?? HealthReceipt.Days()
        defer { receipt.days[sample.measure] = days }
        let state = try vault.store.state(of: id, kind: HealthSample.kind, journal: journal)
        var known = HealthSample(fields: state.values)
        // The zone's name depends on where the owner is now; that alone is no change of the day.
        known?.zone = sample.zone
        let reason = reasonToKeep(
            state, isSame: known == sample, isMore: known.map { sample.value >= $0.value } ?? false)
        if let reason { receipt.add(reason, type: type, times: whole + part + none) }
        guard reason == nil || reason == .here else {
            days.refused += 1
            return
        }
        days.total += sample.value
        receipt.include(day)
        if finished.measure == .sleep, finished.sum.isOnlyInBed { nightsInBed += 1 }
        guard reason == nil else {
            days.unchanged += 1
            return
        }
        if state.fields.isEmpty { days.added += 1 } else { days.updated += 1 }
        receipt.add(.counted, type: type, times: whole)
        receipt.add(.partlyCovered, type: type, times: part)
        receipt.add(.covered, type: type, times: none)
        var fields = sample.fields
        fields["exported"] = exported.map { .int($0) } ?? .null
        if state.fields.isEmpty { fields["created"] = .int(vault.surroundings.now()) }
        let mutation = state.mutation(
            kind: HealthSample.kind, record: id, setting: fields.filter { $0.value != .null || state[$0.key] != nil })
        try write(mutation, vault: vault)
    }

    /// Why the present value of a day stays; `nil` if the new one is to be written.
    private func reasonToKeep(_ state: RecordState, isSame: Bool, isMore: Bool) -> HealthReceipt.Reason? {
        guard !state.fields.isEmpty else { return nil }
        if state.isGone { return .deleted }
        if isSame { return .here }
        switch extent {
        case .cutShort:
            return .olderExport
        case .damaged:
            // The day's record may be among those that were lost.
            guard isMore else { return .olderExport }
        case .whole:
            break
        }
        guard let before = state["exported"]?.int else { return nil }
        guard let exported, exported >= before else { return .olderExport }
        return nil
    }

    // ---- symptoms ----

    private mutating func takeSymptoms(_ pieces: [HealthPiece], vault: isolated OpenVault) throws {
        var seen: Set<RecordID> = []
        for piece in pieces.sorted(by: { ($0.start, $0.length, $0.value) < ($1.start, $1.length, $1.value) }) {
            guard case .symptom(let number) = piece.what, HealthSymptom.all.indices.contains(number) else { continue }
            let (type, name, scale) = HealthSymptom.all[number]
            guard let value = scale.values.first(where: { $0.number == Int(piece.value) }),
                let entry = entry(piece, name: name, value: value, scale: scale), entry.fault == nil
            else {
                receipt.add(.impossible, type: type)
                continue
            }
            // Without the source: renaming a phone renames all its records.
            var key = [UInt8].label("apple-health") + journal.bytes + Array("symptom".utf8) + [0] + Array(name.utf8) + [0]
            key.append(bigEndian: piece.start)
            let id = RecordID(firstBytesOf: digest(key + Array(value.word.utf8)))
            guard seen.insert(id).inserted else {
                receipt.add(.twice, type: type)
                continue
            }
            receipt.include(entry.day)
            let state = try vault.store.state(of: id, kind: SymptomEntry.kind, journal: journal)
            guard state.fields.isEmpty else {
                // Whatever its owner has changed since stays.
                receipt.add(state.isGone ? .deleted : .here, type: type)
                continue
            }
            var fields = entry.fields.filter { $0.value != .null }
            fields["created"] = .int(vault.surroundings.now())
            fields["imported"] = [
                "format": "apple-health", "type": .string("HKCategoryTypeIdentifier" + type), "value": .string(value.word),
                "source": .string(reading.sources.list[Int(piece.source)].name), "seconds": .int(Int64(piece.length)),
            ]
            receipt.symptoms += 1
            receipt.add(.counted, type: type)
            try write(Mutation(kind: SymptomEntry.kind, record: id, fields: fields), vault: vault)
        }
    }

    private func entry(
        _ piece: HealthPiece, name: String, value: (number: Int, word: String, severity: Int), scale: HealthSymptom.Scale
    ) -> SymptomEntry? {
        let offset = merge.offset(of: piece, at: piece.start)
        guard let instant = Instant(milliseconds: piece.start * 1000),
            let day = LocalDay(number: HealthPiece.day(of: piece.start + Int64(offset)))
        else { return nil }
        var entry = SymptomEntry(
            instant: instant, zone: merge.zoneName(piece.zone, offset: offset, at: piece.start), day: day, symptom: name,
            severity: value.severity)
        if piece.length >= 60 { entry.metrics["duration"] = (Double(piece.length) / 6).rounded() / 10 }
        if scale == .flow { entry.menstruation = value.severity > 0 }
        if scale == .appetite, ["Decreased", "Increased"].contains(value.word) { entry.note = value.word + "." }
        return entry
    }

    // ---- measurements ----

    private mutating func takeMeasures(_ pieces: [HealthPiece], vault: isolated OpenVault) throws {
        var lower: [Int64: [HealthPiece]] = [:]
        var others: [(piece: HealthPiece, quantity: HealthQuantity, unit: Int)] = []
        for piece in pieces.sorted(by: { ($0.start, $0.value, $0.source) < ($1.start, $1.value, $1.source) }) {
            guard case .quantity(let number, let unit) = piece.what, HealthQuantity.all.indices.contains(number) else { continue }
            let quantity = HealthQuantity.all[number]
            if quantity.isLower {
                lower[piece.start, default: []].append(piece)
            } else {
                others.append((piece, quantity, unit))
            }
        }
        var seen: Set<RecordID> = []
        for (piece, quantity, unit) in others {
            var second: Double?
            if quantity.measure.form == .pair {
                let place = lower[piece.start]?.firstIndex { $0.source == piece.source }
                guard let place, let other = lower[piece.start]?.remove(at: place) else {
                    receipt.add(.halfPair, type: quantity.type)
                    continue
                }
                second = other.value
            }
            let offset = merge.offset(of: piece, at: piece.start)
            guard let instant = Instant(milliseconds: piece.start * 1000),
                let day = LocalDay(number: HealthPiece.day(of: piece.start + Int64(offset)))
            else { continue }
            let entry = MeasureEntry(
                instant: instant, zone: merge.zoneName(piece.zone, offset: offset, at: piece.start), day: day,
                measure: quantity.measure(unit: unit), value: piece.value, second: second,
                note: quantity.type == "Workout" ? reading.workouts[piece.start] ?? "" : "",
                source: reading.sources.list[Int(piece.source)].name)
            let types = second == nil ? [quantity.type] : [quantity.type, "BloodPressureDiastolic"]
            var key = Array(entry.key.utf8) + [0]
            key.append(bigEndian: piece.start)
            let id = measureID(key + Array(entry.measure.typed(entry.value, second).utf8))
            guard seen.insert(id).inserted else {
                for type in types { receipt.add(.twice, type: type) }
                continue
            }
            try take(entry, id, types: types, records: 1, isOfDay: false, vault: vault)
        }
        for _ in lower.values.joined() { receipt.add(.halfPair, type: "BloodPressureDiastolic") }
    }

    /// The days of what is measured all day.
    private mutating func takeMeans(vault: isolated OpenVault) throws {
        for (key, mean) in reading.means.sorted(by: { ($0.key.day, $0.key.quantity) < ($1.key.day, $1.key.quantity) }) {
            let quantity = HealthQuantity.all[key.quantity]
            guard let day = LocalDay(number: key.day), let instant = Instant(milliseconds: mean.last * 1000) else { continue }
            let entry = MeasureEntry(
                instant: instant, zone: merge.zoneName(0, offset: mean.offset, at: mean.last), day: day,
                measure: quantity.measure, value: mean.value, source: reading.sources.list[mean.source].name)
            let id = measureID(Array(entry.key.utf8) + [0] + Array(day.iso.utf8))
            try take(entry, id, types: [quantity.type], records: mean.count, isOfDay: true, vault: vault)
        }
    }

    /// Without the source: renaming a phone renames all its records.
    private func measureID(_ key: [UInt8]) -> RecordID {
        RecordID(
            firstBytesOf: digest(.label("apple-health") + journal.bytes + Array("measure".utf8) + [0] + key))
    }

    /// Writes one that is new; one of a whole day also where a later export says something else. Whatever its owner has changed
    /// stays.
    private mutating func take(
        _ entry: MeasureEntry, _ id: RecordID, types: [String], records: Int, isOfDay: Bool, vault: isolated OpenVault
    ) throws {
        func note(_ reason: HealthReceipt.Reason, in receipt: inout HealthReceipt) {
            for type in types { receipt.add(reason, type: type, times: records) }
        }
        guard entry.fault == nil else { return note(.impossible, in: &receipt) }
        receipt.include(entry.day)
        let state = try vault.store.state(of: id, kind: MeasureEntry.kind, journal: journal)
        let known = MeasureEntry(fields: state.values)
        let isOwners = state.fields["value"]?.name != state.fields["exported"]?.name
        let reason: HealthReceipt.Reason? =
            state.fields.isEmpty
            ? nil
            : !isOfDay || isOwners
                ? (state.isGone ? .deleted : .here)
                : reasonToKeep(state, isSame: known?.value == entry.value, isMore: false)
        guard reason == nil else { return note(reason ?? .here, in: &receipt) }
        note(.counted, in: &receipt)
        receipt.measures += 1
        var fields = entry.fields
        // Whoever renamed the measure has renamed it.
        if known != nil { fields["measure"] = nil }
        if isOfDay { fields["exported"] = exported.map { .int($0) } ?? .int(0) }
        if state.fields.isEmpty { fields["created"] = .int(vault.surroundings.now()) }
        let mutation = state.mutation(
            kind: MeasureEntry.kind, record: id, setting: fields.filter { $0.value != .null || state[$0.key] != nil })
        try write(mutation, vault: vault)
    }

    // ---- writing ----

    private mutating func write(_ mutation: Mutation, vault: isolated OpenVault) throws {
        guard !receipt.isDry else { return }
        waiting.append(mutation)
        try flush(vault: vault, all: false)
    }

    private mutating func flush(vault: isolated OpenVault, all: Bool) throws {
        guard !waiting.isEmpty, all || waiting.count >= HealthImporter.batch else { return }
        try vault.append(waiting, to: journal)
        waiting = []
    }
}
