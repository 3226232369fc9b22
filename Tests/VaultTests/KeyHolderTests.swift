import CKeyutils
import Foundation
import Testing
import Vault

/// A key of 32 equal bytes, and whether a fetched one is it.
private func key(_ byte: UInt8) -> Secret { Secret(copying: [UInt8](repeating: byte, count: 32)) }

private func holds(_ byte: UInt8, _ holder: KeyHolder, _ vault: [UInt8]) throws -> Bool {
    guard let found = try holder.get(vault: vault) else { return false }
    return found.isEqual(to: key(byte))
}

private func isEmpty(_ holder: KeyHolder, _ vault: [UInt8]) throws -> Bool {
    guard try holder.get(vault: vault) != nil else { return true }
    return false
}

/// A vault id that no other test and no other run uses.
private func newVault() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: 0...255) } }

private struct RunningAgent {
    let holder: KeyHolder
    private let end = DispatchSemaphore(value: 0)

    init(at path: String) throws {
        holder = .agent(socketPath: path)
        let end = end
        Thread.detachNewThread {
            do { try KeyAgent.run(socketPath: path, grace: 3600) } catch { Issue.record(error) }
            end.signal()
        }
        try #require(holder.waitUntilReady(milliseconds: .max))
    }

    func waitForEnd() {
        end.wait()
        end.signal()
    }
}

