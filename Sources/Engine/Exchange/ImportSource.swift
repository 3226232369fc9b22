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

    /// Where the records come from.
    enum Content: Sendable {
        /// Files that are read as often as somebody asks.
        case tree(SourceTree)
        /// Records that are here already.
        case given([ImportedRecord])
    }

    /// Looks at what lies at a path. Without a format, it is told by what is in the files.
    package init(path: String, format: ImportFormat? = nil, options: ImportOptions) throws {
        let tree = try SourceTree(path: path, salvage: options.salvage)
        if tree.shape == .archive, tree.files.isEmpty { throw EngineError.importing(.unknownFormat) }
        self.format = try format ?? ImportReaders.format(of: tree)
        self.options = options
        content = .tree(tree)
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
        (self.format, self.options, self.content) = (format, options, content)
    }

    /// Hands out everything in the order of the source. Throws `EngineError.importing` where nothing can be read at all.
    func read(_ take: (ImportItem) throws -> Void) throws {
        switch content {
        case .given(let records): for record in records { try take(.record(record)) }
        case .tree(let tree):
            guard let reader = ImportReaders.reader(of: format) else { throw EngineError.importing(.unknownFormat) }
            do {
                try reader.read(tree, options, take)
            } catch let error as ImportError {
                throw EngineError.importing(error)
            }
            for problem in options.salvage?.take() ?? [] { try take(.problem(problem)) }
        }
    }

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
