import Foundation
import Journal

/// What lies at a path that is to be imported: read, but not yet compared with the vault.
package struct ImportSource: Sendable {
    /// What other programs' data can be read.
    package enum Format: String, CaseIterable, Sendable {
        /// jrnl: its text files, folder journals and JSON exports.
        case jrnl
        /// A folder of Markdown notes, or one note.
        case markdown
    }

    /// As what it was read.
    package let format: Format
    /// In the order of the source.
    package private(set) var entries: [ImportedEntry] = []
    /// Records that cannot be taken.
    package private(set) var problems: [ImportProblem] = []
    /// What a person should look at first.
    package private(set) var findings: [ImportFinding] = []
    /// Files that are shown in a note, by the note's path: relative to the folder.
    package private(set) var shownFiles: [String: [String]] = [:]
    /// The folder, for a source that is one.
    package let folder: String?

    private static let limit = 512 << 20

    /// Reads a file or folder. Without a format, a folder is taken for Markdown (or a folder journal of jrnl), a file
    /// that ends in `.md` for a note, and any other file for jrnl.
    package init(path: String, format: Format?, surroundings: Surroundings, progress: ProgressReport = .silent) throws {
        let path = VaultLocation(folder: path).folder
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw EngineError.file(path: path, code: ENOENT)
        }
        if isFolder.boolValue {
            self.format = format ?? .markdown
            folder = path
            try readFolder(path, surroundings: surroundings, progress: progress)
        } else {
            let isNote = path.hasSuffix(".md") || path.hasSuffix(".markdown")
            self.format = format ?? (isNote ? .markdown : .jrnl)
            folder = nil
            try readFile(path, surroundings: surroundings)
        }
    }

    /// The made-up year of `demo`, as if it had been exported somewhere.
    package static func demo(endingOn last: LocalDay) -> ImportSource {
        var source = ImportSource()
        source.entries = DemoYear.entries(endingOn: last, seed: 2026).enumerated().map { index, entry in
            ImportedEntry(
                position: SourcePosition(ordinal: index + 1), day: entry.day, time: entry.time, text: entry.text,
                tags: entry.tags, starred: entry.starred, mood: entry.mood)
        }
        return source
    }

    private init() {
        format = .jrnl
        folder = nil
    }

    private mutating func readFile(_ path: String, surroundings: Surroundings) throws {
        let bytes = try ImportSource.bytes(of: path)
        do throws(ImportError) {
            switch format {
            case .jrnl: add(JrnlJSON.looksLike(bytes) ? try JrnlJSON.read(bytes) : try JrnlText.read(bytes))
            case .markdown:
                let name = URL(fileURLWithPath: path).lastPathComponent
                add(try MarkdownNote.read(path: name, bytes, modified: ImportSource.modified(path, surroundings)), of: name)
            }
        } catch {
            throw EngineError.importing(error)
        }
    }

    private mutating func readFolder(_ folder: String, surroundings: Surroundings, progress: ProgressReport) throws {
        // The enumerator does not follow links, so that no loop and nothing outside the folder is read.
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw EngineError.file(path: folder, code: EACCES)
        }
        let paths = names.compactMap { $0 as? String }.sorted()
        let isJrnl = MarkdownNote.isJrnlFolder(paths)
        let notes = paths.filter { MarkdownNote.skip($0, inJrnlFolder: isJrnl) == nil && ImportSource.isFile(folder + "/" + $0) }
        for (index, name) in notes.enumerated() {
            progress.report("reading", index, notes.count)
            let position = SourcePosition(file: name, ordinal: 1)
            do {
                let bytes = try ImportSource.bytes(of: folder + "/" + name)
                let modified = ImportSource.modified(folder + "/" + name, surroundings)
                add(try MarkdownNote.read(path: name, bytes, modified: modified, inJrnlFolder: isJrnl), of: name)
            } catch is ImportError {
                // One file that is no text must not stop the others.
                problems.append(ImportProblem(position: position, reason: .malformed))
            } catch is EngineError {
                problems.append(ImportProblem(position: position, reason: .malformed))
            }
        }
    }

    private mutating func add(_ reading: ImportReading) {
        entries += reading.entries
        problems += reading.problems
        findings += reading.findings
    }

    private mutating func add(_ reading: MarkdownNote.Reading, of name: String) {
        switch reading {
        case .note(let entry, let found):
            entries.append(entry)
            findings += found
            shownFiles[name] = found.compactMap { if case .refersToFile(let file) = $0 { file } else { nil } }
        case .journal(let reading): add(reading)
        case .problem(let problem): problems.append(problem)
        case .skipped: break
        }
    }

    /// The files that an entry shows and that lie inside the folder: absolute paths.
    func attachments(of entry: ImportedEntry) -> [String] {
        guard let folder, let note = entry.position.file else { return [] }
        return (shownFiles[note] ?? []).compactMap { name in
            NoteFiles.places(of: name, in: note).first { ImportSource.isFile($0, below: folder) }.map { folder + "/" + $0 }
        }
    }

    /// Whether a file lies at this place below the folder and no part of the way there is a link, which could lead out.
    private static func isFile(_ place: String, below folder: String) -> Bool {
        var path = folder
        for part in place.split(separator: "/") {
            var status = stat()
            path += "/" + part
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return false }
        }
        return isFile(path)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func modified(_ path: String, _ surroundings: Surroundings) -> (day: LocalDay, time: TimeOfDay)? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return CivilTime(zone: surroundings.zone).wall(at: Int64(status.st_mtim.tv_sec) * 1000)
    }

    private static func bytes(of path: String) throws(EngineError) -> [UInt8] {
        guard isFile(path) || FileManager.default.isReadableFile(atPath: path) else { throw .notAFile(path: path) }
        guard let file = FileHandle(forReadingAtPath: path) else { throw .file(path: path, code: EACCES) }
        do {
            let data = try file.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw EngineError.importing(.tooLarge(bytes: data.count, limit: limit)) }
            return Array(data)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .file(path: path, code: EIO)
        }
    }
}
