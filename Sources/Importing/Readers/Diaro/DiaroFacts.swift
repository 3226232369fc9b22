import Base
import Foundation
import Journal
import Ledger

/// The data about entries in Diaro's other tables.
struct DiaroFacts {
    private let tree: SourceTree
    private let surroundings: Surroundings
    private var folders: [String: String] = [:]
    private var tags: [String: String] = [:]
    private var moods: [String: ImportedRating] = [:]
    private var places: [String: Place] = [:]
    private var attachments: [String: [(position: Int, type: String, name: String)]] = [:]
    /// Files by their names without folders.
    private let files: [String: String]

    init(_ tree: SourceTree, _ surroundings: Surroundings) {
        (self.tree, self.surroundings) = (tree, surroundings)
        files = Dictionary(tree.files.map { ($0.name, $0.path) }) { first, _ in first }
    }

    /// Adds a row that is no entry.
    mutating func learn(_ table: DiaroXML.Table, _ row: [String: String]) {
        let id = row["uid"] ?? ""
        let title = trimmed(row["title"] ?? "")
        switch table {
        case .folders: folders[id] = title
        case .tags: tags[id] = title
        case .moods:
            let weight = row["weight"].flatMap { Int($0) }.flatMap { (1...5).contains($0) ? $0 : nil }
            moods[id] = ImportedRating(name: title, level: weight ?? DiaroFacts.level(of: id))
        case .locations:
            let name = [title, trimmed(row["address"] ?? "")].first { !$0.isEmpty } ?? ""
            places[id] = Place(
                name: name, latitude: row["lat"].flatMap { Double($0) }, longitude: row["lng"].flatMap { Double($0) })
        case .attachments:
            let entry = row["entry_uid"] ?? ""
            guard let name = row["filename"], !name.isEmpty, attachments[entry, default: []].count < 1000 else { return }
            let position = row["position"].flatMap { Int($0) } ?? 0
            attachments[entry, default: []].append((position, row["type"] ?? "photo", name))
        default: break
        }
    }

    /// 1 is the best of the moods that Diaro ships with, 5 the worst.
    private static func level(of mood: String) -> Int? { Int(mood).flatMap { (1...5).contains($0) ? 6 - $0 : nil } }

    func record(_ row: [String: String], _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        var record = try dated(row, position)
        if let id = row["uid"], !id.isEmpty { record.sourceID = id }
        let title = (row["title"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let source = row["text"] ?? ""
        let text = HTMLText.looksLike(source) ? HTMLText.markdown(of: source, keepsLineEnds: true) : trimmed(source)
        let shown = files(of: row["uid"] ?? "")
        let blocks = [title.isEmpty ? "" : "# " + title, text, shown.map(\.words).joined(separator: "\n")]
        record.text = blocks.filter { !$0.isEmpty }.joined(separator: "\n\n")
        record.files = shown.map(\.file)
        let rating = mood(row["mood"] ?? "")
        if record.text.isEmpty, let name = rating?.name, !name.isEmpty {
            record.text = name
            record.changes.append(.wordsFromFacts)
        }
        guard !record.text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        record.rating = rating
        record.place = places[row["location_uid"] ?? ""]
        var names = (row["tags"] ?? "").split(separator: ",").compactMap { tags[String($0)] }
        if let folder = folders[row["folder_uid"] ?? ""], !folder.isEmpty {
            record.more["folder"] = .string(folder)
            names.append(folder)
        }
        record.tags = TagChoice(names).taken(&record.changes)
        if let weather = weather(row) { record.more["weather"] = weather }
        return record
    }

    private func dated(_ row: [String: String], _ position: SourcePosition) throws(ImportProblem) -> ImportedRecord {
        guard let written = row["date"], !trimmed(written).isEmpty else {
            throw ImportProblem(position: position, reason: .noDate)
        }
        guard let instant = Int64(trimmed(written)), instant.magnitude < 300_000_000_000_000 else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        let offset = row["tz_offset"].flatMap { DiaroFacts.seconds($0) }
        let wall = offset.map { civil(instant + Int64($0) * 1000) } ?? CivilTime(zone: surroundings.zone).wall(at: instant)
        guard let wall else { throw ImportProblem(position: position, reason: .impossibleDate) }
        return ImportedRecord(position: position, day: wall.day, time: wall.time, offset: offset, text: "")
    }

    /// `+02:00` in seconds.
    private static func seconds(_ text: String) -> Int? {
        let sign = text.hasPrefix("-") ? -1 : 1
        let figures = text.drop { $0 == "+" || $0 == "-" }.split(separator: ":")
        guard figures.count == 2, let hours = Int(figures[0]), let minutes = Int(figures[1]), (0...18).contains(hours),
            (0...59).contains(minutes)
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private func mood(_ id: String) -> ImportedRating? {
        guard !id.isEmpty, id != "0" else { return nil }
        return moods[id] ?? DiaroFacts.level(of: id).map { ImportedRating(name: "", level: $0) }
    }

    /// A temperature of 0 without a description is none.
    private func weather(_ row: [String: String]) -> JSON? {
        var members: [String: JSON] = [:]
        let words = row["weather_description"] ?? ""
        if let degrees = row["weather_temperature"].flatMap({ Double($0) }), degrees.isFinite, degrees != 0 || !words.isEmpty {
            members["temperature"] = .double(degrees)
        }
        if !words.isEmpty { members["description"] = .string(words) }
        if let icon = row["weather_icon"], !icon.isEmpty { members["icon"] = .string(icon) }
        return members.isEmpty ? nil : .object(members)
    }

    private func files(of entry: String) -> [(file: ShownFile, words: String)] {
        (attachments[entry] ?? []).sorted { $0.position < $1.position }.map { attachment in
            let words = "![" + MarkdownWords.label(attachment.name) + "](" + MarkdownWords.target(attachment.name) + ")"
            let usual = "media/" + attachment.type + "/" + attachment.name
            let path = tree.has(usual) ? usual : files[attachment.name]
            guard tree.shape != .file, let path else {
                let reason: LeftFile.Reason = tree.shape == .file ? .withoutFolder : .notFound
                return (.left(LeftFile(name: attachment.name, reason: reason)), words)
            }
            return (.found(path: path), words)
        }
    }

    func template(_ row: [String: String], _ position: SourcePosition) throws(ImportProblem) -> ImportItem {
        let name = trimmed(row["name"] ?? "")
        let title = trimmed(row["title"] ?? "")
        let text = [title.isEmpty ? "" : "# " + title, trimmed(row["text"] ?? "")].filter { !$0.isEmpty }.joined(
            separator: "\n\n")
        guard !text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        return .template(
            Template(name: String((name.isEmpty ? title : name).prefix(Template.nameLength)), text: text), position,
            sourceID: row["uid"])
    }
}
