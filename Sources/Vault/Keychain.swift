import CSecret

package enum KeychainError: Error, Equatable, Sendable {
    /// The library that speaks to the keychain is not installed (on Debian: `libsecret-1-0`).
    case noLibrary
    /// No keychain service runs in this session, for example on a machine without a desktop.
    case noService
    /// The keychain is locked, and the owner did not unlock it when asked.
    case locked
    case timedOut
    case damaged
    case failed
}

/// The keychain of the owner's desktop: the Secret Service of Linux. Elsewhere every call throws `.noLibrary`.
///
/// It keeps one 32-byte key per vault. Calls may block while the owner unlocks the keychain, at most for their `Patience`.
package enum Keychain {
    package struct Patience: Sendable {
        /// Until the message bus answers, in milliseconds.
        package let connect: UInt32
        /// For everything after that, in milliseconds: the owner may be typing the keychain's password.
        package let answer: UInt32

        /// Both in milliseconds.
        package init(connect: UInt32, answer: UInt32) {
            self.connect = connect
            self.answer = answer
        }

        /// Five seconds for the bus, a minute for the owner.
        package static let standard = Patience(connect: 5_000, answer: 60_000)
    }

    /// The number of bytes of a key.
    package static let keyLength = 32

    /// Stores `key` (32 bytes) for the vault, replacing an earlier one.
    ///
    /// `vault` is the vault's id, 1 to 64 bytes; `label` is what the owner sees in the keychain's list, cut after 200 bytes and
    /// at its first NUL.
    package static func store(
        _ key: borrowing Secret, vault: [UInt8], label: String, patience: Patience = .standard
    ) throws(KeychainError) {
        precondition(key.count == keyLength, "the keychain keeps keys of 32 bytes")
        let shown = String(decoding: label.utf8.prefix { $0 != 0 }.prefix(200), as: UTF8.self)
        try place(key, name: name(of: vault), label: shown, patience: patience)
    }

    /// The vault's stored key, or `nil` if there is none.
    package static func load(vault: [UInt8], patience: Patience = .standard) throws(KeychainError) -> Secret? {
        try fetch(name: name(of: vault), patience: patience)
    }

    /// Deletes the vault's key; returns whether there was one.
    @discardableResult
    package static func remove(vault: [UInt8], patience: Patience = .standard) throws(KeychainError) -> Bool {
        try delete(name: name(of: vault), patience: patience)
    }

    private static func name(of vault: [UInt8]) -> String {
        precondition((1...64).contains(vault.count), "a vault id has 1 to 64 bytes")
        return Octets.hexadecimal(vault)
    }
}

extension Keychain.Patience {
    fileprivate var times: csecret_patience { csecret_patience(connect: connect, answer: answer) }
}

extension Keychain {
    private static func place(
        _ key: borrowing Secret, name: String, label: String, patience: Patience
    ) throws(KeychainError) {
        let text = Base64Key.encode(key)
        let code = unsafe text.withBytes { text in
            unsafe csecret_store(name, label, text.bindMemory(to: CChar.self).baseAddress, patience.times)
        }
        try check(code)
    }

    private static func fetch(name: String, patience: Patience) throws(KeychainError) -> Secret? {
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

    private static func delete(name: String, patience: Patience) throws(KeychainError) -> Bool {
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
