import Foundation
import Testing

/// What the program does where a person sits at a terminal: a pseudo-terminal of the test's own.
@Suite struct TerminalTests {
    @Test func `text that is piped into a locked vault is saved once the passphrase is typed at the terminal`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("from the pipe\n", to: "text")
        let terminal = try #require(PseudoTerminal())
        let file = try #require(sandbox["AURALYST_PASSPHRASE_FILE"])
        sandbox.withoutKeys()
        let adding = try sandbox.start(
            program: "/usr/bin/env",
            ["setsid", "--ctty", "--wait", "sh", "-c", "exec \"$0\" add - --json < text", Given.program],
            input: .path(terminal.path))
        #expect(terminal.read(until: "Passphrase: "))
        terminal.type(Given.passphrase + "\n")
        let outcome = adding.wait()
        #expect(outcome.object["text"] as? String == "from the pipe", outcome.summary)
        sandbox["AURALYST_PASSPHRASE_FILE"] = file
        #expect(try sandbox.list().map { $0["text"] as? String } == ["from the pipe"])
    }

    @Test(arguments: [
        ["add", "--attach", "missing.jpg"], ["add", "--journal", "nowhere"], ["add", "--template", "none"],
        ["add", "--tag", "a b"],
        ["edit", "zzzz"], ["template", "set", "two\nlines"], ["template", "set", " "],
    ])
    func `what is wrong already is said before the editor opens`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("there before")
        let editor = try sandbox.script(#"touch opened; echo "a long evening" > "$1""#)
        let terminal = try #require(PseudoTerminal())
        let outcome = try sandbox.start(words, input: .path(terminal.path), extra: ["EDITOR": editor]).wait()
        #expect(!outcome.isDone, outcome.summary)
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/opened"), outcome.summary)
    }

    @Test func `JSON on a terminal steers nothing, and means what it means in a pipe`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let text = "a \u{1B}[2J b \u{9B}31m c \u{202E}d \u{2066}e \u{200F}f"
        _ = try sandbox.add(text)
        try sandbox.keepKey()
        let shown = try sandbox.onTerminal("show last --json")
        for scalar in ["\u{1B}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}"] { #expect(!shown.contains(scalar)) }
        let document = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
        #expect(document?["text"] as? String == text)
        // A pipe gets it as JSON allows.
        #expect(try sandbox.done("show", "last", "--json").text.contains("\u{202E}d"))
        let plain = try sandbox.onTerminal("show last")
        for scalar in ["\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}"] { #expect(!plain.contains(scalar)) }
    }

    @Test func `an export goes to no terminal, where what others wrote could steer it`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("a \u{9B}31m b \u{202E}c")
        try sandbox.keepKey()
        let (shown, outcome) = try sandbox.printed("export json --out - --yes")
        outcome.expectRefusal(64, "not_printed")
        #expect(shown.isEmpty)
    }

    @Test func `paths and units on a terminal steer nothing either`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let steering = ["\u{1B}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{7}"]
        _ = try sandbox.add("something")
        let path = sandbox.work + "/a\u{1B}[31m\u{1B}]0;title\u{7}\u{202E}b.json"
        try sandbox.done("export", "json", "--out", path, "--yes")
        try sandbox.done("measure", "Weight\u{202E}x", "71.4", "k\u{2066}g")
        try sandbox.keepKey()
        for command in ["export list", "measure", "measure list", "day"] {
            let shown = try sandbox.onTerminal(command)
            for scalar in steering { #expect(!shown.contains(scalar), "\(command): \(shown.debugDescription)") }
        }
        // In a pipe a line stays a line.
        #expect(try !sandbox.done("export", "list").text.contains("\u{1B}"))
    }

    @Test func `the name of a file forges no line`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let file = try sandbox.write("x", to: "a.txt\nattached: forged.pdf\u{2028}and more \u{202E}")
        _ = try sandbox.add("with a file", "--attach", file)
        try sandbox.keepKey()
        for shown in [try sandbox.done("show", "last").text, try sandbox.onTerminal("show last")] {
            let lines = shown.split(whereSeparator: \.isNewline).filter { $0.contains("attached: ") }
            #expect(lines.count == 1 && lines[0].contains("forged.pdf"), "\(shown.debugDescription)")
            #expect(!shown.contains("\u{202E}") && !shown.contains("\u{2028}"))
        }
    }

    @Test(arguments: [40, 63, 80, 120, 200])
    func `no row is wider than the terminal, with wide characters too`(columns: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for text in [
            "今日は長い一日でした、川のそばを歩いて、本を読みました、それから友だちに電話しました",
            "🎉🎉 party 👩‍👩‍👧 and a long text after the emoji that goes on and on until it has to be cut somewhere",
            "plain words go on and on in this line, "
                + String(repeating: "which is longer than most terminals are wide, ", count: 5),
        ] {
            _ = try sandbox.add(text, "--tag", "walk", "--tag", "家族", "--tag", "a-rather-long-tag", "--mood", "relaxed", "--star")
        }
        try sandbox.done(
            "symptom", "頭痛", "7", "--note", "a note that is long enough to be wrapped on a terminal of forty columns")
        try sandbox.keepKey()
        for words in ["list", "search on", "symptom list", "day"] {
            let lines = try sandbox.onTerminal(words, columns: columns).split(separator: "\n")
            for line in lines { #expect(Self.width(line) <= columns, "\(words): \(Self.width(line)): \(line)") }
            if columns == 200, ["list", "day"].contains(words) { #expect(lines.contains { Self.width($0) > 190 }, "\(words)") }
        }
        let day = try sandbox.onTerminal("day", columns: columns)
        #expect(day.contains("★") && (columns < 80 || day.contains("#walk") || day.contains("relaxed +3")), "\(day)")
    }

    @Test(arguments: [40, 80, 200])
    func `a long row is wrapped, and loses no word`(columns: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        // No midnight passes.
        try sandbox.setClock()
        try sandbox.done(
            "medication", "add", "Levetiracetam", "of", "a", "rather", "long", "name", "--strength", "500 mg", "--stock", "60")
        try sandbox.done("schedule", "add", "levetiracetam", "every", "2", "days", "at", "7:00,", "12:30", "and", "21:45")
        try sandbox.done(
            "schedule", "add", "levetiracetam", "daily", "at", "9:00", "--taper",
            "4 x 7, 3 x 7, 2.5 x 7, 2 x 7, 1.5 x 7, 1 x 7, 0.5 x 7")
        try sandbox.done("journal", "new", "Notes for my neurologist, and nothing else")
        try sandbox.done("check-in", "--mood", "3", "--note", "so many words that they do not fit into one row of forty columns")
        try sandbox.done(
            "trial", "new", "A walk of half an hour right after lunch", "--outcome", "headache", "--from", "today", "--yes")
        try sandbox.done("support", "step", "add", "Walk around the block, twice if it rains, and call Anna when I am back")
        try sandbox.keepKey()
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        for command in [
            "medication", "medication show levet", "schedule list", "journal list", "check-in list", "trial list", "trial today",
            "support", "dose list --on today", "review 2026-03",
        ] {
            let whole = try sandbox.start(command.split(separator: " ").map(String.init)).wait().text
            let shown = try sandbox.onTerminal(command, columns: columns)
            #expect(words(shown) == words(whole), "\(command): \(shown)")
            for line in shown.split(separator: "\n") { #expect(Self.width(line) <= columns, "\(command): \(line)") }
        }
    }

    @Test func `Enter alone at the recovery code asks again`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.keepKey()
        let terminal = try #require(PseudoTerminal())
        let asking = try sandbox.start(
            program: "/usr/bin/env",
            [
                "setsid", "--ctty", "--wait", "sh", "-c", "exec \"$0\" keys recovery 2> \"$1\"", Given.program, terminal.path,
            ], input: .path(terminal.path))
        #expect(terminal.read(until: "Recovery code: "))
        terminal.type("\n")
        #expect(terminal.read(until: "Recovery code: "))
        terminal.type(Given.empty.recoveryCode + "\n")
        let outcome = asking.wait()
        #expect(outcome.isDone && outcome.text.contains("Correct"), outcome.summary)
    }

    /// Columns as a terminal counts them, as far as these texts need it: two for emoji and what is written in Chinese characters.
    static func width(_ line: Substring) -> Int {
        line.reduce(0) { sum, character in
            let isWide = character.unicodeScalars.contains { (0x2E80...0xFFDC).contains($0.value) || $0.value >= 0x1F300 }
            return sum + (isWide ? 2 : 1)
        }
    }
}

extension Sandbox {
    func onTerminal(_ words: String, columns: Int? = nil) throws -> String {
        let (shown, outcome) = try printed(words, columns: columns)
        #expect(outcome.isDone, outcome.summary)
        return shown
    }

    /// The same, with how it ended.
    func printed(_ words: String, columns: Int? = nil) throws -> (String, Outcome) {
        let terminal = try #require(PseudoTerminal(columns: columns))
        let showing = try start(
            program: "/usr/bin/env", ["sh", "-c", "exec \"$0\" \(words) > \"$1\"", Given.program, terminal.path],
            extra: ["NO_COLOR": "1"])
        let outcome = showing.wait()
        return (terminal.readRest(), outcome)
    }
}

/// A pseudo-terminal: what a program sees as the terminal of a person, and the person's end of it.
private final class PseudoTerminal {
    private let person: Int32
    /// Held open, so that what was printed waits until it is read.
    private let program: Int32
    /// Where a program opens its end.
    let path: String

    init?(columns: Int? = nil) {
        var (person, program): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns ?? 0), ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe openpty(&person, &program, nil, nil, &size) == 0 else { return nil }
        (self.person, self.program) = (person, program)
        for end in [person, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var name = [UInt8](repeating: 0, count: 128)
        let isNamed = unsafe name.withUnsafeMutableBytes {
            guard let start = unsafe $0.bindMemory(to: CChar.self).baseAddress else { return false }
            return unsafe ttyname_r(program, start, $0.count) == 0
        }
        guard isNamed else { return nil }
        path = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        // No echo, no carriage returns: what is read is what the program printed.
        var modes = termios()
        unsafe _ = tcgetattr(program, &modes)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ECHO)
        unsafe _ = tcsetattr(program, TCSANOW, &modes)
    }

    deinit {
        if program >= 0 { close(program) }
        if person >= 0 { close(person) }
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        unsafe _ = write(person, bytes, bytes.count)
    }

    /// Reads until a text was printed; `false` when the terminal is gone before.
    func read(until text: String) -> Bool {
        var printed = ""
        while !printed.contains(text) {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Foundation.read(person, &buffer, buffer.count)
            guard count > 0 else { return false }
            printed += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return true
    }

    func readRest() -> String {
        var bytes: [UInt8] = []
        var source = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&source, 1, 0) == 1, source.revents & Int16(POLLIN) != 0 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Foundation.read(person, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
