import Base
import Foundation

/// A source to import: its location, its format, and the owner's options. Nothing of it is compared with the vault yet.
package struct ImportSource: Sendable {
    package let format: ImportFormat
    package let options: ImportOptions
    let content: Content
    /// The owner named the format.
    private let isNamed: Bool

    /// The origin of the records.
    enum Content: Sendable {
        /// Files, which can be read several times.
        case tree(SourceTree)
        case given([ImportedRecord])
    }

    /// Examines the files at a path. Without `format`, their content decides.
    package init(path: String, format: ImportFormat? = nil, options: ImportOptions) throws {
        let tree = try ImportSource.explaining(format, options) {
            try ImportReaders.tree(SourceTree(path: path, salvage: options.salvage), format)
        }
        if tree.shape == .archive, tree.files.isEmpty {
            throw options.salvage == nil ? ImportError.nothingInIt : .beyondSalvage
        }
        if tree.shape == .file, tree.files.first?.size == 0 { throw ImportError.nothingInIt }
        self.format = try format ?? ImportSource.explaining(nil, options) { try ImportReaders.format(of: tree) }
        self.options = options
        isNamed = format != nil
        content = .tree(tree)
    }

    /// Runs `body`, and adapts its errors to what still helps: not to name a format that was named, nor to salvage what was to be
    /// salvaged.
    private static func explaining<Value>(
        _ named: ImportFormat?, _ options: ImportOptions, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            switch error as? ImportError {
            case .notThisFormat?: throw named.map { ImportError.notOfFormat($0) } ?? error
            case .damagedArchive?, .brokenJSON?, .malformedJSON?: throw options.salvage == nil ? error : ImportError.beyondSalvage
            default: throw error
            }
        }
    }

    package init(path: String, format: ImportFormat?, surroundings: Surroundings) throws {
        try self.init(path: path, format: format, options: ImportOptions(surroundings: surroundings))
    }

    /// Given records, as if they had been exported in this format.
    package init(given records: [ImportedRecord], as format: ImportFormat, surroundings: Surroundings) {
        (self.format, options, content, isNamed) = (format, ImportOptions(surroundings: surroundings), .given(records), true)
    }

    /// Hands out everything in the order of the source. Throws an `ImportError` if nothing can be read at all.
    package func read(_ take: (ImportItem) throws -> Void) throws {
        switch content {
        case .given(let records): for record in records { try take(.record(record)) }
        case .tree(let tree):
            guard let reader = ImportReaders.reader(of: format) else { throw ImportError.unknownFormat }
            // An error of `take` is no fault of the source, and is rethrown unchanged.
            var passedOn: (any Error)?
            do {
                try ImportSource.explaining(isNamed ? format : nil, options) {
                    try reader.read(tree, options) { item in
                        var item = item
                        if case .record(let record) = item {
                            for case .found(let path) in record.files { tree.note(path) }
                            item = .record(record.local(options.surroundings))
                        }
                        do { try take(item) } catch {
                            passedOn = error
                            throw error
                        }
                    }
                }
            } catch {
                throw passedOn ?? error
            }
            for position in options.salvage?.take() ?? [] { try take(.finding(.brokenOff(position))) }
            for problem in OtherExports.left(in: tree, by: format) { try take(.problem(problem)) }
        }
    }

    /// The same, read on another thread ahead of `take`.
    package func readAhead(_ take: (ImportItem) throws -> Void) throws { try ReadAhead.take(from: { try self.read($0) }, take) }

    /// Everything at once, for a small source.
    package func reading() throws -> ImportReading {
        var reading = ImportReading()
        try read { item in
            switch item {
            case .record(let record): reading.entries.append(record)
            case .template(let template, _, _): reading.templates.append(template)
            case .problem(let problem): reading.problems.append(problem)
            case .finding(let finding): reading.findings.append(finding)
            }
        }
        return reading
    }

    /// Whether a password is needed to read it and none was given.
    package func needsPassword() throws -> Bool {
        guard options.decryptJrnl == nil, let tree, let reader = ImportReaders.reader(of: format) else { return false }
        return try reader.needsPassword(tree)
    }

    /// Why the source must not be destroyed after the import: it is a folder, an archive or a link, or has parts that are not
    /// read. `nil` if it may be destroyed, once everything was read back from the vault.
    package func keepsOff() throws -> String? {
        guard let tree, tree.shape == .file else { return say("a folder or an archive may hold more than a journal") }
        var status = stat()
        guard unsafe lstat(tree.root, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return say("it is reached by a link")
        }
        let rest = try ImportReaders.reader(of: format)?.leftovers(tree, options) ?? []
        guard rest.isEmpty else {
            return say("it also holds what is not imported: ") + rest.prefix(5).map(quotedName).joined(separator: ", ")
        }
        return nil
    }

    /// The tree of the source; `nil` for given records.
    package var tree: SourceTree? { if case .tree(let tree) = content { tree } else { nil } }
}
