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
    package private(set) var entries: [ImportedRecord] = []
    /// Records that cannot be taken.
    package private(set) var problems: [ImportProblem] = []
    /// What a person should look at first.
    package private(set) var findings: [ImportFinding] = []
    /// Files that are shown in a note, by the note's path: relative to the folder.
    package private(set) var shownFiles: [String: [String]] = [:]
    /// The folder, for a source that is one: where it lies, also when a link to it was named.
    package let folder: String?
    /// The place of every file in the folder that is not hidden, by its name alone: of several the one nearest to the
    /// root. Obsidian names a file so wherever it lies.
    private var placesByName: [String: String] = [:]

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
            // Links inside are not followed; the one that was named is meant.
            let root = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            folder = root
            try readFolder(root, surroundings: surroundings, progress: progress)
        } else {
            let isNote = path.hasSuffix(".md") || path.hasSuffix(".markdown")
            self.format = format ?? (isNote ? .markdown : .jrnl)
            folder = nil
            try readFile(path, surroundings: surroundings)
        }
    }

    /// The made-up year of `demo`, as if it had been exported somewhere.
    package static func demo(endingOn last: LocalDay, at now: TimeOfDay) -> ImportSource {
        var source = ImportSource()
        source.entries = DemoYear.entries(endingOn: last, seed: 2026).filter { $0.day < last || $0.time <= now }.enumerated().map
        { index, entry in
            ImportedRecord(
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
        let file = try SourceFile(path: path, followsLink: true)
        do throws(ImportError) {
            switch format {
            case .jrnl: add(try JrnlJSON.looksLike(file.bytes) ? JrnlJSON.read(file.bytes) : JrnlText.read(file.bytes))
            case .markdown:
                // A file that was named as a note is one, whatever its ending.
                let own = URL(fileURLWithPath: path).lastPathComponent
                let name = MarkdownNote.skip(own) == nil ? own : own + ".md"
                add(try MarkdownNote.read(path: name, file.bytes, modified: file.wall(surroundings)), of: name)
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
        placesByName = ImportSource.placesByName(paths)
        let notes = paths.filter { MarkdownNote.skip($0, inJrnlFolder: isJrnl) == nil && ImportSource.isFile(folder + "/" + $0) }
        for (index, name) in notes.enumerated() {
            progress.report("reading", index, notes.count)
            // One file that cannot be taken must not stop the others.
            let refuse = { (reason: ImportProblem.Reason) in
                ImportProblem(position: SourcePosition(file: name, ordinal: 1), reason: reason)
            }
            do {
                let file = try SourceFile(path: folder + "/" + name, followsLink: false)
                let modified = file.wall(surroundings)
                add(try MarkdownNote.read(path: name, file.bytes, modified: modified, inJrnlFolder: isJrnl), of: name)
            } catch let error as ImportError {
                problems.append(refuse(.refused(error)))
            } catch EngineError.importing(let error) {
                problems.append(refuse(.refused(error)))
            } catch is EngineError {
                problems.append(refuse(.unreadable))
            }
        }
    }

    private static func placesByName(_ paths: [String]) -> [String: String] {
        var places: [String: (path: String, depth: Int)] = [:]
        for path in paths where MarkdownNote.skip(path) != .hidden {
            let parts = path.split(separator: "/")
            guard let name = parts.last.map(String.init) else { continue }
            if let other = places[name], other.depth <= parts.count { continue }
            places[name] = (path, parts.count)
        }
        return places.mapValues(\.path)
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
            for finding in found {
                // The receipt tells of those that are not attached.
                if case .refersToFile(let file) = finding {
                    shownFiles[name, default: []].append(file)
                } else {
                    findings.append(finding)
                }
            }
        case .journal(let reading): add(reading)
        case .problem(let problem): problems.append(problem)
        case .skipped: break
        }
    }

    /// What became of each file that an entry shows, in the order of its text; two names of one file count once.
    func files(of entry: ImportedRecord) -> [(name: String, file: ShownFile)] {
        guard let note = entry.position.file, let names = shownFiles[note] else { return [] }
        var seen: Set<ShownFile> = []
        return names.map { ($0, file($0, shownIn: note)) }.filter { seen.insert($0.1).inserted }
    }

    private func file(_ name: String, shownIn note: String) -> ShownFile {
        let left = { ShownFile.left(LeftFile(name: name, reason: $0)) }
        guard let folder else { return left(.withoutFolder) }
        var places = NoteFiles.places(of: name, in: note)
        if places.isEmpty { return left(.outside) }
        if !name.contains("/"), let elsewhere = placesByName[name] { places.append(elsewhere) }
        for place in places {
            switch ImportSource.way(to: place, below: folder) {
            case .nothing: continue
            case .link: return left(.outside)
            case .something: break
            }
            switch SourceFile.fault(of: folder + "/" + place) {
            case nil: return .found(path: folder + "/" + place)
            case .notAFile: return left(.notAFile)
            case .some: return left(.unreadable)
            }
        }
        return left(.notFound)
    }

    private enum Way { case nothing, link, something }

    /// What lies at this place below the folder; a link in any part of the way could lead out.
    private static func way(to place: String, below folder: String) -> Way {
        var path = folder
        for part in place.split(separator: "/") {
            var status = stat()
            path += "/" + part
            guard unsafe lstat(path, &status) == 0 else { return errno == EACCES ? .something : .nothing }
            if status.st_mode & S_IFMT == S_IFLNK { return .link }
        }
        return .something
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension SourceFile {
    /// When it was last changed, on the wall clock of whoever imports it.
    fileprivate func wall(_ surroundings: Surroundings) -> (day: LocalDay, time: TimeOfDay)? {
        CivilTime(zone: surroundings.zone).wall(at: modified)
    }
}