/// A private folder below the system's folder for passing files, with a running agent; both end with `body`.
private func withAgent(_ body: (_ agent: RunningAgent, _ socketPath: String) throws -> Void) throws {
    try withFolder { folder in
        let path = folder + "/s/agent"
        #expect(KeyHolder.agent(socketPath: path).needsAgent)
        let agent = try RunningAgent(at: path)
        try body(agent, path)
        // The last key that goes takes the agent along; where the body dropped it, the agent may be gone before it answers.
        do { try agent.holder.drop(vault: newVault()) } catch KeyHolderError.damaged {}
        agent.waitForEnd()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/ak" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}

private func withEachHolder(_ body: (KeyHolder) throws -> Void) throws {
    if kernelWorks { try body(.kernel) }
    try withAgent { agent, _ in
        let holder = agent.holder
        // A key that stays keeps the agent when the body drops its own.
        let anchor = newVault()
        try holder.put(key: key(1), vault: anchor, seconds: 3600)
        try body(holder)
        try holder.drop(vault: anchor)
    }
}

private let python = "/usr/bin/python3"
private let kernelWorks = KeyHolder.best(socketPath: "/nowhere/agent") == .kernel

@Suite struct KeyHolderTests {
    @Test func `a key that was put is fetched, with the time that is left, until it is dropped`() throws {
        try withEachHolder { holder in
            let vault = newVault()
            #expect(try isEmpty(holder, vault))
            #expect(try holder.remaining(vault: vault) == nil)
            try holder.put(key: key(7), vault: vault, seconds: 900)
            #expect(try holds(7, holder, vault))
            #expect(try holds(7, holder, vault))
            let remaining = try #require(try holder.remaining(vault: vault))
            #expect((800...900).contains(remaining))
            #expect(try holder.drop(vault: vault))
            #expect(try isEmpty(holder, vault))
            #expect(try holder.remaining(vault: vault) == nil)
            #expect(try !holder.drop(vault: vault))
        }
    }

    @Test func `a second put takes the place of the first`() throws {
        try withEachHolder { holder in
            let vault = newVault()
            try holder.put(key: key(1), vault: vault, seconds: 900)
            try holder.put(key: key(2), vault: vault, seconds: 90)
            #expect(try holds(2, holder, vault))
            #expect(try #require(try holder.remaining(vault: vault)) <= 90)
            #expect(try holder.drop(vault: vault))
            #expect(try isEmpty(holder, vault))
        }
    }

    @Test func `another vault never gets the key`() throws {
        try withEachHolder { holder in
            let vault = newVault()
            try holder.put(key: key(3), vault: vault, seconds: 3600)
            for other in [newVault(), Array(vault.dropLast()), vault + [0], Array(vault.reversed())] where other != vault {
                #expect(try isEmpty(holder, other))
                #expect(try !holder.drop(vault: other))
            }
            #expect(try holds(3, holder, vault))
            try holder.drop(vault: vault)
        }
    }

    @Test func `a key ends with its time`() throws {
        try withEachHolder { holder in
            let vault = newVault()
            try holder.put(key: key(4), vault: vault, seconds: 3600)
            #expect(try holds(4, holder, vault))
            try holder.put(key: key(4), vault: vault, seconds: 1)
            // The kernel announces the end of a key to no one, so it is asked again and again.
            for _ in 0..<1_000 {
                if try isEmpty(holder, vault) { break }
                usleep(10_000)
            }
            #expect(try holder.remaining(vault: vault) == nil)
        }
    }

    @Test(arguments: [Int.min, -1, 0, 30 * 86_400 + 1, Int.max])
    func `a time of no sense is refused`(seconds: Int) throws {
        try withEachHolder { (holder) throws in
            let vault = newVault()
            #expect(throws: KeyHolderError.badDuration) { try holder.put(key: key(5), vault: vault, seconds: seconds) }
            #expect(try isEmpty(holder, vault))
        }
    }

    @Test func `a forced kind is taken without a trial`() {
        #expect(KeyHolder.best(forced: .kernel, socketPath: "/x/agent") == .kernel)
        #expect(KeyHolder.best(forced: .agent, socketPath: "/x/agent") == .agent(socketPath: "/x/agent"))
        #expect(KeyHolder.all(forced: .kernel, socketPath: "/x/agent") == [.kernel])
        #expect(KeyHolder.Kind(rawValue: "disk") == nil)
    }

    @Test func `a key is looked for at the usual places too, at each once`() {
        let (runtime, fallback) = ("/run/user/\(geteuid())/auralyst/agent", "/tmp/auralyst-\(geteuid())/agent")
        for (path, expected) in [
            ("/x/agent", ["/x/agent", runtime, fallback]), (runtime, [runtime, fallback]), (fallback, [fallback, runtime]),
        ] {
            let agents = expected.map { KeyHolder.agent(socketPath: $0) }
            #expect(KeyHolder.all(forced: .agent, socketPath: path) == agents)
            #expect(KeyHolder.all(socketPath: path) == [.kernel] + agents)
        }
    }
}

@Suite(.enabled(if: kernelWorks, "this machine's kernel offers no keyring"))
struct KernelKeyringTests {
    @Test func `a process that possesses nothing of the keyring still finds the key and drops it`() async throws {
        let vault = newVault()
        // An hour: among many other tests the next step of this one may have to wait for minutes.
        try KeyHolder.kernel.put(key: key(9), vault: vault, seconds: 3600)
        // A fresh session, with a session keyring that is linked to nothing, as in a service or after su.
        await #expect(processExitsWith: .success) { [vault = vault as [UInt8]] in
            setsid()
            let session = keyctl_join_session_keyring(nil)
            #expect(session > 0)
            #expect(try holds(9, .kernel, vault))
            try KeyHolder.kernel.put(key: key(10), vault: vault, seconds: 3600)
            #expect(try holds(10, .kernel, vault))
            #expect(try KeyHolder.kernel.drop(vault: vault))
            #expect(try isEmpty(.kernel, vault))
            try KeyHolder.kernel.put(key: key(11), vault: vault, seconds: 3600)
        }
        #expect(try holds(11, .kernel, vault))
        try KeyHolder.kernel.drop(vault: vault)
    }

    @Test func `others have no right to the key, and its own process no need of possession`() throws {
        let vault = newVault()
        try KeyHolder.kernel.put(key: key(12), vault: vault, seconds: 3600)
        defer { _ = try? KeyHolder.kernel.drop(vault: vault) }
        let name = "auralyst:" + vault.map { String(format: "%02x", $0) }.joined()
        let list = try FileHandle(forReadingFrom: URL(filePath: "/proc/keys")).readToEnd() ?? Data()
        let line = try #require(
            String(decoding: list, as: UTF8.self).split(separator: "\n").first { $0.contains(name) })
        // Serial, flags, uses, time left, rights: possessor, user, group, others.
        let columns = line.split(separator: " ")
        try #require(columns.count > 4)
        #expect(columns[4].hasPrefix("3f") && columns[4].hasSuffix("0000"))
    }

    @Test func `a foreign payload under our name is no key`() throws {
        let vault = newVault()
        let name = "auralyst:" + vault.map { String(format: "%02x", $0) }.joined()
        for payload in [[UInt8](repeating: 1, count: 39), [UInt8](repeating: 255, count: 41), [0]] {
            #expect(unsafe add_key("user", name, payload, payload.count, KEY_SPEC_USER_KEYRING) > 0)
            #expect(throws: KeyHolderError.damaged) { _ = try KeyHolder.kernel.get(vault: vault) }
            #expect(try KeyHolder.kernel.drop(vault: vault))
        }
        #expect(try isEmpty(.kernel, vault))
    }
}

