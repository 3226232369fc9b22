import Engine
import Foundation
import GivenVault
import Testing
import Vault

/// People who together can open a vault.
@Suite struct RecoveryContactsTests {
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
    }

    private func cut(_ code: String, needed: Int = 2, names: [String] = ["Ann", "Ben", "Cat"]) throws -> [ContactShare] {
        try VaultOpening.share(
            try RecoveryCode(typed: code), of: vault.location, needed: needed, among: 3, names: names,
            surroundings: vault.surroundings)
    }

    private func code(of shares: ContactShare...) throws -> RecoveryCode {
        var given = ShareCollection()
        for share in shares { try given.add(typed: share.words) }
        return try given.recoveryCode()
    }

    @Test func `any two of three people open the vault, and the code counts as shown`() async throws {
        let code = try await open.replaceRecoveryCode()
        #expect(try await open.status().recoveryProven == nil)
        let shares = try cut(code)
        #expect(shares.map(\.number) == [1, 2, 3] && shares.map(\.name) == ["Ann", "Ben", "Cat"])
        #expect(try await vault.open().status().recoveryProven == TestVault.start)
        for pair in [[0, 1], [0, 2], [2, 1]] {
            let given = try self.code(of: shares[pair[0]], shares[pair[1]])
            #expect(given.text() == code)
            #expect(throws: Never.self) { _ = try VaultOpening.read(vault.location).unlock(recoveryCode: given) }
        }
        #expect(throws: ShareError.tooFew(missing: 1)) { _ = try self.code(of: shares[1]) }
        #expect(try cut(code, names: []).allSatisfy { $0.name == nil })
    }

    @Test func `who has another vault's code, or impossible numbers, gets no share`() async throws {
        #expect(throws: VaultError.wrongRecoveryCode) { _ = try cut(RecoveryCode.random().text()) }
        let code = try await open.replaceRecoveryCode()
        for needed in [0, 1, 4] { #expect(throws: ShareError.plan) { _ = try cut(code, needed: needed) } }
        #expect(try await open.status().recoveryProven == nil)
    }

    @Test func `shares of a code that was replaced open the vault no more, and new ones do`() async throws {
        let old = try cut(try await open.replaceRecoveryCode())
        let new = try cut(try await open.replaceRecoveryCode())
        #expect(throws: VaultError.wrongRecoveryCode) {
            _ = try VaultOpening.read(vault.location).unlock(recoveryCode: code(of: old[0], old[2]))
        }
        #expect(throws: Never.self) {
            _ = try VaultOpening.read(vault.location).unlock(recoveryCode: code(of: new[0], new[2]))
        }
        #expect(throws: ShareError.share(number: 2, .anotherSet)) { _ = try code(of: old[0], new[1]) }
    }
}
