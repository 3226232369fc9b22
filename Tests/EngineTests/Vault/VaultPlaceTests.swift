import Engine
import Foundation
import GivenVault
import Testing

/// The vault's folder: who may enter it, and what may lie in the places of its parts.
@Suite struct VaultPlaceTests {
    private let vault: TestVault

    init() async throws {
        vault = try TestVault()
        _ = try await vault.create().add(NewEntry(text: "one"))
    }

    private func rights() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: vault.location.folder)[.posixPermissions] as? Int
    }

    @Test func `a folder that was open to others is closed when the vault is opened`() throws {
        #expect(unsafe chmod(vault.location.folder, 0o755) == 0)
        #expect(try !vault.open().isOpenToOthers)
        #expect(try rights() == 0o700)
    }

    @Test func `a folder with other files in it stays as it is, and is named`() throws {
        try Data([1]).write(to: URL(fileURLWithPath: vault.location.folder + "/letter"))
        #expect(unsafe chmod(vault.location.folder, 0o755) == 0)
        #expect(try vault.open().isOpenToOthers)
        #expect(try rights() == 0o755)
    }

    @Test func `a link in the place of the sealed files is refused`() throws {
        let elsewhere = vault.location.folder + "-elsewhere"
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        try? FileManager.default.removeItem(atPath: vault.location.attachments)
        #expect(unsafe symlink(elsewhere, vault.location.attachments) == 0)
        #expect(throws: EngineError.notAFolder(path: vault.location.attachments)) { _ = try vault.open() }
    }
}
