import ByteSearch
import Foundation
import Testing

/// Writing in an editor: the text never reaches a disk, and does not stay behind.
@Suite struct EditorTests {
    private func edited(_ sandbox: Sandbox, _ script: String, variable: String = "EDITOR") throws -> Outcome {
        try sandbox.run("edit", "last", "--json", extra: [variable: try sandbox.script(script)])
    }

    private func leftOvers(_ sandbox: Sandbox) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: sandbox.runtime)) ?? []
        return names + ((try? FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/tmp")) ?? [])
    }

    @Test func `the editor works on a private file in memory, which is gone afterwards`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text as it was")
        let outcome = try edited(
            sandbox,
            #"""
            { echo "$1"; stat -c %a "$1"; stat -f -c %T "$1"; stat -c %a "$(dirname "$1")"; cat "$1"; } > seen
            cp "$1" "$1~"; printf 'swap' > "$(dirname "$1")/.entry.md.swp"
            sed -i 's/was/is now/' "$1"
            """#)
        #expect(outcome.object["text"] as? String == "the text as it is now", outcome.summary)
        let seen = String(decoding: sandbox.bytes(sandbox.work + "/seen"), as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(seen.count == 5)
        #expect(seen[0].hasPrefix(sandbox.runtime) || seen[0].hasPrefix("/dev/shm") || seen[0].hasPrefix("/run/user"))
        #expect(Array(seen[1...]) == ["600", "tmpfs", "700", "the text as it was"])
        #expect(!FileManager.default.fileExists(atPath: (seen[0] as NSString).deletingLastPathComponent))
        #expect(leftOvers(sandbox) == [])
        #expect(try sandbox.done("history", "last", "--json").list.count == 2)
    }

    /// What an editor is told besides the file, when `EDITOR` is a name that leads to a program.
    private func told(_ sandbox: Sandbox, _ name: String, _ program: String, body: String = "", extra: [String: String] = [:])
        throws
        -> [String]
    {
        let (folder, files) = (sandbox.root + "/bin-" + name + program, FileManager.default)
        for part in ["", "/alternatives"] { try files.createDirectory(atPath: folder + part, withIntermediateDirectories: false) }
        let script = "#!/bin/sh\n\(body)\nprintf '%s\\n' \"$@\" > words\n"
        let path = folder + "/" + program
        // By a process of its own: while one of ours is being started, it holds open what this one writes, and no one can start that.
        let write = ["-c", "printf %s \"$2\" > \"$1\" && chmod 755 \"$1\"", "sh", path, script]
        #expect(try sandbox.start(program: "/bin/sh", write).wait().isDone)
        if name != program {
            // As Debian does it: by a link to a link.
            try files.createSymbolicLink(atPath: folder + "/alternatives/" + name, withDestinationPath: path)
            try files.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: folder + "/alternatives/" + name)
        }
        let outcome = try sandbox.run(
            "edit", "last", "--json",
            extra: ["EDITOR": name, "PATH": folder + ":/usr/bin:/bin"].merging(extra) { $1 })
        #expect(outcome.isDone, outcome.summary)
        return String(decoding: sandbox.bytes(sandbox.work + "/words"), as: UTF8.self).split(separator: "\n").dropLast().map(
            String.init)
    }

    @Test(arguments: [
        ("vim", "vim"), ("nvim", "nvim"), ("vi", "vim.basic"), ("view", "vim.tiny"), ("editor", "vim.nox"),
        ("edit-it", "nvim.appimage"),
    ])
    func `vim is told to keep nothing in files of its own, whatever it is called`(name: String, program: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        let words = try told(sandbox, name, program)
        #expect(words.starts(with: ["-n", "-i", "NONE", "--cmd"]), "\(words)")
        #expect(words.contains { $0.contains("noswapfile noundofile nobackup nowritebackup viminfo=") }, "\(words)")
    }

    @Test func `vim is known by what it is, and by what runs it`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        // Some systems have it under the name vi, as a program of that name or as a script that runs vim.
        #expect(try told(sandbox, "vi", "vi", body: "# exec vim \"$@\"").contains("NONE"))
        #expect(try told(sandbox, "vi", "vi.other", body: "# another editor") == [])
        let chosen = try sandbox.write("SELECTED_EDITOR=\"vim.tiny\"\n", to: sandbox.root + "/home/.selected_editor")
        let path = sandbox.root + "/bin-sensible-editorsensible-editor:" + sandbox.root + "/bin-vim.tinyvim.tiny:/usr/bin:/bin"
        #expect(try told(sandbox, "vim.tiny", "vim.tiny").contains("NONE"))
        let words = try told(
            sandbox, "sensible-editor", "sensible-editor", extra: ["PATH": path, "HOME": sandbox.root + "/home"])
        #expect(words.contains("NONE"), "\(words) by \(chosen)")
    }

    @Test func `other editors that keep parts of a text are told not to`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        let nano = try told(sandbox, "editor", "nano", body: "cat \"${1#--rcfile=}\" > settings")
        #expect(nano.first?.hasPrefix("--rcfile=") == true, "\(nano)")
        #expect(String(decoding: sandbox.bytes(sandbox.work + "/settings"), as: UTF8.self).contains("unset historylog"))
        #expect(try told(sandbox, "emacs", "emacs-nox").contains { $0.contains("backup-inhibited t") })
        #expect(try told(sandbox, "micro", "micro").starts(with: ["-backup", "false"]))
        _ = try told(sandbox, "vi", "nvi", body: "echo \"$NEXINIT\" > settings")
        #expect(String(decoding: sandbox.bytes(sandbox.work + "/settings"), as: UTF8.self).contains("set recdir="))
        #expect(leftOvers(sandbox) == [])
    }

    private static let vim = ["/usr/bin/vim.basic", "/usr/bin/vim.tiny", "/usr/bin/vim"].first(
        where: FileManager.default.isExecutableFile)

    @Test(.enabled(if: EditorTests.vim != nil, "there is no vim on this machine"))
    func `deleted lines are in no file of vim, even if its owner keeps all of them`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("first quicksilverling line\nsecond line")
        let home = sandbox.root + "/home"
        for folder in ["undo", "swap", "backup"] {
            try FileManager.default.createDirectory(atPath: home + "/.vim/" + folder, withIntermediateDirectories: true)
        }
        try sandbox.write(
            """
            set nocompatible
            silent! autocmd!
            silent! set undofile undodir=~/.vim/undo
            silent! set backup writebackup backupdir=~/.vim/backup
            silent! set swapfile updatecount=1 directory=~/.vim/swap//
            silent! set viminfo='100,<50,s10,h
            silent! set viminfofile=~/.viminfo

            """, to: home + "/.vimrc")
        let keys = try sandbox.write("ddofloorboardish\u{1B}:wq\r", to: "keys")
        let link = sandbox.root + "/vi"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: try #require(EditorTests.vim))
        let outcome = try sandbox.run(
            "edit", "last", extra: ["EDITOR": "\(link) --not-a-term -s \(keys)", "HOME": home, "TERM": "dumb"])
        // What vim draws is in the output as well.
        let shown = try sandbox.run("show", "last", "--json")
        #expect(shown.object["text"] as? String == "second line\nfloorboardish", "\(outcome.summary)\n\(shown.summary)")
        var search = ByteSearch()
        for word in ["quicksilverling", "floorboardish"] { search.add(text: word) }
        #expect(search.hits(below: [home]).hits.isEmpty)
        #expect(leftOvers(sandbox) == [])
    }

    @Test func `what was changed elsewhere while the editor was open stays in the text`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("Slept badly. Walked home.")
        let other = "\(Given.program) edit last --text 'Slept badly. Ran home.' > /dev/null 2>&1"
        let outcome = try edited(sandbox, #"\#(other); sed -i 's/badly/well/' "$1""#)
        #expect(outcome.object["text"] as? String == "Slept well. Ran home.", outcome.summary)
        #expect(outcome.errors.contains("both changes are in it"), outcome.summary)
        let meeting = "\(Given.program) edit last --text 'Slept well. Swam home.' > /dev/null 2>&1"
        let conflict = try edited(sandbox, #"\#(meeting); sed -i 's/Ran/Flew/' "$1""#)
        #expect(conflict.object["text"] as? String == "Slept well. Flew home.", conflict.summary)
        #expect(conflict.errors.contains("both texts are in"), conflict.summary)
    }

    @Test func `an editor that changes nothing writes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        let before = sandbox.bytes(sandbox.vault + "/journal.db")
        #expect(try edited(sandbox, "true").isDone)
        // Editors put a line end behind the last line.
        #expect(try edited(sandbox, #"printf 'the text\n' > "$1""#).object["text"] as? String == "the text")
        #expect(sandbox.bytes(sandbox.vault + "/journal.db") == before)
    }

    @Test(arguments: [
        ("exit 3", 1), (#"rm "$1""#, 1), (#": > "$1""#, 1), (#"printf ' \n\n' > "$1""#, 1),
    ])
    func `an editor that fails or leaves nothing changes nothing and leaves nothing behind`(script: String, code: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text as it was")
        let before = sandbox.bytes(sandbox.vault + "/journal.db")
        let outcome = try edited(sandbox, script)
        outcome.expectRefusal(Int32(code), asJSON: true)
        #expect(!outcome.errors.contains("stays in memory"), "there are no words to keep: \(outcome.errors)")
        #expect(leftOvers(sandbox) == [])
        #expect(sandbox.bytes(sandbox.vault + "/journal.db") == before)
    }

    @Test(arguments: [
        (#"printf 'half' > "$1"; exit 1"#, 1), (#"printf 'caf\351' > "$1""#, 64), (#"printf 'a\000b' > "$1""#, 64),
        (#"head -c 1048578 /dev/zero | tr '\0' a > "$1""#, 64),
    ])
    func `words that cannot be saved are kept in memory, and their place is told`(script: String, code: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text as it was")
        let before = sandbox.bytes(sandbox.vault + "/journal.db")
        let editing = try sandbox.start(["edit", "last", "--json"], extra: ["EDITOR": try sandbox.script(script)])
        let outcome = editing.wait()
        outcome.expectRefusal(Int32(code), asJSON: true)
        // The error is one document, with the note in it.
        let document = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any]
        let note = (document?["notes"] as? [String])?.first { $0.contains("/") }
        let path = try #require(note?.split(separator: " ").last.map(String.init), outcome.summary)
        // The guard, which removes the file of a program that was killed, has ended.
        editing.waitForAll()
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(path) is gone or open to others")
        let kind = try sandbox.start(program: "/usr/bin/env", ["stat", "-f", "-c", "%T", path]).wait().text
        #expect(kind == "tmpfs\n" && !sandbox.bytes(path).isEmpty)
        #expect(sandbox.bytes(sandbox.vault + "/journal.db") == before)
        #expect(try sandbox.list().map { $0["text"] as? String } == ["the text as it was"])
    }

    @Test func `an editor that is not installed is named`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        // The shell says a word of its own.
        let outcome = try sandbox.run("edit", "last", extra: ["EDITOR": "no-such-editor"])
        #expect(
            outcome.code == 1 && outcome.errors.contains("auralyst: error: the editor 'no-such-editor' ended"), outcome.summary)
        try sandbox.run("edit", "last").expectRefusal(64)
    }

    @Test func `VISUAL stands before EDITOR, and may be several words`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        let script = try sandbox.script(#"echo "$1 $2" > words; printf 'by visual' > "$2""#)
        let outcome = try sandbox.run("edit", "last", "--json", extra: ["VISUAL": "\(script) --wait", "EDITOR": "false"])
        #expect(outcome.object["text"] as? String == "by visual", outcome.summary)
        #expect(String(decoding: sandbox.bytes(sandbox.work + "/words"), as: UTF8.self).hasPrefix("--wait /"))
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGHUP, SIGABRT])
    func `the file goes also when the program is ended in the middle`(signal: Int32) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text as it was")
        let script = try sandbox.script(#"echo "$1" > where; echo secretly >> "$1"; echo ready >&3; exec sleep 300"#)
        let editing = try sandbox.start(["edit", "last"], extra: ["EDITOR": script])
        try #require(editing.waitForLine())
        let path = String(decoding: sandbox.bytes(sandbox.work + "/where"), as: UTF8.self).trimmingCharacters(in: .newlines)
        try #require(FileManager.default.fileExists(atPath: path))
        _ = kill(editing.pid, signal)
        let ended = editing.wait()
        #expect(ended.ending != .exited(0), ended.summary)
        // The editor, which goes on without the program, and then all that is left: the guard, which removes the file.
        editing.endAll()
        #expect(!FileManager.default.fileExists(atPath: path), "the editor's file is still there")
        #expect(leftOvers(sandbox) == [])
        #expect(try sandbox.list().map { $0["text"] as? String } == ["the text as it was"])
    }

    @Test(arguments: [SIGINT, SIGQUIT])
    func `what a terminal sends on Ctrl-C is for the editor, and the program waits on`(signal: Int32) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text as it was")
        unsafe try #require(mkfifo(sandbox.work + "/go", 0o600) == 0)
        let script = try sandbox.script(#"echo ready >&3; read -r word < go; echo "$word" > "$1""#)
        let editing = try sandbox.start(["edit", "last", "--json"], extra: ["EDITOR": script])
        try #require(editing.waitForLine())
        _ = kill(editing.pid, signal)
        // It waits for the editor, which writes only now.
        let going = try sandbox.start(program: "/bin/sh", ["-c", "echo gone-on > go"])
        let outcome = editing.wait()
        #expect(outcome.object["text"] as? String == "gone-on", outcome.summary)
        editing.waitForAll()
        #expect(leftOvers(sandbox) == [])
        withExtendedLifetime(going) {}
    }

    @Test func `without a place in memory nothing is written to a disk`() throws {
        // A runtime folder that is on a disk must not be used; where /dev/shm is missing too, the edit is refused.
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("the text")
        // Beside what was built: the tests' own folders may be in memory.
        let onDisk = FileManager.default.currentDirectoryPath + "/.build/runtime-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: onDisk, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: onDisk) }
        sandbox["XDG_RUNTIME_DIR"] = onDisk
        let watch = try FolderWatch([onDisk, sandbox.root + "/tmp", sandbox.root + "/home"])
        let outcome = try edited(sandbox, #"stat -f -c %T "$1" > kind"#)
        if outcome.isDone {
            #expect(String(decoding: sandbox.bytes(sandbox.work + "/kind"), as: UTF8.self) == "tmpfs\n")
        } else {
            outcome.expectRefusal(1, "no_memory_folder", asJSON: true)
        }
        #expect(watch.names() == [])
    }
}
