import Basics

/// jrnl's text file, plain or encrypted, or its JSON export; a folder journal is read by the reader of notes.
enum JrnlReader: ImportReader {
    static let format = ImportFormat.jrnl

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        return JrnlJSON.looksLike(head) ? head.has("\"entries\"") && head.has("\"body\"") : JrnlText.looksLike(head)
    }

    static func needsPassword(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first else { return false }
        let head = try tree.head(of: file.path, count: 64 << 10)
        if ImportError.isEncryptedJrnl(head) { return true }
        // jrnl 1 has no signature: its files are whole blocks of random bytes. So may be a damaged file of another kind, which its
        // name tells.
        return !otherEndings.contains(file.ending) && isNoise(head) && (file.size ?? 0) % 16 == 0
    }

    /// How files end that jrnl does not write.
    private static let otherEndings: Set = [
        "zip", "jex", "tar", "gz", "tgz", "daylio", "pdf", "sqlite", "db", "json", "csv", "xml", "age", "jpg", "jpeg", "png",
    ]

    private static func isNoise(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try SourceText(bytes)
            return false
        } catch {
            guard error == .notText, bytes.count >= 32 else { return false }
            // In encrypted bytes all values are equally frequent; a file with a hole in it is mostly zeros.
            var counts = [Int](repeating: 0, count: 256)
            for byte in bytes { counts[Int(byte)] += 1 }
            return (counts.max() ?? 0) * 6 < bytes.count
        }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard tree.shape == .file, let file = tree.files.first else {
            // The days of a folder journal are files of a folder.
            return try MarkdownReader.read(tree, options, take)
        }
        let symbols = JrnlSettings.tagSymbols(beside: tree, options)
        if let decrypt = options.decryptJrnl, try needsPassword(tree) {
            let text = try TextBytes(SourceText(decrypt(tree.bytes(of: file.path))))
            try JrnlText.read(text, order: options.dateOrder, tagSymbols: symbols, take)
        } else if JrnlJSON.looksLike(try tree.head(of: file.path)) {
            try JrnlJSON.read(tree.bytes(of: file.path)).handOut(take)
        } else {
            try JrnlText.read(
                TextBytes(path: tree.root), order: options.dateOrder, tagSymbols: symbols, take)
        }
    }
}

extension ImportReading {
    func handOut(_ take: (ImportItem) throws -> Void) throws {
        for finding in findings { try take(.finding(finding)) }
        for record in entries { try take(.record(record)) }
        for problem in problems { try take(.problem(problem)) }
    }
}
