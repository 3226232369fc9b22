import Engine
import HTTP
import Journal
import Ledger
import Store

/// What the form of an entry says, just as it was typed, and what of it cannot be saved.
struct EntryForm {
    /// The part of the form beside which a sentence stands.
    enum Field: String, Hashable {
        case text, mood, tags, when, files
    }

    /// With `\n` at the ends of lines.
    var text = ""
    var mood = ""
    /// Another word for the mood, typed.
    var otherMood = ""
    /// Separated by commas or blanks.
    var tags = ""
    /// `2026-03-14T21:00`, or a phrase; empty for now.
    var when = ""
    /// Which zone the browser is in.
    var zone = ""
    var isStarred = false
    /// Which write of the text was seen.
    var seen: WriteName?
    /// Files that wait for the entry.
    var staged: [StagedFile] = []
    /// Attachments that it shall have no longer.
    var removed: [RecordID] = []
    /// What mood, tags, time and star were when the page was made: what is the same was not touched. `nil` for a new entry.
    var shown: Shown?
    /// Sentences about what cannot be saved.
    var faults: [Field: String] = [:]

    /// Fields as they were shown.
    struct Shown: Hashable, Sendable {
        var mood = ""
        var tags = ""
        var when = ""
        var isStarred = false
    }

    /// Bytes of text that are read: more than an entry takes, so that what is too long comes back with a sentence.
    static let textLimit = 3 << 20
    private static let fieldLimit = 64 << 10

    init() {}

    /// The fields, and files by their names.
    init(_ fields: FormFields, staged: [StagedFile]) {
        text = EntryForm.lines(fields["text"] ?? "")
        mood = fields["mood"] ?? ""
        otherMood = trimmed(fields["mood-other"] ?? "")
        tags = fields["tags"] ?? ""
        when = trimmed(fields["when"] ?? "")
        zone = fields["zone"] ?? ""
        isStarred = fields["starred"] == "yes"
        seen = fields["seen"].flatMap(WriteName.init(formText:))
        removed = fields.all("removed").compactMap { RecordID(text: $0) }
        if let when = fields["was-when"] {
            shown = Shown(
                mood: fields["was-mood"] ?? "", tags: fields["was-tags"] ?? "", when: when,
                isStarred: fields["was-starred"] == "yes")
        }
        self.staged = staged
    }

    /// Browsers send the ends of lines as two characters.
    static func lines(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || last != 0x0D { bytes.append(byte) }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a form whose files are sealed as they come.
    ///
    /// A file that cannot be taken leaves a sentence and all else as it is. When the form breaks off, what was sealed of its
    /// files is removed.
    static func read(
        _ parts: Multipart, draft usual: Draft.Name, journal: JournalID?, in vault: OpenVault, for visit: Visit
    ) async throws -> (form: EntryForm, fields: FormFields, draft: Draft.Name) {
        var fields = FormFields()
        var new: [StagedFile] = []
        var faults: [Field: String] = [:]
        var draft = usual
        do {
            while let part = try await parts.nextPart() {
                guard let name = part.fileName else {
                    let limit = part.name == "text" ? textLimit : fieldLimit
                    fields.pairs.append((part.name, try await parts.text(limit: limit)))
                    if part.name == "draft", let named = usual.sibling(named: fields["draft"]) { draft = named }
                    continue
                }
                guard part.name == "files", !name.isEmpty else { continue }
                do {
                    guard new.count < Limits.attachments else { throw EngineError.tooManyAttachments(count: new.count + 1) }
                    new.append(try await StagedFile.seal(name, from: parts, for: draft, in: vault, journal: journal))
                } catch let error as EngineError {
                    faults[.files] = faultSentence(error, file: name)
                }
            }
            try visit.hold(new)
        } catch {
            for file in new { try? await vault.discardStaged(file.file) }
            throw error
        }
        let waiting = try await visit.staged(fields.all("staged"), for: draft, in: vault)
        var form = EntryForm(fields, staged: waiting + new)
        form.faults = faults
        return (form, fields, draft)
    }

    /// A sentence about a file that was not taken.
    static func faultSentence(_ error: EngineError, file name: String) -> String {
        guard case .attachmentTooLarge(let limit) = error else { return sentence(Explanation(error).sentence) }
        return "“\(FileName.harmless(name))” is larger than \(bytesInWords(limit)), the most that one file can have here. The rest is kept."
    }
}

// What is to be saved.
extension EntryForm {
    /// The entry that is meant; `nil` when something cannot be saved, which `faults` then says.
    mutating func newEntry(in surroundings: Surroundings) -> NewEntry? {
        let (tags, mood) = (readTags(), readMood())
        guard let moment = readMoment(surroundings, zone: nil), faults.isEmpty else { return nil }
        let new = NewEntry(
            text: text, moment: moment, mood: mood, tags: tags, starred: isStarred, staged: staged.map(\.file))
        let entry = Entry(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: text, mood: mood, tags: tags, starred: isStarred)
        note(entry.fault, filesWait: !staged.isEmpty)
        if staged.count > Limits.attachments { note(EngineError.tooManyAttachments(count: staged.count), at: .files) }
        return faults.isEmpty ? new : nil
    }

