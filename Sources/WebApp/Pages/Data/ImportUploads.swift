import Base
import Basics
import Documents
import Engine
import Foundation
import HTTP

/// Uploaded files for an import, in a folder in memory: notes with their attachments in one folder, other files separately.
struct ImportUploads {
    /// What to import: path and name. The folder of notes comes first.
    private(set) var sources: [(path: String, label: String)] = []
    /// Files that were left out because another had the same name.
    private(set) var left = 0
    /// Empty journals and notes.
    private(set) var empty = 0
    private(set) var pictures = 0
    /// Other files, which a note may refer to.
    private(set) var others = 0
    private var notes = 0

    /// Why there is nothing to import; `nil` if there is.
    var fault: HTML? {
        guard sources.isEmpty else { return nil }
        if empty > 0 { return "The file is empty." }
        if others > 0 { return "These files are not a journal, and no note uses them. Choose the journal they belong to." }
        if pictures > 0 { return "These are only pictures. Choose the journal or the notes they belong to as well." }
        return "Choose at least one file."
    }

    /// Reads the files of a form as they arrive. Throws `HTTPFault.tooLarge` for more than `limit` bytes in all.
    init(receiving parts: Multipart, in folder: TemporaryFolder, limit: Int) async throws {
        var room = limit
        let notesFolder = folder.path + "/notes"
        try ImportUploads.makeFolder(notesFolder)
        while let part = try await parts.nextPart() {
            guard let sent = part.fileName, !sent.isEmpty else { continue }
            let name = ImportUploads.plain(sent)
            let kind = ImportUploads.kind(of: name)
            let path = (kind == .alone ? folder.path : notesFolder) + "/" + name
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                guard errno == EEXIST else { throw EngineError.file(path: name, code: errno) }
                left += 1
                continue
            }
            let output = OpenFile(file)
            let before = room
            while let piece = try await parts.nextPiece() {
                room -= piece.count
                guard room >= 0 else { throw HTTPFault.tooLarge(limit: limit) }
                try output.write(piece)
            }
            note(kind, path: path, name: name, isEmpty: room == before)
        }
        if notes > 0 { sources.insert((notesFolder, say("\(counted(notes, "note"))")), at: 0) }
    }

    private mutating func note(_ kind: Kind, path: String, name: String, isEmpty: Bool) {
        switch kind {
        case .alone, .note:
            if isEmpty {
                empty += 1
                unsafe unlink(path)
            } else if kind == .note {
                notes += 1
            } else {
                sources.append((path, name))
            }
        case .picture: pictures += 1
        case .other: others += 1
        }
    }

    private static func makeFolder(_ path: String) throws {
        guard unsafe mkdir(path, 0o700) == 0 else { throw EngineError.file(path: "notes", code: errno) }
    }

    private enum Kind {
        /// A file imported by itself.
        case alone
        /// One of a folder of notes.
        case note
        case picture
        case other
    }

    private static let alone: Set<String> = [
        "", "txt", "text", "json", "jrnl", "zip", "jex", "daylio", "csv", "tsv", "sqlite", "sqlite3", "db", "age", "xml",
        "tar", "tgz", "gz",
    ]
    /// Formats with many files for one journal, one for each day or entry.
    private static let notes: Set<String> = ["md", "markdown", "html", "htm", "doentry"]
    private static let pictures: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff", "svg",
    ]

    private static func kind(of name: String) -> Kind {
        let ending = name.has(".") ? name.lowercased().split(separator: ".").last.map(String.init) ?? "" : ""
        // RedNotebook has one file a month, which belong together.
        if name.wholeMatch(of: /\d{4}-\d{2}\.txt/) != nil { return .note }
        if alone.contains(ending) { return .alone }
        return notes.contains(ending) ? .note : pictures.contains(ending) ? .picture : .other
    }

    /// The name without folders, without a leading dot and invalid characters, at most the last 200 bytes, which include the
    /// suffix.
    static func plain(_ sent: String) -> String {
        let last = sent.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(last.drop { $0 == "." }.filter { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } })
        while name.utf8.count > 200 { name.removeFirst() }
        // The name of the notes folder is reserved.
        return name.isEmpty || name == "notes" ? "journal.txt" : name
    }
}
