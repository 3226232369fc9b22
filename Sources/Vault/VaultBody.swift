import Crypto
import Foundation

/// The contents of a vault: the identity, this device's key, the journals' keys, and small settings.
///
/// Encoded as consecutive fields: u16 tag ‖ u32 length ‖ value. All fields share one secret; each key is handed out as a
/// secret of its own. Fields with unknown tags are preserved in place, byte for byte.
///
/// | tag | value | bytes | times |
/// |---|---|---|---|
/// | 1 | identity's Ed25519 seed | 32 | 1 |
/// | 2 | identity's X25519 secret | 32 | 1 |
/// | 3 | identity's `recover` key, Ed25519 public | 32 | 1 |
/// | 4 | this device's Ed25519 seed | 32 | 1 |
/// | 5 | this device's name, UTF-8 | any | 1 |
/// | 6 | journal 16 ‖ epoch u32 ‖ key 32 | 52 | any |
/// | 7 | recovery recipient, X25519 public | 32 | 1 |
/// | 8 | default journal | 16 | 0–1 |
/// | 9 | u16 length of the name ‖ name, UTF-8 ‖ value | any | any, one per name |
/// | 10 | when the recovery code was last typed back, i64 ms | 8 | 0–1 |
package struct VaultBody: ~Copyable, Sendable {
    private var fields: Secret
    private var index: [Field]

    package struct Identity: Equatable, Sendable {
        /// Ed25519, 32 bytes: signs for the person.
        package let signing: [UInt8]
        /// X25519, 32 bytes: keys are wrapped to it.
        package let agreement: [UInt8]
        /// Ed25519, 32 bytes: hands the identity over. Its secret half is derived from the recovery code in use when the
        /// identity was created.
        package let recover: [UInt8]
    }

    /// A new person on a new device.
    package init(deviceName: String, recoveryCode: borrowing RecoveryCode) {
        fields = Secret(copying: [UInt8]())
        index = []
        put(.identitySigning, .random(count: 32))
        put(.identityAgreement, .random(count: 32))
        put(.identityRecover, Secret(copying: recoveryCode.recoverPublicKey()))
        put(.deviceKey, .random(count: 32))
        put(.deviceName, Secret(copying: Array(deviceName.utf8)))
        put(.recoveryRecipient, Secret(copying: recoveryCode.recipientKey()))
    }

    /// Reads the fields as `encoded` writes them. Refuses truncated, missing or duplicate fields and wrong lengths.
    package init(decoding fields: consuming Secret) throws(VaultError) {
        self.fields = fields
        index = []
        guard let index = unsafe self.fields.withBytes({ unsafe Field.all(in: $0) }) else { throw .damaged(.body) }
        self.index = index
        for tag in Tag.allCases {
            let found = index.filter { $0.tag == tag.rawValue }
            guard tag.times.contains(found.count), found.allSatisfy({ tag.allows($0.value.count) })
            else { throw .damaged(.body) }
        }
        let settings = index.filter { $0.tag == Tag.setting.rawValue }.map { name(of: $0) }
        guard !settings.contains(nil), Set(settings).count == settings.count, text(.deviceName) != nil
        else { throw .damaged(.body) }
    }

    package var identity: Identity {
        Identity(
            signing: Ed25519.publicKey(ofSeed: secret(.identitySigning)),
            agreement: X25519.publicKey(ofSecret: secret(.identityAgreement)), recover: bytes(.identityRecover))
    }

    /// Signs with the identity's Ed25519 key.
    package borrowing func signAsIdentity(_ bytes: [UInt8]) -> [UInt8] {
        Ed25519.signature(of: bytes, seed: secret(.identitySigning))
    }

    /// The device's Ed25519 public key, 32 bytes.
    package var devicePublicKey: [UInt8] { Ed25519.publicKey(ofSeed: secret(.deviceKey)) }

    /// Signs with this device's Ed25519 key, 64 bytes. Two signatures of the same bytes may differ: never compare or hash them.
    package borrowing func sign(_ bytes: [UInt8]) -> [UInt8] {
        Ed25519.signature(of: bytes, seed: secret(.deviceKey))
    }

    /// This device's key, ready for many signatures.
    package borrowing func deviceSigner() -> DeviceSigner { DeviceSigner(seed: secret(.deviceKey)) }

    package var deviceName: String {
        get { text(.deviceName) ?? "" }
        set { put(.deviceName, Secret(copying: Array(newValue.utf8))) }
    }

    /// The X25519 public key that backups are encrypted to, 32 bytes: that of the current recovery code.
    package var recoveryRecipient: [UInt8] { bytes(.recoveryRecipient) }

    /// Makes this the body of another device of the same person, with a device key of its own: two devices must not write to
    /// one chain. The old device's public key is kept (`formerDeviceKeys`), so its signatures can still be checked.
    package mutating func becomeAnotherDevice(name: String, recoveryCode: borrowing RecoveryCode) {
        becomeAnotherDevice(name: name)
        keyChange = nil
        setRecoveryRecipient(recoveryCode.recipientKey())
    }

    /// The same with the existing recovery code.
    package mutating func becomeAnotherDevice(name: String) {
        let former = devicePublicKey
        self[setting: Self.formerDevice + Octets.hexadecimal(former)] = former
        put(.deviceKey, .random(count: 32))
        deviceName = name
        confirmedHeads = []
    }

    /// Replaces the keys of the person and the device.
    mutating func become(
        signing: borrowing Secret, agreement: borrowing Secret, device: borrowing Secret, recover: [UInt8]
    ) {
        let former = devicePublicKey
        self[setting: Self.formerDevice + Octets.hexadecimal(former)] = former
        put(.identitySigning, signing)
        put(.identityAgreement, agreement)
        put(.identityRecover, Secret(copying: recover))
        put(.deviceKey, device)
        confirmedHeads = []
    }

    /// The public keys of the devices from whose backups this vault was restored.
    package var formerDeviceKeys: [[UInt8]] {
        index.compactMap { field in
            guard field.tag == Tag.setting.rawValue, let name = name(of: field), name.hasPrefix(Self.formerDevice)
            else { return nil }
            return self[setting: name]
        }
    }

    private static let formerDevice = "former-device:"

    mutating func setRecoveryRecipient(_ key: [UInt8]) {
        precondition(key.count == 32, "a recipient has 32 bytes")
        put(.recoveryRecipient, Secret(copying: key))
    }

    /// The Ed25519 public key with which the current recovery code requests the vault copy from a relay.
    package internal(set) var recoveryLogin: [UInt8] {
        get { self[setting: Self.recoveryLoginName] ?? bytes(.identityRecover) }
        set { self[setting: Self.recoveryLoginName] = newValue }
    }

    /// What is known of the ends of this device's chains (docs/formats/database.md): `nil` until a program has written it,
    /// empty for a device that has just received its key.
    package var confirmedHeads: [UInt8]? {
        get { self[setting: "heads"] }
        set { self[setting: "heads"] = newValue }
    }

    private static let recoveryLoginName = "recovery-login"

    /// The journal used when none is named: 16 bytes.
    package var defaultJournal: [UInt8]? {
        get { first(.defaultJournal).map { bytes(at: $0.value) } }
        set {
            precondition(newValue.map { $0.count == 16 } ?? true, "a journal id has 16 bytes")
            guard let newValue else { return remove(first(.defaultJournal)) }
            put(.defaultJournal, Secret(copying: newValue))
        }
    }

    /// When the owner last checked the recovery code: milliseconds since 1970, UTC.
    package var recoveryProven: Int64? {
        get { first(.recoveryProven).map { Int64(bitPattern: Octets.number(bytes(at: $0.value))) } }
        set {
            guard let newValue else { return remove(first(.recoveryProven)) }
            put(.recoveryProven, Secret(copying: Octets.of(newValue)))
        }
    }

    /// The key of a journal (16 bytes) in one of its epochs.
    package borrowing func journalKey(_ journal: [UInt8], epoch: UInt32) -> Secret? {
        guard let field = journalField(journal, epoch: epoch) else { return nil }
        return secret(at: field.value.dropFirst(Self.keyNameCount))
    }

    /// All epochs of a journal for which there is a key, ascending.
    package borrowing func epochs(of journal: [UInt8]) -> [UInt32] {
        index.compactMap { field in
            guard field.tag == Tag.journalKey.rawValue else { return nil }
            let name = bytes(at: field.value.prefix(Self.keyNameCount))
            return name.starts(with: journal) ? UInt32(Octets.number(name.suffix(4))) : nil
        }.sorted()
    }

    /// The journals (16 bytes each) with any key, in order of arrival.
    package borrowing func journalsWithKeys() -> [[UInt8]] {
        var journals: [[UInt8]] = []
        for field in index where field.tag == Tag.journalKey.rawValue {
            let journal = bytes(at: field.value.prefix(16))
            if !journals.contains(journal) { journals.append(journal) }
        }
        return journals
    }

    /// Adds the key (32 bytes) of a journal's epoch. An epoch's key never changes: `false`, and nothing changed, if it differs.
    package mutating func addJournalKey(_ key: borrowing Secret, journal: [UInt8], epoch: UInt32) -> Bool {
        precondition(journal.count == 16 && key.count == 32, "a journal id has 16 bytes and its keys have 32")
        if let present = journalKey(journal, epoch: epoch) { return present.isEqual(to: key) }
        let name = journal + Octets.of(epoch)
        let entry = unsafe key.withBytes { bytes in
            unsafe Secret(count: name.count + bytes.count) { target in
                unsafe target.copyBytes(from: name)
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[name.count...]).copyMemory(from: bytes)
            }
        }
        put(.journalKey, entry, over: nil)
        return true
    }

    /// Removes the key of a journal's epoch. Once no copy of the vault has it, nothing encrypted with it can be read.
    package mutating func removeJournalKey(_ journal: [UInt8], epoch: UInt32) {
        remove(journalField(journal, epoch: epoch))
    }

    /// The key that was wrapped to this identity; `nil` if the wrap does not open for it in this context.
    package borrowing func open(_ wrap: KeyWrap, context: [UInt8]) -> Secret? {
        wrap.open(secret: secret(.identityAgreement), context: context)
    }

    /// The names of all settings with this prefix, in stored order.
    package borrowing func settings(beginningWith prefix: String) -> [String] {
        index.compactMap { $0.tag == Tag.setting.rawValue ? name(of: $0) : nil }.filter { $0.hasPrefix(prefix) }
    }

    /// Small opaque values by name (at most 255 bytes of UTF-8); `nil` removes.
    package subscript(setting name: String) -> [UInt8]? {
        get {
            guard let field = settingField(name) else { return nil }
            return bytes(at: field.value.dropFirst(2 + name.utf8.count))
        }
        set {
            precondition((1...255).contains(name.utf8.count), "a setting's name has 1 to 255 bytes")
            let start = Octets.of(UInt16(name.utf8.count)) + Array(name.utf8)
            guard let newValue else { return remove(settingField(name)) }
            put(.setting, Secret(copying: start + newValue), over: settingField(name))
        }
    }

    borrowing func sealed(key: borrowing Secret, context: [UInt8]) -> [UInt8] {
        Seal.seal(fields, key: key, context: context)
    }

    package borrowing func encoded() -> Secret { fields.duplicate() }
}

