import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

/// A running import: compares each record with the vault and decides.
struct Importer {
    let journal: JournalID
    let source: ImportSource
    let isDry: Bool
    private(set) var receipt: Receipt
    /// The files encrypted so far.
    var sealed: SealedFiles
    /// For an archive: the files that new entries need.
    private(set) var wantedFiles: [String: Int] = [:]

    /// Entries that were matched with a record of this source. Each matches one record only, so that an entry that is in the
    /// source twice is imported twice.
    var claimed: Set<RecordID> = []
    private var occurrences: [[UInt8]: Int] = [:]
    private var ordinals: [Instant: Int64] = [:]
    /// The existing entries, by day and by the hashes of their `keys`; texts would take twice the memory.
    private var days: [LocalDay: [[UInt8]: [StoredEntry]]] = [:]
    /// The same for one day, by the `key` of the source record; only in an update.
    private var keyed: [LocalDay: [String: StoredEntry]] = [:]
    private var withoutIdentity = 0
    private var ratings: [String: Int] = [:]
    var medications: [String: RecordID] = [:]

    /// How many missing files of an entry are named one by one.
    private static let namedFiles = 5
    /// The most bytes of a source's further data with an entry.
    static let mostOfMore = 32 << 10

    init(journal: JournalID, source: ImportSource, isDry: Bool, sealed: SealedFiles) {
        (self.journal, self.source, self.isDry, self.sealed) = (journal, source, isDry, sealed)
        receipt = Receipt(format: source.format.rawValue)
    }

    mutating func run(vault: isolated OpenVault, progress: ProgressReport) throws {
        var count = 0
        try source.readAhead { item in
            if count % 64 == 0 {
                try Task.checkCancellation()
                progress.report(isDry ? "reading" : "importing", count, 0)
            }
            count += 1
            switch item {
            case .record(let record): try take(record, vault: vault)
            case .template(let template, let position, let id):
                try take(template, position, id, vault: vault)
            case .problem(let problem): receipt.add(problem)
            case .finding(let finding): receipt.note(finding)
            }
        }
        progress.report(isDry ? "reading" : "importing", count, count)
    }

    /// The receipt, with what is known only at the end.
    func closedReceipt() -> Receipt {
        var receipt = receipt
        if withoutIdentity > 0 { receipt.note(.withoutIdentity(withoutIdentity)) }
        receipt.ratings = ratings.map { name, count in
            .init(name: name, count: count, level: source.options.moods.level(of: ImportedRating(name: name)))
        }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        return receipt
    }

    private mutating func take(_ record: ImportedRecord, vault: isolated OpenVault) throws {
        let label = record.position.label
        guard let moment = moment(of: record) else {
            receipt.add(.init(source: label, outcome: .skipped, why: say("its date is outside the years 1 to 9999")))
            return
        }
        receipt.include(moment.day)
        var record = record
        if let name = record.zone, CivilTime(named: name) == nil {
            record.changes.append(.zoneUnknown(name, took: moment.zone))
        }
        let parts = rate(&record)
        let isEntry = !record.text.isEmpty
        guard isEntry || !parts.isEmpty else {
            receipt.add(.init(source: label, outcome: .skipped, why: say("nothing is written in it")))
            return
        }
        let ids = names(of: record)
        if source.options.updates, isEntry, (record.sourceID ?? record.ownID?.description ?? record.key) == nil {
            withoutIdentity += 1
        }
        guard isEntry else {
            return try takeAlone(parts, of: record, id: ids[0], moment, vault: vault)
        }
        let ordinal = ordinals[moment.instant] ?? 0
        ordinals[moment.instant] = ordinal + 1
        if let own = record.ownID, try vault.store.anyRecord(own, kind: Entry.kind)?.state.isGone == true {
            receipt.add(
                .init(source: label, outcome: .skipped, why: say("here already, in Recently deleted"), id: own.description))
            return
        }
        if let (known, wasImported) = try known(ids, record, moment, vault: vault) {
            guard claimed.insert(known.id).inserted else {
                let isOther = Importer.isRewritten(known.entry, record)
                let why =
                    isOther ? say("another text under the same id came before it in the source") : say("twice in the source")
                receipt.add(.init(source: label, outcome: .skipped, why: why, id: known.id.description))
                return
            }
            var health = PartsOutcome()
            if known.deleted == nil {
                health = try save(
                    parts, beside: wasImported ? known.id : ids[0], moment, &record.changes, updates: wasImported, vault: vault)
                if wasImported, source.options.updates {
                    return try update(known, with: record, parts, moment, health: health, vault: vault)
                }
            }
            try meet(known, wasImported: wasImported, record, parts: health.saved, vault: vault)
            return
        }
        try add(record, parts, id: ids[0], ordinal: ordinal, moment, vault: vault)
    }

