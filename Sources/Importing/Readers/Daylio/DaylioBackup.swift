import Basics
import Foundation
import Journal
import Ledger

/// A `.daylio` backup: base64 of JSON, with photos and recordings beside it in the archive.
struct DaylioBackup {
    private let root: [String: JSONPiece]
    private let tree: SourceTree
    private var moods: [Int64: ImportedRating] = [:]
    private var tags: [Int64: String] = [:]
    private var assets: [Int64: String] = [:]

    /// The English names of the moods that Daylio ships with, by number.
    private static let shipped: [Int64: String] = [1: "rad", 2: "good", 3: "meh", 4: "bad", 5: "awful"]

    /// Whether a file is a backup's content: base64 of JSON with Daylio's names, or that JSON.
    static func looksLike(_ head: [UInt8]) -> Bool {
        let text = inside(head)
        return JSONPiece.looksLike(text) && (text.has("\"customMoods\"") || text.has("\"dayEntries\""))
    }

    init(_ bytes: [UInt8], in tree: SourceTree, at path: String) throws(ImportError) {
        let text = DaylioBackup.inside(bytes)
        guard let piece = JSONPiece(text) else { throw text.isEmpty ? .notThisFormat : .malformedJSON }
        root = piece.members
        guard root["dayEntries"]?.isArray == true else { throw .notThisFormat }
        self.tree = tree
        for mood in values("customMoods") {
            guard let id = mood["id"]?.int else { continue }
            let custom = mood["custom_name"]?.string ?? ""
            // A version of Daylio wrote "null".
            let isNamed = !custom.isEmpty && custom != "null"
            let shipped = mood["predefined_name_id"]?.int.flatMap { DaylioBackup.shipped[$0] }
            let group = mood["mood_group_id"]?.int
            // The best is 1 there and 5 here; anything else has no level.
            moods[id] = ImportedRating(
                name: isNamed ? custom : shipped ?? "", level: group.flatMap { (1...5).contains($0) ? Int(6 - $0) : nil })
        }
        for tag in values("tags") {
            if let id = tag["id"]?.int, let name = tag["name"]?.string { tags[id] = name }
        }
        for asset in values("assets") {
            if let id = asset["id"]?.int, let name = asset["checksum"]?.string, !name.isEmpty { assets[id] = name }
        }
    }

    /// Whether a file named `backup.daylio` can be one.
    static func isJSON(_ head: [UInt8]) -> Bool { JSONPiece.looksLike(inside(head)) }

    /// The JSON of a backup; empty if it has none.
    private static func inside(_ bytes: [UInt8]) -> [UInt8] { JSONPiece.looksLike(bytes) ? bytes : decoded(bytes[...]) ?? [] }

    /// Decodes base64 with line ends; `nil` for anything else.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var letters = bytes.filter { !HTMLTokens.isBlank($0) }
        guard letters.starts(with: Array("e".utf8)) else { return nil }
        // In the first bytes of a file, the last character may be incomplete.
        if letters.count % 4 == 1 { letters.removeLast() }
        while letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(letters)).map { Array($0) }
    }

    private func values(_ name: String) -> [JSON] {
        root[name].map { Array($0.elements.lazy.compactMap(\.value).prefix(100_000)) } ?? []
    }

    /// Hands out every entry, then the templates.
    func handOut(_ take: (ImportItem) throws -> Void) throws {
        let places = places()
        var ordinal = 0
        for piece in root["dayEntries"].map({ AnySequence($0.elements) }) ?? AnySequence([]) {
            ordinal += 1
            let position = SourcePosition(ordinal: ordinal)
            do {
                guard let value = piece.value, value.object != nil else {
                    throw ImportProblem(position: position, reason: .malformed)
                }
                try take(.record(try record(value, position, places)))
            } catch let problem as ImportProblem {
                try take(.problem(problem))
            }
        }
        for template in values("writingTemplates") {
            ordinal += 1
            let position = SourcePosition(ordinal: ordinal)
            let text = HTMLText.markdown(of: template["body"]?.string ?? "", keepsLineEnds: true)
            let name = (template["title"]?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !text.isEmpty else {
                try take(.problem(ImportProblem(position: position, reason: .empty)))
                continue
            }
            let id = template["id"]?.int.map { "template " + String($0) }
            try take(.template(Template(name: name, text: text), position, sourceID: id))
        }
    }

    private func record(_ entry: JSON, _ position: SourcePosition, _ places: [String: String]) throws(ImportProblem)
        -> ImportedRecord
    {
        let number = { (name: String) in entry[name]?.int.flatMap { Int(exactly: $0) } }
        // Months count from 0. The civil fields have priority over the instant, which differs in merged files.
        guard let year = number("year"), let month = number("month"), let date = number("day") else {
            throw ImportProblem(position: position, reason: .noDate)
        }
        guard (0...11).contains(month), let day = LocalDay(year: year, month: month + 1, day: date) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = ImportedRecord(position: position, day: day, text: "")
        record.sourceID = entry["id"]?.int.map { String($0) }
        if let hour = number("hour"), let minute = number("minute") {
            record.time = TimeOfDay(hour: hour, minute: minute)
            if record.time == nil { record.changes.append(.impossibleTime) }
        }
        if let offset = number("timeZoneOffset"), offset.magnitude <= 18 * 3_600_000, record.time != nil {
            record.offset = offset / 1000
        }
        record.starred = entry["isFavorite"]?.bool ?? (entry["isFavorite"]?.int == 1)
        var said = DaylioEntry()
        if let id = entry["mood"]?.int { said.mood = moods[id] ?? ImportedRating(name: "") }
        said.activities = (entry["tags"]?.array ?? []).compactMap { $0.int.flatMap { tags[$0] } }.map { trimmed($0) }.filter {
            !$0.isEmpty
        }
        (said.title, said.note) = (entry["note_title"]?.string ?? "", entry["note"]?.string ?? "")
        record.files = files(of: entry, places)
        let reason = said.fill(&record)
        if reason == .empty, !record.files.isEmpty {
            record.text = "![photo]()"
        } else if let reason {
            throw ImportProblem(position: position, reason: reason)
        }
        for name in ["scales", "scaleValues", "scale_values"] {
            if let value = entry[name], value != .null, value != [] { record.more[name] = value }
        }
        return record
    }

    /// The files of the archive by their names without folder and extension: assets are stored by their checksum.
    private func places() -> [String: String] {
        var places: [String: String] = [:]
        for file in tree.files where tree.shape != .file && file.path.has("assets/") {
            let stem = file.name.split(separator: ".").first.map(String.init) ?? file.name
            if places[stem] == nil { places[stem] = file.path }
            if places[file.name] == nil { places[file.name] = file.path }
        }
        return places
    }

    private func files(of entry: JSON, _ places: [String: String]) -> [ShownFile] {
        (entry["assets"]?.array ?? []).prefix(1000).compactMap { $0.int }.map { id in
            guard let name = assets[id] else { return .left(LeftFile(name: "asset " + String(id), reason: .notFound)) }
            return places[name].map { .found(path: $0) } ?? .left(LeftFile(name: name, reason: .notFound))
        }
    }
}
