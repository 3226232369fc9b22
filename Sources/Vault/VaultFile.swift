import Basics
import Crypto
import Foundation

/// One copy of a vault, as bytes and parsed. Only its header is readable.
///
/// ```
/// auralyst-vault/1\n
/// {"vault":…,"gen":…,"created":…,"slots":[…]}\n
/// --- <base64 of 32 bytes>\n   HMAC-SHA256(HKDF(vault key, L("header-mac")), all bytes up to and including "---")
/// <sealed body>                SEAL(HKDF(vault key, L("vault-body")), L("vault-body") ‖ vault ‖ u64 gen, body)
/// <32 bytes>                   SHA-256 of all bytes before it
/// ```
/// The checksum needs no key: it tells a disk error from a wrong passphrase before unlocking. It protects against accidents;
/// the header's code and the seals of slots and body protect against tampering. Every version of the format ends in this
/// checksum, so that a flipped bit in the first line does not look like a newer version.
struct VaultFile: Equatable, Sendable {
    let bytes: [UInt8]
    /// Its second line.
    let header: VaultHeader
    let isSound: Bool
    private let authenticated: Range<Int>
    private let headerCode: [UInt8]
    private let body: [UInt8]

    /// The longest file that is read or written.
    static let limit = 64 << 10
    private static let magic = Array("auralyst-vault/".utf8)
    private static let version = "1"
    private static let dashes = Array("---".utf8)
    private static let checksumCount = 32
    private static let codeCount = 32
    private static let codeLineCount = 3 + 1 + 44 + 1

    /// Parses a file. Refuses an unsound one, unless `salvaging`: then only one that cannot be parsed.
    init(bytes: [UInt8], salvaging: Bool = false) throws(VaultError) {
        guard bytes.count <= Self.limit, bytes.count >= Self.magic.count + Self.checksumCount
        else { throw .damaged(.length) }
        let (content, checksum) = (bytes.dropLast(Self.checksumCount), bytes.suffix(Self.checksumCount))
        isSound = SHA256.hash(data: content).elementsEqual(checksum)
        guard isSound || salvaging else { throw .damaged(.checksum) }
        guard let first = content.firstIndex(of: 0x0a), content.starts(with: Self.magic)
        else { throw .damaged(.firstLine) }
        let version = content[Self.magic.count..<first]
        guard version.elementsEqual(Self.version.utf8) else {
            let isNumber = version.allSatisfy { (0x30...0x39).contains($0) } && version.first != 0x30
            guard isSound, (1...16).contains(version.count), isNumber else { throw .damaged(.firstLine) }
            throw .newerVersion(String(decoding: version, as: UTF8.self))
        }
        let rest = content[(first + 1)...]
        guard let second = rest.firstIndex(of: 0x0a), let header = VaultHeader(line: rest[..<second])
        else { throw .damaged(.header) }
        let codeLine = rest[(second + 1)...].prefix(Self.codeLineCount)
        guard let code = Self.code(inLine: codeLine) else { throw .damaged(.headerCode) }
        body = Array(content[codeLine.endIndex...])
        guard Cobblestone.plaintextCount(of: body.count) != nil else { throw .damaged(.body) }
        (self.bytes, self.header, headerCode) = (bytes, header, code)
        authenticated = 0..<(codeLine.startIndex + Self.dashes.count)
    }

    /// Writes a file and reads it back. Refuses anything beyond the limits.
    init(header: VaultHeader, body: borrowing VaultBody, vaultKey: borrowing Secret) throws(VaultError) {
        let front = Self.magic + Array(Self.version.utf8) + [0x0a] + header.line + [0x0a] + Self.dashes
        let code = Array(HMAC<SHA256>.authenticationCode(for: front, using: Self.codeKey(vaultKey)))
        let sealed = body.sealed(key: vaultKey.derive("vault-body"), context: Self.bodyContext(header))
        let content = front + Array(" \(Base64.text(code))\n".utf8) + sealed
        guard content.count + Self.checksumCount <= Self.limit else { throw .tooLarge }
        try self.init(bytes: content + SHA256.hash(data: content))
    }

    func isHeaderAuthentic(vaultKey: borrowing Secret) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            headerCode, authenticating: bytes[authenticated], using: Self.codeKey(vaultKey))
    }

    /// Opens the body and checks the header with the vault key.
    ///
    /// Throws damaged if one of the two fails, wrong key if both do. For a copy with a wrong checksum (salvaging), the header's
    /// code is not required; the caller asks `isHeaderAuthentic` before relying on the slots.
    func open(vaultKey: borrowing Secret) throws(VaultError) -> VaultBody {
        let isAuthentic = isHeaderAuthentic(vaultKey: vaultKey)
        let fields: Secret
        do throws(SealError) {
            fields = try Seal.openSecret(body, key: vaultKey.derive("vault-body"), context: Self.bodyContext(header))
        } catch {
            guard error == .commitmentMismatch && !isAuthentic else { throw .damaged(.body) }
            throw isOfAnotherGeneration(vaultKey: vaultKey) ? .damaged(.header) : .wrongVaultKey
        }
        guard isAuthentic || !isSound else { throw .damaged(.headerCode) }
        return try VaultBody(decoding: fields)
    }

    /// Whether the header's code matches the vault key under another generation number: then the number was altered, and the key
    /// is right. Tries the first 131,072 generations, only for a file that does not open.
    private func isOfAnotherGeneration(vaultKey: borrowing Secret) -> Bool {
        let (start, end) = header.lineAroundGeneration
        let rest = end + [0x0a] + Self.dashes
        var begun = HMAC<SHA256>(key: Self.codeKey(vaultKey))
        begun.update(data: Self.magic + Array(Self.version.utf8) + [0x0a] + start)
        return (1...131_072).contains { (generation: Int) in
            var code = begun
            code.update(data: Array(String(generation).utf8))
            code.update(data: rest)
            return code.finalize() == headerCode
        }
    }

    private static func code(inLine line: ArraySlice<UInt8>) -> [UInt8]? {
        let start = dashes + [0x20]
        guard line.count == codeLineCount, line.starts(with: start), line.last == 0x0a else { return nil }
        let text = String(decoding: line.dropFirst(start.count).dropLast(), as: UTF8.self)
        guard let code = Base64.bytes(text), code.count == codeCount, Base64.text(code) == text else { return nil }
        return code
    }

    private static func codeKey(_ vaultKey: borrowing Secret) -> SymmetricKey {
        unsafe vaultKey.derive("header-mac").withBytes { unsafe SymmetricKey(data: $0) }
    }

    private static func bodyContext(_ header: VaultHeader) -> [UInt8] {
        Label.bytes("vault-body") + header.vault + Octets.of(header.generation)
    }
}
