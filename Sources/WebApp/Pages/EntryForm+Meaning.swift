import Base
import Documents
import Engine
import Journal
import Ledger
import Records

// Reading the whole form.
extension EntryForm {
    /// The new entry; `nil` if it cannot be saved, with the reason in `faults`.
    mutating func newEntry(in surroundings: Surroundings) -> NewEntry? {
        let (tags, mood) = (readTags(), readMood())
        guard let moment = readMoment(surroundings, zone: nil), faults.isEmpty else { return nil }
        let new = NewEntry(
            text: text, moment: moment, mood: mood, moodSource: source(of: mood), moodScore: number, tags: tags,
            starred: isStarred, place: Place(typed: place), staged: staged.map(\.file), journal: JournalID(text: journal),
            once: once.isEmpty ? nil : once)
        let entry = Entry(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: text, mood: mood, tags: tags, starred: isStarred)
        note(entry.fault, filesWait: !staged.isEmpty)
        if staged.count > Limits.attachments { note(EngineError.tooManyAttachments(count: staged.count), at: .files) }
        return faults.isEmpty ? new : nil
    }

    /// The changes to an entry, only of touched fields. `nil` if it cannot be saved.
    mutating func change(to stored: StoredEntry, in surroundings: Surroundings) -> EntryChange? {
        let before = shown ?? Shown(stored.entry)
        var change = EntryChange()
        change.text = text
        change.seenText = seen
        let tags = readTags()
        let oldTags = EntryForm.words(before.tags).compactMap { Tag($0) }
        change.addedTags = tags.filter { !oldTags.contains($0) }
        change.removedTags = oldTags.filter { !tags.contains($0) }
        change.tagsBefore = before.written.map { EntryForm.words($0).compactMap { Tag($0) } }
        let mood = readMood(before: before.mood)
        if mood?.name != Mood(before.mood)?.name {
            (change.mood, change.moodSource) = (.some(mood), source(of: mood))
        }
        if score != before.score { change.moodScore = .some(number) }
        if !when.isEmpty, when != before.when {
            change.moment = readMoment(surroundings, zone: stored.entry.zone)
        }
        if isStarred != before.isStarred { change.starred = isStarred }
        if place != before.place { change.place = .some(Place(typed: place)) }
        change.staged = staged.map(\.file)
        change.removedAttachments = removed
        let count = stored.attachments.filter { !removed.contains($0) }.count + staged.count
        if count > max(Limits.attachments, staged.isEmpty ? count : 0) {
            note(EngineError.tooManyAttachments(count: count), at: .files)
        }
        var entry = stored.entry
        entry.text = text
        entry.tags = Set(entry.tags.filter { !change.removedTags.contains($0) } + change.addedTags).sorted()
        note(entry.fault(after: stored.entry), filesWait: false)
        return faults.isEmpty ? change : nil
    }

    /// The number of the mood; nothing else comes from a form's own buttons.
    private var number: Int? { Int(score).flatMap { CheckIn.moodRange.contains($0) ? $0 : nil } }

    private func source(of mood: Mood?) -> Mood.Source { mood != nil && Mood(takenMood) == mood ? .suggested : .chosen }

    /// Shows an error at its field, by default at the text: whatever prevents saving, the input stays on the page.
    mutating func note(_ error: any Error) {
        switch error as? EngineError {
        case .entry(let fault)?: note(fault, filesWait: !staged.isEmpty)
        case .badMood?: note(error, at: .mood)
        case .badTag?: note(error, at: .tags)
        case .when?: note(error, at: .when)
        case .tooManyAttachments?, .attachmentMissing?, .noSuchAttachment?: note(error, at: .files)
        default: note(error, at: .text)
        }
    }

    private mutating func note(_ error: any Error, at field: Field) { faults[field] = sentence(Explanation(error).sentence) }

    private mutating func note(_ fault: EntryFault?, filesWait: Bool) {
        switch fault {
        case nil: break
        case .textEmpty?:
            faults[.text] =
                filesWait ? say("Write a few words first. Your files stay here meanwhile.") : say("Write a few words first.")
        case .tooManyTags?: note(EngineError.entry(.tooManyTags(count: EntryForm.words(tags).count)), at: .tags)
        case .textTooLong(let bytes)?: note(EngineError.entry(.textTooLong(bytes: bytes)), at: .text)
        case .textHoldsNUL?: note(EngineError.entry(.textHoldsNUL), at: .text)
        }
    }
}

// Reading single fields.
extension EntryForm {
    fileprivate mutating func readTags() -> [Tag] {
        EntryForm.words(tags).compactMap { word in
            guard let tag = Tag(word) else {
                note(EngineError.badTag(word), at: .tags)
                return nil
            }
            return tag
        }
    }

    static func words(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
    }

    /// A typed mood takes precedence over a picked one, unless it was there already.
    private mutating func readMood(before: String = "") -> Mood? {
        let word = otherMood.isEmpty || (otherMood == before && !mood.isEmpty) ? mood : otherMood
        guard !trimmed(word).isEmpty else { return nil }
        guard let mood = Mood(word) else {
            note(EngineError.badMood(word), at: .mood)
            return nil
        }
        return mood
    }

    var chosenMood: String { otherMood.isEmpty ? mood : otherMood }

    /// - Parameter zone: the entry's, in which a picked time is read.
    private mutating func readMoment(_ surroundings: Surroundings, zone entryZone: String?) -> Moment? {
        var here = surroundings
        if let civil = EntryForm.civil(isPickedMoment(when) ? entryZone ?? zone : zone) { here.zone = civil.zone }
        do throws(EngineError) {
            return when.isEmpty ? try Moment(nowIn: here) : try Moment.parse(when, in: here)
        } catch {
            note(error, at: .when)
            return nil
        }
    }

    /// The zone with this name, if the machine knows it.
    private static func civil(_ name: String) -> CivilTime? {
        guard (1...64).contains(name.utf8.count), name.wholeMatch(of: /[A-Za-z0-9+_\-]+(\/[A-Za-z0-9+_\-]+)*/) != nil else {
            return nil
        }
        return CivilTime(named: name)
    }
}
