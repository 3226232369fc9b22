import Base
import Engine
import Foundation
import Journal
import Ledger
import Records
import SeededChance
import Store
import Synchronization
import Testing
import Vault

/// A folder that is removed with everything in it when the test ends.
final class ScratchFolder: Sendable {
    private let folder = PassingFolder("engine")

    var path: String { folder.path }

    /// Writes a file below the folder, and the folders above it; gives its path.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let target = path + "/" + name
        let above = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: target))
        return target
    }

    /// The same with a text.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}

/// The bytes of a file that a test takes for granted.
func contents(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// What lies in a folder.
func names(in folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

/// A clock that goes only when a test moves it.
final class HandClock: Sendable {
    private let time: Mutex<Int64>

    init(_ time: Int64) { self.time = Mutex(time) }

    /// Milliseconds since 1970.
    var now: Int64 { time.withLock { $0 } }

    func advance(days: Int64 = 0, seconds: Int64 = 0, milliseconds: Int64 = 0) {
        time.withLock { $0 += days * 86_400_000 + seconds * 1000 + milliseconds }
    }
}

/// Chance that does something at one of its drawings: for what happens between two steps of a use case.
final class MeddlingChance: RandomNumberGenerator, Sendable {
    private let state: Mutex<(drawn: Int, generator: SplitMix64)>
    private let atDraw: Int
    private let meddle: @Sendable () -> Void

    init(atDraw: Int, meddle: @escaping @Sendable () -> Void) {
        state = Mutex((0, SplitMix64(seed: 99)))
        self.atDraw = atDraw
        self.meddle = meddle
    }

    func next() -> UInt64 {
        let (drawn, number) = state.withLock { state in
            state.drawn += 1
            return (state.drawn, state.generator.next())
        }
        if drawn == atDraw { meddle() }
        return number
    }
}

/// A vault in a folder of its own, with a clock that stands still.
struct TestVault: Sendable {
    /// 2026-03-14T20:15:30.250Z, a Saturday, 21:15 in Vienna.
    static let start: Int64 = 1_773_519_330_250
    static let passphrase = Array("correct horse".utf8)

    let scratch = ScratchFolder()
    let clock: HandClock
    var zone: Zone
    let seed: UInt64

    init(zone: String = "Europe/Vienna", now: Int64 = start, seed: UInt64 = 1) throws {
        clock = HandClock(now)
        self.zone = try #require(Zone(identifier: zone))
        self.seed = seed
    }

    /// The vault's folder inside the scratch folder.
    var folder: String { scratch.path + "/vault" }
    var location: VaultLocation { VaultLocation(folder: folder) }

    var surroundings: Surroundings {
        let clock = clock
        return Surroundings(now: { clock.now }, zone: zone, generator: SharedChance(seed: seed))
    }

    /// Makes the vault.
    func create() throws -> OpenVault { try create(code: .random()) }

    /// The same under this recovery code.
    func create(code: borrowing RecoveryCode) throws -> OpenVault {
        try VaultOpening.create(
            at: location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: code,
            surroundings: surroundings, deviceName: "test", cost: .testOnlyCheapest)
    }

    /// Makes only what stands in the vault file, as a set-up that was broken off leaves it.
    func createVaultFileOnly() throws -> UnlockedVault {
        try VaultFolder(path: folder).create(
            passphrase: Secret(copying: TestVault.passphrase), recoveryCode: .random(), cost: .testOnlyCheapest,
            deviceName: "test", createdMilliseconds: clock.now)
    }

    func unlocked() throws -> UnlockedVault {
        try VaultOpening.read(location).unlock(passphrase: Secret(copying: TestVault.passphrase))
    }

    func open() throws -> OpenVault { try open(surroundings: surroundings) }

    func open(surroundings: Surroundings) throws -> OpenVault {
        try OpenVault(try unlocked(), at: location, surroundings: surroundings)
    }

    func repair() async throws -> (vault: OpenVault, report: RepairReport) {
        try await OpenVault.repair(
            try unlocked(), at: location, surroundings: surroundings, testOnlyBesideOthers: true)
    }

    /// Another folder with the same vault, as it lies on the disk now.
    func copy(seed: UInt64 = 2) throws -> TestVault {
        var other = try TestVault(zone: zone.identifier, now: clock.now, seed: seed)
        other.zone = zone
        try FileManager.default.copyItem(atPath: folder, toPath: other.folder)
        return other
    }
}

extension TimeOfDay {
    /// A time written as `21:05` in a test.
    static func of(_ clock: String) -> TimeOfDay {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        guard parts.count >= 2, let time = TimeOfDay(hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
        else {
            preconditionFailure("a test names a time that does not exist")
        }
        return time
    }
}

extension Moment {
    /// A moment written as `2026-03-14 21:05` in a test.
    static func of(_ text: String, zone: String = "Europe/Vienna") throws -> Moment {
        let parts = text.split(separator: " ").map(String.init)
        let civil = try #require(CivilTime(named: zone))
        let day = LocalDay.of(parts[0])
        let instant = try #require(civil.instant(day: day, time: .of(parts.count > 1 ? parts[1] : "12:00")))
        return Moment(instant: instant, zone: zone, day: day)
    }
}

extension Journal.Tag {
    /// A tag that a test takes for granted.
    static func of(_ name: String) -> Journal.Tag {
        guard let tag = Journal.Tag(name) else { preconditionFailure("a test names a tag that cannot be") }
        return tag
    }
}

extension Mood {
    /// A mood that a test takes for granted.
    static func of(_ name: String) -> Mood {
        guard let mood = Mood(name) else { preconditionFailure("a test names a mood that cannot be") }
        return mood
    }
}

extension Selection {
    /// What a person types into the search.
    static func search(_ text: String) throws -> Selection {
        Selection(query: try SearchQuery.parse(text, today: .of("2026-03-14")))
    }

    /// The entries of one day.
    static func on(_ day: String) -> Selection {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (LocalDay.of(day), LocalDay.of(day))
        return Selection(query: query)
    }
}

extension OpenVault {
    /// The texts of the selected entries, newest first.
    func texts(_ selection: Selection = Selection()) throws -> [String] { try entries(selection).list.map(\.entry.text) }
}
