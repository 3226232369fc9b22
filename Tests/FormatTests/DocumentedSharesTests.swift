import Testing
import Vault

/// The shares of docs/formats/recovery-shares.md, of the code in docs/formats/vault.md.
struct DocumentedSharesTests {
    @Test(arguments: [["share-1", "share-2"], ["share-2", "share-3"], ["share-3", "share-1"]])
    func `any two of the documented shares give the documented code`(names: [String]) throws {
        let page = try DocumentedPage("recovery-shares.md")
        var shares = ShareCollection()
        for name in names {
            let words = page[name]
            try shares.add(typed: words)
            #expect(try RecoveryShare(typed: words).text == words)
        }
        #expect(try shares.recoveryCode().text() == DocumentedPage("vault.md")["recovery"])
    }
}
