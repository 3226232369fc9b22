/// All readers, and which of them a source is for.
enum ImportReaders {
    /// Those that know their own first; a text or a folder of any kind comes last.
    static let all: [any ImportReader.Type] = [
        DaylioReader.self, BearableReader.self, TapLogReader.self, RedNotebookReader.self, DiaroReader.self,
        AppleJournalReader.self,
        DayOneReader.self, JourneyReader.self, StandardNotesReader.self, JoplinReader.self, NomieReader.self,
        SQLiteTableReader.self, CSVTableReader.self,
        JrnlReader.self, MarkdownReader.self,
    ]

    /// The reader of a format.
    static func reader(of format: ImportFormat) -> (any ImportReader.Type)? { all.first { $0.format == format } }

    /// The format of a source by what is in it. A text of which nothing else is known is taken for one of jrnl's, a folder for
    /// one of notes: their readers say what is missing.
    static func format(of tree: SourceTree) throws -> ImportFormat {
        if let reader = try all.first(where: { try $0.recognises(tree) }) { return reader.format }
        switch tree.shape {
        case .file:
            if try JSONPiece.looksLikeLines(tree.head(of: tree.files[0].path, count: 64 << 10)) { throw ImportError.jsonLines }
            return .jrnl
        case .folder:
            let alone = OtherExports.alone(in: tree)
            guard alone.isEmpty else { throw ImportError.severalExports(alone) }
            return .markdown
        case .archive: throw EngineError.importing(.unknownFormat)
        }
    }
}
