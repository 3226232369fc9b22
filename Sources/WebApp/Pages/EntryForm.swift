import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

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
    /// The mood that was offered and taken; what is chosen afterwards may be another one.
    var takenMood = ""
    /// Separated by commas or blanks.
    var tags = ""
    /// `2026-03-14T21:00`, or a phrase; empty for now.
    var when = ""
    /// Which zone the browser is in.
    var zone = ""
    var isStarred = false
    /// The journal of a new entry by its name among journals; empty for the one that takes what is new.
    var journal = ""
    /// Which write of the text was seen.
    var seen: WriteName?
    /// Files that wait for the entry.
    var staged: [StagedFile] = []
    /// Attachments that it shall have no longer.
    var removed: [RecordID] = []
    /// What mood, tags, time and star were when the page was made: what is the same was not touched. `nil` for a new entry.
    var shown: Shown?
    /// Marks of the texts that the window has shown or sent: a draft with one of them is its own. `nil` where it said none.
    var known: String?
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
        takenMood = fields["mood-source"] ?? ""
        tags = fields["tags"] ?? ""
        when = trimmed(fields["when"] ?? "")
        zone = fields["zone"] ?? ""
        isStarred = fields["starred"] == "yes"
        journal = fields["journal"] ?? ""
        seen = fields["seen"].flatMap(WriteName.init(formText:))
        known = fields["known"]
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
        let names = fields.all("staged")
        let waiting = try await visit.staged(names, for: draft, in: vault)
        if waiting.count < Set(names).count {
            faults[.files] = "An added file is no longer here. Add it again, or save without it."
        }
        var form = EntryForm(fields, staged: waiting + new)
        form.faults = faults
        return (form, fields, draft)
    }

    /// A sentence about a file that was not taken.
    static func faultSentence(_ error: EngineError, file name: String) -> String {
        guard case .attachmentTooLarge(let limit) = error else { return sentence(Explanation(error).sentence) }
        return
            "“\(FileName.harmless(name))” is larger than \(bytesInWords(limit)), the limit for one file. Everything else is still here."
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
