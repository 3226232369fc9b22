import Foundation
import Journal

/// RedNotebook: a folder (or an archive) of months, `2024-09.txt`, in YAML: days, each with a text and categories.
enum RedNotebookReader: ImportReader {
    static let format = ImportFormat.rednotebook

    static func recognises(_ tree: SourceTree) throws -> Bool {
        // Each access to an archive reads it from its beginning; a few months are enough.
        try tree.files.lazy.filter { month(of: $0) != nil }.prefix(3).contains { looksLike(try tree.head(of: $0.path)) }
    }

    /// `{}`, or a line that begins with the number of a day and a colon.
    static func looksLike(_ head: [UInt8]) -> Bool {
        for line in head.split(separator: 0x0A).prefix(20) {
            let bare = line.drop { HTMLTokens.isBlank($0) }
            guard let first = bare.first else { continue }
            if first == UInt8(ascii: "#") || bare.starts(with: Array("---".utf8)) || bare.starts(with: Array("%YAML".utf8)) {
                continue
            }
            return first == UInt8(ascii: "{") || beginsDay(line)
        }
        return false
    }

    private static func month(of file: SourceTree.File) -> (year: Int, month: Int)? {
        let name = Array(file.name.utf8)
        guard name.count == 11, file.name.hasSuffix(".txt"), name[4] == UInt8(ascii: "-"),
            name[0..<4].allSatisfy({ isDigit($0) }),
            name[5..<7].allSatisfy({ isDigit($0) })
        else { return nil }
        let day = LocalDay(iso: file.name.dropLast(4) + "-01")
        return day.map { ($0.parts.year, $0.parts.month) }
    }

    /// `8:` in the first column.
    private static func beginsDay(_ line: ArraySlice<UInt8>) -> Bool {
        let figures = line.prefix(3).prefix { isDigit($0) }.count
        return (1...2).contains(figures) && line.dropFirst(figures).first == UInt8(ascii: ":")
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let shown = ShownFiles(tree)
        var count = 0
        try tree.each({ month(of: $0) != nil }) { file, bytes in
            guard let month = month(of: file), looksLike(bytes) else { return }
            count += 1
            let reader = RedNotebookMonth(file: file.path, month, shown)
            let text: SourceText
            do throws(ImportError) {
                text = try SourceText(bytes)
            } catch {
                return try take(
                    .problem(ImportProblem(position: SourcePosition(file: file.path, ordinal: 1), reason: .refused(error))))
            }
            // Bytes that are not UTF-8 are read as by SourceText.
            var changes: [ImportChange] = []
            let words = SourceText.text(of: text.bytes[...], changes: &changes)
            try reader.handOut(Array(words.utf8), take)
        }
        if count == 0 { throw ImportError.notThisFormat }
    }

    /// Splits a month before each day: the first byte of every piece, with its line number.
    static func days(in bytes: [UInt8]) -> [(start: Int, line: Int)] {
        var days: [(start: Int, line: Int)] = []
        var (place, line) = (0, 1)
        while place < bytes.count {
            if beginsDay(bytes[place...].prefix(4)) { days.append((place, line)) }
            guard let feed = bytes[place...].firstIndex(of: 0x0A) else { break }
            (place, line) = (feed + 1, line + 1)
        }
        return days
    }
}

struct RedNotebookMonth {
    private let file: String
    private let year: Int
    private let month: Int
    private let shown: ShownFiles

    init(file: String, _ month: (year: Int, month: Int), _ shown: ShownFiles) {
        (self.file, self.year, self.month, self.shown) = (file, month.year, month.month, shown)
    }

    /// Hands out every day; one that is no YAML is a separate problem.
    func handOut(_ bytes: [UInt8], _ take: (ImportItem) throws -> Void) throws {
        let starts = RedNotebookReader.days(in: bytes)
        let members: [YAMLValue.Member]
        do throws(YAMLFault) {
            members = try YAMLText.value(of: bytes)?.members ?? []
        } catch {
            switch error {
            case .noLibrary: throw ImportError.noYAMLLibrary
            case .damaged(let line): return try handOut(bytes, dayByDay: starts, damagedAt: line, take)
            }
        }
        for (index, member) in members.enumerated() {
            // The beginnings of days in the first column, in order; there are none in one line of braces.
            let line = starts.count == members.count ? starts[index].line : nil
            try hand(member, SourcePosition(file: file, line: line, ordinal: index + 1), take)
        }
    }

    private func handOut(
        _ bytes: [UInt8], dayByDay starts: [(start: Int, line: Int)], damagedAt line: Int, _ take: (ImportItem) throws -> Void
    ) throws {
        guard !starts.isEmpty else {
            return try take(
                .problem(ImportProblem(position: SourcePosition(file: file, line: line, ordinal: 1), reason: .malformed)))
        }
        for (index, day) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].start : bytes.count
            let position = SourcePosition(file: file, line: day.line, ordinal: index + 1)
            var member: YAMLValue.Member?
            do throws(YAMLFault) {
                member = try YAMLText.value(of: Array(bytes[day.start..<end]))?.members.first
            } catch {
                member = nil
            }
            guard let member else {
                try take(.problem(ImportProblem(position: position, reason: .malformed)))
                continue
            }
            try hand(member, position, take)
        }
    }

    private func hand(
        _ member: YAMLValue.Member, _ position: SourcePosition, _ take: (ImportItem) throws -> Void
    ) throws {
        do {
            try take(.record(try record(member, position)))
        } catch let problem as ImportProblem {
            try take(.problem(problem))
        }
    }

    private func record(
        _ member: YAMLValue.Member, _ position: SourcePosition
    ) throws(ImportProblem) -> ImportedRecord {
        guard let number = Int(trimmed(member.name)), let day = LocalDay(year: year, month: month, day: number) else {
            throw ImportProblem(position: position, reason: .impossibleDate)
        }
        var record = ImportedRecord(position: position, sourceID: day.iso, day: day, text: "")
        let source = member.value["text"]?.scalar ?? member.value.scalar ?? ""
        // Names of files by the placeholders in the text.
        var names: [String] = []
        var blocks = [Txt2Tags.markdown(of: source) { names.append($0) }]
        var tags: [String] = []
        for category in member.value.members where category.name != "text" {
            let entries = RedNotebookMonth.entries(of: category.value)
            if category.name.lowercased() == "tags" {
                tags += entries
                continue
            }
            tags.append(category.name)
            blocks.append(
                "**" + category.name + "**" + entries.map { "\n- " + Txt2Tags.markdown(of: $0) { names.append($0) } }.joined())
        }
        record.text = trimmed(blocks.filter { !$0.isEmpty }.joined(separator: "\n\n"))
        if record.text.isEmpty, !tags.isEmpty {
            record.text = tags.joined(separator: ", ")
            record.changes.append(.wordsFromFacts)
        }
        guard !record.text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        var choice = TagChoice(tags)
        choice.add(InlineTags.inMarkdown(record.text).names)
        record.tags = choice.taken(&record.changes)
        record.files = shown.files(names, shownIn: file)
        return record
    }

    /// The content of a category: names of a map, or a list.
    private static func entries(of value: YAMLValue) -> [String] {
        switch value {
        case .scalar(let text): trimmed(text).isEmpty ? [] : [text]
        case .list(let values): values.compactMap(\.scalar)
        case .map(let members): members.map(\.name)
        }
    }
}
