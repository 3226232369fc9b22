import Basics
import Foundation

/// One of the locks of a vault: the vault key, sealed under a key that somebody or something can bring.
package struct Keyslot: Equatable, Sendable {
    /// Names the slot in its vault; two slots never share one.
    package let id: KeyslotID
    /// How the key of this slot is come by.
    package let type: KeyslotType
    /// What the type needs to know, visible ASCII without quotes and backslashes; part of the seal's context.
    package let parameters: String
    /// SEAL(slot key, `L("slot")` ‖ vault ‖ id ‖ LP(type) ‖ LP(parameters), vault key); of a slot for the recovery recipient, a wrap of
    /// the vault key with the same context.
    package let sealed: [UInt8]

    /// Takes parts that stand in a file, without looking inside.
    init(id: KeyslotID, type: KeyslotType, parameters: String, sealed: [UInt8]) {
        self.id = id
        self.type = type
        self.parameters = parameters
        self.sealed = sealed
    }

    /// Seals the vault key under the slot's key.
    init(
        id: KeyslotID, type: KeyslotType, parameters: String, vault: [UInt8],
        vaultKey: borrowing Secret, slotKey: borrowing Secret
    ) {
        self.init(
            id: id, type: type, parameters: parameters,
            sealed: Seal.seal(
                vaultKey, key: slotKey, context: Self.context(vault: vault, id: id, type: type, parameters: parameters))
        )
    }

    /// The vault key; `nil` when the key is not this slot's. A slot that only half opens is damaged.
    func open(vault: [UInt8], slotKey: borrowing Secret) throws(VaultError) -> Secret? {
        let context = Self.context(vault: vault, id: id, type: type, parameters: parameters)
        do throws(SealError) {
            let key = try Seal.openSecret(sealed, key: slotKey, context: context)
            if key.count == VaultHeader.keyCount { return key }
        } catch {
            if error == .commitmentMismatch { return nil }
        }
        throw .damaged(.header)
    }

    /// The vault key, by the recovery code; `nil` when it is another code's slot, or none of a recovery code.
    func open(vault: [UInt8], recoveryCode: borrowing RecoveryCode) throws(VaultError) -> Secret? {
        guard type == .recoveryRecipient else {
            return type == .recovery ? try open(vault: vault, slotKey: recoveryCode.slotKey()) : nil
        }
        let context = Self.context(vault: vault, id: id, type: type, parameters: parameters)
        return KeyWrap(encapsulated: Array(sealed.prefix(32)), sealed: Array(sealed.dropFirst(32)))?
            .open(secret: recoveryCode.ageSecret(), context: context)
    }

    static func context(vault: [UInt8], id: KeyslotID, type: KeyslotType, parameters: String) -> [UInt8] {
        Label.bytes("slot") + vault + id.bytes + Octets.lengthPrefixed(Array(type.name.utf8))
            + Octets.lengthPrefixed(Array(parameters.utf8))
    }
}

/// The name of a slot: 16 random bytes.
package struct KeyslotID: Hashable, Sendable, CustomStringConvertible {
    /// 16 bytes.
    package let bytes: [UInt8]

    /// `nil` unless there are 16.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads 32 hexadecimal digits, as `description` writes them.
    package init?(_ text: String) {
        let digits = text.utf8.compactMap(hexDigit)
        guard digits.count == 32, text.utf8.count == 32 else { return nil }
        bytes = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    static func random() -> KeyslotID {
        var generator = SystemRandomNumberGenerator()
        return KeyslotID(trusted: (0..<16).map { _ in generator.next() })
    }

    private init(trusted: [UInt8]) { bytes = trusted }

    /// 32 hexadecimal digits, lower case.
    package var description: String { Octets.hexadecimal(bytes) }
}

/// How a slot's key is come by. Types that this program does not know are kept, and cannot be opened by it.
package struct KeyslotType: Hashable, Sendable {
    /// 1 to 32 of `a`–`z`, `0`–`9` and `-`.
    package let name: String

    /// `nil` for a name that no type can have.
    package init?(name: String) {
        let letters = name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
        guard (1...32).contains(name.utf8.count), letters else { return nil }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    /// A passphrase, stretched by Argon2id.
    package static let passphrase = KeyslotType(known: "argon2id")
    /// The recovery code, which is also an age identity.
    package static let recovery = KeyslotType(known: "recovery")
    /// The same code, for whose recipient the vault key was wrapped: it can be made while the code is not at hand.
    package static let recoveryRecipient = KeyslotType(known: "recipient")
    /// 32 random bytes that the keychain of the desktop holds.
    package static let keychain = KeyslotType(known: "keychain")
    /// 32 bytes that a passkey's authenticator computes from a salt (WebAuthn `prf`, FIDO2 `hmac-secret`).
    package static let passkey = KeyslotType(known: "prf")

    /// Whether this program can open such a slot.
    package var isKnown: Bool { isRecovery || self == .passkey || opensAlone }

    /// Whether the recovery code opens it.
    package var isRecovery: Bool { self == .recovery || self == .recoveryRecipient }

    /// How long the sealed vault key is in such a slot: 328 bytes, or 80 where it is wrapped.
    var sealedCount: Int {
        self == .recoveryRecipient ? KeyWrap.count : Seal.sealedCount(of: VaultHeader.keyCount)
    }

    /// Whether a vault may rely on such a slot beside that of recovery. Not on a passkey: its owner, or the system that
    /// keeps it, may delete it without a word.
    var opensAlone: Bool { self == .passphrase || self == .keychain }
}
