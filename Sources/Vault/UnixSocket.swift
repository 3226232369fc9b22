#if !os(WASI)
    import Foundation

    /// A Unix domain socket, closed when its owner releases it.
    ///
    /// Sends and receives whole frames of fixed sizes within a time limit; the peer is always the same user.
    struct UnixSocket: ~Copyable {
        let descriptor: Int32

        deinit { close(descriptor) }

        private init(adopting descriptor: Int32) { self.descriptor = descriptor }

        /// A new socket that no child process inherits.
        private init() throws(KeyHolderError) {
            #if os(Linux)
                let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            #else
                let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
            #endif
            guard descriptor >= 0 else { throw .system(code: errno) }
            self.descriptor = descriptor
        }

        /// Connects to the listener at `path`; `.noAgent` if there is none, or another user's.
        static func connect(to path: String) throws(KeyHolderError) -> UnixSocket {
            let socket = try UnixSocket()
            let descriptor = socket.descriptor
            guard try unsafe withAddress(path, { unsafe Foundation.connect(descriptor, $0, $1) }) == 0 else {
                switch errno {
                case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK, EAGAIN: throw .noAgent
                case let code: throw .system(code: code)
                }
            }
            guard socket.peerIsOwnUser() else { throw .noAgent }
            return socket
        }

        /// Listens at `path`, which must not exist yet; the socket file is for this user only.
        static func listen(at path: String) throws(KeyHolderError) -> UnixSocket {
            let socket = try UnixSocket()
            let descriptor = socket.descriptor
            guard try unsafe withAddress(path, { unsafe bind(descriptor, $0, $1) }) == 0, unsafe chmod(path, 0o600) == 0,
                Foundation.listen(descriptor, 16) == 0
            else { throw .system(code: errno) }
            return socket
        }

        /// The next connection, or `nil` if none comes within `milliseconds`.
        borrowing func accept(milliseconds: Int) -> UnixSocket? {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe Foundation.poll(&poll, 1, Int32(clamping: milliseconds)) > 0 else { return nil }
            let caller = Foundation.accept(descriptor, nil, nil)
            return caller >= 0 ? UnixSocket(adopting: caller) : nil
        }

        /// Whether the process at the other end runs as this user, as the kernel saw it on connecting.
        borrowing func peerIsOwnUser() -> Bool {
            #if os(Linux)
                // struct ucred: process, user, group.
                var credentials: (pid: UInt32, uid: UInt32, gid: UInt32) = (0, .max, .max)
                var length = socklen_t(MemoryLayout.size(ofValue: credentials))
                let isKnown = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
                return isKnown && credentials.uid == geteuid()
            #else
                var (user, group): (uid_t, gid_t) = (.max, .max)
                return unsafe getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
            #endif
        }

        /// Sends all bytes and closes the sending side; false if the peer left or accepts none for `milliseconds`.
        borrowing func send(_ frame: borrowing Secret, milliseconds: Int) -> Bool {
            #if os(Linux)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            setPatience(SO_SNDTIMEO, milliseconds)
            let isSent = unsafe frame.withBytes { bytes in
                var sent = 0
                while sent < bytes.count {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                    let count = unsafe Foundation.send(descriptor, rest.baseAddress, rest.count, flags)
                    guard count > 0 else { return false }
                    sent += count
                }
                return true
            }
            return isSent && shutdown(descriptor, Int32(SHUT_WR)) == 0
        }

        /// Receives a frame of one of these lengths with nothing after it; `nil` if it has another length or is late.
        borrowing func receive(counts: [Int], milliseconds: Int) -> Secret? {
            let count = counts.max() ?? 0
            let end = Uptime.milliseconds() + UInt64(max(milliseconds, 0))
            var received = 0
            // One spare byte reveals a frame that is too long.
            let frame = unsafe Secret(count: count + 1) { target in
                while received <= count {
                    let now = Uptime.milliseconds()
                    guard now < end else {
                        received = -1
                        return
                    }
                    setPatience(SO_RCVTIMEO, Int(clamping: end - now))
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[received...])
                    let more = unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
                    guard more >= 0 else {
                        received = -1
                        return
                    }
                    guard more > 0 else { return }
                    received += more
                }
            }
            guard counts.contains(received) else { return nil }
            return frame.part(0..<received)
        }

        private borrowing func setPatience(_ option: Int32, _ milliseconds: Int) {
            var time = timeval(tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
            unsafe _ = setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }

        private static func withAddress<R>(
            _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
        ) throws(KeyHolderError) -> R {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
                throw .pathTooLong(path: path)
            }
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
            return unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    /// A folder that only this user may enter.
    enum PrivateFolder {
        /// Whether it is a folder (not a link to one) of this user, with no permissions for others.
        static func isPrivate(_ path: String) -> Bool {
            var about = stat()
            guard unsafe lstat(path, &about) == 0 else { return false }
            return about.st_mode & S_IFMT == S_IFDIR && about.st_uid == geteuid() && about.st_mode & 0o077 == 0
        }

        /// Makes the folder of `file` if it is missing, then checks that it is private: someone else may have made it first.
        static func provide(for file: String) throws(KeyHolderError) {
            let folder = self.folder(of: file)
            guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system(code: errno) }
            guard isPrivate(folder) else { throw .unsafeFolder(path: folder) }
        }

        /// The path up to its last slash.
        static func folder(of file: String) -> String {
            guard let slash = file.lastIndex(of: "/") else { return "." }
            return slash == file.startIndex ? "/" : String(file[..<slash])
        }
    }

    extension Secret {
        static func zeros(_ count: Int) -> Secret { unsafe Secret(count: count) { _ in } }

        /// A copy of the bytes in `range`, which lies inside this secret.
        borrowing func part(_ range: Range<Int>) -> Secret {
            precondition(range.upperBound <= count, "the part lies inside the secret")
            return unsafe Secret(count: range.count) { target in
                unsafe withBytes { unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
            }
        }
    }
#endif
