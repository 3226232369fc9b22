import Basics
import Journal

/// jrnl's text files: `[2026-03-14 21:00] Title. Body`, one entry from each such line to the next.
///
/// It reads the files of jrnl 2 to 4 in any of the time formats of `CivilStamp`, files from before version 2, which have no
/// brackets, and the files of a folder journal. The text of an entry is everything after the head, title and body together, byte
/// for byte, up to the blank line before the next head. Where jrnl itself is lenient (it uses the present day for a date it
/// cannot read, and drops the text above the first entry), a problem is reported instead.
package enum JrnlText {
    /// Reads a journal.
    ///
    /// - `file`: the file's name in positions; `nil` if there is only one.
    /// - `folderDay`: the day of the path `YYYY/MM/DD.txt`. It overrides the days in the file, as in jrnl, and heads may then be
    ///   only a time.
    /// - `order`: how to read 09/06/2013; `nil` decides by the whole file and reports what remains uncertain.
    /// - `tagSymbols`: the characters that begin a tag, jrnl's `tagsymbols`.
    ///
    /// A blank file is a journal without entries.
    package static func read(
        _ source: [UInt8], file: String? = nil, folderDay: LocalDay? = nil, order: DateOrder? = nil,
        tagSymbols: String = "#@"
    ) throws(ImportError) -> ImportReading {
        var reading = ImportReading()
        let text = TextBytes(try SourceText(source))
        do {
            let journal = try JrnlText.journal(text, folderDay: folderDay, order: order)
            reading.findings = journal.findings
            for index in -1..<journal.heads.count {
                switch try journal.item(index, file: file, tagSymbols) {
                case .success(let record): reading.entries.append(record)
                case .failure(let problem): reading.problems.append(problem)
                case nil: break
                }
            }
        } catch let error as ImportError {
            throw error
        } catch {
            preconditionFailure("a text in memory can be read")
        }
        return reading
    }

    /// The same, entry by entry: only one at a time is in memory.
    static func read(
        _ text: TextBytes, order: DateOrder?, tagSymbols: String, _ take: (ImportItem) throws -> Void
    ) throws {
        let journal = try JrnlText.journal(text, folderDay: nil, order: order)
        for finding in journal.findings { try take(.finding(finding)) }
        for index in -1..<journal.heads.count {
            switch try journal.item(index, file: nil, tagSymbols) {
            case .success(let record): try take(.record(record))
            case .failure(let problem): try take(.problem(problem))
            case nil: break
            }
        }
    }

    /// Whether the first lines of a text contain a head, or jrnl has encrypted it.
    static func looksLike(_ head: [UInt8]) -> Bool {
        if ImportError.isEncryptedJrnl(head) { return true }
        guard let text = try? SourceText(head), let heads = try? scan(TextBytes(text), timesAlone: false) else { return false }
        return !heads.isEmpty
    }

    /// A journal with known heads.
    private struct Journal {
        var text: TextBytes
        var heads: [Line] = []
        var days: [LocalDay?] = []
        var order = DateOrder.dayFirst
        var folderDay: LocalDay?
        var findings: [ImportFinding] = []

        /// An entry, or why it cannot be imported; -1 is the text above the first, `nil` if there is none.
        func item(_ index: Int, file: String?, _ tagSymbols: String) throws -> Result<ImportedRecord, ImportProblem>? {
            guard index >= 0 else {
                guard let first = heads.first, try !text.slice(0..<first.start).allSatisfy({ isBlank($0) }) else { return nil }
                return .failure(
                    ImportProblem(position: SourcePosition(file: file, line: 1, ordinal: 0), reason: .beforeFirstEntry))
            }
            let head = heads[index]
            let end = index + 1 < heads.count ? heads[index + 1].start : text.count
            let position = SourcePosition(file: file, line: head.line, ordinal: index + 1)
            guard let day = days[index] else { return .failure(ImportProblem(position: position, reason: .impossibleDate)) }
            var entry = ImportedRecord(position: position, day: day, text: "")
            if text.lineEndsChanged { entry.changes.append(.lineEnds) }
            if let reason = fill(&entry, from: head, try text.slice(head.textStart..<end), tagSymbols) {
                return .failure(ImportProblem(position: position, reason: reason))
            }
            if folderDay != nil, let own = head.stamp?.day(order), own != day {
                entry.changes.append(.datesDisagree(took: .path))
            }
            return .success(entry)
        }
    }

    private static func journal(_ text: TextBytes, folderDay: LocalDay?, order: DateOrder?) throws -> Journal {
        var journal = Journal(text: text, folderDay: folderDay)
        journal.heads = try scan(text, timesAlone: folderDay != nil)
        guard !journal.heads.isEmpty else {
            if try isBlank(text) { return journal }
            throw ImportError.notThisFormat
        }
        let choice = DateOrderChoice(journal.heads.compactMap(\.stamp), asked: order)
        journal.order = choice.order
        if let finding = choice.finding { journal.findings.append(finding) }
        journal.days = journal.heads.map { folderDay ?? $0.stamp?.day(journal.order) }
        journal.findings += doubts(journal.heads, journal.days)
        return journal
    }

    private static func isBlank(_ text: TextBytes) throws -> Bool {
        var isBlank = true
        try text.eachLine { _, line in isBlank = isBlank && line.allSatisfy { JrnlText.isBlank($0) } }
        return isBlank
    }

    /// A line that begins an entry.
    private struct Line {
        /// From 1.
        var line: Int
        var start: Int
        var textStart: Int
        var stamp: CivilStamp?
        var time: TimeOfDay?
        /// Blank, or the first of the file.
        var lineAboveIsBlank: Bool
    }

    // The first entry decides whether heads have brackets: in a file of jrnl 1, a bracketed date is text, and the other way
    // round.
    private static func scan(_ text: TextBytes, timesAlone: Bool) throws -> [Line] {
        let bracketed = try lines(text) { line in
            guard let head = JrnlHead(line) else { return nil }
            switch head.content {
            case .stamp(let stamp): return (stamp, stamp.time, head.length)
            case .time(let time): return timesAlone ? (nil, time, head.length) : nil
            }
        }
        // The text above the first head: if it is long, this is no journal of jrnl 1 with brackets in its text.
        let before = try text.slice(0..<min(bracketed.first?.start ?? text.count, Limits.textBytes))
        guard let start = before.firstIndex(where: { !isBlank($0) }) else {
            if !bracketed.isEmpty { return bracketed }
            return []
        }
        guard bracketed.isEmpty || CivilStamp.leading(before[start...]) != nil else { return bracketed }
        let bare = try lines(text) { line in
            CivilStamp.leading(line).map { ($0.stamp, $0.stamp.time, $0.length) }
        }
        return bare.isEmpty ? bracketed : bare
    }

    private static func lines(
        _ text: TextBytes, head: (ArraySlice<UInt8>) -> (stamp: CivilStamp?, time: TimeOfDay?, length: Int)?
    ) throws -> [Line] {
        var found: [Line] = []
        var number = 1
        var aboveIsBlank = true
        try text.eachLine { start, line in
            // A head begins with `[`, or with a digit in files of jrnl 1.
            if let first = line.first, first == UInt8(ascii: "[") || isDigit(first), let head1 = head(line) {
                found.append(
                    Line(
                        line: number, start: start, textStart: start + head1.length, stamp: head1.stamp,
                        time: head1.time, lineAboveIsBlank: aboveIsBlank))
            }
            aboveIsBlank = line.isEmpty || line.elementsEqual([0x0D])
            number += 1
        }
        return found
    }

    /// Heads that may be text: jrnl writes its entries in the order of their dates and with a blank line between them.
    private static func doubts(_ heads: [Line], _ days: [LocalDay?]) -> [ImportFinding] {
        let steps = heads.indices.dropFirst().map { index in
            DateOrderChoice.compare((days[index - 1], heads[index - 1].time), (days[index], heads[index].time))
        }
        let wrong = steps.count { $0 > 0 } > steps.count { $0 < 0 } ? -1 : 1
        let spaced = heads.count { $0.lineAboveIsBlank } * 2 > heads.count
        return zip(heads.dropFirst(), steps).flatMap { head, step in
            var found: [ImportFinding] = []
            if step == wrong { found.append(.entryMayBeText(line: head.line, because: .outOfOrder)) }
            if spaced, !head.lineAboveIsBlank {
                found.append(.entryMayBeText(line: head.line, because: .noBlankLineAbove))
            }
            return found
        }
    }

    /// Sets text, star, tags and time; returns the reason if the entry cannot be imported.
    private static func fill(
        _ entry: inout ImportedRecord, from head: Line, _ raw: ArraySlice<UInt8>, _ tagSymbols: String
    ) -> ImportProblem.Reason? {
        var bytes = withoutSeparator(raw)
        (bytes, entry.starred) = withoutStar(bytes, &entry.changes)
        bytes = withoutGuards(bytes, &entry.changes)
        guard bytes.count <= Limits.textBytes else { return .tooLong(bytes: bytes.count) }
        entry.text = SourceText.text(of: bytes, changes: &entry.changes).withOrderedMarks
        guard entry.text.utf8.count <= Limits.textBytes else { return .tooLong(bytes: entry.text.utf8.count) }
        guard entry.text.contains(where: { !$0.isWhitespace }) else { return .empty }
        entry.time = head.time
        entry.offset = head.stamp?.offset
        entry.zone = head.stamp?.zone
        entry.isInstant = head.stamp?.isInstant ?? false
        if head.stamp?.timeIsImpossible == true { entry.changes.append(.impossibleTime) }
        entry.tags = InlineTags.inJrnl(entry.text, symbols: tagSymbols).taken(&entry.changes)
        return nil
    }

    /// Without the last line's end and one blank line, which jrnl writes between entries.
    private static func withoutSeparator(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for end: [UInt8] in [[0x0A, 0x0A], [0x0D, 0x0A, 0x0D, 0x0A], [0x0D, 0x0A], [0x0A]]
        where raw.suffix(end.count).elementsEqual(end) {
            return raw.dropLast(end.count)
        }
        return raw
    }

    /// Without ` *` at the end of the first line. jrnl also takes other asterisks there for a star, and would turn `**Walk**`
    /// into a starred `Walk`; but it never leaves such a line in its file, so here they are text.
    private static func withoutStar(
        _ bytes: ArraySlice<UInt8>, _ changes: inout [ImportChange]
    ) -> (ArraySlice<UInt8>, starred: Bool) {
        var title = bytes[..<(bytes.firstIndex(of: 0x0A) ?? bytes.endIndex)]
        if title.last == 0x0D { title = title.dropLast() }
        let starred = title.suffix(JrnlHead.star.count).elementsEqual(JrnlHead.star)
        let isGuarded = !starred && (JrnlHead.guards(behindStar: title) ?? 0) > 0
        guard starred || isGuarded else { return (bytes, false) }
        if isGuarded { changes.append(.guardRemoved(1)) }
        let cut = starred ? JrnlHead.star.count : JrnlHead.guardMark.count
        return (bytes[..<(title.endIndex - cut)] + bytes[title.endIndex...], starred)
    }

    /// With one guard mark removed from every line that would be a head without them.
    private static func withoutGuards(
        _ bytes: ArraySlice<UInt8>, _ changes: inout [ImportChange]
    ) -> ArraySlice<UInt8> {
        var cuts: [Int] = []
        var index = bytes.startIndex
        while let feed = bytes[index...].firstIndex(of: 0x0A) {
            index = feed + 1
            guard index < bytes.endIndex, bytes[index] == JrnlHead.guardMark[0] else { continue }
            let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
            if (JrnlHead.guards(before: bytes[index..<end]) ?? 0) > 0 { cuts.append(index) }
        }
        guard !cuts.isEmpty else { return bytes }
        changes.append(.guardRemoved(cuts.count))
        var result: [UInt8] = []
        var from = bytes.startIndex
        for cut in cuts {
            result += bytes[from..<cut]
            from = cut + JrnlHead.guardMark.count
        }
        result += bytes[from...]
        return result[...]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
