import Foundation
import Testing
import Vault

/// How a vault comes to a new device, past a relay that may put in its own keys.
@Suite struct LinkCodeTests {
    private let temporary = TemporaryFolder()

    private func create() throws -> UnlockedVault {
        try VaultFolder(path: temporary.path, patience: 0).create(
            passphrase: secret("old"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 0)
    }

    private func answer(to publicKey: [UInt8], code: LinkCode) throws -> [UInt8]? {
        let vault = try create()
        return LinkAnswer.bytes(
            to: publicKey, code: code, vaultKey: vault.vaultKey(), passage: try vault.passage { (_) throws(VaultError) in })
    }

    @Test func `who types the code that the new device shows gives it the vault`() throws {
        let offer = LinkOffer()
        let (code, publicKey) = (offer.code, offer.publicKey)
        #expect(code.text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4])
        let typed = try #require(LinkCode(typed: code.text.lowercased().replacing("-", with: " ")))
        #expect(typed == code)
        #expect(LinkCode(typed: code.text + "-7777") == nil, "a code of another form")
        let answer = try #require(try answer(to: publicKey, code: typed))
        let given = try offer.open(answer)
        let count = given.vaultKey.count
        #expect(count == 32)
    }

    @Test func `a relay that puts another key in the new device's place gets no answer`() throws {
        let offer = LinkOffer()
        let relay = LinkOffer()
        let given = try answer(to: relay.publicKey, code: offer.code)
        #expect(given == nil)
    }

    @Test(arguments: [14, 17, 19])
    func `a relay that does not know the code's secret makes up no vault`(place: Int) throws {
        let offer = LinkOffer()
        // The first 14 characters follow from the public key, which the relay sees. The last six do not.
        var letters = Array(offer.code.text.filter { $0 != "-" })
        letters[place] = letters[place] == "7" ? "8" : "7"
        let guessed = try #require(LinkCode(typed: String(letters)))
        let publicKey = offer.publicKey
        let answer = try #require(try answer(to: publicKey, code: guessed))
        var fault: VaultError?
        do throws(VaultError) { _ = try offer.open(answer) } catch { fault = error }
        #expect(fault == .wrongVaultKey)
    }

    @Test func `what goes to the relay has no slot of a passphrase`() throws {
        let vault = try create()
        let passage = try vault.passage { (_) throws(VaultError) in }
        let file = try Data(contentsOf: URL(fileURLWithPath: temporary.path + "/vault.auralyst"))
        #expect(file.firstRange(of: Data("argon2id".utf8)) != nil)
        #expect(Data(passage.bytes).firstRange(of: Data("argon2id".utf8)) == nil)
    }
}
