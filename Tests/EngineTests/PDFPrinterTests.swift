import Engine
import Foundation
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

    @Test(arguments: [PDFError.noBrowser, .noFolder, .failed, .tooSlow])
    func `every way to fail has words and another way to go`(error: PDFError) {
        let explanation = Explanation(error)
        #expect(explanation.code.hasPrefix("pdf_") && explanation.hint?.contains(".html") == true)
    }
}
