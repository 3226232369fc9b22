import Foundation
import Testing

/// What is in memory stays there.
@Suite struct CoreDumpTests {
    @Test func `no core is dumped, neither by the program nor by the editor that it starts`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let script = try sandbox.script("cat /proc/self/limits > limits; echo ready >&3; exec sleep 300")
        let id = try sandbox.add("an entry")
        let editing = try sandbox.start(["edit", id], extra: ["EDITOR": script])
        defer { editing.endAll() }
        try #require(editing.waitForLine())
        let limits = ["/proc/\(editing.pid)/limits", sandbox.work + "/limits"].map {
            String(decoding: FileManager.default.contents(atPath: $0) ?? Data(), as: UTF8.self)
        }
        for text in limits {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            #expect(line.split(separator: " ").filter { $0 == "0" }.count == 2, "\(line)")
        }
    }

    @Test func `another process of the same user cannot look into the program's memory`() throws {
        // Linux gives the files below /proc/PID of a process that cannot be dumped to root. So as not to be root oneself:
        // run as another user, where this is root.
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let isRoot = getuid() == 0
        let places = [sandbox.root, sandbox.runtime]
        let program = sandbox.root + "/program"
        _ = try sandbox.start(program: "/bin/cp", [Given.program, program]).wait()
        let script = try sandbox.script("echo ready >&3; exec sleep 300")
        if isRoot {
            for place in places { _ = try sandbox.start(program: "/bin/chown", ["-R", "65534:65534", place]).wait() }
        }
        func start(_ arguments: [String], extra: [String: String] = [:]) throws -> Child {
            guard isRoot else { return try sandbox.start(program: program, arguments, extra: extra) }
            return try sandbox.start(
                program: "/usr/bin/env", ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program] + arguments,
                extra: extra)
        }
        let added = try start(["add", "an entry"]).wait()
        try #require(added.isDone, added.summary)
        let editing = try start(["edit", "last"], extra: ["EDITOR": script])
        defer { editing.endAll() }
        try #require(editing.waitForLine())
        var files = stat()
        try #require(unsafe stat("/proc/\(editing.pid)/mem", &files) == 0)
        #expect(files.st_uid == 0, "/proc/PID/mem belongs to the user: the process can be dumped")
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP])
    func `a crash shows nothing of the memory`(signal: Int32) throws {
        // Where a toolchain is installed, Swift would print registers with the bytes that they point to.
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let script = try sandbox.script("echo ready >&3; exec sleep 300")
        _ = try sandbox.add("an entry")
        let editing = try sandbox.start(["edit", "last"], extra: ["EDITOR": script])
        defer { editing.endAll() }
        try #require(editing.waitForLine())
        _ = kill(editing.pid, signal)
        let outcome = editing.wait()
        #expect(outcome.ending == .killed(signal: signal), outcome.summary)
        #expect(outcome.errors == "" && outcome.output.isEmpty, outcome.summary)
    }
}
