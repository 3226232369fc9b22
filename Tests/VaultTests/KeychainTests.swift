import Foundation
import SeededChance
import Testing
import Vault

/// Each test runs in a process of its own: the message bus is found by the environment, and stays with a process.
@Suite(.serialized) struct KeychainTests {
    @Test(.enabled(if: Desktop.isInstalled, "dbus-daemon and gnome-keyring-daemon are not installed"))
    func `a key that was stored is loaded, replaced and removed`() async {
        await #expect(processExitsWith: .success) {
            let desktop = try Desktop()
            defer { desktop.end() }
            let (vault, other): ([UInt8], [UInt8]) = (Array(1...16), Array(2...17))
            #expect(try isEmpty(vault))
            #expect(try !Keychain.remove(vault: vault))

            try Keychain.store(key(0xff), vault: vault, label: "Auralyst: my journal")
            try Keychain.store(key(2), vault: other, label: String(repeating: "long ", count: 100) + "\u{0}tail")
            #expect(try holds(0xff, vault))
            #expect(try holds(2, other))

            try Keychain.store(key(3), vault: vault, label: "Auralyst: my journal")
            #expect(try holds(3, vault))
            #expect(try Keychain.remove(vault: vault))
            #expect(try isEmpty(vault))
            #expect(try holds(2, other))
        }
    }

    @Test(.enabled(if: Desktop.isInstalled, "dbus-daemon and gnome-keyring-daemon are not installed"))
    func `every key survives the way through text, and a foreign text is no key`() async {
        await #expect(processExitsWith: .success) {
            let desktop = try Desktop()
            defer { desktop.end() }
            let vault: [UInt8] = [0xab, 0x01]
            var chance = Seed.generator("keys in a keychain")
            for round in 0..<50 {
                let bytes = chance.bytes(32)
                try Keychain.store(Secret(copying: bytes), vault: vault, label: "key")
                guard let found = try Keychain.load(vault: vault) else {
                    Issue.record("round \(round): nothing is stored for \(bytes)")
                    return
                }
                let isSame = found.isEqual(to: Secret(copying: bytes))
                #expect(isSame, "round \(round): \(bytes)")
                if round == 0 { #expect(try desktop.storedText("ab01") == Data(bytes).base64EncodedString()) }
            }
            let zeros = String(repeating: "A", count: 43)
            for text in [
                "", "x", zeros, zeros + "A", zeros + "==", String(zeros.dropLast()) + "B=", "-" + zeros.dropFirst() + "=",
                String(repeating: "A", count: 511), String(repeating: "A", count: 600),
            ] {
                try desktop.replaceText("ab01", by: text)
                #expect(throws: KeychainError.damaged, "\(text.count) characters") { _ = try Keychain.load(vault: vault) }
            }
            try desktop.replaceText("ab01", by: zeros + "=")
            #expect(try holds(0, vault))
        }
    }

    @Test(.enabled(if: Desktop.isInstalled, "dbus-daemon and gnome-keyring-daemon are not installed"))
    func `a bus that goes away is an error and never ends the program`() async {
        await #expect(processExitsWith: .success) {
            let desktop = try Desktop()
            try Keychain.store(key(1), vault: [1], label: "key")
            desktop.end()
            // The library learns of it in a thread of its own, which announces it to no one.
            while refusal() != .noService { usleep(10_000) }
            expectRefusal(.noService)
        }
    }

    @Test(.enabled(if: Desktop.isInstalled, "dbus-daemon and gnome-keyring-daemon are not installed"))
    func `a bus without a keychain says so`() async {
        await #expect(processExitsWith: .success) {
            let desktop = try Desktop(hasKeychain: false)
            defer { desktop.end() }
            expectRefusal(.noService)
        }
    }

    @Test(arguments: ["", "autolaunch:", "unix:path=/nowhere/bus", "nonsense"])
    func `without a bus every call says so at once`(address: String) async {
        await #expect(processExitsWith: .success) { [address = address as String] in
            unsafe unsetenv("XDG_RUNTIME_DIR")
            unsafe setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
            expectRefusal(.noService)
            // Where no bus is named, the library with all of GLib behind it is not even loaded.
            let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
            let isLoaded = String(decoding: maps, as: UTF8.self).contains("libsecret")
            #expect(isLoaded == !["", "autolaunch:"].contains(address))
        }
    }

    @Test func `a bus that never answers is left after the time that was given`() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.path + "/kc" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            // Takes connections and says nothing.
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: (folder + "/bus").utf8) }
            let mute = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let isBound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(mute, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(isBound == 0 && listen(mute, 8) == 0)
            unsafe setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(folder)/bus", 1)
            #expect(throws: KeychainError.timedOut) {
                _ = try Keychain.load(vault: [1], patience: .init(connect: 100, answer: 100))
            }
        }
    }

    @Test(.enabled(if: Desktop.isInstalled, "dbus-daemon and gnome-keyring-daemon are not installed"))
    func `a keychain that nobody unlocks is told as locked`() async {
        await #expect(processExitsWith: .success) {
            let desktop = try Desktop()
            defer { desktop.end() }
            try Keychain.store(key(1), vault: [1], label: "key")
            try desktop.lock()
            // Nobody can answer the prompt: there is no display.
            expectRefusal(.locked)
            #expect(try isEmpty([2]))
        }
    }
}

