import Testing

/// How a line is read: a command without the groups above it (`DirectCommand`), and its vault once.
@Suite struct CommandReadingTests {
    @Test func `no group of commands has options of its own that would be passed over`() throws {
        let dump = try Sandbox().done("--experimental-dump-help").object
        var groups = 0
        func walk(_ command: [String: Any]) throws {
            let children = command["subcommands"] as? [[String: Any]] ?? []
            guard !children.isEmpty else { return }
            let options = (command["arguments"] as? [[String: Any]] ?? []).compactMap { $0["valueName"] as? String }
            #expect(options.allSatisfy { ["help", "version"].contains($0) }, "\(command["commandName"] ?? "?"): \(options)")
            groups += 1
            for child in children { try walk(child) }
        }
        try walk(try #require(dump["command"] as? [String: Any]))
        #expect(groups > 10)
    }

    @Test func `help and the version are those of the whole program`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.done("sync", "status", "--help").text.contains("auralyst sync status"))
        #expect(try sandbox.done("help", "sync", "status").text.contains("auralyst sync status"))
        #expect(try sandbox.done("list", "--version").text == sandbox.done("--version").text)
    }

    private static let given = [
        ["add", "x"], ["add", "x", "--at", "3/4/26"], ["edit", "last", "--at", "3/4/26"], ["edit", "last", "--text", "y"],
        ["3/4/26: x"], ["note", "last", "x"], ["template", "set", "x", "y"], ["list", "--on", "3/4/26"], ["day", "3/4/26"],
        ["symptom", "headache", "3", "--at", "3/4/26"], ["search", "from:3/4/26", "before"],
    ]

    @Test(arguments: given)
    func `a command opens the vault once, also where the owner's setting says what a date means`(line: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("preferences", "--dates", "de-AT")
        _ = try sandbox.add("there before")
        let watch = try FolderWatch([try #require(sandbox["AURALYST_VAULT"])], alsoOpenings: true)
        try sandbox.done("list")
        let once = watch.openings(of: "journal.db")
        try #require(once > 0)
        let outcome = try sandbox.start(line).wait()
        #expect(outcome.isDone && watch.openings(of: "journal.db") == once, outcome.summary)
    }

    @Test func `the vault of a command is named before it or behind it`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let vault = try #require(sandbox["AURALYST_VAULT"])
        _ = try sandbox.add("there before", "--tag", "walk")
        sandbox["AURALYST_VAULT"] = sandbox.root + "/nowhere"
        for line in [
            ["--vault", vault, "list"], ["list", "--vault=" + vault], ["--vault", vault, "-3"],
            ["--vault", vault, "@walk"], ["--vault", vault, "template"],
        ] {
            let outcome = try sandbox.start(line).wait()
            #expect(outcome.isDone, outcome.summary)
        }
        // Behind '--' there are only words.
        try sandbox.done("--vault", vault, "add", "--", "--vault", "elsewhere")
        #expect(try sandbox.list("--vault", vault).first?["text"] as? String == "--vault elsewhere")
    }
}
