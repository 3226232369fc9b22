import Foundation

extension Keyslot {
    /// A passphrase slot with a fresh salt: the key is Argon2id(NFKC passphrase, salt, associated data = vault ‖ id).
    init(
        passphrase: borrowing Secret, cost: Argon2Cost, id: KeyslotID, vault: [UInt8], vaultKey: borrowing Secret
    ) throws(VaultError) {
        var generator = SystemRandomNumberGenerator()
        let salt: [UInt8] = (0..<Argon2Parameters.saltCount).map { _ in generator.next() }
        let parameters = Argon2Parameters(cost: cost, salt: salt)
        let key = try Argon2.derive(
            password: Passphrase.normalised(passphrase), salt: salt, associated: vault + id.bytes, cost: cost)
        self.init(
            id: id, type: .passphrase, parameters: parameters.text, vault: vault, vaultKey: vaultKey, slotKey: key)
    }

    init(recoveryCode: borrowing RecoveryCode, vault: [UInt8], vaultKey: borrowing Secret) {
        self.init(
            id: .random(), type: .recovery, parameters: "", vault: vault, vaultKey: vaultKey,
            slotKey: recoveryCode.slotKey())
    }

    /// The recovery slot of the code with this recipient, 32 bytes; `nil` for an invalid recipient.
    init?(recoveryRecipient recipient: [UInt8], vault: [UInt8], vaultKey: borrowing Secret) {
        let (id, type) = (KeyslotID.random(), KeyslotType.recoveryRecipient)
        let context = Self.context(vault: vault, id: id, type: type, parameters: "")
        guard let wrap = KeyWrap(vaultKey, to: recipient, context: context) else { return nil }
        self.init(id: id, type: type, parameters: "", sealed: wrap.encapsulated + wrap.sealed)
    }

    /// The slot of a passkey: the key is HKDF(the authenticator's answer to the salt, `L("prf-slot")`).
    init(passkey: PasskeyParameters, output: borrowing Secret, vault: [UInt8], vaultKey: borrowing Secret) {
        self.init(
            id: .random(), type: .passkey, parameters: passkey.text, vault: vault, vaultKey: vaultKey,
            slotKey: Self.passkeyKey(output))
    }

    static func passkeyKey(_ output: borrowing Secret) -> Secret { output.derive("prf-slot") }

    /// The parameters of a passkey slot; `nil` for a slot of another type, or with invalid parameters.
    package var passkey: PasskeyParameters? { type == .passkey ? PasskeyParameters(parameters) : nil }

    /// The key that a normalised passphrase gives for this slot. Refuses parameters outside the bounds of `Argon2Cost` before
    /// anything is allocated; throws damaged for text that cannot be parsed.
    func passphraseKey(_ passphrase: borrowing Secret, vault: [UInt8]) throws(VaultError) -> Secret {
        guard let parameters = Argon2Parameters(self.parameters) else { throw .damaged(.header) }
        return try Argon2.derive(
            password: passphrase, salt: parameters.salt, associated: vault + id.bytes, cost: parameters.cost)
    }
}
