import Foundation
import Journal
import Ledger
import Store

extension OpenVault {
    /// Brings the entries of another program into a journal, in one transaction: all of them, or on a failure none.
    ///
    /// An entry that is here already (from an earlier import, or typed in) is not added again: what the source knows beyond
    /// it is merged. `dryRun` gives the same receipt and writes nothing.
    package func importEntries(
        _ source: ImportSource, into named: JournalID? = nil, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        let journal = try named ?? defaultJournal()
        var receipt = Receipt(format: source.format.rawValue)
        if dryRun {
            try store.read { writer in
                var importer = Importer(journal: journal, source: source, isDry: true)
                try importer.run(vault: self, writer: writer, receipt: &receipt, progress: progress)
            }
        } else {
            try commit { writer in
                var importer = Importer(journal: journal, source: source, isDry: false)
                do {
                    try importer.run(vault: self, writer: writer, receipt: &receipt, progress: progress)
                } catch {
                    discard(importer.sealed)
                    throw error
                }
            }
            // The import is committed: when the log cannot be copied back now, the next program that opens the vault does it.
            try? store.settle()
        }
        for problem in source.problems { receipt.add(problem) }
        return receipt
    }
}

/// One import at work: compares each record with what is there and decides.
private struct Importer {
    let journal: JournalID
    let source: ImportSource
    let isDry: Bool
    /// Entries that a record of this source has been found equal to: each answers for one record only, so that a source
    /// with the same entry twice keeps it twice.
    private var claimed: Set<RecordID> = []
    private var occurrences: [[UInt8]: Int] = [:]
    private var ordinals: [Instant: Int64] = [:]
    /// What is here already, by day and by the hashes of its `keys`: texts would fill the memory twice.
    private var days: [LocalDay: [[UInt8]: [StoredEntry]]] = [:]
    /// What was sealed so far.
    private(set) var sealed: [SealedAttachment] = []

    /// How many files that an entry shows in vain are named, one by one.
    private static let namedFiles = 5

    init(journal: JournalID, source: ImportSource, isDry: Bool) {
        self.journal = journal
        self.source = source
        self.isDry = isDry
    }

    mutating func run(
        vault: isolated OpenVault, writer: StoreWriter, receipt: inout Receipt, progress: ProgressReport
    ) throws {
        for (index, imported) in source.entries.enumerated() {
            if index % 64 == 0 { progress.report("importing", index, source.entries.count) }
            try take(imported, vault: vault, writer: writer, receipt: &receipt)
        }
        progress.report("importing", source.entries.count, source.entries.count)
    }

    private mutating func take(
        _ imported: ImportedRecord, vault: isolated OpenVault, writer: StoreWriter, receipt: inout Receipt
    ) throws {
        let label = imported.position.label
        guard let moment = moment(of: imported, vault: vault) else {
            receipt.add(.init(source: label, outcome: .skipped, why: "its date is outside the years 1 to 9999"))
            return
        }
        let ids = names(of: imported)
        let ordinal = ordinals[moment.instant] ?? 0
        ordinals[moment.instant] = ordinal + 1

        if let known = try known(ids, imported, moment, vault: vault) {
            claimed.insert(known.id)
            try meet(known, wasImported: ids.contains(known.id), imported, vault: vault, writer: writer, receipt: &receipt)
            return
        }
        let id = ids[0]
        claimed.insert(id)
        let entry = Entry(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: imported.text, mood: imported.mood,
            tags: imported.tags, starred: imported.starred)
        if let fault = entry.fault {
            receipt.add(.init(source: label, outcome: .skipped, why: fault.explanation.sentence))
            return
        }
        var taken = imported
        if isDry {
            try files(of: imported, &taken.changes) { _ in }
        } else {
            let attachments = try seal(imported, &taken.changes, vault: vault)
            try save(entry, id: id, ordinal: ordinal, attachments, vault: vault, writer: writer)
        }
        receipt.add(saved: taken, id: isDry ? nil : id.description)
    }

    /// Hands each file that the entry shows to `take`, up to the limit, and enters in `changes` what is left.
    private func files(
        of imported: ImportedRecord, _ changes: inout [ImportChange], take: (String) throws -> Void
    ) throws {
        var left: [LeftFile] = []
        var taken = 0
        var over = 0
        for (name, file) in source.files(of: imported) {
            switch file {
            case .left(let file): left.append(file)
            case .found where taken == Limits.attachments: over += 1
            case .found(let path):
                do {
                    try take(path)
                    taken += 1
                } catch EngineError.file(path, _), EngineError.notAFile(path) {
                    // It went, or changed, since it was looked for; no reason to lose the words.
                    left.append(LeftFile(name: name, reason: .unreadable))
                }
            }
        }
        changes += left.prefix(Importer.namedFiles).map { .fileLeft($0) }
        if left.count > Importer.namedFiles { changes.append(.moreFilesLeft(left.count - Importer.namedFiles)) }
        if over > 0 { changes.append(.filesOverLimit(over)) }
    }

    private mutating func seal(
        _ imported: ImportedRecord, _ changes: inout [ImportChange], vault: isolated OpenVault
    ) throws -> [SealedAttachment] {
        var attachments: [SealedAttachment] = []
        // Also when a later one fails: the caller then discards what was sealed.
        defer { sealed += attachments }
        try files(of: imported, &changes) { path in
            attachments += try vault.seal([path], existing: attachments.count, journal: journal, progress: .silent)
        }
        return attachments
    }