    /// Saves a new entry with everything that belongs to it.
    private mutating func add(
        _ record: ImportedRecord, _ parts: [ImportedPart], id: RecordID, ordinal: Int64, _ moment: Moment,
        vault: isolated OpenVault
    ) throws {
        guard claimed.insert(id).inserted else {
            receipt.add(.init(source: record.position.label, outcome: .skipped, why: say("twice in the source"), id: nil))
            return
        }
        var record = record
        let entry = Entry(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: record.text, mood: record.mood,
            moodSource: record.moodSource, moodScore: record.moodScore, tags: record.tags, starred: record.starred,
            place: record.place)
        if let fault = entry.fault {
            receipt.add(.init(source: record.position.label, outcome: .skipped, why: fault.explanation.sentence))
            return
        }
        let hasIdentity = record.sourceID ?? record.key != nil
        let base = hasIdentity ? ImportBase(record, parts, at: moment) : nil
        let attachments = try seal(&record, vault: vault)
        let more = more(of: &record, base: base)
        if !isDry {
            var mutation = vault.mutation(adding: entry, id: id, attachments: attachments.map(\.id))
            // Entries of one minute keep the order of their source.
            mutation.fields["order"] = .int(ordinal)
            if let created = record.created { mutation.fields["created"] = .int(created) }
            if let modified = record.modified { mutation.fields["modified"] = .int(modified) }
            if let more { mutation.fields["imported"] = more }
            try vault.append([mutation] + attachments.map(\.mutation), to: journal)
        }
        _ = try save(parts, beside: id, moment, &record.changes, vault: vault)
        receipt.add(saved: record, id: isDry ? nil : id.description)
    }

    /// The parts of a record, and its rating: the name becomes the word of the mood, if there is no other, and the level its
    /// number: of the entry, or of a check-in where nothing was written.
    mutating func rate(_ record: inout ImportedRecord) -> [ImportedPart] {
        guard let rating = record.rating else { return record.parts }
        let level = source.options.moods.level(of: rating)
        if !rating.name.isEmpty {
            if rating.level == nil { ratings[rating.name, default: 0] += 1 }
            if record.mood == nil { record.mood = Mood(rating.name) }
            if level == nil { record.changes.append(.ratingUnknown(rating.name)) }
        }
        guard let score = level.map(MoodMap.score) else { return record.parts }
        if record.text.isEmpty { return record.parts + [.checkIn(mood: score)] }
        if record.moodScore == nil { record.moodScore = score }
        return record.parts
    }

    /// Further data of the source without a field of its own: stored, encrypted, with the entry.
    func more(of record: inout ImportedRecord, base: ImportBase?) -> JSON? {
        var members: [String: JSON] = ["format": .string(source.format.rawValue)]
        if let id = record.sourceID { members["id"] = .string(id) }
        if let key = record.key { members["key"] = .string(key) }
        if let base { members["base"] = base.json }
        if !record.more.isEmpty {
            let more = JSON.object(record.more)
            let count = more.bytes.count
            if count <= Importer.mostOfMore { members["more"] = more } else { record.changes.append(.moreDropped(bytes: count)) }
        }
        return members.count > 1 ? .object(members) : nil
    }