@Suite struct KeyAgentTests {
    @Test func `without an agent nothing is found and nothing is kept`() throws {
        try withFolder { (folder) throws in
            let holder = KeyHolder.agent(socketPath: folder + "/none/agent")
            #expect(holder.needsAgent)
            #expect(!holder.waitUntilReady(milliseconds: 20))
            #expect(try isEmpty(holder, newVault()))
            #expect(try !holder.drop(vault: newVault()))
            #expect(throws: KeyHolderError.noAgent) { try holder.put(key: key(1), vault: newVault(), seconds: 60) }
        }
    }

    @Test func `a key goes when its vault is gone, and the agent with the last one`() throws {
        try withFolder { folder in
            let path = folder + "/s/agent"
            let agent = try RunningAgent(at: path)
            let (vault, mark) = (newVault(), folder + "/vault.agent")
            #expect(FileManager.default.createFile(atPath: mark, contents: nil))
            try agent.holder.put(key: .random(count: 32), vault: vault, seconds: 3600, mark: mark)
            #expect(try agent.holder.remaining(vault: vault) != nil)
            // A key that stays keeps the agent.
            let other = newVault()
            try agent.holder.put(key: .random(count: 32), vault: other, seconds: 3600)
            #expect(unsafe unlink(mark) == 0)
            #expect(try agent.holder.remaining(vault: vault) == nil)
            // The last one that goes takes it along.
            #expect(FileManager.default.createFile(atPath: mark, contents: nil))
            try agent.holder.put(key: .random(count: 32), vault: other, seconds: 3600, mark: mark)
            #expect(unsafe unlink(mark) == 0)
            // Asked, or by itself: whichever comes first.
            do { #expect(try agent.holder.remaining(vault: other) == nil) } catch KeyHolderError.damaged {}
            agent.waitForEnd()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `an agent that has answered takes the next key, though its last vault is gone`() throws {
        try withFolder { folder in
            let agent = try RunningAgent(at: folder + "/s/agent")
            let (vault, mark) = (newVault(), folder + "/vault.agent")
            #expect(FileManager.default.createFile(atPath: mark, contents: nil))
            try agent.holder.put(key: key(1), vault: newVault(), seconds: 3600, mark: mark)
            #expect(unsafe unlink(mark) == 0)
            // If it has noticed first that the vault is gone, it has ended, and the caller starts another.
            if !agent.holder.needsAgent {
                try agent.holder.put(key: key(2), vault: vault, seconds: 3600)
                #expect(try holds(2, agent.holder, vault))
                try agent.holder.drop(vault: vault)
            }
            agent.waitForEnd()
        }
    }

    @Test func `the agent ends when the last key is dropped, and takes its socket along`() throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let vaults = [newVault(), newVault()]
            for vault in vaults { try holder.put(key: key(2), vault: vault, seconds: 3600) }
            try holder.drop(vault: vaults[0])
            #expect(try holds(2, holder, vaults[1]))
            try holder.drop(vault: vaults[1])
            agent.waitForEnd()
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(holder.needsAgent)
        }
    }

    @Test func `an agent to which nobody comes ends by itself`() throws {
        try withFolder { folder in
            try KeyAgent.run(socketPath: folder + "/s/agent", grace: 0)
            #expect(!FileManager.default.fileExists(atPath: folder + "/s/agent"))
        }
    }

    @Test func `a socket that a killed agent left behind is replaced`() throws {
        try withFolder { folder in
            let path = folder + "/s/agent"
            try FileManager.default.createDirectory(
                atPath: folder + "/s", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            close(listener(at: path))
            #expect(FileManager.default.fileExists(atPath: path))
            let holder = KeyHolder.agent(socketPath: path)
            #expect(holder.needsAgent)
            #expect(try isEmpty(holder, newVault()))
            let agent = try RunningAgent(at: path)
            try holder.drop(vault: newVault())
            agent.waitForEnd()
        }
    }

    @Test func `a second agent at the same path gives way`() throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let vault = newVault()
            try holder.put(key: key(3), vault: vault, seconds: 3600)
            #expect(throws: KeyHolderError.agentRunning) { try KeyAgent.run(socketPath: path) }
            #expect(try holds(3, holder, vault))
            try holder.drop(vault: vault)
        }
    }

