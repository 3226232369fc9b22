#if os(Linux)
    import CKeyutils
    import Foundation

    /// The user's keyring of the Linux kernel as a place for vault keys.
    ///
    /// A key has type `user` and is named `auralyst:` and the vault's id in hexadecimal. Its payload is the deadline in
    /// milliseconds of uptime (8 bytes, big-endian) and the 32 bytes of the key. The kernel's own timer ends it; the deadline in
    /// the payload still applies if the wall clock, which that timer uses, is set back.
    enum KernelKeyring {
        private static let payloadLength = 8 + KeyHolder.keyLength
        private static let type = "user"

        /// Any process of the owner may find, read and remove the key; no one else may do anything.
        ///
        /// A process whose session keyring does not link the user's keyring (after `su`, `setsid`, in a service) does not
        /// "possess" the key, so both the user's and the possessor's permissions must allow it.
        private static let rights = UInt32(
            KEY_POS_ALL | KEY_USR_VIEW | KEY_USR_READ | KEY_USR_SEARCH | KEY_USR_WRITE | KEY_USR_SETATTR)

        /// Whether a trial key can be kept and read back: containers often forbid it, or allow no more keys.
        static func works() -> Bool {
            let name = "auralyst:trial:\(UInt64.random(in: 0 ... .max))"
            let trial = Secret.random(count: payloadLength)
            do {
                try add(trial, name: name, seconds: 10)
                let isSame = try read(name: name)?.isEqual(to: trial) ?? false
                return try remove(name: name) && isSame
            } catch {
                return false
            }
        }

        static func put(_ key: borrowing Secret, vault: [UInt8], seconds: Int) throws(KeyHolderError) {
            let deadline = Uptime.milliseconds() + UInt64(seconds) * 1000
            let payload = unsafe Secret(count: payloadLength) { target in
                unsafe target.copyBytes(from: Octets.of(deadline))
                unsafe key.withBytes { key in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[8...]).copyMemory(from: key)
                }
            }
            try add(payload, name: name(of: vault), seconds: seconds)
        }

        static func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? {
            guard let payload = try live(vault: vault) else { return nil }
            return payload.part(8..<payloadLength)
        }

        static func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? {
            guard let payload = try live(vault: vault) else { return nil }
            return Uptime.seconds(until: deadline(of: payload))
        }

        static func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool {
            try remove(name: name(of: vault))
        }

        private static func name(of vault: [UInt8]) -> String { "auralyst:" + Octets.hexadecimal(vault) }

        /// The payload, unless its own deadline has passed.
        private static func live(vault: [UInt8]) throws(KeyHolderError) -> Secret? {
            guard let payload = try read(name: name(of: vault)) else { return nil }
            guard Uptime.seconds(until: deadline(of: payload)) > 0 else {
                _ = try drop(vault: vault)
                return nil
            }
            return payload
        }

        private static func deadline(of payload: borrowing Secret) -> UInt64 {
            unsafe payload.withBytes { unsafe Octets.number($0.prefix(8)) }
        }

        /// The key is created in this thread's keyring, so that only this thread possesses it while its permissions and timer are
        /// set. Then it is linked into the user's keyring, replacing a key of the same name.
        private static func add(_ payload: borrowing Secret, name: String, seconds: Int) throws(KeyHolderError) {
            let key = unsafe payload.withBytes { bytes in
                unsafe add_key(type, name, bytes.baseAddress, bytes.count, KEY_SPEC_THREAD_KEYRING)
            }
            guard key > 0 else { throw failure() }
            defer { keyctl_unlink(key, KEY_SPEC_THREAD_KEYRING) }
            guard keyctl_setperm(key, rights) == 0, keyctl_set_timeout(key, UInt32(clamping: seconds)) == 0,
                keyctl_link(key, KEY_SPEC_USER_KEYRING) == 0
            else { throw failure() }
        }

        private static func find(name: String) throws(KeyHolderError) -> key_serial_t? {
            let key = unsafe keyctl_search(KEY_SPEC_USER_KEYRING, type, name, 0)
            guard key <= 0 else { return key_serial_t(truncatingIfNeeded: key) }
            try expectAbsence()
            return nil
        }

        private static func read(name: String) throws(KeyHolderError) -> Secret? {
            guard let key = try find(name: name) else { return nil }
            var length = 0
            let payload = unsafe Secret(count: payloadLength) { target in
                length = unsafe keyctl_read(key, target.bindMemory(to: CChar.self).baseAddress, target.count)
            }
            guard length >= 0 else {
                try expectAbsence()
                return nil
            }
            guard length == payloadLength else { throw .damaged }
            return payload
        }

        /// Revoking frees the payload at once; unlinking removes the name.
        private static func remove(name: String) throws(KeyHolderError) -> Bool {
            guard let key = try find(name: name) else { return false }
            let isRevoked = keyctl_revoke(key) == 0
            let isUnlinked = keyctl_unlink(key, KEY_SPEC_USER_KEYRING) == 0
            if !isRevoked && !isUnlinked { try expectAbsence() }
            return isRevoked || isUnlinked
        }

        /// Returns if there is no such key (any more), or no keyring at all; otherwise throws.
        private static func expectAbsence() throws(KeyHolderError) {
            guard [ENOKEY, EKEYEXPIRED, EKEYREVOKED, ENOSYS, EPERM, EOPNOTSUPP].contains(errno) else { throw failure() }
        }

        private static func failure() -> KeyHolderError {
            switch errno {
            case ENOSYS, EPERM, EACCES, EOPNOTSUPP: .noKeyring
            case EDQUOT, ENOMEM, ENFILE: .full
            case let code: .system(code: code)
            }
        }
    }
#elseif !os(WASI)
    /// No such keyring on this system: every call throws, and `KeyHolder.best` takes the agent.
    enum KernelKeyring {
        static func works() -> Bool { false }
        static func put(_ key: borrowing Secret, vault: [UInt8], seconds: Int) throws(KeyHolderError) { throw .noKeyring }
        static func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? { nil }
        static func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? { nil }
        static func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool { false }
    }
#endif