    // ---- files ----

    /// Encrypts the files of an entry, up to the limit, and adds the rest to its left-out files.
    mutating func seal(
        _ record: inout ImportedRecord, existing: Int = 0, vault: isolated OpenVault
    ) throws -> [SealedAttachment] {
        var attachments: [SealedAttachment] = []
        var left: [LeftFile] = []
        var taken = 0
        var over = 0
        // Also if a later one fails: the caller then discards what was encrypted.
        defer { sealed.note(attachments) }
        for file in record.files {
            switch file {
            case .left(let file): left.append(file)
            case .found where existing + taken >= Limits.attachments: over += 1
            case .found(let path):
                guard let place = source.tree?.place(of: path) else {
                    // For an archive the file is encrypted already; in a dry run it is only counted.
                    if isDry {
                        wantedFiles[path, default: 0] += 1
                        taken += 1
                    } else if let attachment = sealed.take(path) {
                        attachments.append(attachment)
                        taken += 1
                    } else {
                        left.append(LeftFile(name: path, reason: .unreadable))
                    }
                    continue
                }
                do {
                    if !isDry {
                        attachments += try vault.seal(
                            [place], existing: existing + attachments.count, journal: journal, progress: .silent)
                    }
                    taken += 1
                } catch EngineError.file(place, _), EngineError.notAFile(place) {
                    // The file was removed or changed since it was found; that is no reason to lose the text.
                    left.append(LeftFile(name: path, reason: .unreadable))
                }
            }
        }
        record.changes += left.prefix(Importer.namedFiles).map { .fileLeft($0) }
        if left.count > Importer.namedFiles { record.changes.append(.moreFilesLeft(left.count - Importer.namedFiles)) }
        if over > 0 { record.changes.append(.filesOverLimit(over)) }
        return attachments
    }

    // ---- what is here already ----

    /// The names that this record may have: from the name in its source, otherwise from its content. A starred one also has the
    /// name it would have without its star: the source may have added the star since the last import.
    mutating func names(of record: ImportedRecord) -> [RecordID] {
        let base = [UInt8].label("import") + journal.bytes
        if let id = record.ownID { return [id] }
        if let id = record.sourceID {
            return [RecordID(firstBytesOf: digest(base + Array((source.format.rawValue + "\0" + id).utf8)))]
        }
        let parts = record.text.isEmpty ? record.parts.map(\.sameness).joined(separator: "\n") : ""
        return Importer.keys(record.day, record.time, (record.words ?? record.text) + parts, starred: record.starred).map { key in
            let name = digest(key)
            let occurrence = occurrences[name, default: 0] + 1
            occurrences[name] = occurrence
            return RecordID(firstBytesOf: digest(base + key + [0] + Array(String(occurrence).utf8)))
        }
    }

    /// The entry in the vault that matches this record, and whether it was imported from it: by the name that the import gave it,
    /// or by day, minute and text; in an update also by its key.
    mutating func known(
        _ ids: [RecordID], _ record: ImportedRecord, _ moment: Moment, vault: isolated OpenVault
    ) throws -> (entry: StoredEntry, wasImported: Bool)? {
        for id in ids {
            if let entry = try vault.store.entry(id) { return (entry, true) }
        }
        // In a vault made from another vault's export, the entries' names do not depend on this journal's.
        if source.options.updates, let key = record.key ?? record.sourceID {
            if keyed[moment.day] == nil { keyed[moment.day] = try keyedEntries(of: moment.day, vault: vault) }
            if let entry = keyed[moment.day]?[key], !claimed.contains(entry.id) { return (entry, true) }
        }
        if days[moment.day] == nil { days[moment.day] = try entries(of: moment.day, vault: vault) }
        guard days[moment.day]?.isEmpty == false else { return nil }
        for key in Importer.keys(record.day, record.time ?? .noon, record.text, starred: record.starred) {
            while let found = days[moment.day]?[digest(key)]?.popLast() {
                if !claimed.contains(found.id) { return (found, try isOrigin(record, of: found, vault: vault)) }
            }
        }
        return nil
    }