    private func save(
        _ entry: Entry, id: RecordID, ordinal: Int64, _ attachments: [SealedAttachment], vault: isolated OpenVault,
        writer: StoreWriter
    ) throws {
        var mutation = vault.mutation(adding: entry, id: id, attachments: attachments.map(\.id))
        // Entries of one minute keep the order of their source.
        mutation.fields["order"] = .int(ordinal)
        try vault.append([mutation] + attachments.map(\.mutation), to: journal, with: writer)
    }

    /// The name that this record gets, and for a starred one that which it would have without its star: the source may
    /// have got the star since the last import.
    private mutating func names(of imported: ImportedRecord) -> [RecordID] {
        Importer.keys(imported.day, imported.time, imported.text, starred: imported.starred).map { key in
            let occurrence = occurrences[digest(key), default: 0] + 1
            occurrences[digest(key)] = occurrence
            return RecordID(
                firstBytesOf: digest(.label("import") + journal.bytes + key + [0] + Array(String(occurrence).utf8)))
        }
    }

    /// The entry in the vault that is this record: by the name that importing gave it, or by day, minute and text.
    private mutating func known(
        _ ids: [RecordID], _ imported: ImportedRecord, _ moment: Moment, vault: isolated OpenVault
    ) throws -> StoredEntry? {
        for id in ids {
            if let entry = try vault.store.entry(id) { return entry }
        }
        if days[moment.day] == nil { days[moment.day] = try entries(of: moment.day, vault: vault) }
        for key in Importer.keys(imported.day, imported.time ?? .noon, imported.text, starred: imported.starred) {
            while let found = days[moment.day]?[digest(key)]?.popLast() {
                if !claimed.contains(found.id) { return found }
            }
        }
        return nil
    }

    /// What is here of one day, by the keys of each entry; the first stands last.
    private func entries(of day: LocalDay, vault: isolated OpenVault) throws -> [[UInt8]: [StoredEntry]] {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (day, day)
        var found: [[UInt8]: [StoredEntry]] = [:]
        for stored in try vault.store.entries(Selection(query: query, journal: journal)).list.reversed() {
            let entry = stored.entry
            let zone = CivilTime(named: entry.zone) ?? CivilTime(zone: vault.surroundings.zone)
            let time = zone.wall(at: entry.instant.milliseconds)?.time
            for key in Importer.keys(entry.day, time, entry.text, starred: entry.starred) {
                found[digest(key), default: []].append(stored)
            }
        }
        return found
    }

    /// Under what an entry is found, by its `sameness`: as it is, and a starred one also with all its asterisks and
    /// without the star, since the other side may not be starred yet.
    private static func keys(_ day: LocalDay, _ time: TimeOfDay?, _ text: String, starred: Bool) -> [[UInt8]] {
        (starred ? [true, false] : [false]).map {
            Array(ImportedRecord.sameness(day: day, time: time, text: text, starred: $0).utf8)
        }
    }

    /// A record that is here already: adds the tags, the star and the mood that only the source has.
    private func meet(
        _ known: StoredEntry, wasImported: Bool, _ imported: ImportedRecord, vault: isolated OpenVault, writer: StoreWriter,
        receipt: inout Receipt
    ) throws {
        let label = imported.position.label
        guard known.deleted == nil else {
            receipt.add(.init(source: label, outcome: .skipped, why: "here already, in Recently deleted"))
            return
        }
        var entry = known.entry
        // What the owner took away after an earlier import must not come back with the next one.
        if !wasImported {
            let tags = Set(entry.tags).union(imported.tags)
            if tags.count <= Limits.tags { entry.tags = tags.sorted() }
            if imported.starred { entry.starred = true }
            if entry.mood == nil, let mood = imported.mood { (entry.mood, entry.moodSource) = (mood, .chosen) }
        }
        let showsFiles = !wasImported && known.attachments.isEmpty && !source.files(of: imported).isEmpty
        let files = showsFiles ? "; the files it shows are not attached to it" : ""
        let changed = entry.fields.filter { known.entry.fields[$0.key] != $0.value }
        guard !changed.isEmpty else {
            receipt.add(.init(source: label, outcome: .skipped, why: "here already" + files, id: known.id.description))
            return
        }
        if !isDry {
            let state = try writer.state(of: known.id, kind: Entry.kind, journal: known.journal)
            try vault.append(
                [state.mutation(kind: Entry.kind, record: known.id, setting: changed)], to: known.journal, with: writer)
        }
        let what = changed.keys.filter { $0 != "mood_source" }.sorted().joined(separator: ", ")
        let why = "here already; added from the source: " + what + files
        receipt.add(.init(source: label, outcome: .merged, why: why, id: known.id.description))
    }

    private func moment(of imported: ImportedRecord, vault: isolated OpenVault) -> Moment? {
        let own = vault.surroundings.zone
        let zone = imported.zone.flatMap { CivilTime(named: $0) } ?? CivilTime(zone: own)
        let time = imported.time ?? .noon
        let instant: Instant?
        if let offset = imported.offset {
            let local = Int64(imported.day.number) * 86_400_000 + Int64(time.milliseconds)
            instant = Instant(milliseconds: local - Int64(offset) * 1000)
        } else {
            instant = zone.instant(day: imported.day, time: time)
        }
        return instant.map { Moment(instant: $0, zone: zone.zone.identifier, day: imported.day) }
    }
}
