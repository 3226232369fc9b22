import Foundation
import Testing

/// One started program: its input comes from a file or a pipe that is full already, its output goes to two files, so that
/// nothing can block it.
///
/// Whatever it starts inherits a pipe as descriptor 3, its lifeline: a script writes a line into it to say how far it is, and
/// it ends when all of them have ended. So nothing has to be waited for by the clock.
final class Child {
    enum Input {
        /// The empty device.
        case nothing
        /// No descriptor at all.
        case closed
        /// A file or a device.
        case path(String)
        /// A pipe with so many bytes in it, fewer than 64 KiB; `Outcome.unread` says how many were left there.
        case offered([UInt8])
    }

    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    let pid: pid_t
    private let outPath: String
    private let errorPath: String
    private let lifeline: PipeEnds
    private let input: PipeEnds?
    private var ending: Ending?

    /// Starts a program in a process group of its own. `nil` when the system refuses.
    init?(_ program: String, _ arguments: [String], environment: [String: String], folder: String, input: Input, output: String) {
        outPath = output + ".out"
        errorPath = output + ".err"
        guard let lifeline = PipeEnds() else { return nil }
        self.lifeline = lifeline
        // 'env -C' changes the folder and becomes the program: the process stays the same.
        let words = CWords(["/usr/bin/env", "-C", folder, program] + arguments)
        let variables = CWords(environment.map { "\($0.key)=\($0.value)" })
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        var offered: PipeEnds?
        switch input {
        case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 0)
        case .path(let path): unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
        case .offered(let bytes):
            guard let pipe = PipeEnds(holding: bytes) else { return nil }
            unsafe posix_spawn_file_actions_adddup2(&actions, pipe.reading, 0)
            offered = pipe
        }
        self.input = offered
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 1, outPath, flags, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, lifeline.writing, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // As at a terminal, whatever the tests themselves were started with: a background job ignores some signals, and so would these.
        var defaults = sigset_t()
        unsafe sigfillset(&defaults)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        var started: pid_t = 0
        let code = unsafe words.lend { words in
            unsafe variables.lend { unsafe posix_spawn(&started, "/usr/bin/env", &actions, &attributes, words, $0) }
        }
        guard code == 0 else { return nil }
        pid = started
        lifeline.closeWriting()
    }

    /// Ends it with all that it has started, but for what has left its process group. It was not reaped until now, so that no
    /// other process can have its number.
    deinit {
        _ = Foundation.kill(-pid, SIGKILL)
        while waitpid(pid, nil, 0) == -1, errno == EINTR {}
        unsafe _ = unlink(outPath)
        unsafe _ = unlink(errorPath)
    }

    var said: String { String(decoding: FileManager.default.contents(atPath: outPath) ?? Data(), as: UTF8.self) }

    func end() { _ = Foundation.kill(pid, SIGTERM) }

    /// Ends it without a chance to tidy up.
    func kill() { _ = Foundation.kill(pid, SIGKILL) }

    var isRunning: Bool { look(WNOHANG) == nil }

    func wait() -> Outcome {
        guard let ending = look(0) else { preconditionFailure("it was waited for without end, and has not ended") }
        return Outcome(
            ending: ending, output: FileManager.default.contents(atPath: outPath) ?? Data(),
            errors: String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self),
            unread: input?.rest() ?? 0)
    }

    /// Waits until a script that it has started writes a line into descriptor 3; `false` when all ended without one.
    func waitForLine() -> Bool { lifeline.readLine() }

    /// Waits until all that it has started has ended, also what has left its process group.
    func waitForAll() { while lifeline.readLine() {} }

    /// Ends it and what it has started, and waits until what outlives them has tidied up.
    func endAll() {
        _ = Foundation.kill(-pid, SIGKILL)
        waitForAll()
    }

    /// Waits until something is found in what it has printed; `nil` when it ended before.
    func waitUntilSaid<T>(_ find: (String) -> T?) -> T? { wait(forChangesOf: outPath) { find(said) } }

    /// Waits until something is found, looking again whenever a file or folder changes; `nil` when all have ended before.
    func wait<T>(forChangesOf path: String, _ find: () -> T?) -> T? {
        let watch = inotify_init1(Int32(IN_CLOEXEC))
        defer { close(watch) }
        guard unsafe inotify_add_watch(watch, path, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)) >= 0 else { return find() }
        var event = [UInt8](repeating: 0, count: 4096)
        while true {
            if let found = find() { return found }
            var sources = [watch, lifeline.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            unsafe _ = poll(&sources, 2, -1)
            guard sources[1].revents == 0 else { return find() }
            unsafe _ = read(watch, &event, event.count)
        }
    }

    /// How it ended; `nil` where it has not, and `options` say not to wait.
    private func look(_ options: Int32) -> Ending? {
        if let ending { return ending }
        var about = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &about, WEXITED | WNOWAIT | options) == -1, errno == EINTR {}
        guard unsafe about.si_signo == SIGCHLD else { return nil }
        let status = unsafe about._sifields._sigchld.si_status
        ending = unsafe about.si_code == Int32(CLD_EXITED) ? .exited(status) : .killed(signal: status)
        return ending
    }
}

