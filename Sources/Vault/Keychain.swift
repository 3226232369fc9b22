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
        try KeychainService.store(key, name: name(of: vault), label: shown, patience: patience)
    }

    /// The vault's stored key, or `nil` if there is none.
    package static func load(vault: [UInt8], patience: Patience = .standard) throws(KeychainError) -> Secret? {
        try KeychainService.load(name: name(of: vault), patience: patience)
    }

    /// Deletes the vault's key; returns whether there was one.
    @discardableResult
    package static func remove(vault: [UInt8], patience: Patience = .standard) throws(KeychainError) -> Bool {
        try KeychainService.remove(name: name(of: vault), patience: patience)
    }

    private static func name(of vault: [UInt8]) -> String {
        precondition((1...64).contains(vault.count), "a vault id has 1 to 64 bytes")
        return Octets.hexadecimal(vault)
    }
}
