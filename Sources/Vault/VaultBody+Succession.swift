/// New keys that replace those that someone else may have. They are kept beside the present ones until every journal has them, so
/// that an interrupted change resumes with the same keys.
extension VaultBody {
    private static let nextSigning = "next-identity:sign"
    private static let nextAgreement = "next-identity:kem"
    private static let nextDevice = "next-identity:device"
    private static let nextRecover = "next-identity:recover"
    private static let recoverKey = "recover-key"

    /// The seed of the identity's `recover` key, by the recovery code under which the identity was created or a later one that
    /// received the seed. `nil` for any other code.
    borrowing func recoverSeed(by code: borrowing RecoveryCode) -> Secret? {
        let recover = identity.recover
        if code.recoverPublicKey() == recover { return code.recoverSeed() }
        guard let bytes = self[setting: Self.recoverKey],
            let wrap = KeyWrap(encapsulated: Array(bytes.prefix(32)), sealed: Array(bytes.dropFirst(32))),
            let seed = wrap.open(secret: code.ageSecret(), context: Self.recoverContext(recover)),
            Ed25519.publicKey(ofSeed: seed) == recover
        else { return nil }
        return seed
    }

    /// Signs as the identity's `recover` key; `nil` if the code does not give that key.
    package borrowing func recoverSigner(by code: borrowing RecoveryCode) -> DeviceSigner? {
        guard let seed = recoverSeed(by: code) else { return nil }
        return DeviceSigner(seed: seed)
    }

    /// The seed of the `recover` key, encrypted to `recipient`, a recovery code's. `nil` for an invalid recipient.
    borrowing func passingOn(recoverSeed seed: borrowing Secret, to recipient: [UInt8]) -> [UInt8]? {
        KeyWrap(seed, to: recipient, context: Self.recoverContext(identity.recover)).map { $0.encapsulated + $0.sealed }
    }

    /// Stores what `passingOn` gave for the present recovery code. Without it, only the code under which the identity was created
    /// gives the `recover` key.
    mutating func keepPassedOn(_ bytes: [UInt8]?) { self[setting: Self.recoverKey] = bytes }

    private static func recoverContext(_ recover: [UInt8]) -> [UInt8] { Label.bytes("recover-key") + recover }

    /// Makes new keys for person and device, unless there are some. The new identity's `recover` key is `recover`, 32 bytes.
    package mutating func prepareSuccession(recover: [UInt8]) {
        if self[setting: Self.nextSigning] == nil { self[setting: Self.nextRecover] = recover }
        for name in [Self.nextSigning, Self.nextAgreement, Self.nextDevice] where self[setting: name] == nil {
            self[setting: name] = unsafe Secret.random(count: 32).withBytes { unsafe Array($0) }
        }
    }

    /// The public halves of the new identity; `nil` if none was prepared.
    package var nextIdentity: Identity? {
        guard let sign = next(Self.nextSigning), let agree = next(Self.nextAgreement) else { return nil }
        return Identity(
            signing: Ed25519.publicKey(ofSeed: sign), agreement: X25519.publicKey(ofSecret: agree),
            recover: self[setting: Self.nextRecover] ?? identity.recover)
    }

    /// The new device key's public half, 32 bytes; `nil` if none was prepared.
    package var nextDevicePublicKey: [UInt8]? {
        guard let seed = next(Self.nextDevice) else { return nil }
        return Ed25519.publicKey(ofSeed: seed)
    }

    /// Signs with the new identity's Ed25519 key; `nil` if none was prepared.
    package borrowing func signAsNextIdentity(_ bytes: [UInt8]) -> [UInt8]? {
        guard let seed = next(Self.nextSigning) else { return nil }
        return Ed25519.signature(of: bytes, seed: seed)
    }

    /// The new device's signer; `nil` if none was prepared.
    package borrowing func nextDeviceSigner() -> DeviceSigner? {
        guard let seed = next(Self.nextDevice) else { return nil }
        return DeviceSigner(seed: seed)
    }

    /// Replaces the present keys by the new ones. The old device's signatures can still be checked.
    package mutating func succeed() {
        guard let sign = next(Self.nextSigning), let agree = next(Self.nextAgreement), let device = next(Self.nextDevice)
        else { return }
        become(signing: sign, agreement: agree, device: device, recover: self[setting: Self.nextRecover] ?? identity.recover)
        for name in [Self.nextSigning, Self.nextAgreement, Self.nextDevice, Self.nextRecover, Self.recoverKey] {
            self[setting: name] = nil
        }
    }

    private borrowing func next(_ name: String) -> Secret? {
        guard let bytes = self[setting: name] else { return nil }
        return Secret(copying: bytes)
    }
}