    @Test(arguments: [0, 1, 2, 69, 71, 1_000, 100_000])
    func `a message of a wrong size gets no answer and harms nothing`(size: Int) throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let vault = newVault()
            try holder.put(key: key(4), vault: vault, seconds: 3600)
            #expect(answer(to: [1, 2] + [UInt8](repeating: 0, count: max(size, 2) - 2), cut: size, at: path).isEmpty)
            #expect(try holds(4, holder, vault))
            try holder.drop(vault: vault)
        }
    }

    @Test(arguments: [(0, 2), (2, 2), (255, 2), (1, 5), (1, 255)] as [(UInt8, UInt8)])
    func `a message of another version or with an unknown verb gets no answer`(version: UInt8, verb: UInt8) throws {
        try withAgent { _, path in
            let frame = [version, verb] + [UInt8](repeating: 0, count: 68)
            #expect(answer(to: frame, cut: 70, at: path).isEmpty)
            #expect(answer(to: [1, 0] + frame.dropFirst(2), cut: 70, at: path).count == 37)
        }
    }

    @Test func `the agent refuses more keys than it has room for, and times of no sense`() throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let vaults = (0..<KeyAgent.capacity).map { _ in newVault() }
            for vault in vaults { try holder.put(key: key(5), vault: vault, seconds: 3600) }
            #expect(throws: KeyHolderError.full) { try holder.put(key: key(5), vault: newVault(), seconds: 60) }
            try holder.put(key: key(6), vault: vaults[0], seconds: 3600)
            #expect(try holds(6, holder, vaults[0]))
            // The client refuses a time of 0 itself, so the frame is written by hand: status 3.
            #expect(answer(to: [1, 1] + [UInt8](repeating: 0, count: 68), cut: 70, at: path).first == 3)
            for vault in vaults { try holder.drop(vault: vault) }
        }
    }

    @Test func `a folder that others may enter, or a link to a folder, is refused by both sides`() throws {
        try withFolder { folder in
            let (open, link) = (folder + "/open", folder + "/link")
            try FileManager.default.createDirectory(
                atPath: open, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try FileManager.default.createDirectory(
                atPath: folder + "/own", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/own")
            close(listener(at: open + "/agent"))
            close(listener(at: folder + "/own/agent"))
            for unsafePath in [open, link] {
                let refusal = KeyHolderError.unsafeFolder(path: unsafePath)
                #expect(throws: refusal) { try KeyAgent.run(socketPath: unsafePath + "/agent", grace: 0) }
                let holder = KeyHolder.agent(socketPath: unsafePath + "/agent")
                #expect(throws: refusal) { try holder.put(key: key(1), vault: newVault(), seconds: 60) }
                #expect(throws: refusal) { _ = try holder.get(vault: newVault()) }
                #expect(throws: refusal) { _ = try holder.remaining(vault: newVault()) }
                #expect(throws: refusal) { try holder.drop(vault: newVault()) }
            }
        }
    }

    @Test func `an agent whose folder was opened to others is not asked, and that is said`() throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let (vault, folder) = (newVault(), URL(filePath: path).deletingLastPathComponent().path)
            try holder.put(key: key(7), vault: vault, seconds: 3600)
            chmodFolder(folder, 0o755)
            #expect(throws: KeyHolderError.unsafeFolder(path: folder)) { try holder.drop(vault: vault) }
            chmodFolder(folder, 0o700)
            #expect(try holder.drop(vault: vault))
        }
    }

    @Test func `an open folder without a socket holds no key`() throws {
        try withFolder { (folder) throws in
            chmodFolder(folder, 0o755)
            let holder = KeyHolder.agent(socketPath: folder + "/agent")
            #expect(try isEmpty(holder, newVault()))
            #expect(try !holder.drop(vault: newVault()))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `a folder that somebody else made under our name does not hinder`() throws {
        try withFolder { (folder) throws in
            close(listener(at: folder + "/agent"))
            #expect(unsafe chown(folder, 65_534, 65_534) == 0)
            let holder = KeyHolder.agent(socketPath: folder + "/agent")
            #expect(try isEmpty(holder, newVault()))
            #expect(try !holder.drop(vault: newVault()))
            #expect(throws: KeyHolderError.unsafeFolder(path: folder)) {
                try holder.put(key: key(1), vault: newVault(), seconds: 60)
            }
        }
    }

    @Test func `a path that no socket can have is refused`() throws {
        try withFolder { folder in
            let path = folder + "/s/" + String(repeating: "x", count: 120)
            #expect(throws: KeyHolderError.pathTooLong(path: path)) { try KeyAgent.run(socketPath: path, grace: 0) }
        }
    }

    @Test func `the runtime folder is used only when it is private`() throws {
        try withFolder { folder in
            let fallback = "/tmp/auralyst-\(geteuid())/agent"
            chmodFolder(folder, 0o700)
            #expect(KeyHolder.socketPath(runtimeFolder: folder) == folder + "/auralyst/agent")
            chmodFolder(folder, 0o750)
            #expect(KeyHolder.socketPath(runtimeFolder: folder) == fallback)
            #expect(KeyHolder.socketPath(runtimeFolder: folder + "/missing") == fallback)
            #expect(KeyHolder.socketPath(runtimeFolder: "relative") == fallback)
            #expect(KeyHolder.socketPath(runtimeFolder: nil) == fallback)
        }
    }

    @Test(
        .enabled(
            if: geteuid() == 0 && ["/usr/bin/setpriv", python].allSatisfy(FileManager.default.fileExists),
            "only root can speak as another user"))
    func `a process of another user gets no answer`() throws {
        try withAgent { agent, path in
            let holder = agent.holder
            let vault = newVault()
            try holder.put(key: key(8), vault: vault, seconds: 3600)
            // The doors that would stop the other user are opened, so that the agent itself has to.
            let folder = URL(filePath: path).deletingLastPathComponent().path
            chmodFolder(folder, 0o711)
            chmodFolder(path, 0o666)
            let ask = """
                import socket, sys
                s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
                try:
                    s.sendall(bytes([1, 0]) + bytes(68)); s.shutdown(socket.SHUT_WR); print(len(s.recv(99)))
                except OSError: print(0)
                """
            #expect(try output(of: ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", python, "-c", ask, path]) == "0\n")
            #expect(try output(of: [python, "-c", ask, path]) == "37\n")
            chmodFolder(folder, 0o700)
            try holder.drop(vault: vault)
        }
    }
}

private func chmodFolder(_ path: String, _ mode: mode_t) {
    #expect(unsafe chmod(path, mode) == 0)
}

private func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}

private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// A listening socket, made without the code under test.
private func listener(at path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(unsafe withAddress(path) { unsafe bind(descriptor, $0, $1) } == 0)
    #expect(listen(descriptor, 1) == 0)
    return descriptor
}

/// What the agent sends back to the first `cut` bytes of `message`; empty when it closes without a word.
private func answer(to message: [UInt8], cut: Int, at path: String) -> [UInt8] {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    #expect(unsafe withAddress(path) { unsafe connect(descriptor, $0, $1) } == 0)
    _ = unsafe send(descriptor, message, cut, Int32(MSG_NOSIGNAL))
    shutdown(descriptor, Int32(SHUT_WR))
    var reply = [UInt8](repeating: 0, count: 100)
    let count = unsafe recv(descriptor, &reply, reply.count, 0)
    return Array(reply.prefix(max(count, 0)))
}
