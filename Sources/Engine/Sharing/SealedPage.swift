import Journal
import Ledger
import Vault

/// What a sealed page carries (docs/formats/sealed-page.md): made once, opened in any browser by a code, without Auralyst.
package struct SealedPage: Hashable, Sendable {
    /// What opens it: five groups of four characters. Kept nowhere; to be shown once.
    package let code: String
    /// The sealed content.
    package let sealed: [UInt8]

    /// Seals a piece of HTML under a new code.
    ///
    /// - Parameters:
    ///   - html: what is shown once it is open; text of the owner's in it is escaped.
    ///   - until: the last day on which the page shows it. The page keeps to that by itself; whoever has file and code need not.
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
