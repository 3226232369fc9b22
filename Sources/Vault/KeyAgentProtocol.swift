#if !os(WASI)
    import Crypto
    import Foundation

    // One connection carries one request and one reply of fixed lengths: no length is read from the peer. Numbers are big-endian.
    //
    //   request  version 1 ‖ verb 1 ‖ SHA-256 of the vault's id 32 ‖ seconds 4 ‖ key 32     (70 bytes; zeros where unused)
    //   put      the same with version 2 ‖ path 4,096, UTF-8, zero-padded: the key is dropped once this path is gone
    //   reply    status 1 ‖ seconds left 4 ‖ key 32                                          (37 bytes; zeros where unused)

    struct KeyAgentRequest: ~Copyable {
        enum Verb: UInt8 { case ping = 0, put, get, drop, remaining }

        static let version: UInt8 = 1
        static let length = 70
        static let pathCount = 4096
        /// The lengths of a request without and with a path.
        static let lengths = [length, length + pathCount]
        /// How long either side waits for the other: milliseconds.
        static let patience = 2_000

        let verb: Verb
        let handle: [UInt8]
        let seconds: Int
        let key: Secret
        /// With `put`: the key is dropped once this file is gone.
        let mark: String?

        init(_ verb: Verb, vault: [UInt8] = [], seconds: Int = 0) {
            self.init(verb, vault: vault, seconds: seconds, key: .zeros(KeyHolder.keyLength))
        }

        init(_ verb: Verb, vault: [UInt8], seconds: Int, key: consuming Secret, mark: String? = nil) {
            self.mark = mark.flatMap { $0.utf8.count <= Self.pathCount ? $0 : nil }
            self.verb = verb
            self.handle = Array(SHA256.hash(data: vault))
            self.seconds = seconds
            self.key = key
        }

        /// Reads a frame; `nil` for another length or version, or an unknown verb.
        init?(frame: borrowing Secret) {
            guard Self.lengths.contains(frame.count) else { return nil }
            let (version, verb, handle, seconds, path) = unsafe frame.withBytes { bytes in
                unsafe (
                    bytes[0], Verb(rawValue: bytes[1]), Array(bytes[2..<34]), Int(clamping: Octets.number(bytes[34..<38])),
                    Array(bytes[Self.length...].prefix { $0 != 0 })
                )
            }
            guard version == (frame.count == Self.length ? Self.version : Self.version + 1), let verb else { return nil }
            mark = path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
            self.verb = verb
            self.handle = handle
            self.seconds = seconds
            self.key = frame.part(38..<Self.length)
        }

        func frame() -> Secret {
            unsafe Secret(count: mark == nil ? Self.length : Self.length + Self.pathCount) { target in
                unsafe target[0] = mark == nil ? Self.version : Self.version + 1
                unsafe target[1] = verb.rawValue
                unsafe target[2..<34].copyBytes(from: handle)
                unsafe target[34..<38].copyBytes(from: Octets.of(UInt32(clamping: seconds)))
                unsafe key.withBytes { unsafe target[38...].copyBytes(from: $0) }
                if let mark { unsafe target[Self.length...].copyBytes(from: mark.utf8) }
            }
        }
    }

    struct KeyAgentReply: ~Copyable {
        enum Status: UInt8 { case done = 0, absent, full, badDuration }

        static let length = 37

        let status: Status
        let seconds: Int
        let key: Secret

        init(_ status: Status, seconds: Int = 0) {
            self.status = status
            self.seconds = seconds
            self.key = .zeros(KeyHolder.keyLength)
        }

        init(_ status: Status, seconds: Int, key: borrowing Secret) {
            self.status = status
            self.seconds = seconds
            self.key = key.duplicate()
        }

        /// Reads a frame; `nil` for another length or an unknown status.
        init?(frame: borrowing Secret) {
            guard frame.count == Self.length else { return nil }
            let (status, seconds) = unsafe frame.withBytes { bytes in
                unsafe (Status(rawValue: bytes[0]), Int(clamping: Octets.number(bytes[1..<5])))
            }
            guard let status else { return nil }
            self.status = status
            self.seconds = seconds
            self.key = frame.part(5..<Self.length)
        }

        func frame() -> Secret {
            unsafe Secret(count: Self.length) { target in
                unsafe target[0] = status.rawValue
                unsafe target[1..<5].copyBytes(from: Octets.of(UInt32(clamping: seconds)))
                unsafe key.withBytes { unsafe target[5...].copyBytes(from: $0) }
            }
        }
    }

    /// The client side, used by commands.
    struct KeyAgentClient {
        let socketPath: String

        func answers() -> Bool {
            guard let reply = try? exchange(KeyAgentRequest(.ping)) else { return false }
            return reply.status == .done
        }

        func put(_ key: borrowing Secret, vault: [UInt8], seconds: Int, mark: String?) throws(KeyHolderError) {
            switch try exchange(KeyAgentRequest(.put, vault: vault, seconds: seconds, key: key.duplicate(), mark: mark)).status {
            case .done: return
            case .full: throw .full
            case .badDuration: throw .badDuration
            case .absent: throw .damaged
            }
        }

        func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? {
            guard let reply = try ask(.get, vault: vault) else { return nil }
            guard reply.status == .done else { return nil }
            return reply.key.duplicate()
        }

        func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? {
            guard let reply = try ask(.remaining, vault: vault) else { return nil }
            return reply.status == .done ? reply.seconds : nil
        }

        func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool {
            guard let reply = try ask(.drop, vault: vault) else { return false }
            return reply.status == .done
        }

        /// Without an agent there is no key either.
        private func ask(_ verb: KeyAgentRequest.Verb, vault: [UInt8]) throws(KeyHolderError) -> KeyAgentReply? {
            guard mayHaveAgent else { return nil }
            do {
                return try exchange(KeyAgentRequest(verb, vault: vault))
            } catch .noAgent {
                return nil
            }
        }

        /// Whether something exists at the socket's path, in a folder of this user. Below `/tmp` anyone may make a folder with our
        /// name, but no agent of ours serves in it, so that is no reason to refuse.
        private var mayHaveAgent: Bool {
            var about = stat()
            guard unsafe lstat(PrivateFolder.folder(of: socketPath), &about) == 0, about.st_uid == geteuid() else { return false }
            return unsafe lstat(socketPath, &about) == 0 || errno != ENOENT && errno != ENOTDIR
        }

        private func exchange(_ request: consuming KeyAgentRequest) throws(KeyHolderError) -> KeyAgentReply {
            let folder = PrivateFolder.folder(of: socketPath)
            var about = stat()
            guard unsafe lstat(folder, &about) == 0 else { throw .noAgent }
            guard PrivateFolder.isPrivate(folder) else { throw .unsafeFolder(path: folder) }
            let socket = try UnixSocket.connect(to: socketPath)
            guard socket.send(request.frame(), milliseconds: KeyAgentRequest.patience),
                let frame = socket.receive(counts: [KeyAgentReply.length], milliseconds: KeyAgentRequest.patience),
                let reply = KeyAgentReply(frame: frame)
            else { throw .damaged }
            return reply
        }
    }
#endif
