import Base
import Basics
import Engine
import Foundation
import GivenValues
import Journal
import Ledger
import Records
import SeededChance
import Store
import Synchronization
import Testing
import Vault

/// A vault in a folder of its own, with a clock that stands still.
package struct TestVault: Sendable {
    /// 2026-03-14T20:15:30.250Z, a Saturday, 21:15 in Vienna.
    package static let start: Int64 = 1_773_519_330_250
    package static let passphrase = Array("correct horse".utf8)

    package let scratch = ScratchFolder()
    package let clock: HandClock
    package var zone: Zone
    package let seed: UInt64

    package init(zone: String = "Europe/Vienna", now: Int64 = start, seed: UInt64 = 1) throws {
        clock = HandClock(now)
        self.zone = try #require(Zone(identifier: zone))
        self.seed = seed
    }

    package var folder: String { scratch.path + "/vault" }
    package var location: VaultLocation { VaultLocation(folder: folder) }

    package var surroundings: Surroundings {
        let clock = clock
        return Surroundings(now: { clock.now }, zone: zone, generator: SharedChance(seed: seed))
    }

    package func create() throws -> OpenVault { try create(code: .random()) }

    /// The same under this recovery code.
    package func create(code: borrowing RecoveryCode) throws -> OpenVault {
        try VaultOpening.create(
            at: location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: surroundings, deviceName: "test", cost: .testOnlyCheapest)
    }

    /// Makes only what is in the vault file, as a set-up that was broken off leaves it.
    package func createVaultFileOnly() throws -> UnlockedVault {
        try VaultFolder(path: folder).create(
            passphrase: Secret(copying: TestVault.passphrase), recoveryCode: .random(), cost: .testOnlyCheapest,
            deviceName: "test", createdMilliseconds: clock.now)
    }

    package func unlocked() throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: Secret(copying: TestVault.passphrase))
    }

    package func open() throws -> OpenVault { try open(surroundings: surroundings) }

    package func open(surroundings: Surroundings) throws -> OpenVault {
        try OpenVault(try unlocked(), at: location, surroundings: surroundings)
    }

    package func repair() async throws -> (vault: OpenVault, report: RepairReport) {
        try await OpenVault.repair(
            try unlocked(), at: location, surroundings: surroundings, testOnlyBesideOthers: true)
    }

    /// Another folder with the same vault, as it lies on the disk now.
    package func copy(seed: UInt64 = 2) throws -> TestVault {
        var other = try TestVault(zone: zone.identifier, now: clock.now, seed: seed)
        other.zone = zone
        try Folder.copy(folder, to: other.folder)
        return other
    }
}

extension Moment {
    /// A moment written as `2026-03-14 21:05` in a test.
    package static func of(_ text: String, zone: String = "Europe/Vienna") throws -> Moment {
        let parts = text.split(separator: " ").map(String.init)
        let civil = try #require(CivilTime(named: zone))
        let day = LocalDay.of(parts[0])
        let instant = try #require(civil.instant(day: day, time: .of(parts.count > 1 ? parts[1] : "12:00")))
        return Moment(instant: instant, zone: zone, day: day)
    }
}

extension Selection {
    /// What a person types into the search.
    package static func search(_ text: String) throws -> Selection {
        Selection(query: try SearchQuery.parse(text, today: .of("2026-03-14")))
    }

    package static func on(_ day: String) -> Selection {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (LocalDay.of(day), LocalDay.of(day))
        return Selection(query: query)
    }
}

extension OpenVault {
    /// The texts of the selected entries, newest first.
    package func texts(_ selection: Selection = Selection()) throws -> [String] { try entries(selection).list.map(\.entry.text) }
}

extension TestVault {
    package func unlocked(_ passphrase: [UInt8]) throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: Secret(copying: passphrase))
    }

    package func open(_ passphrase: [UInt8]) throws -> OpenVault {
        try OpenVault(try unlocked(passphrase), at: location, surroundings: surroundings)
    }

    /// Gives the vault, which no one has open, another key.
    package func changeKey(
        from old: [UInt8] = TestVault.passphrase, to new: [UInt8] = TestVault.passphrase, patience: Int = 2_000,
        seed: UInt64? = nil
    ) throws -> OpenVault {
        var surroundings = surroundings
        // Records that were made before have names of the vault's own seed.
        if let seed { surroundings.generator = SharedChance(seed: seed) }
        return try OpenVault.changeVaultKey(
            try unlocked(old), passphrase: Secret(copying: new), at: location, surroundings: surroundings,
            cost: .testOnlyCheapest,
            patience: patience)
    }
}
