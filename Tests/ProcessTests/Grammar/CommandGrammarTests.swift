import Foundation
import Testing

/// One grammar for all commands: names, groups, help, confirmations, exit codes.
@Suite struct CommandGrammarTests {
    private static let groups = [
        ["backup"], ["check-in"], ["dose"], ["export"], ["insights"], ["journal"], ["keys"], ["medication"], ["note"],
        ["profile"], ["remind"], ["sync"],
        ["schedule"], ["share"], ["support"], ["support", "step"], ["symptom"], ["template"], ["trial"],
        ["backup", "schedule"],
    ]

    @Test func `a bare group shows something and changes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let before = try sandbox.done("status", "--json").object["operations"] as? Int
        for group in Self.groups {
            let outcome = try sandbox.start(group).wait()
            #expect(outcome.isDone && !outcome.text.isEmpty, "\(group): \(outcome.summary)")
        }
        #expect(try sandbox.done("status", "--json").object["operations"] as? Int == before)
    }

    @Test func `a usage error leads to the help of what was typed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        // Alone, 'note' is its help.
        for group in Self.groups where group != ["note"] {
            for fault in ["--bad", "--vault", "--vault="] {
                let errors = try sandbox.start(group + [fault]).wait().errors
                #expect(errors.contains(group.joined(separator: " ") + " --help'"), "\(group) \(fault): \(errors)")
            }
        }
    }

    @Test func `the help page has the commands in groups, and names the options of all`() throws {
        let help = try Sandbox().done("--help").text
        for name in ["WRITE", "READ", "HEALTH", "INSIGHTS", "DATA", "DEVICES AND PEOPLE", "VAULT"] {
            #expect(help.contains("\n\(name)\n"), "\(name)")
        }
        for option in ["--vault DIR", "--profile NAME", "--json", "--yes"] { #expect(help.contains(option)) }
        #expect(try Sandbox().done("help").text == help && Sandbox().done("-h").text == help)
    }

    @Test func `every command's help has two examples and no line over 80 columns`() throws {
        let sandbox = try Sandbox()
        let dump = try sandbox.done("--experimental-dump-help").object
        func walk(_ command: [String: Any], _ path: [String]) throws {
            for child in command["subcommands"] as? [[String: Any]] ?? [] {
                try walk(child, path + [try #require(child["commandName"] as? String)])
            }
            guard !path.isEmpty, !["help", "agent", "thumbnail"].contains(path[0]) else { return }
            let text = command["discussion"] as? String ?? ""
            let examples = text.split(separator: "\n").filter { $0.contains("auralyst ") }
            #expect(examples.count >= 2, "\(path.joined(separator: " ")): \(text)")
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
        }
        try walk(try #require(dump["command"] as? [String: Any]), [])
    }

    private static let mistyped = [
        (["lsit"], "did you mean 'auralyst list'?"), (["help", "ad"], "did you mean 'auralyst add'?"),
        (["sync", "stauts"], "did you mean 'status'?"), (["keys", "roate"], "did you mean 'rotate'?"),
        (["help", "sync", "stauts"], "did you mean 'auralyst sync status'?"),
        (["medication", "show", "metfromin"], "did you mean 'Metformin'?"),
        (["dose", "take", "metfornin"], "did you mean 'Metformin'?"),
        (["schedule", "add", "metfornin", "daily", "at", "8"], "did you mean 'Metformin'?"),
        (["schedule", "set", "metformin"], "'schedule' has no subcommand 'set'"),
        (["check-in", "3"], "did you mean 'auralyst check-in --mood 3'?"),
        (["backup", "list"], "did you mean 'auralyst backup'?"),
        (["-on", "today"], "'auralyst list --on today'"), (["-contains", "x"], "'auralyst search x'"),
        (["list", "-on", "today"], "did you mean '--on'?"),
        (["--vault", "m", "list", "extra"], "'auralyst --vault m list --help'"), (["init"], "there is a vault in /"),
        (["journal", "new"], "'auralyst journal new' needs <name> after it"),
        (["trial", "new", "--outcome", "mood"], "'auralyst trial new' needs <words> after it"),
        (["export", "markdown"], "'auralyst export' needs --out <path> after it"),
    ]

    @Test(arguments: mistyped)
    func `a typo is answered by the name that was meant`(line: [String], hint: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("medication", "add", "Metformin")
        let outcome = try sandbox.start(line).wait()
        #expect([1, 64].contains(outcome.code) && outcome.errors.contains(hint), outcome.summary)
    }

    @Test func `completions know the vault's names while it is unlocked, and are silent while it is locked`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("Walked.", "--tag", "riverside", "--tag", "$(id)", "--tag", "`id`")
        try sandbox.done("medication", "add", "Metformin")
        try sandbox.done("medication", "add", "Two", "words")
        try sandbox.done("symptom", "headache", "5")
        let schedule = try sandbox.done("schedule", "add", "metformin", "every", "2", "hours", "from", "00:00", "--json").object
        try sandbox.done("journal", "new", "Symptoms")
        let script = try sandbox.done("completions", "bash").text
        func answers(to part: String) throws -> String {
            let call = try #require(script.split(separator: "\n").first { $0.contains("---completion") && $0.contains(part) })
            let words = try #require(call.split(separator: "---completion", maxSplits: 1).last).split(separator: "\"")[0]
            let arguments = ["---completion"] + words.split(separator: " ").map(String.init)
            let outcome = try sandbox.start(arguments).wait()
            #expect(outcome.isDone && outcome.errors.isEmpty, outcome.summary)
            return outcome.text
        }
        // Bash would run what is in $(…) and in backquotes.
        #expect(try answers(to: "list -- --tag") == "riverside\n")
        #expect(try answers(to: "list -- --journal").contains("Symptoms"))
        #expect(try answers(to: "medication edit").contains("Metformin"))
        // A name that a shell would split is offered by its id.
        #expect(try !answers(to: "medication edit").contains("words"))
        for part in ["symptom log -- words", "symptom list", "dose take -- --for", "trial new -- --outcome", "trends"] {
            #expect(try answers(to: part).contains("headache"), "\(part)")
        }
        let id = try #require(schedule["id"] as? String).prefix(7)
        for part in ["schedule edit", "schedule end"] {
            #expect(try answers(to: part).contains(id) && answers(to: part).contains("Metformin"), "\(part)")
        }
        for part in ["dose take -- words", "dose skip", "dose undo"] { #expect(try answers(to: part).contains("Metformin")) }
        let taken = try #require(try sandbox.done("dose", "take", "metformin", "--json").object["id"] as? String)
        #expect(try answers(to: "dose edit").contains(taken.prefix(7)))
        #expect(try answers(to: "symptom edit -- id").contains("last\n"))
        sandbox.withoutKeys()
        #expect(try answers(to: "list -- --tag").allSatisfy(\.isWhitespace))
    }

    @Test(arguments: [["note"], ["share"], ["keys", "add"], []])
    func `a group alone is no document, and says so as one`(group: [String]) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.start(group + ["--json"]).wait()
        if outcome.isDone {
            // It shows something, as a document.
            #expect((try? JSONSerialization.jsonObject(with: Data(outcome.text.utf8))) != nil, outcome.summary)
        } else {
            outcome.expectRefusal(64, asJSON: true)
        }
        // Help that was asked for is help.
        #expect(try sandbox.start(group + ["--help", "--json"]).wait().text.contains("USAGE"), "\(group)")
    }
}
