import Basics
import Foundation

/// Exports that lie in a folder, each for itself: nobody shall believe that they were read with the rest of it.
enum OtherExports {
    /// Files that no journal attaches to an entry, but an export may be.
    private static let endings: Set<String> = [
        "json", "jsonl", "csv", "tsv", "xml", "zip", "txt", "sqlite", "sqlite3", "db", "daylio", "jex", "tar", "gz", "tgz", "age",
    ]
    /// How many are looked into: of more the names are told.
    private static let mostLookedInto = 50

    /// The names of those directly in a folder that some program's reader takes alone.
    static func alone(in tree: SourceTree) -> [String] {
        candidates(in: tree).filter { !$0.path.has("/") }.prefix(mostLookedInto)
            .filter { program(of: $0, in: tree) != nil }.map(\.path)
    }

    /// Those in a folder, however deep, that were not read with it: each as a record that was not taken.
    static func left(in tree: SourceTree, by format: ImportFormat) -> [ImportProblem] {
        let around = tree.around.filter { endings.contains($0.ending) && $0.size != 0 && !isHidden($0) }
        let left = (candidates(in: tree) + tree.archives).filter { !tree.wasRead($0.path) } + around
        return left.enumerated().map { index, file in
            let program = index < mostLookedInto ? program(of: file, in: tree) : nil
            return ImportProblem(
                position: SourcePosition(file: file.path, ordinal: 1), reason: .otherExport(of: program))
        }
    }

    private static func candidates(in tree: SourceTree) -> [SourceTree.File] {
        guard tree.shape == .folder else { return [] }
        return tree.files.filter {
            // What programs keep for themselves lies in places whose names begin with a full stop.
            endings.contains($0.ending) && $0.size != 0 && !isHidden($0)
        }
    }

    /// What programs and systems keep for themselves.
    static func isHidden(_ file: SourceTree.File) -> Bool {
        file.path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }

    /// Whose export a file is by what is in it; `nil` for one that none of the readers knows, and for a plain note.
    private static func program(of file: SourceTree.File, in tree: SourceTree) -> String? {
        guard let path = tree.place(of: file.path) else { return nil }
        if isAuralystExport(path: path) { return "Auralyst" }
        if isAppleHealthExport(path: path) { return "Apple Health" }
        guard let alone = try? SourceTree(path: path),
            let reader = ImportReaders.all.first(where: { (try? $0.recognises(alone)) ?? false }),
            alone.shape == .archive || reader.format != .markdown
        else { return nil }
        return reader.format.title
    }
}
