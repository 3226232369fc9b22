import Foundation
import Journal
import Ledger

/// TapLog's CSV: a row for each tap. Something started and ended by two taps becomes an interval in the row of its end.
enum TapLogReader: ImportReader {
    static let format = ImportFormat.taplog

    static func recognises(_ tree: SourceTree) throws -> Bool { try table(in: tree) != nil }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let path = try table(in: tree) else { throw ImportError.notThisFormat }
        var table = TableReader(try SourceText(tree.bytes(of: path)).bytes)
        var begun: [String: Int64] = [:]
        try table.handOutRows(knowing: known, to: take) { (line, head, position) throws(ImportProblem) in
            try record(line, head, position, &begun)
        }
    }

    /// Further columns of the time, which add nothing.
    private static let known = Set(
        [
            "milliseconds", "timezoneoffset", "timestamp", "dayofyear", "dayofmonth", "dayofweek", "timeofday", "_id", "number",
            "note", "latitude", "longitude", "street", "city", "country",
        ] + (1...9).map { "cat" + String($0) })

    private static func table(in tree: SourceTree) throws -> String? {
        let candidates = tree.shape == .file ? tree.files : Array(tree.files.filter { $0.ending == "csv" }.prefix(20))
        return try candidates.first { file in
            TableHead.of(try tree.head(of: file.path)).map { $0.has("milliseconds", "timezoneoffset", "cat1") } ?? false
        }?.path
    }

    private static func record(
        _ line: TableLine, _ head: TableHead, _ position: SourcePosition, _ begun: inout [String: Int64]
    ) throws(ImportProblem) -> ImportedRecord {
        let cell = { (name: String) in head.column(name).map { trimmed(line[$0]) } ?? "" }
        guard let moment = moment(cell) else {
            let isBlank = (cell("milliseconds") + cell("timestamp")).isEmpty
            throw ImportProblem(position: position, reason: isBlank ? .noDate : .impossibleDate)
        }
        var record = ImportedRecord(position: position, day: moment.day, time: moment.time, offset: moment.offset, text: "")
        record.isInstant = moment.isInstant
        let id = cell("_id")
        // Ids begin again on another phone; together with the instant they identify one row.
        if !id.isEmpty { record.sourceID = id + " " + String(moment.instant) }
        let categories = (1...9).map { cell("cat" + String($0)) }.filter { !$0.isEmpty }
        let (number, note) = (cell("number"), cell("note"))
        var words = categories.joined(separator: " › ")
        if !number.isEmpty { words += (words.isEmpty ? "" : ": ") + number }
        if let minutes = minutes(of: categories, moment.instant, &begun) {
            words += " (" + span(minutes) + ")"
            record.more["minutes"] = .int(minutes)
        }
        record.text = [words, note].filter { !$0.isEmpty }.joined(separator: "\n\n")
        guard !record.text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        if note.isEmpty { record.changes.append(.wordsFromFacts) }
        if !line.isSound { record.changes.append(.rowMended) }
        record.tags = TagChoice(categories.prefix(1)).taken(&record.changes)
        record.place = Place(
            name: [cell("street"), cell("city"), cell("country")].filter { !$0.isEmpty }.joined(separator: ", "),
            latitude: Double(cell("latitude")), longitude: Double(cell("longitude")))
        if !categories.isEmpty { record.more["categories"] = .array(categories.map { .string($0) }) }
        if !number.isEmpty {
            record.more["number"] = Double(number).map { $0.isFinite ? .double($0) : .string(number) } ?? .string(number)
        }
        return record
    }

    /// The instant in milliseconds and the local time at the row's own offset; if that is missing, at the timestamp's offset.
    private static func moment(
        _ cell: (String) -> String
    ) -> (instant: Int64, day: LocalDay, time: TimeOfDay, offset: Int, isInstant: Bool)? {
        let stamp = CivilStamp(Array(cell("timestamp").utf8.prefix(60))[...])
        if let instant = Int64(cell("milliseconds")), instant.magnitude < 300_000_000_000_000,
            let shift = Int64(cell("timezoneoffset")), shift.magnitude <= 18 * 3_600_000
        {
            return civil(instant + shift).map { (instant, $0.day, $0.time, Int(clamping: shift / 1000), false) }
        }
        guard let stamp, let offset = stamp.offset, let day = stamp.day(.dayFirst), let time = stamp.time else { return nil }
        return (Int64(day.number) * 86_400_000 + Int64(time.milliseconds - offset * 1000), day, time, offset, stamp.isInstant)
    }

    private static let starts: Set<String> = ["str", "start", "begin", "début", "debut", "on", "in"]
    private static let ends: Set<String> = ["end", "stop", "finish", "fin", "off", "out"]
    /// The longest interval, in minutes: after that, the tap that ends it was forgotten.
    private static let longest: Int64 = 24 * 60

    /// Minutes since the tap that started what this one ends (`Sport Str`, `Sport End`); stores a start.
    private static func minutes(of categories: [String], _ instant: Int64, _ begun: inout [String: Int64]) -> Int64? {
        guard let last = categories.last else { return nil }
        var words = last.lowercased().split(separator: " ")
        guard let mark = words.popLast().map(String.init) else { return nil }
        let key = categories.dropLast().joined(separator: "\n") + "\n" + words.joined(separator: " ")
        if starts.contains(mark) {
            if begun.count < 10_000 || begun[key] != nil { begun[key] = instant }
            return nil
        }
        guard ends.contains(mark), let start = begun.removeValue(forKey: key) else { return nil }
        let minutes = (instant - start + 30_000) / 60_000
        return (0...longest).contains(minutes) ? minutes : nil
    }

    /// `45 min`, `1 h 08 min`.
    private static func span(_ minutes: Int64) -> String {
        minutes < 60
            ? String(minutes) + " min" : String(minutes / 60) + " h " + padded(Int(clamping: minutes % 60), to: 2) + " min"
    }
}