// MARK: - Fields

extension VaultBody {
    private static let keyNameCount = 20

    private enum Tag: UInt16, CaseIterable {
        case identitySigning = 1
        case identityAgreement, identityRecover, deviceKey, deviceName, journalKey, recoveryRecipient, defaultJournal
        case setting, recoveryProven

        var times: ClosedRange<Int> {
            switch self {
            case .journalKey, .setting: 0...Int.max
            case .defaultJournal, .recoveryProven: 0...1
            default: 1...1
            }
        }

        func allows(_ count: Int) -> Bool {
            switch self {
            case .deviceName: true
            case .setting: count >= 2
            case .journalKey: count == keyNameCount + 32
            case .defaultJournal: count == 16
            case .recoveryProven: count == 8
            default: count == 32
            }
        }
    }

    private struct Field {
        static let headCount = 6
        let tag: UInt16
        let value: Range<Int>
        var whole: Range<Int> { (value.lowerBound - Self.headCount)..<value.upperBound }

        /// `nil` if the bytes are not complete fields.
        static func all(in bytes: UnsafeRawBufferPointer) -> [Field]? {
            var fields: [Field] = []
            var place = 0
            while place < bytes.count {
                guard bytes.count - place >= headCount else { return nil }
                let length = unsafe Int(clamping: Octets.number(bytes[(place + 2)..<(place + headCount)]))
                let start = place + headCount
                guard length <= bytes.count - start else { return nil }
                fields.append(
                    Field(
                        tag: unsafe UInt16(Octets.number(bytes[place..<(place + 2)])), value: start..<(start + length)))
                place = start + length
            }
            return fields
        }
    }

