import Base
import Basics
import Foundation

/// The editors that write parts of a text into files of their own (registers, undo, backups, searches), and what each is told so that
/// it does not. An editor is known by the program that its name leads to: on many systems `vi`, `view` and `editor` are vim.
enum KnownEditor: CaseIterable {
    case vim, nvi, nano, emacs, micro

    /// The shell's words for a command with an editor and the path `$1`, with what the editor has to be told.
    /// - Parameter folder: a private one in memory, for files that only the editor needs.
    static func line(for command: String, in folder: String) throws -> String {
        let known = command.split(separator: " ").lazy.compactMap { KnownEditor(running: String($0)) }.first
        switch known {
        case nil: return command + " \"$1\""
        case .vim:
            // After the owner's settings and before the text is read. In a group of its own, which 'autocmd!' spares.
            let set = "set noswapfile noundofile nobackup nowritebackup viminfo="
            return command + " -n -i NONE --cmd 'augroup auralyst' --cmd 'autocmd BufReadPre,BufNewFile * \(set)' "
                + "--cmd 'augroup END' \"$1\""
        case .nvi:
            // Its copy for a recovery lies in a folder on the disk. These settings replace those in .nexrc, so they come first.
            let own = Folder.absolute("~") + "/.nexrc"
            let start = OpenFile.size(at: own) == nil ? "" : "source \(own)|"
            return "export NEXINIT=\(Shell.quoted(start + "set recdir=\(folder)")); \(command) \"$1\""
        case .nano: return command + " --rcfile=\(Shell.quoted(try nanoSettings(in: folder))) \"$1\""
        case .emacs:
            let forms = [
                "(setq make-backup-files nil backup-inhibited t auto-save-default nil auto-save-list-file-prefix nil)",
                "(dolist (mode '(savehist-mode desktop-save-mode recentf-mode save-place-mode)) "
                    + "(when (and (boundp mode) (symbol-value mode)) (funcall mode -1)))",
            ]
            return command + forms.map { " --eval \(Shell.quoted($0))" }.joined() + " \"$1\""
        case .micro: return command + " -backup false -savehistory false -saveundo false -savecursor false \"$1\""
        }
    }

    /// The editor that a word of a command runs; `nil` for another program.
    private init?(running word: String) {
        guard let path = KnownEditor.program(word) else { return nil }
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let name = KnownEditor.name(of: real)
        if name == "sensible-editor" {
            // It asks for the owner's choice itself, and runs that with the words that it was given.
            guard let next = KnownEditor.sensible, KnownEditor.program(next) != path else { return nil }
            self.init(running: next)
            return
        }
        let typed = KnownEditor.name(of: path)
        let found = KnownEditor.allCases.first { $0.hasName(name) || $0.hasName(typed) } ?? KnownEditor.unnamed(real)
        guard let found else { return nil }
        self = found
    }

    private func hasName(_ name: String) -> Bool {
        switch self {
        case .vim: ["vim", "nvim", "gvim", "rvim", "evim"].contains { name.hasPrefix($0) }
        case .nvi: ["nvi", "nex", "nview"].contains(name)
        case .nano: ["nano", "rnano", "pico"].contains { name == $0 || name.hasPrefix($0 + "-") }
        // `emacsclient` has a running Emacs open the file.
        case .emacs: name.hasPrefix("emacs") && !name.hasPrefix("emacsclient")
        case .micro: name == "micro"
        }
    }

    /// Some systems have vim under the name vi, as a program or as a script that runs vim.
    private static func unnamed(_ path: String) -> KnownEditor? {
        guard ["vi", "view", "ex", "editor"].contains(name(of: path)), let size = OpenFile.size(at: path), size < 64 << 20,
            let bytes = FileManager.default.contents(atPath: path)
        else { return nil }
        let marks = bytes.starts(with: Data("#!".utf8)) ? ["vim"] : ["VIM - Vi IMproved", "NVIM v"]
        return marks.contains { bytes.firstRange(of: Data($0.utf8)) != nil } ? .vim : nil
    }

    /// What `sensible-editor` of Debian runs.
    private static var sensible: String? {
        let own = FileManager.default.contents(atPath: Folder.absolute("~/.selected_editor")) ?? Data()
        let lines = String(decoding: own, as: UTF8.self).split(separator: "\n")
        let chosen = lines.first { $0.hasPrefix("SELECTED_EDITOR=") }?.dropFirst(16)
        let bare = chosen.map { String($0).filter { $0 != "\"" && $0 != "'" } }
        return [Variables["VISUAL"], Variables["EDITOR"], bare, Variables["SELECTED_EDITOR"], "editor"].compactMap(\.self)
            .first { !name(of: $0).hasPrefix("sensible-editor") }
    }

    /// The program that a word runs: at that path, or in a folder of `PATH`.
    private static func program(_ word: String) -> String? {
        let word = word.filter { $0 != "\"" && $0 != "'" }
        let folders = (Variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/" }
        let places = word.utf8.contains(UInt8(ascii: "/")) ? [""] : folders
        return places.map { $0 + word }.first { Folder.isFolder($0) == false && FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The owner's settings of nano, with those taken back that keep parts of a text.
    private static func nanoSettings(in folder: String) throws -> String {
        // As nano itself looks for them: for root in the home of the system's list of users.
        let home = getuid() == 0 ? Folder.home : Folder.absolute("~")
        let configured = (Variables["XDG_CONFIG_HOME"] ?? home + "/.config") + "/nano/nanorc"
        let own = [home + "/.nanorc", configured].first { OpenFile.size(at: $0) != nil }
        var settings = Data()
        for path in ["/etc/nanorc", own].compactMap(\.self) {
            settings += (FileManager.default.contents(atPath: path) ?? Data()) + Data("\n".utf8)
        }
        settings += Data("unset historylog\nunset positionlog\nunset backup\nunset locking\n".utf8)
        let path = folder + "/nanorc"
        guard FileManager.default.createFile(atPath: path, contents: settings, attributes: [.posixPermissions: 0o600]) else {
            throw Refusal("editor_failed", "the settings of nano could not be written to memory", exit: .failed)
        }
        return path
    }
}