    /// Whether an update has made an entry equal to this record.
    private func isOrigin(_ record: ImportedRecord, of entry: StoredEntry, vault: isolated OpenVault) throws -> Bool {
        guard record.sourceID ?? record.key != nil else { return false }
        let imported = try vault.store.state(of: entry.id, kind: Entry.kind)?["imported"]
        return imported?["format"]?.string == source.format.rawValue && imported?["id"]?.string == record.sourceID
            && imported?["key"]?.string == record.key
    }

    /// The entries of one day imported from this format, by their keys.
    private func keyedEntries(of day: LocalDay, vault: isolated OpenVault) throws -> [String: StoredEntry] {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (day, day)
        var found: [String: StoredEntry] = [:]
        for stored in try vault.store.entries(Selection(query: query, journals: [journal])).list {
            guard let imported = try vault.store.state(of: stored.id, kind: Entry.kind)?["imported"],
                imported["format"]?.string == source.format.rawValue
            else { continue }
            if let key = imported["key"]?.string ?? imported["id"]?.string { found[key] = stored }
        }
        return found
    }

    /// The entries of one day, by the keys of each; the first is last.
    private func entries(of day: LocalDay, vault: isolated OpenVault) throws -> [[UInt8]: [StoredEntry]] {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (day, day)
        var found: [[UInt8]: [StoredEntry]] = [:]
        for stored in try vault.store.entries(Selection(query: query, journals: [journal])).list.reversed() {
            let entry = stored.entry
            let zone = CivilTime(named: entry.zone) ?? CivilTime(zone: vault.surroundings.zone)
            let time = zone.wall(at: entry.instant.milliseconds)?.time
            for key in Importer.keys(entry.day, time, entry.text, starred: entry.starred) {
                found[digest(key), default: []].append(stored)
            }
        }
        return found
    }

    /// The keys under which an entry is found, by its `sameness`: as it is, and for a starred one also with all its asterisks and
    /// without the star, since the other side may not be starred yet.
    private static func keys(_ day: LocalDay, _ time: TimeOfDay?, _ text: String, starred: Bool) -> [[UInt8]] {
        (starred ? [true, false] : [false]).map { ImportedRecord.sameness(day: day, time: time, text: text, starred: $0) }
    }

