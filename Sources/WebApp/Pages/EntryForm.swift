import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

struct EntryForm {
    enum Field: String, Hashable {
        case text, mood, tags, when, files
    }

    /// With `\n` line ends.
    var text = ""
    var mood = ""
    var otherMood = ""
    /// The suggested mood that was accepted; the chosen one may differ.
    var takenMood = ""
    /// The number of the mood; empty for none.
    var score = ""
    /// Separated by commas or blanks.
    var tags = ""
    /// `2026-03-14T21:00`, or a phrase; empty for now.
    var when = ""
    /// The browser's zone.
    var zone = ""
    var isStarred = false
    /// As `Place.words`.
    var place = ""
    /// The id of a new entry's journal; empty for the default one.
    var journal = ""
    /// The write of the text that was shown.
    var seen: WriteName?
    var staged: [StagedFile] = []
    var removed: [RecordID] = []
    /// Mood, tags, time and star when the page was made: equal values were not touched. `nil` for a new entry.
    var shown: Shown?
    /// Marks of the texts that the window has shown or sent: a draft with one of them is its own. `nil` if it sent none.
    var known: String?
    /// A random text of the draft, from which its entry gets its name; empty for a change, and in a form without it.
    var once = ""
    /// The view of the page that sent the form, and how many forms it had sent.
    var view = ""
    var turn: Int64 = 0
    var faults: [Field: String] = [:]

    /// Fields as they were shown.
    struct Shown: Hashable, Sendable {
        var mood = ""
        var score = ""
        var tags = ""
        var when = ""
        var isStarred = false
        var place = ""
        /// The tags in the text; stays the same while the form saves itself.
        var written: String?
    }

    /// The most bytes of text that are read: more than an entry may have, so that a too long text is reported.
    static let textLimit = 3 << 20
    private static let fieldLimit = 64 << 10

    init() {}

    init(_ fields: FormFields, staged: [StagedFile]) {
        text = EntryForm.lines(fields["text"] ?? "")
        mood = fields["mood"] ?? ""
        otherMood = trimmed(fields["mood-other"] ?? "")
        takenMood = fields["mood-source"] ?? ""
        score = fields["score"] ?? ""
        tags = fields["tags"] ?? ""
        when = trimmed(fields["when"] ?? "")
        zone = fields["zone"] ?? ""
        isStarred = fields["starred"] == "yes"
        place = trimmed(fields["place"] ?? "")
        journal = fields["journal"] ?? ""
        seen = fields["seen"].flatMap(WriteName.init(formText:))
        known = fields["known"]
        once = fields["once"] ?? ""
        view = fields["view"] ?? ""
        turn = fields["turn"].flatMap { Int64($0) } ?? 0
        removed = fields.all("removed").compactMap { RecordID(text: $0) }
        if let when = fields["was-when"] {
            shown = Shown(
                mood: fields["was-mood"] ?? "", score: fields["was-score"] ?? "", tags: fields["was-tags"] ?? "", when: when,
                isStarred: fields["was-starred"] == "yes", place: fields["was-place"] ?? "", written: fields["was-written"])
        }
        self.staged = staged
    }

    /// Browsers send line ends as two characters.
    static func lines(_ text: String) -> String { TextMerge.plainLines(text) }

    /// Reads a form and encrypts its files as they arrive.
    ///
    /// A rejected file causes a fault and nothing more. If the upload breaks off, its encrypted files are removed.
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
        fields = fields.readingDates(for: visit.app)
        let names = fields.all("staged")
        let waiting = try await visit.staged(names, for: draft, in: vault)
        if waiting.count < Set(names).count {
            faults[.files] = say("An added file is no longer here. Add it again, or save without it.")
        }
        var form = EntryForm(fields, staged: waiting + new)
        form.faults = faults
        return (form, fields, draft)
    }

    static func faultSentence(_ error: EngineError, file name: String) -> String {
        guard case .attachmentTooLarge(let limit) = error else { return sentence(Explanation(error).sentence) }
        return
            say(
                "“\(FileName.harmless(name))” is larger than \(bytesInWords(limit)), the limit for one file. Everything else is still here."
            )
    }
}

extension EntryForm.Shown {
    init(_ entry: Entry) {
        mood = entry.mood?.name ?? ""
        score = entry.moodScore.map(String.init) ?? ""
        tags = entry.tags.map(\.name).joined(separator: ", ")
        isStarred = entry.starred
        place = entry.place?.words ?? ""
        let words = InlineTags.written(in: entry.text).tags.map(\.name).joined(separator: " ")
        // A text with more than a field may hold gains no tags here.
        written = words.utf8.count <= EntryForm.fieldLimit ? words : nil
        if let wall = CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds) {
            when = wall.day.iso + "T" + wall.time.clock
        }
    }
}

extension WriteName {
    var formText: String { String(decoding: json.bytes, as: UTF8.self) }

    /// Reads what `formText` returned; `nil` for anything else.
    init?(formText: String) {
        guard formText.utf8.count <= 200, let json = try? JSON(reading: Array(formText.utf8)) else { return nil }
        self.init(json: json)
    }
}
