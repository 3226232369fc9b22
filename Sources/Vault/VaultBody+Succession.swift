/// The keys that take the place of those that somebody else may have had. They lie beside the present ones until every journal
/// knows of them, so that a change that was broken off goes on with the same.
extension VaultBody {
    private static let nextSigning = "next-identity:sign"
    private static let nextAgreement = "next-identity:kem"
    private static let nextDevice = "next-identity:device"

    /// Makes new keys for person and device, where there are none yet.
    package mutating func prepareSuccession() {
        for name in [Self.nextSigning, Self.nextAgreement, Self.nextDevice] where self[setting: name] == nil {
            self[setting: name] = unsafe Secret.random(count: 32).withBytes { unsafe Array($0) }
        }
    }

    /// The public halves of the new identity, under the same `recover` key; `nil` where none was prepared.
    package var nextIdentity: Identity? {
        guard let sign = next(Self.nextSigning), let agree = next(Self.nextAgreement) else { return nil }
        return Identity(
            signing: Ed25519.publicKey(ofSeed: sign), agreement: X25519.publicKey(ofSecret: agree), recover: identity.recover)
    }

    /// The new device key's public half, 32 bytes; `nil` where none was prepared.
    package var nextDevicePublicKey: [UInt8]? {
        guard let seed = next(Self.nextDevice) else { return nil }
        return Ed25519.publicKey(ofSeed: seed)
    }

    /// Ed25519 by the new identity; `nil` where none was prepared.
    package borrowing func signAsNextIdentity(_ bytes: [UInt8]) -> [UInt8]? {
        guard let seed = next(Self.nextSigning) else { return nil }
        return Ed25519.signature(of: bytes, seed: seed)
    }

    /// The new device's signer; `nil` where none was prepared.
    package borrowing func nextDeviceSigner() -> DeviceSigner? {
        guard let seed = next(Self.nextDevice) else { return nil }
        return DeviceSigner(seed: seed)
    }

    /// Puts the new keys in the place of the present ones. What the old device signed can still be checked.
    package mutating func succeed() {
        guard let sign = next(Self.nextSigning), let agree = next(Self.nextAgreement), let device = next(Self.nextDevice)
        else { return }
        become(signing: sign, agreement: agree, device: device)
        for name in [Self.nextSigning, Self.nextAgreement, Self.nextDevice] { self[setting: name] = nil }
    }

    private borrowing func next(_ name: String) -> Secret? {
        guard let bytes = self[setting: name] else { return nil }
        return Secret(copying: bytes)
    }
}
