#if !os(WASI)
    import Basics
    import Crypto
    import Foundation

    /// The process that keeps vault keys in its memory if the kernel has no keyring: a loop over one socket.
    ///
    /// It answers only processes of its own user, keeps each key until its deadline or until its vault is gone (checked every ten
    /// seconds), and exits once it keeps none. Forbid core dumps (`platform_forbid_dumps`) and detach it from the terminal first.
    package enum KeyAgent {
        package static let capacity = 64

        /// Serves the socket until the last key has ended or was dropped, or until no first key came within `grace` seconds.
        ///
        /// Replaces a socket file left by a killed agent. Throws `.agentRunning` if another agent serves this path, `.unsafeFolder`
        /// if others could reach the socket's folder.
        package static func run(socketPath: String, grace: Int = 10) throws(KeyHolderError) {
            try PrivateFolder.provide(for: socketPath)
            let lock = try takeLock(socketPath + ".lock")
            defer { FileLock.close(lock) }
            unsafe unlink(socketPath)
            let socket = try UnixSocket.listen(at: socketPath)
            defer { unsafe unlink(socketPath) }

            var table = KeyTable(grace: grace)
            while !table.hasEnded() {
                // The timer of poll stops while the machine sleeps: check the clock now and then.
                guard let caller = socket.accept(milliseconds: min(table.millisecondsToNextEnd(), 10_000)) else { continue }
                serve(caller, from: &table)
            }
        }

        private static func serve(_ caller: borrowing UnixSocket, from table: inout KeyTable) {
            guard caller.peerIsOwnUser(),
                let frame = caller.receive(counts: KeyAgentRequest.lengths, milliseconds: KeyAgentRequest.patience),
                let request = KeyAgentRequest(frame: frame)
            else { return }
            _ = caller.send(table.answer(request).frame(), milliseconds: KeyAgentRequest.patience)
        }

        /// One agent per path; the lock ends with the process.
        private static func takeLock(_ path: String) throws(KeyHolderError) -> Int32 {
            do throws(FileFault) {
                if let lock = try FileLock.open(path) { return lock }
            } catch {
                throw .system(code: error.code)
            }
            throw .agentRunning
        }
    }

    /// The keys an agent keeps, and how it answers requests.
    struct KeyTable: ~Copyable {
        private final class Kept {
            let key: Secret
            let deadline: UInt64
            /// If this file is gone, the vault was deleted or moved.
            let mark: String?
            init(key: consuming Secret, deadline: UInt64, mark: String?) {
                self.key = key
                self.deadline = deadline
                self.mark = mark
            }

            func isOver(at now: UInt64) -> Bool {
                var about = stat()
                guard deadline > now else { return true }
                guard let mark, unsafe lstat(mark, &about) != 0 else { return false }
                return errno == ENOENT || errno == ENOTDIR
            }
        }

        private var kept: [[UInt8]: Kept] = [:]
        private var ending: UInt64?
        private let grace: UInt64

        /// Ends after `grace` seconds unless a key comes.
        init(grace: Int) {
            self.grace = UInt64(max(grace, 0)) * 1000
            ending = Uptime.milliseconds() + self.grace
        }

        /// Drops expired keys; returns whether there is nothing left to wait for.
        mutating func hasEnded() -> Bool {
            let now = Uptime.milliseconds()
            kept = kept.filter { !$0.value.isOver(at: now) }
            guard kept.isEmpty else { return false }
            return ending.map { $0 <= now } ?? true
        }

        /// The time until the next key expires, or until the grace period ends.
        func millisecondsToNextEnd() -> Int {
            let now = Uptime.milliseconds()
            let next = kept.values.map(\.deadline).min() ?? ending ?? now
            return next > now ? Int(clamping: next - now) : 0
        }

        mutating func answer(_ request: borrowing KeyAgentRequest) -> KeyAgentReply {
            let now = Uptime.milliseconds()
            let found = kept[request.handle].flatMap { $0.isOver(at: now) ? nil : $0 }
            switch request.verb {
            case .ping:
                // The caller brings a key next: wait for it, even if the last vault has just gone.
                ending = now + grace
                return KeyAgentReply(.done)
            case .put:
                guard KeyHolder.durations.contains(request.seconds) else { return KeyAgentReply(.badDuration) }
                guard kept[request.handle] != nil || kept.count < KeyAgent.capacity else { return KeyAgentReply(.full) }
                let deadline = now + UInt64(request.seconds) * 1000
                kept[request.handle] = Kept(key: request.key.duplicate(), deadline: deadline, mark: request.mark)
                ending = nil
                return KeyAgentReply(.done)
            case .get:
                guard let found else { return KeyAgentReply(.absent) }
                return KeyAgentReply(.done, seconds: Uptime.seconds(until: found.deadline), key: found.key)
            case .remaining:
                guard let found else { return KeyAgentReply(.absent) }
                return KeyAgentReply(.done, seconds: Uptime.seconds(until: found.deadline))
            case .drop:
                kept[request.handle] = nil
                // An agent without keys has no reason to stay, even one that was just started.
                if kept.isEmpty { ending = nil }
                return KeyAgentReply(found == nil ? .absent : .done)
            }
        }
    }
#endif
