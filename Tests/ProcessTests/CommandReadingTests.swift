import Testing

/// `DirectCommand`: a command is read without the groups above it.
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

    private static let refused = [
        (["list", "--limt", "3"], "auralyst list --help"), (["sync", "status", "--jsn"], "auralyst sync status --help"),
        (["dose", "--jsn"], "auralyst dose"),
    ]

    @Test(arguments: refused)
    func `what is refused names the whole command`(line: [String], hint: String) throws {
        let sandbox = try Sandbox()
        let refused = try sandbox.start(line).wait()
        #expect(refused.code == 64)
        #expect(refused.errors.contains(hint), refused.summary)
    }

    @Test func `help and the version are those of the whole program`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.done("sync", "status", "--help").text.contains("auralyst sync status"))
        #expect(try sandbox.done("help", "sync", "status").text.contains("auralyst sync status"))
        #expect(try sandbox.done("list", "--version").text == sandbox.done("--version").text)
    }
}