    private borrowing func first(_ tag: Tag) -> Field? { index.first { $0.tag == tag.rawValue } }

    private borrowing func journalField(_ journal: [UInt8], epoch: UInt32) -> Field? {
        let name = journal + Octets.of(epoch)
        return index.first {
            $0.tag == Tag.journalKey.rawValue && bytes(at: $0.value.prefix(Self.keyNameCount)) == name
        }
    }

    private borrowing func settingField(_ wanted: String) -> Field? {
        index.first { $0.tag == Tag.setting.rawValue && name(of: $0) == wanted }
    }

    /// The name of a setting; `nil` if the field is too short or the name is not UTF-8.
    private borrowing func name(of field: Field) -> String? {
        let length = Int(clamping: Octets.number(bytes(at: field.value.prefix(2))))
        guard length <= field.value.count - 2 else { return nil }
        return String(validating: bytes(at: field.value.dropFirst(2).prefix(length)), as: UTF8.self)
    }

    private borrowing func bytes(at range: Range<Int>) -> [UInt8] {
        unsafe fields.withBytes { unsafe Array($0[range]) }
    }

    private borrowing func bytes(_ tag: Tag) -> [UInt8] { first(tag).map { bytes(at: $0.value) } ?? [] }

    private borrowing func text(_ tag: Tag) -> String? { String(validating: bytes(tag), as: UTF8.self) }

