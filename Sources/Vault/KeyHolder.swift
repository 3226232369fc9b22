#if !os(WASI)
    import Foundation

    /// Keeps the 32-byte key of an unlocked vault from one command to the next, until its time ends or it is dropped.
    ///
    /// A key is bound to the user, not to a terminal, and is never written to disk. It ends with the machine's uptime at the
    /// latest. Any process of the same user can fetch it: that is what unlocking for a while means.
    package enum KeyHolder: Equatable, Sendable {
        /// The user's keyring inside the Linux kernel.
        case kernel
        /// A process of our own (`KeyAgent`) that listens at this path.
        case agent(socketPath: String)

        /// The two kinds, named as in `AURALYST_KEY_HOLDER`.
        package enum Kind: String, CaseIterable, Sendable {
            /// The keyring inside the Linux kernel.
            case kernel
            /// A process of our own.
            case agent
        }

        /// How long a key may be kept, in seconds: up to 30 days.
        package static let durations = 1...(30 * 86_400)

        package static let keyLength = 32

        /// The holder for a new key: the forced kind, otherwise the kernel if a trial shows that its keyring works.
        package static func best(forced: Kind? = nil, socketPath: String) -> KeyHolder {
            switch forced {
            case .kernel: .kernel
            case .agent: .agent(socketPath: socketPath)
            case nil: KernelKeyring.works() ? .kernel : .agent(socketPath: socketPath)
            }
        }

        /// Where a key may be: the kernel first, as it answers in microseconds; then the agents at `socketPath` and at the usual
        /// places, each once, since `XDG_RUNTIME_DIR` may have differed when the key was stored.
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
        /// `runtimeFolder` is the value of `XDG_RUNTIME_DIR`, used if it is a folder of this user that is closed to others.
        /// Otherwise the socket is in a folder below `/tmp` that `KeyAgent.run` makes and checks.
        package static func socketPath(runtimeFolder: String?) -> String {
            if let runtimeFolder, runtimeFolder.hasPrefix("/"), PrivateFolder.isPrivate(runtimeFolder) {
                return runtimeFolder + "/auralyst/agent"
            }
            return fallbackSocketPath
        }

        /// The usual `XDG_RUNTIME_DIR` of a session; processes started by cron or su do not have it set.
        private static var standardSocketPath: String { "/run/user/\(geteuid())/auralyst/agent" }
        private static var fallbackSocketPath: String { "/tmp/auralyst-\(geteuid())/agent" }

        /// Whether the program must start an agent (`KeyAgent.run`, in a process of its own) before `put`.
        package var needsAgent: Bool {
            switch self {
            case .kernel: false
            case .agent(let path): !KeyAgentClient(socketPath: path).answers()
            }
        }

        /// Waits until the agent answers, up to `milliseconds`; returns whether it does.
        package func waitUntilReady(milliseconds: Int) -> Bool {
            let end = Uptime.milliseconds() + UInt64(max(milliseconds, 0))
            while needsAgent {
                guard Uptime.milliseconds() < end else { return false }
                usleep(2_000)
            }
            return true
        }

        /// Keeps `key` (32 bytes) for the vault for `seconds`, replacing an earlier one.
        ///
        /// `vault` is the vault's id, 1 to 64 bytes. An agent drops the key when the file `mark` is gone. Throws `.badDuration`
        /// outside `durations`, `.noKeyring` or `.noAgent` if this holder is not there, `.full` if it has no room.
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

        /// The vault's key, or `nil` if none is kept here, its time has ended, or this holder is not there.
        package func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? {
            switch self {
            case .kernel: try KernelKeyring.get(vault: vault)
            case .agent(let path): try KeyAgentClient(socketPath: path).get(vault: vault)
            }
        }

        /// Drops the vault's key; returns whether there was one. If it throws, the key may still be kept.
        @discardableResult
        package func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool {
            switch self {
            case .kernel: try KernelKeyring.drop(vault: vault)
            case .agent(let path): try KeyAgentClient(socketPath: path).drop(vault: vault)
            }
        }

        /// For how many more seconds, rounded up, the vault's key is kept; `nil` if it is not.
        package func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? {
            switch self {
            case .kernel: try KernelKeyring.remaining(vault: vault)
            case .agent(let path): try KeyAgentClient(socketPath: path).remaining(vault: vault)
            }
        }
    }

    /// Time since the machine started, including sleep, unaffected by changes of the wall clock.
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

        /// The seconds, rounded up, until `deadline`; 0 if it has passed.
        static func seconds(until deadline: UInt64) -> Int {
            let now = milliseconds()
            guard deadline > now else { return 0 }
            return Int(clamping: (deadline - now - 1) / 1000 + 1)
        }
    }
#endif
