/// Day One: its JSON, alone or in a zip or folder with the media of one or more journals; the classic folder of one property
/// list for each entry; the plain-text export.
enum DayOneReader: ImportReader {
    static let format = ImportFormat.dayone

    static func recognises(_ tree: SourceTree) throws -> Bool {
        if tree.files.contains(where: { $0.ending == "doentry" }) { return true }
        if try tree.heads(of: candidates(tree).prefix(8)).contains(where: isJournal) { return true }
        guard tree.shape == .file, let file = tree.files.first else { return false }
        return DayOneText.looksLike(try tree.head(of: file.path, count: 64 << 10))
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        if tree.files.contains(where: { $0.ending == "doentry" }) {
            return try DayOneClassic.read(tree, options, take)
        }
        if tree.shape == .file, let file = tree.files.first {
            let bytes = try tree.bytes(of: file.path)
            guard JSONPiece.looksLike(bytes) else { return try DayOneText.read(bytes, take) }
            return try journal(bytes, DayOneJSON(tree, options), nil, take)
        }
        let journals = Set(candidates(tree).map(\.path))
        guard !journals.isEmpty else { throw ImportError.notThisFormat }
        let isAlone = journals.count == 1
        let reader = DayOneJSON(tree, options)
        try tree.each({ journals.contains($0.path) }) { file, bytes in
            do {
                try journal(bytes, reader, isAlone ? nil : file.path, take)
            } catch let error as ImportError {
                // One broken journal must not stop the others.
                if isAlone { throw error }
                try take(.problem(ImportProblem(position: SourcePosition(file: file.path, ordinal: 1), reason: .refused(error))))
            }
        }
    }

    /// JSON files that are not the hidden twins of a Mac's archive.
    private static func candidates(_ tree: SourceTree) -> [SourceTree.File] {
        if tree.shape == .file { return tree.files }
        return tree.files.filter { file in
            file.ending == "json" && !file.name.hasPrefix(".") && !file.path.hasPrefix("__MACOSX/")
        }
    }

    /// Whether a JSON text begins like a journal of Day One: `entries` beside `metadata`, or with dates by Day One's names.
    private static func isJournal(_ head: [UInt8]) -> Bool {
        guard JSONPiece.looksLike(head) else { return false }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("\"entries\"") && (text.contains("\"metadata\"") || text.contains("\"creationDate\""))
    }

    private static func journal(
        _ bytes: [UInt8], _ reader: DayOneJSON, _ file: String?, _ take: (ImportItem) throws -> Void
    ) throws {
        let whole = try JSONPiece.whole(bytes, file: file, reader.options)
        guard let entries = whole.members["entries"], entries.isArray else { throw ImportError.notThisFormat }
        for (index, piece) in entries.elements.enumerated() {
            let position = SourcePosition(file: file, ordinal: index + 1)
            try take(ImportItem { () throws(ImportProblem) in try reader.record(piece.value, position) })
        }
    }
}
