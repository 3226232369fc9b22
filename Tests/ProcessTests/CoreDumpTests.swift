import Foundation
import Testing

/// What is in memory stays there.
@Suite struct CoreDumpTests {
    @Test func `no core is dumped, neither by the program nor by the editor that it starts`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let script = try sandbox.script(#"cat /proc/self/limits > limits; touch ready; sleep 30"#)
        let id = try sandbox.add("an entry")
        let editing = try sandbox.start(["edit", id], extra: ["EDITOR": script])
        try #require(eventually { FileManager.default.fileExists(atPath: sandbox.work + "/ready") })
        let limits = ["/proc/\(editing.pid)/limits", sandbox.work + "/limits"].map {
            String(decoding: FileManager.default.contents(atPath: $0) ?? Data(), as: UTF8.self)
        }
        editing.kill()
        _ = editing.wait()
        for text in limits {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            #expect(line.split(separator: " ").filter { $0 == "0" }.count == 2, "\(line)")
        }
    }

    @Test func `another process of the same user cannot look into the program's memory`() throws {
        // Linux gives the files below /proc/PID of a process that cannot be dumped to root. So as not to be root oneself:
        // run as another user, where this is root.
        let sandbox = try Sandbox()
        let isRoot = getuid() == 0
        let places = [sandbox.root, sandbox.runtime]
        let program = sandbox.root + "/program"
        _ = try sandbox.start(program: "/bin/cp", [Given.program, program]).wait()
        let script = try sandbox.script("touch ready; sleep 30")
        if isRoot {
            for place in places { _ = try sandbox.start(program: "/bin/chown", ["-R", "65534:65534", place]).wait() }
        }
        func start(_ arguments: [String], extra: [String: String] = [:]) throws -> Child {
            guard isRoot else { return try sandbox.start(program: program, arguments, extra: extra) }
            return try sandbox.start(
                program: "/usr/bin/env", ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program] + arguments,
                extra: extra)
        }
        let made = try start(["init", "--json"]).wait()
        try #require(made.isDone, made.summary)
        try #require(try start(["add", "an entry"]).wait().isDone)
        let editing = try start(["edit", "last"], extra: ["EDITOR": script])
        defer {
            editing.kill()
            _ = editing.wait()
        }
        try #require(eventually { FileManager.default.fileExists(atPath: sandbox.work + "/ready") })
        var files = stat()
        try #require(unsafe stat("/proc/\(editing.pid)/mem", &files) == 0)
        #expect(files.st_uid == 0, "/proc/PID/mem belongs to the user: the process can be dumped")
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP])
    func `a crash shows nothing of the memory`(signal: Int32) throws {
        // Where a toolchain is installed, Swift would print registers with the bytes that they point to.
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let script = try sandbox.script("touch ready; exec sleep 20")
        _ = try sandbox.add("an entry")
        let editing = try sandbox.start(["edit", "last"], extra: ["EDITOR": script])
        defer { _ = kill(-editing.pid, SIGKILL) }
        try #require(eventually { FileManager.default.fileExists(atPath: sandbox.work + "/ready") })
        _ = kill(editing.pid, signal)
        let outcome = editing.wait(seconds: 5)
        #expect(outcome.ending == .killed(signal: signal), outcome.summary)
        #expect(outcome.errors == "" && outcome.output.isEmpty, outcome.summary)
    }
}

/// Whether something becomes true within some seconds.
func eventually(seconds: Double = 10, _ condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
        if condition() { return true }
        usleep(5_000)
    }
    return condition()
}
