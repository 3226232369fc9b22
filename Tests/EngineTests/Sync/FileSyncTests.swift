import Engine
import Foundation
import Journal
import Ledger
import SeededChance
import Store
import Sync
import Synchronization
import Testing
import Vault

/// Files between two devices of one person, through a relay in this process that loses, refuses and lies.
@Suite struct FileSyncTests {
    /// Two devices that have each other's files.
    final class Scene {
        let relay: TestRelay
        let firstVault: TestVault
        let first: OpenVault
        let secondVault: TestVault
        let second: OpenVault

        init(files: Int = 1, isOnDisk: Bool = false) async throws {
            relay = try await TestRelay(isOnDisk: isOnDisk)
            (firstVault, first) = try await relay.firstDevice()
            for number in 0..<files {
                let photo = try firstVault.scratch.write(Scene.bytes(number), to: "photo \(number).jpg")
                _ = try await first.add(NewEntry(text: "With photo \(number).", attachments: [photo]))
            }
            try await relay.round(first)
            (secondVault, second) = try await relay.linked(to: first)
            // What the two say of themselves while they meet.
            for device in [first, second, first, second] { try await relay.round(device) }
        }

        static func bytes(_ number: Int) -> [UInt8] { (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) } }

        func add(_ number: Int) async throws {
            let photo = try firstVault.scratch.write(Scene.bytes(number), to: "photo \(number).jpg")
            _ = try await first.add(NewEntry(text: "With photo \(number).", attachments: [photo]))
        }

        var named: [String] {
            get throws {
                try VaultInsides(firstVault).store.records(kind: AttachmentRecord.kind)
                    .compactMap { AttachmentRecord(fields: $0.state.values) }.map { hex($0.hash) }.sorted()
            }
        }

        /// The files that a vault has.
        static func files(of vault: TestVault) -> [String] { names(in: vault.folder + "/attachments").sorted() }
    }

    @Test func `a relay that has lost everything gets the files again, and a device that is linked later has them`() async throws {
        let scene = try await Scene(files: 3)
        let (relay, named) = (scene.relay, try scene.named)
        #expect(relay.heldFiles() == named && Scene.files(of: scene.secondVault) == named)
        try await relay.wipe()
        #expect(relay.heldFiles() == [])
        for vault in [scene.first, scene.second, scene.first] { try await relay.round(vault) }
        #expect(relay.heldFiles() == named)
        let (thirdVault, third) = try await relay.linked(to: scene.second, seed: 3)
        #expect(Scene.files(of: thirdVault) == named)
        #expect(try await third.syncStatus().files.isSettled)
        #expect(try await scene.first.syncStatus().files.isSettled)
    }
}
