import Crypto
import Foundation

/// The readable beginning of an age file (C2SP age.md, version 1): the stanzas, and a MAC over them.
struct AgeHeader: Sendable {
    /// The recipients' stanzas, in order.
    let stanzas: [AgeStanza]
    /// Everything up to and including the three dashes of the last line, which the MAC covers.
    let covered: [UInt8]
    /// HMAC-SHA256, 32 bytes.
    let code: [UInt8]

    /// The longest header that is read: hundreds of recipients, including large unknown kinds.
    static let longest = 1 << 20

    /// The first line with its end.
    static let firstLine = Array("age-encryption.org/v1\n".utf8)
    /// How the first line of any version begins.
    static let opening = Array("age-encryption.org/".utf8)
    private static let stanzaMark = Array("-> ".utf8)
    private static let lastMark = Array("---".utf8)
    private static let columns = 64

    /// A new header with these stanzas.
    init(stanzas: [AgeStanza], fileKey: borrowing Secret) {
        self.stanzas = stanzas
        covered = Self.firstLine + stanzas.flatMap { Array($0.text.utf8) } + Self.lastMark
        code = Self.code(of: covered, fileKey: fileKey)
    }

    var bytes: [UInt8] { covered + Array(" \(UnpaddedBase64.text(code))\n".utf8) }

    /// Reads a header from the source's current position; the payload follows it.
    init(from source: inout AgeInput) throws(AgeError) {
        try Self.readFirstLine(&source)
        var covered = Self.firstLine
        var stanzas: [AgeStanza] = []
        while true {
            let line = try Self.line(&source, counted: covered.count)
            if line.starts(with: Self.lastMark) {
                guard line.count > 4, line[3] == 0x20,
                    let code = UnpaddedBase64.bytes(String(decoding: line[4...], as: UTF8.self)), code.count == 32
                else { throw .damagedHeader }
                self.code = code
                self.covered = covered + Self.lastMark
                break
            }
            covered += line + [0x0a]
            stanzas.append(try Self.stanza(line, &source, &covered))
        }
        guard !stanzas.isEmpty else { throw .damagedHeader }
        self.stanzas = stanzas
    }

    func isAuthentic(fileKey: borrowing Secret) -> Bool {
        Octets.areEqual(code, Self.code(of: covered, fileKey: fileKey))
    }

    /// The passphrase stanza, which must be the only one in its file.
    func passphraseStanza() throws(AgeError) -> AgeStanza? {
        guard let stanza = stanzas.first(where: { $0.kind == "scrypt" }) else { return nil }
        guard stanzas.count == 1 else { throw .damagedHeader }
        return stanza
    }

    private static func code(of covered: [UInt8], fileKey: borrowing Secret) -> [UInt8] {
        let key = AgeKeys.derive(fileKey, salt: [], info: "header")
        return Array(HMAC<SHA256>.authenticationCode(for: covered, using: key))
    }

    private static func readFirstLine(_ source: inout AgeInput) throws(AgeError) {
        let found = try source.read(firstLine.count)
        guard found != firstLine else { return }
        throw found.starts(with: opening) ? .otherVersion : .notAge
    }

    private static func stanza(
        _ line: [UInt8], _ source: inout AgeInput, _ covered: inout [UInt8]
    ) throws(AgeError) -> AgeStanza {
        guard line.starts(with: stanzaMark) else { throw .damagedHeader }
        let words = line.dropFirst(stanzaMark.count).split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } })
        else { throw .damagedHeader }
        var body: [UInt8] = []
        while true {
            let line = try Self.line(&source, counted: covered.count)
            covered += line + [0x0a]
            guard line.count <= columns, let bytes = UnpaddedBase64.bytes(String(decoding: line, as: UTF8.self))
            else { throw .damagedHeader }
            body += bytes
            if line.count < columns { break }
        }
        return AgeStanza(arguments: words.map { String(decoding: $0, as: UTF8.self) }, body: body)
    }

    private static func line(_ source: inout AgeInput, counted: Int) throws(AgeError) -> [UInt8] {
        guard case .whole(let line) = try source.line(atMost: max(0, longest - counted)) else { throw .damagedHeader }
        return line
    }
}

enum AgeKeys {
    /// HKDF-SHA256 of the file key.
    static func derive(_ fileKey: borrowing Secret, salt: [UInt8], info: String) -> SymmetricKey {
        let material = unsafe fileKey.withBytes { unsafe SymmetricKey(data: $0) }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: salt, info: Array(info.utf8), outputByteCount: 32)
    }
}
