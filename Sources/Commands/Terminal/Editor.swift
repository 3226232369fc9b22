import Base
import Basics
import CPlatform
import Engine
import Foundation
import Journal

/// Opens a person's editor without the text ever reaching a disk.
///
/// The file is in its own folder (0700) on a file system in memory. A guard process waits for this program to end in any way, and
/// then removes the folder.
enum Editor {
    /// Opens the editor with a text and passes the result to `save`.
    ///
    /// If anything fails after writing began, the text is not lost: the file stays in memory, and its path is printed.
    static func edit<T>(_ text: String, save: (String) async throws -> T) async throws -> T {
        guard isatty(STDIN_FILENO) == 1 || Variables["VISUAL"] ?? Variables["EDITOR"] != nil else {
            throw EngineError.entry(.textEmpty)
        }
        // Words that could not be saved stay until the machine restarts: no later one sweeps them.
        guard let folder = TemporaryFolder("auralyst-text-", in: TemporaryFolder.placesInMemory(), sweeps: false) else {
            throw Refusal(
                "no_memory_folder", "this machine has no private folder in memory for the editor",
                hint: "give the text on the command line, or pipe it in with --text -", exit: .failed)
        }
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/entry.md"
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw EngineError.file(path: path, code: errno) }
        do {
            try run(on: path)
            return try await save(try written(at: path, before: text))
        } catch {
            if hasWords(at: path, besides: text) {
                folder.keep()
                Terminal.note(say("what you wrote stays in memory until this machine restarts: \(path)"))
            }
            throw error
        }
    }

    /// Whether the file has any text that would be missed.
    private static func hasWords(at path: String, besides text: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: path), bytes != Data(text.utf8) else { return false }
        return !String(decoding: bytes, as: UTF8.self).allSatisfy(\.isWhitespace)
    }

    private static func written(at path: String, before text: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw EngineError.file(path: path, code: ENOENT) }
        guard bytes.count <= Limits.textBytes + 1 else { throw EngineError.entry(.textTooLong(bytes: bytes.count)) }
        guard let edited = String(validating: bytes, as: UTF8.self) else {
            throw Refusal("not_utf8", "the editor saved a text that is not UTF-8", hint: "set its encoding to UTF-8")
        }
        guard edited.contains(where: { !$0.isWhitespace }) else {
            throw Refusal("text_empty", "nothing was written, so nothing was saved", exit: .failed)
        }
        // Editors add a line end after the last line; it belongs to the text only if it was there before.
        return edited.hasSuffix("\n") && !text.hasSuffix("\n") ? String(edited.dropLast()) : edited
    }

    private static func run(on path: String) throws {
        let editor = Variables["VISUAL"] ?? Variables["EDITOR"] ?? "nano"
        // The editor may be several words ("code --wait"): the shell splits them, the path stays one word.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let words = ["/bin/sh", "-c", try KnownEditor.line(for: editor, in: folder), "sh", path]
        let status = unsafe CArguments(words).lend { unsafe platform_run(words[0], $0) }
        guard status == 0 else {
            throw Refusal(
                "editor_failed", "the editor '\(editor)' ended with status \(status), so nothing was saved",
                hint: status == 127 ? "set EDITOR to an editor that is installed" : nil, exit: .failed)
        }
    }
}
