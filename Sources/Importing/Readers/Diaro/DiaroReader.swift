import Basics
import Foundation

/// Diaro's backup: a zip of `DiaroBackup.xml` and its media.
enum DiaroReader: ImportReader {
    static let format = ImportFormat.diaro

    static func recognises(_ tree: SourceTree) throws -> Bool {
        if let path = file(in: tree) { return looksLike(try tree.head(of: path)) }
        return sealed(in: tree) != nil
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let path = file(in: tree) else {
            throw sealed(in: tree) == nil ? ImportError.notThisFormat : ImportError.encryptedSource
        }
        let bytes = try tree.bytes(of: path)
        guard looksLike(bytes) else { throw ImportError.notThisFormat }
        let backup = try DiaroXML(bytes)
        var facts = DiaroFacts(tree, options.surroundings)
        // Folders, tags and attachments first: entries refer to them, and attachments come after the entries.
        try backup.eachRow { table, row, _ in
            if table != .entries, table != .templates { facts.learn(table, row) }
        }
        var ordinal = 0
        try backup.eachRow { table, row, line in
            guard table == .entries || table == .templates || table == .damaged else { return }
            ordinal += 1
            let position = SourcePosition(line: line, ordinal: ordinal)
            do {
                switch table {
                case .entries: try take(.record(try facts.record(row, position)))
                case .templates: try take(try facts.template(row, position))
                default: throw ImportProblem(position: position, reason: .malformed)
                }
            } catch let problem as ImportProblem {
                try take(.problem(problem))
            }
        }
    }

    private static func file(in tree: SourceTree) -> String? {
        if tree.shape == .file { return tree.files.first?.path }
        return tree.files.first { $0.name == "DiaroBackup.xml" }?.path
    }

    private static func sealed(in tree: SourceTree) -> String? { tree.files.first { $0.name == "DiaroBackup.denc" }?.path }

    private static func looksLike(_ head: [UInt8]) -> Bool {
        let head = Array(head.prefix(4096))
        return head.has("<table") && head.has("\"diaro_")
    }
}
