import Basics
import Foundation

/// Separate exports in a folder, which are reported so that no one believes they were read with the rest of it.
enum OtherExports {
    /// Extensions of files that no journal attaches to an entry, but that an export may have.
    private static let endings: Set<String> = [
        "json", "jsonl", "csv", "tsv", "xml", "zip", "txt", "sqlite", "sqlite3", "db", "daylio", "jex", "tar", "gz", "tgz", "age",
    ]
    /// The most files examined; of further ones only the names are reported.
    private static let mostLookedInto = 50

    /// The names of the files directly in a folder that some program's reader accepts alone.
    static func alone(in tree: SourceTree) -> [String] {
        candidates(in: tree).filter { !$0.path.has("/") }.prefix(mostLookedInto)
            .filter { program(of: $0, in: tree) != nil }.map(\.path)
    }

    /// The files in a folder, at any depth, that were not read with it: each as a record that was not imported.
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
            // Private files of programs are in places whose names begin with a full stop.
            endings.contains($0.ending) && $0.size != 0 && !isHidden($0)
        }
    }

    /// Whether it is a private file of a program or the system.
    static func isHidden(_ file: SourceTree.File) -> Bool {
        file.path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }

    /// The program whose export a file is, by its content; `nil` if no reader recognises it, and for a plain note.
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
