import Basics
import CPlatform
import Foundation

/// A passphrase as given to Argon2: NFKC, so that it works whichever keyboard or system composed its letters.
enum Passphrase {
    /// The longest accepted, in bytes of UTF-8.
    static let longest = 4096

    /// Refuses empty, too long, or non-UTF-8 input.
    static func normalised(_ typed: borrowing Secret) throws(VaultError) -> Secret {
        guard typed.count > 0 else { throw .passphraseRefused(.empty) }
        guard typed.count <= longest else { throw .passphraseRefused(.tooLong(bytes: typed.count)) }
        // ASCII is its own NFKC: most passphrases never become a String, whose memory cannot be overwritten.
        if unsafe typed.withBytes({ unsafe $0.allSatisfy { $0 < 0x80 } }) { return typed.duplicate() }
        guard let text = unsafe typed.withBytes({ unsafe String(validating: $0, as: UTF8.self) })
        else { throw .passphraseRefused(.notText) }
        var bytes = Array(text.compatible.utf8)
        defer { unsafe bytes.withUnsafeMutableBytes { unsafe wipe($0) } }
        return Secret(copying: bytes)
    }

    private static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress { unsafe platform_wipe(start, bytes.count) }
    }
}

package enum PassphraseFault: Error, Equatable, Sendable {
    case empty
    /// More than 4096 bytes of UTF-8.
    case tooLong(bytes: Int)
    /// Not UTF-8.
    case notText
}
