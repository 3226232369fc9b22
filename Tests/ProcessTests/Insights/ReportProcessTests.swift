import Foundation
import Testing

@Suite struct ReportProcessTests {
    /// A vault with some days of a health log, in 2026.
    private func given() throws -> Sandbox {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for day in 1...6 {
            try sandbox.done("symptom", "Headache", "\(day + 2)", "--at", "2026-03-0\(day) 09:00", "--note", "behind the CORNEA")
            try sandbox.done("check-in", "--mood", "\(9 - day)", "--at", "2026-03-0\(day) 21:00")
        }
        try sandbox.done("medication", "add", "Sumatriptan", "--strength", "50 mg", "--as-needed")
        return sandbox
    }

    private static let days = ["--from", "2026-03-01", "--to", "2026-03-14"]
    private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: chromium != nil, "Chromium is not installed"))
    func `a PDF of one to four pages is made, and its page lies nowhere else afterwards`() throws {
        let sandbox = try given()
        let words = ["report", "--out", "r.pdf", "--yes", "--include", "notes"] + ReportProcessTests.days
        let outcome = try sandbox.start(words).wait()
        #expect(outcome.isDone, outcome.summary)
        let bytes = sandbox.bytes(sandbox.work + "/r.pdf")
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
        let pages = String(decoding: bytes, as: Unicode.ASCII.self).matches(of: /\/Type\s*\/Page[^s]/).count
        #expect((1...4).contains(pages), "\(pages) pages")
        for place in sandbox.places where place != sandbox.vault {
            let all = FileManager.default.enumerator(atPath: place)?.allObjects.compactMap { $0 as? String } ?? []
            #expect(!all.contains { $0.contains("auralyst-page") || $0.hasSuffix("page.html") }, "\(place): \(all)")
            for name in all where name != "r.pdf" {
                #expect(!String(decoding: sandbox.bytes(place + "/" + name), as: UTF8.self).contains("CORNEA"), "\(name)")
            }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a program that is interrupted ends Chromium and leaves nothing of the page`(number: Int32) throws {
        let sandbox = try given()
        let notes = sandbox.root + "/output"
        let lines = """
            #!/bin/sh
            for word in "$@"; do case "$word" in file://*) page=${word#file://};; esac; done
            cd '\(notes)'
            exec > alive
            sleep infinity &
            cp "$page" seen.new; mv seen.new seen
            wait
            """
        let path = try sandbox.write(lines, to: notes + "/lines")
        // Written by a process of its own, it can be started at once.
        let copy = try sandbox.start(
            program: "/bin/sh", ["-c", "cat \"$1\" > \"$1.sh\" && chmod 755 \"$1.sh\"", "sh", path]
        ).wait()
        #expect(copy.isDone, copy.summary)
        sandbox["AURALYST_CHROMIUM"] = path + ".sh"
        // The script and what it starts hold this pipe open until they end.
        unsafe try #require(mkfifo(notes + "/alive", 0o600) == 0)
        let alive = unsafe open(notes + "/alive", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(alive) }
        let child = try sandbox.start(["report", "--out", "r.pdf", "--yes"] + ReportProcessTests.days)
        let page = child.wait(forChangesOf: notes) { FileManager.default.contents(atPath: notes + "/seen") }
        #expect(String(decoding: page ?? Data(), as: UTF8.self).contains("Headache"))
        #expect(Foundation.kill(child.pid, number) == 0)
        let outcome = child.wait()
        try #require(outcome.code == 130 && outcome.errors.contains("no PDF was made: this was cancelled"), outcome.summary)
        for place in sandbox.places where place != sandbox.vault {
            let all = FileManager.default.enumerator(atPath: place)?.allObjects.compactMap { $0 as? String } ?? []
            #expect(!all.contains { $0.contains("auralyst-page") || $0.hasSuffix(".pdf") }, "\(place): \(all)")
        }
        // It ends when both have ended.
        try #require(fcntl(alive, F_SETFL, 0) == 0)
        var byte: UInt8 = 0
        #expect(unsafe read(alive, &byte, 1) == 0)
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a PDF that is killed leaves no page behind, and no browser that could write it again`(signal: Int32) throws {
        let sandbox = try given()
        let notes = sandbox.root + "/output"
        let (place, never) = (notes + "/place", notes + "/never")
        unsafe try #require(mkfifo(never, 0o600) == 0)
        // A browser that says where its page is, and then takes for ever.
        let browser = sandbox.work + "/browser"
        let script =
            "#!/bin/sh\nfor last; do :; done; echo \"${last#file://}\" > '\(place).new'; mv '\(place).new' '\(place)'; exec cat '\(never)'\n"
        let write = ["-c", "printf %s \"$2\" > \"$1\" && chmod 755 \"$1\"", "sh", browser, script]
        #expect(try sandbox.start(program: "/bin/sh", write).wait().isDone)
        let making = try sandbox.start(
            ["report", "--out", "report.pdf", "--yes"] + ReportProcessTests.days, extra: ["AURALYST_CHROMIUM": browser])
        let said = making.wait(forChangesOf: notes) { FileManager.default.contents(atPath: place) }
        let page = String(decoding: said ?? Data(), as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(FileManager.default.fileExists(atPath: page))
        _ = kill(making.pid, signal)
        _ = making.wait()
        // The guard, which has ended the browser.
        making.endAll()
        #expect(!FileManager.default.fileExists(atPath: page), "\(page)")
        #expect(!FileManager.default.fileExists(atPath: (page as NSString).deletingLastPathComponent))
    }
}