    /// Merges a record that exists already: adds the tags, the star and the mood that only the source has. `parts` of its health
    /// log were missing and have been added.
    private mutating func meet(
        _ known: StoredEntry, wasImported: Bool, _ record: ImportedRecord, parts: Int, vault: isolated OpenVault
    ) throws {
        var record = record
        let label = record.position.label
        guard known.deleted == nil else {
            receipt.add(.init(source: label, outcome: .skipped, why: say("here already, in Recently deleted")))
            return
        }
        var entry = known.entry
        // What the owner removed after an earlier import must not come back with the next one.
        if !wasImported {
            let tags = Set(entry.tags).union(record.tags)
            if tags.count <= Limits.tags { entry.tags = tags.sorted() }
            if record.starred { entry.starred = true }
            if entry.mood == nil, let mood = record.mood { (entry.mood, entry.moodSource) = (mood, .chosen) }
            if entry.moodScore == nil { entry.moodScore = record.moodScore }
            if entry.place == nil { entry.place = record.place }
        }
        var remarks = ""
        if !wasImported, known.attachments.isEmpty, !record.files.isEmpty {
            remarks = say("; the files it shows are not attached to it")
        }
        let state = try vault.store.state(of: known.id, kind: Entry.kind, journal: known.journal)
        // Files that were missing at the import are added now; those that the owner removed are not.
        let lacksFiles = wasImported && state["attachments"] == nil
        let attachments = lacksFiles ? try seal(&record, vault: vault) : []
        if wasImported, record.sourceID ?? record.ownID?.description != nil, Importer.isRewritten(known.entry, record) {
            remarks = say("; the source has another text now, which was not taken")
        }
        remarks += Importer.left(of: record, beside: entry)
        let changed = entry.fields.filter { known.entry.fields[$0.key] != $0.value }
        var what = changed.keys.filter { $0 != "mood_source" }.map { $0 == "mood_score" ? say("mood number") : $0 }.sorted()
        if parts > 0 { what.append(say("health log")) }
        let isFound = record.files.contains { if case .found = $0 { true } else { false } }
        if isDry ? lacksFiles && isFound : !attachments.isEmpty { what.append("files") }
        guard !what.isEmpty else {
            receipt.add(.init(source: label, outcome: .skipped, why: Receipt.here + remarks, id: known.id.description))
            return
        }
        if !isDry, !changed.isEmpty || !attachments.isEmpty {
            var fields = changed
            if !attachments.isEmpty { fields["attachments"] = .array(attachments.map { .string($0.id.description) }) }
            try vault.append(
                [try vault.store.mutation(of: known.id, kind: Entry.kind, journal: known.journal, setting: fields)]
                    + attachments.map(\.mutation),
                to: known.journal)
        }
        let why = say("here already; added from the source: ") + what.joined(separator: ", ") + remarks
        receipt.add(.init(source: label, outcome: .merged, why: why, id: known.id.description))
    }

    /// The source's values, apart from the text, that were not taken because the entry's differ; empty if there are none.
    private static func left(of record: ImportedRecord, beside entry: Entry) -> String {
        var left: [String] = []
        if let mood = record.mood, mood != entry.mood { left.append(say("the mood \(quotedName(mood.name))")) }
        if let score = record.moodScore, score != entry.moodScore { left.append(say("the mood \(score)")) }
        let tags = Set(record.tags).subtracting(entry.tags).sorted()
        if !tags.isEmpty {
            let more = tags.count > 5 ? " and " + String(tags.count - 5) + " more" : ""
            left.append(
                (tags.count == 1 ? say("the tag ") : say("the tags "))
                    + tags.prefix(5).map { "#" + $0.name }.joined(separator: " ") + more)
        }
        if record.starred, !entry.starred { left.append(say("the star")) }
        return left.isEmpty ? "" : say("; not taken: ") + left.joined(separator: ", ")
    }

    /// Whether the texts differ, apart from day and time.
    private static func isRewritten(_ entry: Entry, _ record: ImportedRecord) -> Bool {
        func words(_ text: String) -> [UInt8] { ImportedRecord.sameness(day: entry.day, time: nil, text: text, starred: false) }
        return words(entry.text) != words(record.text)
    }

    func moment(of record: ImportedRecord) -> Moment? {
        let named = record.zone.flatMap { name in CivilTime(named: name).map { (name, $0) } }
        let home = CivilTime(zone: source.options.surroundings.zone)
        let time = record.time ?? .noon
        guard let offset = record.offset else {
            let zone = named?.1 ?? home
            return zone.instant(day: record.day, time: time).map {
                Moment(instant: $0, zone: named?.0 ?? home.zone.identifier, day: record.day)
            }
        }
        let local = Int64(record.day.number) * 86_400_000 + Int64(time.milliseconds)
        guard let instant = Instant(milliseconds: local - Int64(offset) * 1000) else { return nil }
        // For a foreign clock only the offset is known; it gives the day and time that the writer saw.
        let isHome = home.offset(at: instant.milliseconds) == offset
        let other = isHome ? nil : CivilTime.name(ofOffset: offset)
        return Moment(instant: instant, zone: named?.0 ?? other ?? home.zone.identifier, day: record.day)
    }

    mutating func enter(_ line: Receipt.Line) { receipt.add(line) }
}