/// The two ends of a pipe. No other process has them unless it is given them.
private final class PipeEnds {
    let reading: Int32
    private(set) var writing: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        // Unlike a pipe it is never open in what another thread starts at this moment.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
    }

    /// A pipe that holds so many bytes, and then ends.
    convenience init?(holding bytes: [UInt8]) {
        precondition(bytes.count <= 65_536, "more would wait for a reader")
        self.init()
        guard unsafe write(writing, bytes, bytes.count) == bytes.count else { return nil }
        closeWriting()
    }

    deinit {
        closeWriting()
        close(reading)
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Waits for a line; whether one came before the end.
    func readLine() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(reading, &byte, 1)
            if count == 1, byte == 0x0A { return true }
            guard count == 1 || count == -1 && errno == EINTR else { return false }
        }
    }

    /// How many bytes are left; they are gone afterwards.
    func rest() -> Int {
        var (buffer, rest) = ([UInt8](repeating: 0, count: 65_536), 0)
        while true {
            let count = unsafe read(reading, &buffer, buffer.count)
            guard count > 0 else { return rest }
            rest += count
        }
    }
}

struct Outcome {
    let ending: Child.Ending
    let output: Data
    let errors: String
    /// The bytes of `Child.Input.offered` that were not read.
    let unread: Int

    var isDone: Bool { ending == .exited(0) }
    var code: Int32 { if case .exited(let code) = ending { code } else { -1 } }
    var text: String { String(decoding: output, as: UTF8.self) }
    var json: Any? { try? JSONSerialization.jsonObject(with: output) }
    var object: [String: Any] { json as? [String: Any] ?? [:] }
    var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
    /// The lines on stderr, without remarks.
    var errorLines: [String] {
        // What was typed is repeated last, in as many lines as it has.
        errors.components(separatedBy: "auralyst: note: nothing was saved. What you typed: ")[0]
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("auralyst: note: ") }
    }
    /// For the message of a failed expectation.
    var summary: Comment { "\(ending); stdout: \(text.prefix(600)); stderr: \(errors.prefix(600))" }
}

/// Words as C programs take them: an array of C strings that ends with a null pointer.
@safe
private struct CWords: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ words: [String]) {
        unsafe pointers = .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() { unsafe pointers.initializeElement(at: index, to: strdup(word)) }
        unsafe pointers.initializeElement(at: words.count, to: nil)
    }

    borrowing func lend<R>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
        guard let start = unsafe pointers.baseAddress else { preconditionFailure("there is always the null pointer") }
        return unsafe body(start)
    }

    deinit {
        for index in unsafe 0..<pointers.count { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
