import Basics
import Foundation

/// A folder of notes (also in an archive), or one note; also the folder journals of jrnl, whose days are such files.
enum MarkdownReader: ImportReader {
    static let format = ImportFormat.markdown

    static func recognises(_ tree: SourceTree) throws -> Bool {
        switch tree.shape {
        case .file: tree.files.contains { isNote($0) }
        case .folder, .archive:
            tree.files.contains { isNote($0) && MarkdownNote.skip($0.path) == nil }
                || MarkdownNote.isJrnlFolder(tree.files.map(\.path))
        }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let shown = ShownFiles(tree)
        if tree.shape == .file, let file = tree.files.first {
            // A file that the owner named as a note is one, whatever its extension.
            let name = MarkdownNote.skip(file.name) == nil ? file.name : file.name + ".md"
            let modified = tree.modified(file.path, options.surroundings)
            let bytes = try tree.bytes(of: file.path)
            let dates = NoteDates(path: name, bytes, options)
            for finding in dates.findings { try take(.finding(finding)) }
            let reading = try MarkdownNote.read(path: name, bytes, dates, modified: modified)
            return try handOut(reading, of: name, key: name, shown, take)
        }
        let isJrnl = MarkdownNote.isJrnlFolder(tree.files.map(\.path))
        let symbols = JrnlSettings.tagSymbols(beside: tree, options)
        let isOwn = try tree.files.first { isNote($0) }.map { OwnNote.looksLike(try tree.head(of: $0.path, count: 64)) } ?? false
        let wanted = { (file: SourceTree.File) in
            // The files beside the notes of our own export are attachments, even those with a note's extension.
            if isOwn, file.path.has("/attachments/") { return false }
            if GoogleKeepReader.isListOfLabels(file, in: tree) { return false }
            return MarkdownNote.skip(file.path, inJrnlFolder: isJrnl) == nil
        }
        let dates = try dates(of: tree.files.filter(wanted), in: tree, options)
        for finding in dates.findings { try take(.finding(finding)) }
        func read(_ file: SourceTree.File, _ bytes: [UInt8]) throws {
            let modified = tree.modified(file.path, options.surroundings)
            do {
                let reading = try MarkdownNote.read(
                    path: file.path, bytes, dates, modified: modified, inJrnlFolder: isJrnl, tagSymbols: symbols)
                // Days have the same names in any two folders of notes.
                let folder = tree.shape == .folder ? (tree.root.split(separator: "/").last.map { $0 + "/" } ?? "") : ""
                try handOut(reading, of: file.path, key: folder + file.path, shown, take)
            } catch let error as ImportError {
                try take(.problem(problem(file, .refused(error))))
            }
        }
        if tree.shape == .archive { return try tree.each(wanted, read) }
        for file in tree.files where wanted(file) {
            // One file that cannot be read must not stop the others.
            let bytes: [UInt8]
            do {
                bytes = try tree.bytes(of: file.path)
            } catch let error as ImportError {
                try take(.problem(problem(file, error.isOfFile ? .unreadable : .refused(error))))
                continue
            }
            try read(file, bytes)
        }
    }

    /// How all the notes write their dates. What cannot be read is reported when its turn comes.
    private static func dates(of notes: [SourceTree.File], in tree: SourceTree, _ options: ImportOptions) throws -> NoteDates {
        let names = notes.compactMap { NoteName(path: $0.path).stamp }
        guard options.dateOrder == nil else { return NoteDates(names: names, options) }
        let readable = tree.shape == .archive ? notes : notes.filter { tree.lies(at: $0.path) == .file }
        var front: [CivilStamp] = []
        try tree.eachHead(of: readable, count: 4 << 10) { _, head in front += NoteFacts.stamps(head) }
        return NoteDates(names: names, front: front, options)
    }

    private static func isNote(_ file: SourceTree.File) -> Bool { ["md", "markdown"].contains(file.ending) }

    private static func problem(_ file: SourceTree.File, _ reason: ImportProblem.Reason) -> ImportProblem {
        ImportProblem(position: SourcePosition(file: file.path, ordinal: 1), reason: reason)
    }

    private static func handOut(
        _ reading: MarkdownNote.Reading, of path: String, key: String, _ shown: ShownFiles,
        _ take: (ImportItem) throws -> Void
    ) throws {
        switch reading {
        case .note(var record, let names):
            // The receipt reports those that are not attached.
            record.files = shown.files(names, shownIn: path)
            if record.ownID == nil { record.key = key }
            try take(.record(record))
        case .journal(let reading): try reading.handOut(take)
        case .problem(let problem): try take(.problem(problem))
        case .skipped: break
        }
    }
}
