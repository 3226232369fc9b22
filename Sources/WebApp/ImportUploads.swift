import Engine
import Foundation
import HTTP

/// Files that a browser has sent to be imported, in a folder in memory: notes and what they show in one folder, every
/// journal file by itself.
struct ImportUploads {
    /// What is to be imported, path by path.
    private(set) var sources: [String] = []
    /// Files that were left out because another had the same name.
    private(set) var left = 0
    /// Journals and notes without a single byte.
    private(set) var empty = 0
    /// Pictures.
    private(set) var pictures = 0
    /// Files that are neither of these nor a journal nor a note: something that a note may show.
    private(set) var others = 0

    /// Why nothing is here that could be imported; `nil` where something is.
    var fault: HTML? {
        guard sources.isEmpty else { return nil }
        if empty > 0 { return "The file is empty." }
        if others > 0 { return ImportUploads.noJournal }
        if pictures > 0 { return "There are only pictures here. Choose the journal or the notes they belong to." }
        return "Choose at least one file."
    }

    /// What is said of a file that holds nothing of the kind.
    static let noJournal: HTML = "This is no jrnl file and no Markdown note."

    /// Takes the files of a form as they come. Throws `HTTPFault.tooLarge` beyond `limit` bytes in all.
    init(receiving parts: Multipart, in folder: MemoryFolder, limit: Int) async throws {
        var room = limit
        var hasNotes = false
        let notes = folder.path + "/notes"
        try ImportUploads.makeFolder(notes)
        while let part = try await parts.nextPart() {
            guard let sent = part.fileName, !sent.isEmpty else { continue }
            let name = ImportUploads.plain(sent)
            let isJournal = ImportUploads.isJournal(name)
            let path = (isJournal ? folder.path : notes) + "/" + name
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                guard errno == EEXIST else { throw EngineError.file(path: name, code: errno) }
                left += 1
                continue
            }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            let before = room
            while let piece = try await parts.nextPiece() {
                room -= piece.count
                guard room >= 0 else { throw HTTPFault.tooLarge(limit: limit) }
                try handle.write(contentsOf: Data(piece))
            }
            let isNote = ImportUploads.isNote(name)
            if (isJournal || isNote) && room == before {
                empty += 1
                unsafe unlink(path)
            } else if isJournal {
                sources.append(path)
            } else if isNote {
                hasNotes = true
            } else if ImportUploads.isPicture(name) {
                pictures += 1
            } else {
                others += 1
            }
        }
        if hasNotes { sources.insert(notes, at: 0) }
    }

    private static func makeFolder(_ path: String) throws {
        guard unsafe mkdir(path, 0o700) == 0 else { throw EngineError.file(path: "notes", code: errno) }
    }

    private static func isPicture(_ name: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff", ".svg"]
            .contains { name.lowercased().hasSuffix($0) }
    }

    private static func isNote(_ name: String) -> Bool { [".md", ".markdown"].contains { name.lowercased().hasSuffix($0) } }

    /// A journal of jrnl has one of these endings or none; everything else is a note or something that a note shows.
    private static func isJournal(_ name: String) -> Bool {
        let ending = name.contains(".") ? name.lowercased().split(separator: ".").last ?? "" : ""
        return ["txt", "json", "jrnl", "text", ""].contains(ending)
    }

    /// The name without folders, without a dot before it and without what no name may hold, at most 200 bytes: its end, with
    /// the ending, is kept.
    static func plain(_ sent: String) -> String {
        let last = sent.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(last.drop { $0 == "." }.filter { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } })
        while name.utf8.count > 200 { name.removeFirst() }
        // The folder of the notes has its name beside the journals.
        return name.isEmpty || name == "notes" ? "journal.txt" : name
    }
}
