import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Records
import Reminders
import Synchronization
import Testing

/// A desk that writes down what is shown, and on which a test presses the buttons. While it waits, a hand-held clock goes on.
final class RecordingDesk: NotificationDesk {
    struct Shown: Sendable {
        let notice: ReminderNotice
        let at: Int64
        let bubble: UInt32
        let replaced: UInt32?
    }

    private struct State {
        var shown: [Shown] = []
        var withdrawn: [UInt32] = []
        var answers: [NotificationAnswer] = []
        var error: NotificationError?
        var pauses: [Int64] = []
    }

    private let state = Mutex(State())
    private let clock: HandClock
    private let meddling = Mutex<(@Sendable (Step) async throws -> Void)?>(nil)

    /// What the loop is about to do with the desk.
    enum Step: Sendable { case show, withdraw }

    init(_ clock: HandClock) { self.clock = clock }

    var shown: [Shown] { state.withLock { $0.shown } }
    var withdrawn: [UInt32] { state.withLock { $0.withdrawn } }
    var pauses: [Int64] { state.withLock { $0.pauses } }
    var names: [Reminder.Name] { shown.flatMap(\.notice.names) }
    var titles: [String] { shown.map(\.notice.title) }

    /// What every showing throws from now on.
    func refuse(_ error: NotificationError?) { state.withLock { $0.error = error } }

    /// Does something in the middle of the loop's work, whenever it comes to the desk.
    func meddle(_ action: (@Sendable (Step) async throws -> Void)?) { meddling.withLock { $0 = action } }

    private func meddle(at step: Step) async {
        do { try await meddling.withLock { $0 }?(step) } catch { Issue.record(error) }
    }

    func press(_ action: NotificationAnswer.Action, on bubble: UInt32) {
        state.withLock { $0.answers.append(NotificationAnswer(bubble: bubble, action: action)) }
    }

    func show(_ notice: ReminderNotice, replacing old: UInt32?) async throws(NotificationError) -> UInt32 {
        await meddle(at: .show)
        if let error = state.withLock({ $0.error }) { throw error }
        let now = clock.now
        return state.withLock { state in
            let bubble = old ?? UInt32(state.shown.count + 1)
            state.shown.append(Shown(notice: notice, at: now, bubble: bubble, replaced: old))
            return bubble
        }
    }

    func withdraw(_ bubble: UInt32) async {
        await meddle(at: .withdraw)
        state.withLock { $0.withdrawn.append(bubble) }
    }

    func answers() async -> [NotificationAnswer] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    func pause(milliseconds: Int64) async {
        state.withLock { $0.pauses.append(milliseconds) }
        clock.advance(milliseconds: milliseconds)
    }
}

/// A vault with schedules, and a loop that reminds of them.
struct ReminderScene {
    let vault: TestVault
    let desk: RecordingDesk
    let hasKey = Flag(true)
    let appShows = Flag(false)
    let place: Place
    /// How often the loop has opened the vault.
    let openings = HandClock(0)

    /// A zone that a test changes while others read it.
    final class Place: Sendable {
        private let value: Mutex<Zone>
        init(_ zone: Zone) { value = Mutex(zone) }
        var zone: Zone { value.withLock { $0 } }
        func move(to zone: String) throws {
            let zone = try #require(Zone(identifier: zone))
            value.withLock { $0 = zone }
        }
    }

    /// Something that a test switches while others look at it.
    final class Flag: Sendable {
        private let value: Mutex<Bool>
        init(_ value: Bool) { self.value = Mutex(value) }
        var isOn: Bool { value.withLock { $0 } }
        func set(_ on: Bool) { value.withLock { $0 = on } }
    }

    /// 2026-11-20, seven in the morning in Vienna.
    static let morning: Int64 = 1_795_154_400_000

    init(now: Int64 = morning, zone: String = "Europe/Vienna", allowed: Bool = true) async throws {
        vault = try TestVault(zone: zone, now: now)
        desk = RecordingDesk(vault.clock)
        place = Place(vault.zone)
        try await vault.create().allowReminders(allowed)
    }

    /// The owner's clock and zone, with chance that differs from one opening of the vault to the next.
    var surroundings: Surroundings {
        let (clock, place) = (vault.clock, place)
        return Surroundings(now: { clock.now }, readingZone: { place.zone })
    }

    /// The vault, with names of records that differ from one opening to the next.
    func open() throws -> OpenVault {
        try OpenVault(try vault.unlocked(), at: vault.location, surroundings: surroundings)
    }

    var now: Instant { get throws { try #require(Instant(milliseconds: vault.clock.now)) } }

    /// A loop as `auralyst remind run` has it.
    func loop(tell: @escaping @Sendable (ReminderLoop.Event) -> Void = { _ in }) -> ReminderLoop {
        let scene = self
        return ReminderLoop(
            ReminderLoop.Reach(
                location: vault.location, surroundings: surroundings, isServedElsewhere: { scene.appShows.isOn },
                vault: {
                    guard scene.hasKey.isOn else { return nil }
                    scene.openings.advance(milliseconds: 1)
                    return try scene.vault.open(surroundings: scene.surroundings)
                }),
            desk: desk, tell: tell)
    }

    /// Lets a loop go on until the clock shows a time.
    func run(_ loop: ReminderLoop, until end: Int64) async {
        while vault.clock.now < end { await desk.pause(milliseconds: loop.round()) }
    }

    /// The same for so many minutes.
    func run(_ loop: ReminderLoop, minutes: Int64) async { await run(loop, until: vault.clock.now + minutes * 60_000) }

    func addMedication(_ name: String, _ cadence: Schedule.Cadence = .everyDays(1), _ times: String...) async throws {
        let open = try open()
        let medication = try await open.add(Medication(name: name))
        try await open.addSchedule(
            Schedule(
                medication: medication.id, cadence: cadence, times: times.map { .of($0) }, amount: .one,
                start: .of("2026-11-20"), zone: vault.zone.identifier, since: try now))
    }
}