private func key(_ byte: UInt8) -> Secret { Secret(copying: [UInt8](repeating: byte, count: 32)) }

private func holds(_ byte: UInt8, _ vault: [UInt8]) throws -> Bool {
    guard let found = try Keychain.load(vault: vault) else { return false }
    return found.isEqual(to: key(byte))
}

private func isEmpty(_ vault: [UInt8]) throws -> Bool {
    guard try Keychain.load(vault: vault) != nil else { return true }
    return false
}

/// What a look for a key is refused with now; `nil` where it is answered.
private func refusal() -> KeychainError? {
    do {
        _ = try Keychain.load(vault: [1])
        return nil
    } catch { return error }
}

/// All three calls fail for this reason.
private func expectRefusal(_ reason: KeychainError) {
    func expect(_ call: () throws -> Void) {
        do {
            try call()
            Issue.record("a keychain that cannot be used answered")
        } catch {
            #expect(error as? KeychainError == reason)
        }
    }
    expect { try Keychain.store(key(1), vault: [1], label: "key") }
    expect { _ = try Keychain.load(vault: [1]) }
    expect { try Keychain.remove(vault: [1]) }
}

/// A message bus and an unlocked gnome-keyring in a home of their own, to which this process is turned.
private final class Desktop {
    static let isInstalled = ["/usr/bin/dbus-daemon", "/usr/bin/gnome-keyring-daemon", "/usr/bin/secret-tool"]
        .allSatisfy(FileManager.default.fileExists)

    private let home: String
    private var processes: [Process] = []
    /// What they print: it is there to be written to until they end.
    private var outputs: [FileHandle] = []

    init(hasKeychain: Bool = true) throws {
        home = FileManager.default.temporaryDirectory.path + "/kc" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, value) in [
            ("HOME", home), ("XDG_DATA_HOME", home + "/data"), ("XDG_RUNTIME_DIR", home), ("XDG_CONFIG_HOME", home),
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(home)/session"),
        ] { unsafe setenv(name, value, 1) }
        unsafe unsetenv("DISPLAY")
        // A configuration of its own: no service of the machine is started on demand.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(home)/session</listen><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """
        try configuration.write(toFile: home + "/bus.conf", atomically: true, encoding: .utf8)
        do { try begin(hasKeychain: hasKeychain) } catch {
            end()
            throw error
        }
    }

    private func begin(hasKeychain: Bool) throws {
        let bus = ["--config-file=\(home)/bus.conf", "--nofork", "--nopidfile", "--print-address"]
        // It says its address when it listens.
        _ = try start("/usr/bin/dbus-daemon", bus, input: nil).availableData
        guard hasKeychain else { return }
        try start("/usr/bin/gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], input: "test\n")
        try waitUntil { (try? run("/usr/bin/secret-tool", ["store", "--label=probe", "probe", "1"], input: "x")) != nil }
    }

    func end() {
        for process in processes.reversed() {
            // A child of a test inherits a mask that holds the gentler signals back.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: home)
    }

    func lock() throws {
        // Some versions lock, then crash: what counts is that it is locked.
        _ = try? run("/usr/bin/secret-tool", ["lock", "--collection=login"], input: "")
        try waitUntil { (try? run("/usr/bin/secret-tool", ["lookup", "probe", "1"], input: "")) == nil }
    }

    func storedText(_ vault: String) throws -> String {
        try run("/usr/bin/secret-tool", ["lookup", "vault", vault], input: "")
    }

    func replaceText(_ vault: String, by text: String) throws {
        let attributes = ["vault", vault, "xdg:schema", "org.auralyst.VaultKey"]
        _ = try run("/usr/bin/secret-tool", ["store", "--label=key"] + attributes, input: text)
    }

    private func waitUntil(_ isReady: () -> Bool) throws {
        while !isReady() { usleep(10_000) }
    }

    /// Starts a program that stays; what it prints.
    @discardableResult
    private func start(_ program: String, _ arguments: [String], input: String?) throws -> FileHandle {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        let (asked, told) = (Pipe(), Pipe())
        process.standardInput = asked
        process.standardOutput = told
        try process.run()
        processes.append(process)
        outputs.append(told.fileHandleForReading)
        try asked.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
        try asked.fileHandleForWriting.close()
        return told.fileHandleForReading
    }

    private func run(_ program: String, _ arguments: [String], input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let (asked, told) = (Pipe(), Pipe())
        process.standardInput = asked
        process.standardOutput = told
        process.standardError = FileHandle.nullDevice
        try process.run()
        try asked.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try asked.fileHandleForWriting.close()
        let output = told.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return String(decoding: output, as: UTF8.self)
    }
}
