import Base
import Foundation
import Journal

/// What is to be imported: where it lies, as what it is read, and what its owner says about it. Nothing of it is compared
/// with the vault yet.
package struct ImportSource: Sendable {
    /// As what it is read.
    package let format: ImportFormat
    /// What the owner says about it.
    package let options: ImportOptions
    let content: Content
    /// The owner named the format.
    private let isNamed: Bool

    /// Where the records come from.
    enum Content: Sendable {
        /// Files that are read as often as somebody asks.
        case tree(SourceTree)
        /// Records that are here already.
        case given([ImportedRecord])
    }

    /// Looks at what lies at a path. Without a format, it is told by what is in the files.
    package init(path: String, format: ImportFormat? = nil, options: ImportOptions) throws {
        let tree = try ImportSource.explaining(format, options) {
            try ImportReaders.tree(SourceTree(path: path, salvage: options.salvage), format)
        }
        if tree.shape == .archive, tree.files.isEmpty {
            throw EngineError.importing(options.salvage == nil ? .nothingInIt : .beyondSalvage)
        }
        if tree.shape == .file, tree.files.first?.size == 0 { throw EngineError.importing(.nothingInIt) }
        self.format = try format ?? ImportSource.explaining(nil, options) { try ImportReaders.format(of: tree) }
        self.options = options
        isNamed = format != nil
        content = .tree(tree)
    }

    /// Runs `body`, and says of what it throws what still helps: not to name a format that was named, nor to salvage what was to be
    /// salvaged.
    private static func explaining<Value>(
        _ named: ImportFormat?, _ options: ImportOptions, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            let fault: ImportError
            switch error {
            case let error as ImportError: fault = error
            case EngineError.importing(let error): fault = error
            default: throw error
            }
            switch fault {
            case .notThisFormat: throw EngineError.importing(named.map { .notOfFormat($0) } ?? fault)
            case .damagedArchive, .brokenJSON, .malformedJSON:
                throw EngineError.importing(options.salvage == nil ? fault : .beyondSalvage)
            default: throw EngineError.importing(fault)
            }
        }
    }

    /// The same where the owner says nothing more.
    package init(path: String, format: ImportFormat?, surroundings: Surroundings) throws {
        try self.init(path: path, format: format, options: ImportOptions(surroundings: surroundings))
    }

    /// The made-up year of `demo`, as if it had been exported somewhere.
    package static func demo(endingOn last: LocalDay, at now: TimeOfDay, surroundings: Surroundings) -> ImportSource {
        let records = DemoYear.entries(endingOn: last, seed: 2026).filter { $0.day < last || $0.time <= now }.enumerated().map {
            index, entry in
            ImportedRecord(
                position: SourcePosition(ordinal: index + 1), day: entry.day, time: entry.time, text: entry.text,
                tags: entry.tags, starred: entry.starred, mood: entry.mood)
        }
        return ImportSource(format: .jrnl, options: ImportOptions(surroundings: surroundings), content: .given(records))
    }

    private init(format: ImportFormat, options: ImportOptions, content: Content) {
        (self.format, self.options, self.content, isNamed) = (format, options, content, true)
    }

    /// Hands out everything in the order of the source. Throws `EngineError.importing` where nothing can be read at all.
    func read(_ take: (ImportItem) throws -> Void) throws {
        switch content {
        case .given(let records): for record in records { try take(.record(record)) }
        case .tree(let tree):
            guard let reader = ImportReaders.reader(of: format) else { throw EngineError.importing(.unknownFormat) }
            // What `take` throws is no fault of the source, and is passed on as it is.
            var passedOn: (any Error)?
            do {
                try ImportSource.explaining(isNamed ? format : nil, options) {
                    try reader.read(tree, options) { item in
                        if case .record(let record) = item {
                            for case .found(let path) in record.files { tree.note(path) }
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

    /// The same, read on another processor ahead of `take`.
    func readAhead(_ take: (ImportItem) throws -> Void) throws { try ReadAhead.take(from: { try self.read($0) }, take) }

    /// All of it at once: for a look at a source that is small.
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

    /// Whether it takes a password to read it, and none was given.
    package func needsPassword() throws -> Bool {
        guard options.password == nil, let tree, let reader = ImportReaders.reader(of: format) else { return false }
        return try reader.needsPassword(tree)
    }

    /// Why the source is not destroyed whatever was read of it: it is a folder, an archive or a link, or holds what is not read.
    /// `nil` where it may be, after everything has been read back from the vault.
    package func keepsOff() throws -> String? {
        guard let tree, tree.shape == .file else { return "a folder or an archive may hold more than a journal" }
        var status = stat()
        guard unsafe lstat(tree.root, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "it is reached by a link" }
        let rest = try ImportReaders.reader(of: format)?.leftovers(tree, options) ?? []
        guard rest.isEmpty else {
            return "it also holds what is not imported: " + rest.prefix(5).map(quotedName).joined(separator: ", ")
        }
        return nil
    }

    /// Overwrites the source and deletes it, with the files that a database keeps beside itself. Only after everything has been
    /// read back from the vault, and where nothing `keepsOff`.
    package func destroy() throws {
        guard let tree, try keepsOff() == nil else { throw EngineError.notAFile(path: tree?.root ?? "") }
        try ClearFile(path: tree.root).destroy()
        guard format == .sqlite else { return }
        for ending in ["-wal", "-shm", "-journal"] { try ClearFile(path: tree.root + ending).destroy() }
    }

    /// The tree of the source; `nil` for records that come from nowhere.
    var tree: SourceTree? { if case .tree(let tree) = content { tree } else { nil } }
}