    /// What is to be different in an entry: what was touched, and nothing else. `nil` when something cannot be saved.
    mutating func change(to stored: StoredEntry, in surroundings: Surroundings) -> EntryChange? {
        let before = shown ?? Shown(stored.entry)
        var change = EntryChange()
        change.text = text
        change.seenText = seen
        let tags = readTags()
        let oldTags = EntryForm.words(before.tags).compactMap { Tag($0) }
        change.addedTags = tags.filter { !oldTags.contains($0) }
        change.removedTags = oldTags.filter { !tags.contains($0) }
        let mood = readMood(before: before.mood)
        if mood?.name != Mood(before.mood)?.name { change.mood = .some(mood) }
        if !when.isEmpty, when != before.when {
            change.moment = readMoment(surroundings, zone: stored.entry.zone)
        }
        if isStarred != before.isStarred { change.starred = isStarred }
        change.staged = staged.map(\.file)
        change.removedAttachments = removed
        let count = stored.attachments.filter { !removed.contains($0) }.count + staged.count
        if count > Limits.attachments { note(EngineError.tooManyAttachments(count: count), at: .files) }
        var entry = stored.entry
        entry.text = text
        entry.tags = Set(entry.tags.filter { !change.removedTags.contains($0) } + change.addedTags).sorted()
        note(entry.fault, filesWait: false)
        return faults.isEmpty ? change : nil
    }

    /// Puts a sentence beside the field that an error of the engine is about. `false` for one that is about none.
    mutating func note(_ error: EngineError) -> Bool {
        switch error {
        case .entry(let fault): note(fault, filesWait: !staged.isEmpty)
        case .badMood: note(error, at: .mood)
        case .badTag: note(error, at: .tags)
        case .when: note(error, at: .when)
        case .tooManyAttachments, .attachmentMissing, .noSuchAttachment: note(error, at: .files)
        default: return false
        }
        return true
    }

    private mutating func note(_ error: EngineError, at field: Field) { faults[field] = sentence(Explanation(error).sentence) }

    private mutating func note(_ fault: EntryFault?, filesWait: Bool) {
        switch fault {
        case nil: break
        case .textEmpty?:
            faults[.text] = filesWait ? "An entry needs a few words. Your files wait here meanwhile." : "An entry needs a few words."
        case .tooManyTags?: note(.entry(.tooManyTags(count: EntryForm.words(tags).count)), at: .tags)
        case .textTooLong(let bytes)?: note(.entry(.textTooLong(bytes: bytes)), at: .text)
        case .textHoldsNUL?: note(.entry(.textHoldsNUL), at: .text)
        }
    }
}

// Reading single fields.
extension EntryForm {
    private mutating func readTags() -> [Tag] {
        EntryForm.words(tags).compactMap { word in
            guard let tag = Tag(word) else {
                note(.badTag(word), at: .tags)
                return nil
            }
            return tag
        }
    }

    static func words(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
    }

    /// A word that was typed counts before one that was picked, unless it stood there already.
    private mutating func readMood(before: String = "") -> Mood? {
        let word = otherMood.isEmpty || (otherMood == before && !mood.isEmpty) ? mood : otherMood
        guard !trimmed(word).isEmpty else { return nil }
        guard let mood = Mood(word) else {
            note(.badMood(word), at: .mood)
            return nil
        }
        return mood
    }

    /// The mood that the fields mean, as typed.
    var chosenMood: String { otherMood.isEmpty ? mood : otherMood }

    /// - Parameter zone: that of the entry, in which the time of a picker is meant.
    private mutating func readMoment(_ surroundings: Surroundings, zone entryZone: String?) -> Moment? {
        var here = surroundings
        if let civil = EntryForm.civil(EntryForm.isPicked(when) ? entryZone ?? zone : zone) { here.zone = civil.zone }
        do throws(EngineError) {
            return when.isEmpty ? try Moment(nowIn: here) : try Moment.parse(when, in: here)
        } catch {
            note(error, at: .when)
            return nil
        }
    }

    /// Whether a time has the form that a browser's picker gives it, `2026-03-14T21:00`.
    static func isPicked(_ when: String) -> Bool {
        when.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?/) != nil
    }

    /// A zone that the machine knows by this name.
    private static func civil(_ name: String) -> CivilTime? {
        guard (1...64).contains(name.utf8.count), name.wholeMatch(of: /[A-Za-z0-9+_\-]+(\/[A-Za-z0-9+_\-]+)*/) != nil else { return nil }
        return CivilTime(named: name)
    }
}

extension EntryForm.Shown {
    /// The fields of an entry as the form shows them.
    init(_ entry: Entry) {
        mood = entry.mood?.name ?? ""
        tags = entry.tags.map(\.name).joined(separator: ", ")
        isStarred = entry.starred
        if let wall = CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds) {
            when = wall.day.iso + "T" + wall.time.clock
        }
    }
}

extension WriteName {
    /// As a form carries it.
    var formText: String { String(decoding: json.bytes, as: UTF8.self) }

    /// Reads what `formText` gave; `nil` for anything else.
    init?(formText: String) {
        guard formText.utf8.count <= 200, let json = try? JSON(reading: Array(formText.utf8)) else { return nil }
        self.init(json: json)
    }
}
