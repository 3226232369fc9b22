import Foundation

/// The code of a sealed page (docs/formats/sealed-page.md): 100 random bits as 20 characters, `3F9K-7QXT-…`, shown once.
package struct PageCode: ~Copyable, Sendable {
    /// The 20 characters in ASCII, without dashes.
    private let letters: Secret

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 20

    package init() {
        letters = unsafe Secret(count: PageCode.count) { target in
            var generator = SystemRandomNumberGenerator()
            for index in target.indices {
                let chance: UInt8 = generator.next()
                unsafe target[index] = PageCode.alphabet[Int(chance & 31)]
            }
        }
    }

    /// Reads a typed code: any case, with or without dashes and spaces, O for 0, I and L for 1. `nil` for anything else.
    package init?(typed: String) {
        guard typed.utf8.count <= 200 else { return nil }
        var read: [UInt8] = []
        for character in typed.uppercased() where !character.isWhitespace && character != "-" {
            let plain: Character = character == "O" ? "0" : character == "I" || character == "L" ? "1" : character
            guard let byte = plain.asciiValue, PageCode.alphabet.contains(byte) else { return nil }
            read.append(byte)
        }
        guard read.count == PageCode.count else { return nil }
        letters = Secret(copying: read)
    }

    /// Five groups of four.
    package borrowing func text() -> String {
        let letters = unsafe self.letters.withBytes { unsafe Array($0) }
        return stride(from: 0, to: PageCode.count, by: 4).map { String(decoding: letters[$0..<$0 + 4], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// Encrypts a page's content: key = HKDF(characters, L("page")), context L("page").
    package borrowing func seal(_ content: [UInt8]) -> [UInt8] {
        Seal.seal(content, key: letters.derive("page"), context: Label.bytes("page"))
    }

    /// Decrypts what this code encrypted.
    package borrowing func open(_ sealed: [UInt8]) throws(SealError) -> [UInt8] {
        try Seal.open(sealed, key: letters.derive("page"), context: Label.bytes("page"))
    }
}