    private borrowing func secret(at range: Range<Int>) -> Secret {
        unsafe fields.withBytes { bytes in
            unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
    }

    private borrowing func secret(_ tag: Tag) -> Secret {
        guard let field = first(tag) else { preconditionFailure("a body has all the fields it must have") }
        return secret(at: field.value)
    }

    /// Replaces the old field, or appends if there is none.
    private mutating func put(_ tag: Tag, _ value: borrowing Secret, over old: Field?) {
        let head = Octets.of(tag.rawValue) + Octets.of(UInt32(value.count))
        splice(old?.whole ?? fields.count..<fields.count, head, value)
    }

    private mutating func put(_ tag: Tag, _ value: borrowing Secret) { put(tag, value, over: first(tag)) }

    private mutating func remove(_ field: Field?) {
        if let field { splice(field.whole, [], Secret(copying: [UInt8]())) }
    }

    private mutating func splice(_ range: Range<Int>, _ head: [UInt8], _ value: borrowing Secret) {
        let count = fields.count - range.count + head.count + value.count
        fields = unsafe fields.withBytes { old in
            unsafe value.withBytes { new in
                unsafe Secret(count: count) { target in
                    var place = 0
                    func append(_ bytes: UnsafeRawBufferPointer) {
                        unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
                        place += bytes.count
                    }
                    unsafe append(UnsafeRawBufferPointer(rebasing: old[..<range.lowerBound]))
                    unsafe head.withBytes { unsafe append($0) }
                    unsafe append(new)
                    unsafe append(UnsafeRawBufferPointer(rebasing: old[range.upperBound...]))
                }
            }
        }
        guard let index = unsafe fields.withBytes({ unsafe Field.all(in: $0) })
        else { preconditionFailure("a body of whole fields stays one") }
        self.index = index
    }
}

/// X25519 key pairs; as with `Ed25519`, each key object is used once.
enum X25519 {
    static func publicKey(ofSecret secret: borrowing Secret) -> [UInt8] {
        let key = try? unsafe secret.withBytes { bytes in
            try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        }
        guard let key else { preconditionFailure("any 32 bytes are an X25519 key") }
        return Array(key.publicKey.rawRepresentation)
    }
}
