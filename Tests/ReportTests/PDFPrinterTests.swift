import Base
import Foundation
import GivenValues
import Report
import Testing

/// How a page becomes a PDF; in the place of Chromium stands a script that says what it was given.
@Suite struct PDFPrinterTests {
    private let scratch = ScratchFolder()

    /// A program that runs these lines with `$page` and `$target` set.
    private func program(_ lines: String) throws -> String {
        let text = """
            #!/bin/sh
            for word in "$@"; do case "$word" in --print-to-pdf=*) target=${word#--print-to-pdf=};; file://*) page=${word#file://};; esac; done
            cd '\(scratch.path)'
            \(lines)
            """
        let path = try scratch.write(text, to: "lines")
        // A file that another process has written can be started at once, whatever this one is about to start.
        let copy = Process()
        copy.executableURL = URL(fileURLWithPath: "/bin/sh")
        copy.arguments = ["-c", "cat \"$1\" > \"$1.sh\" && chmod 755 \"$1.sh\"", "sh", path]
        try copy.run()
        copy.waitUntilExit()
        return path + ".sh"
    }

    private func said(_ name: String) throws -> String {
        String(decoding: try contents(of: scratch.path + "/" + name), as: UTF8.self)
    }

    @Test func `the page lies in a folder for the owner alone, which is gone afterwards`() async throws {
        let program = try program(
            """
            stat -c %a "$page" "$(dirname "$page")" > modes; echo "$page" > place; env > environment; echo "$@" > words
            printf '%%PDF-1.4 ' > "$target"; cat "$page" >> "$target"
            """)
        let printer = try PDFPrinter(environment: ["AURALYST_CHROMIUM": program], fallback: scratch.path)
        let pdf = try await printer.pdf(of: Array("<p>Grüße</p>".utf8))
        #expect(String(decoding: pdf, as: UTF8.self) == "%PDF-1.4 <p>Grüße</p>")
        #expect(try said("modes") == "600\n700\n")
        let place = try said("place").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: place).deletingLastPathComponent().path))
        // Nothing of this program's environment goes along but where programs and languages are.
        let variables = Set(
            try said("environment").split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        let known: Set = [
            "PATH", "LANG", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "PWD",
            "OLDPWD", "_",
            "SHLVL",
        ]
        #expect(variables.subtracting(known) == [])
        // Nothing of the page stands in the words of the command, which other users of the machine can see.
        let words = try said("words")
        #expect(
            !words.contains("Gr") && words.contains("--user-data-dir=") && words.contains("--host-resolver-rules=MAP * ~NOTFOUND")
        )
        #expect(names(in: scratch.path).filter { $0.hasPrefix("auralyst-page") }.isEmpty)
    }

    @Test(arguments: ["exit 1", "exit 0", "printf 'no pdf' > \"$target\"", "kill -9 $$"])
    func `a program that makes no PDF is said to have made none`(lines: String) async throws {
        let printer = try PDFPrinter(environment: ["AURALYST_CHROMIUM": try program(lines)], fallback: scratch.path)
        await #expect(throws: PDFError.failed) { try await printer.pdf(of: [0x20]) }
    }

    @Test(arguments: ["/nonexistent/chromium", "chromium", "./chromium", "/etc/passwd", "/"])
    func `what is named in place of Chromium has to be a program by its whole path`(named: String) {
        #expect(!PDFPrinter.isThere(["AURALYST_CHROMIUM": named]))
        #expect(throws: PDFError.noBrowser) { try PDFPrinter(environment: ["AURALYST_CHROMIUM": named]) }
    }

    @Test(arguments: [PDFError.noBrowser, .noFolder, .failed, .tooSlow, .interrupted])
    func `every way to fail has words and another way to go`(error: PDFError) {
        let explanation = Explanation(error)
        #expect(explanation.code.hasPrefix("pdf_") && explanation.hint?.commandLine.contains(".html") == true)
    }

    // MARK: what is left behind

    /// Waits for what another program does: not on a thread that all tasks share.
    private func waiting<T: Sendable>(for body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }

    @Test func `who does not wait any longer ends the program with all it has started, and nothing is left`() async throws {
        // Held open by the program and what it starts: it ends with the last of them.
        let pipe = scratch.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let program = try program("exec > pipe; echo \"$page\"; (sleep 600; echo the child lives on) & wait; echo so does it")
        let printer = try PDFPrinter(environment: ["AURALYST_CHROMIUM": program], fallback: scratch.path)
        let task = Task { try await printer.pdf(of: Array("<p>".utf8)) }
        let file = try await waiting { try #require(FileHandle(forReadingAtPath: pipe)) }
        let place = String(decoding: try await waiting { file.availableData }, as: UTF8.self).dropLast()
        #expect(FileManager.default.fileExists(atPath: String(place)))
        task.cancel()
        await #expect(throws: PDFError.interrupted) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: String(place)).deletingLastPathComponent().path))
        let rest = try await waiting { try file.readToEnd() ?? Data() }
        #expect(String(decoding: rest, as: UTF8.self) == "", "all of it has ended")
    }

    @Test func `a task that is cancelled before it begins starts no program`() async throws {
        let program = try program("echo there > started")
        let printer = try PDFPrinter(environment: ["AURALYST_CHROMIUM": program], memory: [], fallback: scratch.path)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await printer.pdf(of: [0x20])
        }
        task.cancel()
        await #expect(throws: PDFError.interrupted) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/started"))
    }

    /// A folder as the page lies in, with a file in it.
    private func leave(_ name: String, in place: String, permissions: Int = 0o700) throws -> String {
        let path = place + "/auralyst-page-" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: path + "/page.html", contents: Data("kept".utf8)))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        return path
    }

    @Test func `what killed programs have left is cleared away, and nothing else that bears such a name`() async throws {
        let place = scratch.path + "/memory"
        let elsewhere = try leave("elsewhere", in: scratch.path + "/other")
        let left = [try leave("left", in: place), try leave("4000000-left", in: place)]
        // Somebody is still at work in this one, wherever: its number says nothing here.
        let held = try leave("4000001-held", in: place)
        let lock = unsafe open(held, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        var kept = [
            held, try leave("4000002-open", in: place, permissions: 0o755), try leave("s", in: place, permissions: 0o1700),
        ]
        if getuid() == 0 {
            let foreign = try leave("4000003-foreign", in: place)
            try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: foreign)
            kept.append(foreign)
        }
        let link = place + "/auralyst-page-4000004-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
        let file = place + "/auralyst-page-4000005-file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        let program = try program("printf '%%PDF-' > \"$target\"")
        let printer = try PDFPrinter(environment: ["AURALYST_CHROMIUM": program], memory: [place])
        #expect(try await printer.pdf(of: [0x20]) == Array("%PDF-".utf8))
        for path in left { #expect(!FileManager.default.fileExists(atPath: path), "\(path)") }
        for path in kept + [elsewhere] { #expect(FileManager.default.fileExists(atPath: path + "/page.html"), "\(path)") }
        #expect(Set(names(in: place)) == Set((kept + [link, file]).map { URL(fileURLWithPath: $0).lastPathComponent }))
    }

    @Test func `a socket fits into the folder of a browser, however long its name`() async throws {
        let place = scratch.path + "/" + String(repeating: "long", count: 30)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        // A path of a socket has 107 characters, with that of the folder for what is temporary before its name.
        let program = try program(
            "echo \"$TMPDIR\" > place; cd - && cd \"$TMPDIR\" && ls > '\(scratch.path)/there'; printf '%%PDF-' > \"$target\"")
        _ = try await PDFPrinter(environment: ["AURALYST_CHROMIUM": program], memory: [place]).pdf(of: [0x20])
        #expect(try said("place").count < 40)
        #expect(try said("there").contains("page.html"))
    }

    @Test func `a folder on a disk is named beforehand, and taken only where there is none in memory`() async throws {
        let program = try program("echo \"$page\" > place; printf '%%PDF-' > \"$target\"")
        let environment = ["AURALYST_CHROMIUM": program]
        let onDisk = try PDFPrinter(environment: environment, memory: [], fallback: scratch.path)
        #expect(onDisk.folderOnDisk == scratch.path)
        _ = try await onDisk.pdf(of: [0x20])
        #expect(try said("place").hasPrefix(scratch.path + "/auralyst-page-"))
        let inMemory = try PDFPrinter(environment: environment, memory: [scratch.path + "/nowhere"], fallback: scratch.path)
        #expect(inMemory.folderOnDisk == nil)
        await #expect(throws: PDFError.noFolder) { try await inMemory.pdf(of: [0x20]) }
        await #expect(throws: PDFError.noFolder) { try await PDFPrinter(environment: environment, memory: []).pdf(of: [0x20]) }
    }
}
