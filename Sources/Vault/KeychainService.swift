#if !os(WASI)
    import CSecret

    extension Keychain.Patience {
        fileprivate var times: csecret_patience { csecret_patience(connect: connect, answer: answer) }
    }

    /// The Secret Service, by the library that speaks to it.
    enum KeychainService {
        static func store(
            _ key: borrowing Secret, name: String, label: String, patience: Keychain.Patience
        ) throws(KeychainError) {
            let text = Base64Key.encode(key)
            let code = unsafe text.withBytes { text in
                unsafe csecret_store(name, label, text.bindMemory(to: CChar.self).baseAddress, patience.times)
            }
            try check(code)
        }

        static func load(name: String, patience: Keychain.Patience) throws(KeychainError) -> Secret? {
            var code = Int32(CSECRET_FAILED)
            let text = unsafe Secret(count: Base64Key.room) { target in
                code = unsafe csecret_lookup(
                    name, target.bindMemory(to: CChar.self).baseAddress, target.count, patience.times)
            }
            guard code != CSECRET_ABSENT else { return nil }
            guard code != CSECRET_TOO_LONG else { throw .damaged }
            try check(code)
            guard let key = Base64Key.decode(text) else { throw .damaged }
            return key
        }

        static func remove(name: String, patience: Keychain.Patience) throws(KeychainError) -> Bool {
            let code = unsafe csecret_clear(name, patience.times)
            guard code != CSECRET_ABSENT else { return false }
            try check(code)
            return true
        }

        private static func check(_ code: Int32) throws(KeychainError) {
            switch Int(code) {
            case CSECRET_DONE: return
            case CSECRET_NO_LIBRARY: throw .noLibrary
            case CSECRET_NO_SERVICE: throw .noService
            case CSECRET_LOCKED: throw .locked
            case CSECRET_TIMEOUT: throw .timedOut
            default: throw .failed
            }
        }
    }

    /// A key as the text that the Secret Service stores, without a copy outside secret memory.
    enum Base64Key {
        /// 44 characters for 32 bytes, and a NUL.
        static let room = 45

        private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

        /// The standard alphabet with padding, NUL-terminated.
        static func encode(_ key: borrowing Secret) -> Secret {
            unsafe Secret(count: room) { text in
                unsafe key.withBytes { key in
                    for index in 0..<43 {
                        let (byte, shift) = (index * 6 / 8, index * 6 % 8)
                        let next = unsafe byte + 1 < key.count ? UInt16(key[byte + 1]) : 0
                        let pair = unsafe UInt16(key[byte]) << 8 | next
                        unsafe text[index] = alphabet[Int(pair >> UInt16(10 - shift) & 63)]
                    }
                }
                unsafe text[43] = UInt8(ascii: "=")
            }
        }

        /// Reads only what `encode` writes; anything else is `nil`.
        static func decode(_ text: borrowing Secret) -> Secret? {
            guard text.count == room else { return nil }
            var isSound = true
            let key = unsafe Secret(count: Keychain.keyLength) { key in
                unsafe text.withBytes { text in
                    var held: UInt32 = 0
                    for index in 0..<43 {
                        guard let value = unsafe alphabet.firstIndex(of: text[index]) else {
                            isSound = false
                            return
                        }
                        held = (held << 6 | UInt32(value)) & 0xffff
                        // Before this character 6·index bits were read; a byte is complete when the sum passes a multiple of 8.
                        let bits = (index + 1) * 6
                        if bits % 8 < 6 { unsafe key[bits / 8 - 1] = UInt8(truncatingIfNeeded: held >> UInt32(bits % 8)) }
                    }
                    let hasSpareBits = held & 3 != 0
                    let hasEnding = unsafe text[43] == UInt8(ascii: "=") && text[44] == 0
                    if hasSpareBits || !hasEnding { isSound = false }
                }
            }
            guard isSound else { return nil }
            return key
        }
    }
#endif
