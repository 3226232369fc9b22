/// All readers, and how the right one is found.
enum ImportReaders {
    /// Readers of specific formats first; those of any text or folder last.
    static let all: [any ImportReader.Type] = [
        DaylioReader.self, BearableReader.self, TapLogReader.self, RedNotebookReader.self, DiaroReader.self,
        AppleJournalReader.self,
        DayOneReader.self, JourneyReader.self, StandardNotesReader.self, JoplinReader.self, NomieReader.self,
        GoogleKeepReader.self, SimplenoteReader.self,
        SQLiteTableReader.self, CSVTableReader.self,
        JrnlReader.self, MarkdownReader.self,
    ]

    static func reader(of format: ImportFormat) -> (any ImportReader.Type)? { all.first { $0.format == format } }

    /// The tree to read: that of the only archive in an archive, if no reader takes what is around it. Only one level: an archive
    /// inside that is read, or refused.
    static func tree(_ tree: SourceTree, _ format: ImportFormat?) throws -> SourceTree {
        let archives = tree.archives
        guard let first = archives.first else { return tree }
        let readers = format.flatMap(reader).map { [$0] } ?? all
        guard try !readers.contains(where: { try $0.recognises(tree) }) else { return tree }
        guard archives.count == 1 else { throw ImportError.severalArchives(archives.map(\.path)) }
        return try tree.opened(first.path) ?? tree
    }

    /// The format of a source by its content. An unrecognised text counts as jrnl's, an unrecognised folder as one of notes:
    /// their readers report what is missing.
    static func format(of tree: SourceTree) throws -> ImportFormat {
        if let reader = try all.first(where: { try $0.recognises(tree) }) { return reader.format }
        switch tree.shape {
        case .file:
            let head = try tree.head(of: tree.files[0].path, count: 64 << 10)
            if JSONPiece.looksLikeLines(head) { throw ImportError.jsonLines }
            guard CSVTableReader.endings.contains(tree.files[0].ending) else { return .jrnl }
            // Its reader reports which column is missing.
            _ = try CSVTableReader.text(head)
            return .csv
        case .folder:
            let alone = OtherExports.alone(in: tree)
            guard alone.isEmpty else { throw ImportError.severalExports(alone) }
            return .markdown
        case .archive: throw ImportError.unknownFormat
        }
    }
}
