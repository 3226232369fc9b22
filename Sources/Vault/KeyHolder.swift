import Foundation

/// Why a key could not be kept between two commands, or not be fetched.
package enum KeyHolderError: Error, Equatable, Sendable {
    /// The kernel offers no keyring here, as in many containers.
    case noKeyring
    /// No agent listens at the socket.
    case noAgent
    /// An agent already listens at the socket.
    case agentRunning
    /// The kernel's quota or the agent's table is full.
    case full
    /// The time is outside `KeyHolder.durations`.
    case badDuration
    /// The folder of the socket belongs to somebody else or is open to others.
    case unsafeFolder(path: String)
    /// The path of the socket is longer than the system allows.
    case pathTooLong(path: String)
    /// What came back is no key of ours, or the agent broke off.
    case damaged
    /// Another failure of the system, with its `errno`.
    case system(code: Int32)
}

/// Keeps the 32-byte key of an unlocked vault from one command to the next, until its time ends or it is dropped.
///
/// A key is bound to the user, not to a terminal, and never reaches a disk. It ends with the machine's uptime at
/// the latest. Every process of the same user may fetch it: that is what unlocking for a while means.
package enum KeyHolder: Equatable, Sendable {
    /// The user's keyring inside the Linux kernel.
    case kernel
    /// A process of our own (`KeyAgent`), which listens at this path.
    case agent(socketPath: String)

    /// The two kinds by the names under which `AURALYST_KEY_HOLDER` chooses one.
    package enum Kind: String, CaseIterable, Sendable {
        /// The keyring inside the Linux kernel.
        case kernel
        /// A process of our own.
        case agent
    }

    /// How long a key may be kept, in seconds: up to 30 days.
    package static let durations = 1...(30 * 86_400)

    /// The number of bytes of a key.
    package static let keyLength = 32

    /// The holder for a new key: the forced kind, else the kernel where a trial shows that its keyring works.
    package static func best(forced: Kind? = nil, socketPath: String) -> KeyHolder {
        switch forced {
        case .kernel: .kernel
        case .agent: .agent(socketPath: socketPath)
        case nil: KernelKeyring.works() ? .kernel : .agent(socketPath: socketPath)
        }
    }

    /// Where a key may be waiting: the kernel first, as it answers in microseconds; then the agents at `socketPath`
    /// and at the usual places, each once, since `XDG_RUNTIME_DIR` may have been another when the key was put.
    package static func all(forced: Kind? = nil, socketPath: String) -> [KeyHolder] {
        let usual = [standardSocketPath, fallbackSocketPath].filter { $0 != socketPath }
        let agents = ([socketPath] + usual).map { KeyHolder.agent(socketPath: $0) }
        return switch forced {
        case .kernel: [.kernel]
        case .agent: agents
        case nil: [.kernel] + agents
        }
    }

    /// The usual path of the agent's socket.
    ///
    /// `runtimeFolder` is the value of `XDG_RUNTIME_DIR`; it is used when it is a folder of this user that is closed
    /// to others. Else the socket lives in a folder below `/tmp` that `KeyAgent.run` makes and checks.
    package static func socketPath(runtimeFolder: String?) -> String {
        if let runtimeFolder, runtimeFolder.hasPrefix("/"), PrivateFolder.isPrivate(runtimeFolder) {
            return runtimeFolder + "/auralyst/agent"
        }
        return fallbackSocketPath
    }

    /// Where sessions have their `XDG_RUNTIME_DIR` as a rule; one that is started by cron or su is not told.
    private static var standardSocketPath: String { "/run/user/\(geteuid())/auralyst/agent" }
    private static var fallbackSocketPath: String { "/tmp/auralyst-\(geteuid())/agent" }

    /// Whether the program has to start an agent (`KeyAgent.run`, in a process of its own) before `put`.
    package var needsAgent: Bool {
        switch self {
        case .kernel: false
        case .agent(let path): !KeyAgentClient(socketPath: path).answers()
        }
    }

    /// Waits until the agent answers, at most so many milliseconds; says whether it does.
    package func waitUntilReady(milliseconds: Int) -> Bool {
        let end = Uptime.milliseconds() + UInt64(max(milliseconds, 0))
        while needsAgent {
            guard Uptime.milliseconds() < end else { return false }
            usleep(2_000)
        }
        return true
    }

    /// Keeps `key` (32 bytes) for the vault and so many seconds, in place of an earlier one.
    ///
    /// `vault` is the vault's id, 1 to 64 bytes. Throws `.badDuration` outside `durations`, `.noKeyring` or `.noAgent`
    /// when this holder is not there, `.full` when it takes no more.
    /// An agent forgets the key when the file `mark` is gone.
    package func put(
        key: borrowing Secret, vault: [UInt8], seconds: Int, mark: String? = nil
    ) throws(KeyHolderError) {
        precondition(key.count == Self.keyLength, "a vault key has 32 bytes")
        precondition((1...64).contains(vault.count), "a vault id has 1 to 64 bytes")
        guard Self.durations.contains(seconds) else { throw .badDuration }
        switch self {
        case .kernel: try KernelKeyring.put(key, vault: vault, seconds: seconds)
        case .agent(let path): try KeyAgentClient(socketPath: path).put(key, vault: vault, seconds: seconds, mark: mark)
        }
    }

    /// The key of the vault, or `nil` when none is kept here, its time has ended, or this holder is not there at all.
    package func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? {
        switch self {
        case .kernel: try KernelKeyring.get(vault: vault)
        case .agent(let path): try KeyAgentClient(socketPath: path).get(vault: vault)
        }
    }

    /// Forgets the key of the vault; says whether there was one. When it throws, the key may still be kept.
    @discardableResult
    package func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool {
        switch self {
        case .kernel: try KernelKeyring.drop(vault: vault)
        case .agent(let path): try KeyAgentClient(socketPath: path).drop(vault: vault)
        }
    }

    /// The seconds, rounded up, for which the key of the vault is still kept; `nil` when it is not.
    package func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? {
        switch self {
        case .kernel: try KernelKeyring.remaining(vault: vault)
        case .agent(let path): try KeyAgentClient(socketPath: path).remaining(vault: vault)
        }
    }
}

/// Time since the machine was started, which no change of the wall clock moves and which goes on while it sleeps.
enum Uptime {
    static func milliseconds() -> UInt64 {
        var now = timespec()
        #if os(Linux)
            unsafe _ = clock_gettime(CLOCK_BOOTTIME, &now)
        #else
            unsafe _ = clock_gettime(CLOCK_MONOTONIC, &now)
        #endif
        return UInt64(clamping: now.tv_sec) * 1000 + UInt64(clamping: now.tv_nsec / 1_000_000)
    }

    /// The seconds, rounded up, until `deadline`; 0 when it has passed.
    static func seconds(until deadline: UInt64) -> Int {
        let now = milliseconds()
        guard deadline > now else { return 0 }
        return Int(clamping: (deadline - now - 1) / 1000 + 1)
    }
}
