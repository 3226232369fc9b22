import Basics
import Foundation

/// One way to unlock a vault: the vault key, encrypted under a key that a person or device provides.
package struct Keyslot: Equatable, Sendable {
    /// Identifies the slot; unique in its vault.
    package let id: KeyslotID
    package let type: KeyslotType
    /// The type's parameters: visible ASCII without quotes and backslashes; part of the seal's context.
    package let parameters: String
    /// SEAL(slot key, `L("slot")` ‖ vault ‖ id ‖ LP(type) ‖ LP(parameters), vault key). In a slot for the recovery recipient, a
    /// wrap of the vault key with the same context.
    package let sealed: [UInt8]

    /// Takes the parts of a stored slot without checking them.
    init(id: KeyslotID, type: KeyslotType, parameters: String, sealed: [UInt8]) {
        self.id = id
        self.type = type
        self.parameters = parameters
        self.sealed = sealed
    }

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

    /// The vault key; `nil` if this is not the slot's key. A slot of which only a part opens is damaged.
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

    /// The vault key, by the recovery code; `nil` for another code's slot or a slot of another type.
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

/// Where a slot's key comes from. Slots of unknown types are kept, and cannot be unlocked by this program.
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
    /// The same code, by a wrap of the vault key to its recipient: such a slot can be made without the code.
    package static let recoveryRecipient = KeyslotType(known: "recipient")
    /// 32 random bytes that the keychain of the desktop holds.
    package static let keychain = KeyslotType(known: "keychain")
    /// 32 bytes that a passkey's authenticator computes from a salt (WebAuthn `prf`, FIDO2 `hmac-secret`).
    package static let passkey = KeyslotType(known: "prf")

    /// Whether this program can open such a slot.
    package var isKnown: Bool { isRecovery || self == .passkey || opensAlone }

    package var isRecovery: Bool { self == .recovery || self == .recoveryRecipient }

    /// The length of the sealed vault key in such a slot: 328 bytes, or 80 if it is wrapped.
    var sealedCount: Int {
        self == .recoveryRecipient ? KeyWrap.count : Seal.sealedCount(of: VaultHeader.keyCount)
    }

    /// Whether such a slot suffices beside the recovery slot. A passkey does not: its owner or system may delete it silently.
    var opensAlone: Bool { self == .passphrase || self == .keychain }
}
