import Foundation
import Journal
import Ledger

/// Daylio's CSV export, and its `.daylio` backup.
enum DaylioReader: ImportReader {
    static let format = ImportFormat.daylio

    static func recognises(_ tree: SourceTree) throws -> Bool {
        if try backup(in: tree) != nil { return true }
        return try !tables(in: tree).isEmpty
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        if let path = try backup(in: tree) {
            return try DaylioBackup(try tree.bytes(of: path), in: tree, at: path).handOut(take)
        }
        let tables = try tables(in: tree)
        guard !tables.isEmpty else { throw ImportError.notThisFormat }
        try tree.each({ tables.contains($0.path) }) { file, bytes in
            try DaylioTable(bytes, file: tables.count > 1 ? file.path : nil).handOut(take)
        }
    }

    /// The file of a backup: `backup.daylio` in the archive, or a single file of that kind.
    private static func backup(in tree: SourceTree) throws -> String? {
        if tree.shape == .file, let file = tree.files.first {
            return DaylioBackup.looksLike(try tree.head(of: file.path)) ? file.path : nil
        }
        guard let file = tree.files.first(where: { $0.name == "backup.daylio" }) else { return nil }
        return DaylioBackup.isJSON(try tree.head(of: file.path)) ? file.path : nil
    }

    private static func tables(in tree: SourceTree) throws -> Set<String> {
        let candidates = tree.files.filter { tree.shape == .file || $0.ending == "csv" }.prefix(20)
        var found: Set<String> = []
        for file in candidates {
            // Each access to an archive reads it from its beginning: one is enough.
            if DaylioTable.looksLike(try tree.head(of: file.path)) { found.insert(file.path) }
        }
        return found
    }
}

/// The common form of a row of Daylio's table and an entry of its backup, so that both give the same record.
struct DaylioEntry {
    var mood = ImportedRating(name: "")
    var activities: [String] = []
    var title = ""
    /// HTML, or text with line ends.
    var note = ""
    var scales = ""

    /// Sets text, tags, rating and parts; returns the reason if nothing can be imported.
    func fill(_ record: inout ImportedRecord) -> ImportProblem.Reason? {
        // Before 2021 notes were plain text.
        let body = HTMLText.looksLike(note) ? HTMLText.markdown(of: note, keepsLineEnds: true) : trimmed(note)
        let heading = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        record.text = [heading.isEmpty ? "" : "# " + heading, body].filter { !$0.isEmpty }.joined(separator: "\n\n")
        if record.text.isEmpty {
            record.text = words
            if !record.text.isEmpty { record.changes.append(.wordsFromFacts) }
        }
        guard record.text.utf8.count <= Limits.textBytes else { return .tooLong(bytes: record.text.utf8.count) }
        guard !record.text.isEmpty else { return .empty }
        record.tags = TagChoice(activities).taken(&record.changes)
        if !mood.name.isEmpty || mood.level != nil { record.rating = mood }
        if !activities.isEmpty { record.more["activities"] = .array(activities.map { .string($0) }) }
        if !mood.name.isEmpty { record.more["mood"] = .string(mood.name) }
        if !trimmed(scales).isEmpty {
            record.more["scales"] = .string(scales)
            record.parts = DaylioScales(scales).parts
        }
        return nil
    }

    /// Mood, activities and scales in a line: a day without a note is still a day of the journal.
    private var words: String {
        let list = activities.joined(separator: ", ")
        let line = mood.name.isEmpty || list.isEmpty ? mood.name + list : mood.name + ": " + list
        return line.isEmpty ? trimmed(scales) : line
    }
}

/// `Sleep Quality: 8/10 points | Sleep Time: 8:00`: the night is recognised by its English names; the rest is stored unchanged.
struct DaylioScales {
    private(set) var parts: [ImportedPart] = []

    init(_ text: String) {
        for scale in text.split(separator: "|") {
            guard let colon = scale.firstIndex(of: ":") else { continue }
            let name = trimmed(scale[..<colon]).lowercased()
            let value = trimmed(scale[scale.index(after: colon)...])
            switch name {
            case "sleep time", "sleep duration":
                if let minutes = DaylioScales.minutes(value) { parts.append(.sample(.sleep, Double(minutes))) }
            case "sleep quality":
                let words = value.split { $0 == "/" || $0 == " " }
                if words.count >= 2, let points = Int(words[0]), words[1] == "10", (1...10).contains(points) {
                    parts.append(.checkIn(sleep: (points + 1) / 2, note: value))
                }
            default: break
            }
        }
    }

    /// Hours and minutes of a day: `8:00` is 480.
    static func minutes(_ text: String) -> Int? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        guard words.count == 2, let hours = Int(words[0]), let minutes = Int(words[1]), (0...24).contains(hours),
            (0...59).contains(minutes)
        else { return nil }
        return hours * 60 + minutes
    }
}
