import Basics
import Journal

/// Nomie: its JSON backup, its detailed CSV, and the CSV of two columns, `tag` and `timestamp`.
enum NomieReader: ImportReader {
    static let format = ImportFormat.nomie

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        if JSONPiece.looksLike(head) {
            return head.has("\"nomie\"") && ["\"number\"", "\"events\"", "\"trackers\""].contains { head.has($0) }
        }
        return TableHead.of(head).map { isDetailed($0) || isPlain($0) } ?? false
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard tree.shape == .file, let file = tree.files.first else { throw ImportError.notThisFormat }
        let bytes = try tree.bytes(of: file.path)
        guard JSONPiece.looksLike(bytes) else { return try table(bytes, options, take) }
        let whole = try JSONPiece.whole(bytes, options)
        let members = whole.members
        guard members["nomie"]?.isObject == true, let events = members["events"] else { throw ImportError.notThisFormat }
        let scale = NomieScale(SourceFields(members["trackers"]?.value)?.fields("mood"))
        for (index, piece) in events.elements.enumerated() {
            let position = SourcePosition(ordinal: index + 1)
            try take(
                ImportItem { () throws(ImportProblem) in
                    guard let log = NomieLog(piece.value) else { throw ImportProblem(position: position, reason: .malformed) }
                    return try log.record(position, scale, options)
                })
        }
    }

    /// The columns of both tables. `start` and `end` are the text of `epoch`.
    private static let known: Set = [
        "epoch", "start", "end", "offset", "note", "location", "lat", "lng", "score", "tag", "timestamp",
    ]

    private static func isDetailed(_ head: TableHead) -> Bool { head.has("epoch", "start", "end", "offset", "note") }

    private static func isPlain(_ head: TableHead) -> Bool { head.has("tag", "timestamp") && head.count <= 4 }

    private static func table(_ bytes: [UInt8], _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        var reader = TableReader(try SourceText(bytes).bytes)
        try reader.handOutRows(knowing: known, head: { isDetailed($0) || isPlain($0) }, to: take) {
            (line, head, position) throws(ImportProblem) in
            if isPlain(head) { return try plain(line, head, position) }
            return try NomieLog(line, head).record(position, NomieScale(nil), options)
        }
    }

    /// A row with only a tag and a time.
    private static func plain(_ line: TableLine, _ head: TableHead, _ position: SourcePosition) throws(ImportProblem)
        -> ImportedRecord
    {
        let tag = trimmed(line[head.column("tag") ?? 0])
        let written = trimmed(line[head.column("timestamp") ?? 1])
        guard !written.isEmpty else { throw ImportProblem(position: position, reason: .noDate) }
        guard written.utf8.count <= 60, let stamp = CivilStamp(Array(written.utf8)[...]), let day = stamp.day(.dayFirst) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = ImportedRecord(
            position: position, day: day, time: stamp.time, offset: stamp.offset, zone: stamp.zone, text: "")
        record.isInstant = stamp.isInstant
        record.tags = TagChoice([tag]).taken(&record.changes)
        record.changes.append(.wordsFromFacts)
        try record.take(text: tag)
        return record
    }
}

/// The scale of the mood tracker, as set up by its owner.
struct NomieScale {
    private var range: ClosedRange<Double>?

    init(_ tracker: SourceFields?) {
        let bound = { (name: String) in tracker.flatMap { $0.number(name) ?? $0.text(name).flatMap { Double($0) } } }
        if let low = bound("min"), let high = bound("max"), low.isFinite, high.isFinite, low < high, (high - low).isFinite {
            range = low...high
        }
    }

    /// 1 to 5; `nil` for a value outside, and if no scale is known.
    func level(of value: Double) -> Int? {
        guard let range, range.contains(value) else { return nil }
        return 1 + Int(((value - range.lowerBound) / (range.upperBound - range.lowerBound) * 4).rounded())
    }
}
