import Journal
import Ledger
import Vault

/// The content of a sealed page (docs/formats/sealed-page.md): made once, opened in any browser with a code, without Auralyst.
package struct SealedPage: Hashable, Sendable {
    /// The code that opens it: five groups of four characters. Never stored; shown once.
    package let code: String
    package let sealed: [UInt8]

    /// Encrypts a piece of HTML with a new code.
    ///
    /// - Parameters:
    ///   - html: what is shown once it is open; the owner's text in it is escaped.
    ///   - until: the last day on which the page shows it. Only the page enforces it; file and code suffice to bypass it.
    package init(html: String, made: LocalDay, until: LocalDay) {
        let code = PageCode()
        let content: JSON = [
            "v": 1, "made": .string(made.iso), "until": .string(until.iso),
            "until_words": .string(until.longName),
            "html": .string(html),
        ]
        (self.code, sealed) = (code.text(), code.seal(content.bytes))
    }
}
