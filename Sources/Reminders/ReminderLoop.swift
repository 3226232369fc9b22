import Base
import Engine
import Foundation
import Journal

/// Shows reminders as long as it runs.
///
/// It does not hold the vault: it opens it when something is due or may have changed, reads the next two days, and releases it.
/// Without a key it uses what it read last, and only shows the kinds of reminders. It checks clock and zone every half minute, so
/// that sleep, travel and clock changes do not matter.
package actor ReminderLoop {
    /// Events for the surrounding program.
    package enum Event: Sendable {
        case shown(ReminderNotice)
        /// It was removed from the screen, since its subject is logged or over.
        case withdrawn
        case snoozed(count: Int)
        case wantsApp
        case locked
        case notAllowed
        /// Something failed; it continues and tries again.
        case trouble(Explanation)
    }

    /// Its access to the outside.
    package struct Reach: Sendable {
        /// The vault, if a key is available without asking anyone; `nil` while it is locked.
        package var vault: @Sendable () async throws -> OpenVault?
        /// Whether another program shows reminders of this vault now, so that this one is silent while it has no key.
        package var isServedElsewhere: @Sendable () -> Bool
        /// A value that changes with the vault's files.
        package var stamp: @Sendable () -> [Int64]
        /// The clock, and the owner's present zone.
        package var surroundings: Surroundings
        /// Whether to ask once for unlocking if nothing is known of the vault.
        package var asksToUnlock: Bool

        package init(
            location: VaultLocation, surroundings: Surroundings, asksToUnlock: Bool = true,
            isServedElsewhere: @escaping @Sendable () -> Bool = { false },
            vault: @escaping @Sendable () async throws -> OpenVault?
        ) {
            (self.surroundings, self.asksToUnlock) = (surroundings, asksToUnlock)
            (self.isServedElsewhere, self.vault) = (isServedElsewhere, vault)
            stamp = { ReminderLoop.stamp(of: location) }
        }
    }

    private let reach: Reach
    private let desk: any NotificationDesk
    private let tell: @Sendable (Event) -> Void

    private var agenda: ReminderAgenda?
    private var lastStamp: [Int64] = []
    private var lastRead: Int64 = .min
    /// The owner's zone at that time: later times depend on it.
    private var lastZone: Zone?
    /// What the vault must still be told: shown or snoozed while there was no key, or claimed, not shown, and not returned.
    private var unwritten: [Unwritten] = []
    private var bubbles: [UInt32: [Reminder.Name]] = [:]
    private var saidLocked = false
    private var askedToUnlock = false
    private var saidNotAllowed = false
    private var lastTrouble: Explanation?
    /// The number of failures in a row, and until when nothing is tried.
    private var failures = 0
    private var restsUntil: Int64 = .min

    private enum Unwritten {
        case shown([Reminder.Name], Instant)
        case snoozed([Reminder.Name], Instant)
        case returned(ClaimedReminders)
    }

    /// The longest time between two checks of the clock, in milliseconds.
    package static let longestPause: Int64 = 30_000
    /// The shortest time between two checks of the vault's files.
    private static let changePause: Int64 = 60_000
    /// The most repeated readings in one check, if the files keep changing.
    private static let mostReadings = 3
    /// An agenda older than this is read again.
    private static let agendaLife: Int64 = 6 * 3_600_000

    package init(_ reach: Reach, desk: any NotificationDesk, tell: @escaping @Sendable (Event) -> Void = { _ in }) {
        (self.reach, self.desk, self.tell) = (reach, desk, tell)
    }

    package func run() async {
        while !Task.isCancelled {
            let pause = await round()
            await desk.pause(milliseconds: pause)
        }
    }

    /// Checks once, shows what is due, and returns how long to wait, in milliseconds.
    package func round() async -> Int64 {
        guard let now = Instant(milliseconds: reach.surroundings.now()) else { return ReminderLoop.longestPause }
        let answers = await desk.answers()
        for answer in answers { await take(answer, at: now) }
        if isReadingDue(at: now), await !lookWhileItChanges(at: now) { await showUnsure(at: now) }
        guard let next = agenda?.plan(at: now).next else { return ReminderLoop.longestPause }
        return min(max(next.milliseconds - reach.surroundings.now(), 1000), ReminderLoop.longestPause)
    }

    /// A value that changes with the vault's files: sizes and times.
    private static func stamp(of location: VaultLocation) -> [Int64] {
        [location.database, location.database + "-wal", location.heads, location.vaultFile].flatMap { path in
            var about = stat()
            guard unsafe stat(path, &about) == 0 else { return [Int64(-1)] }
            #if canImport(Darwin)
                let changed = about.st_mtimespec
            #else
                let changed = about.st_mtim
            #endif
            return [Int64(about.st_size), Int64(changed.tv_sec), Int64(changed.tv_nsec)]
        }
    }
}

extension ReminderLoop {
    private func isReadingDue(at now: Instant) -> Bool {
        guard let agenda else { return true }
        let age = now.milliseconds - lastRead
        if age < 0 || age > ReminderLoop.agendaLife || !unwritten.isEmpty { return true }
        if !isResting(at: now), !agenda.plan(at: now).due.isEmpty { return true }
        if reach.surroundings.zone != lastZone { return true }
        return age >= ReminderLoop.changePause && reach.stamp() != lastStamp
    }

    /// Checks, and checks again if the files have changed: by another program, whose change may have been missed, or by what was
    /// written here. Returns whether there was a key.
    private func lookWhileItChanges(at now: Instant) async -> Bool {
        for _ in 0..<ReminderLoop.mostReadings {
            let stamp = reach.stamp()
            // If reading failed, its stamp is useless.
            guard await look(at: now) else { return false }
            lastStamp = stamp
            if reach.stamp() == stamp { break }
        }
        return true
    }

    /// Opens the vault, shows what is due, and reads what comes; returns whether there was a key.
    private func look(at now: Instant) async -> Bool {
        do {
            guard let vault = try await reach.vault() else {
                if !saidLocked { tell(.locked) }
                saidLocked = true
                return false
            }
            (saidLocked, askedToUnlock) = (false, false)
            try await write(to: vault)
            let zone = reach.surroundings.zone
            var read = try await vault.reminders(at: now)
            (agenda, lastRead, lastZone) = (read, now.milliseconds, zone)
            let due = isResting(at: now) ? [] : Set(read.plan(at: now).due.map(\.name.kind))
            for kind in Reminder.Kind.allCases where due.contains(kind) {
                for claimed in try await vault.claimReminders(of: kind, at: now) { await show(claimed, of: vault, at: now) }
            }
            if !due.isEmpty { read = try await vault.reminders(at: now) }
            agenda = read
            if read.isAllowed {
                saidNotAllowed = false
                await withdrawWhatIsDone(at: now)
            } else if !saidNotAllowed {
                saidNotAllowed = true
                tell(.notAllowed)
            }
            return true
        } catch {
            report(Explanation(error))
            return false
        }
    }

    /// Shows what was claimed, or returns it: now, or when the vault accepts it.
    private func show(_ claimed: ClaimedReminders, of vault: OpenVault, at now: Instant) async {
        if await show(claimed.notice) {
            for name in claimed.notice.names { agenda?.marks.show(name, at: now) }
            return
        }
        do { try await vault.returnReminders(claimed) } catch {
            unwritten.append(.returned(claimed))
            report(Explanation(error))
        }
    }

    private func write(to vault: OpenVault) async throws {
        while let item = unwritten.first {
            switch item {
            case .shown(let names, let instant): try await vault.markShown(names, at: instant)
            case .snoozed(let names, let instant): try await vault.snoozeReminders(names, at: instant)
            case .returned(let claimed): try await vault.returnReminders(claimed)
            }
            unwritten.removeFirst()
        }
    }

    /// Without a key: shows the kinds of the reminders that are due.
    private func showUnsure(at now: Instant) async {
        guard var agenda, now < agenda.span.upperBound else {
            await askToUnlock(at: now)
            return
        }
        let due = agenda.plan(at: now).due.map(\.name)
        guard !due.isEmpty, !isResting(at: now) else { return }
        let isServed = reach.isServedElsewhere()
        for kind in Reminder.Kind.allCases {
            let names = due.filter { $0.kind == kind }
            guard !names.isEmpty else { continue }
            // A program with a key shows it with its own text.
            if !isServed {
                guard await show(.unsure(kind, names: names)) else { continue }
                unwritten.append(.shown(names, now))
            }
            for name in names { agenda.marks.show(name, at: now) }
        }
        self.agenda = agenda
    }

    private func askToUnlock(at now: Instant) async {
        let knowsNo = agenda.map { !$0.isAllowed } ?? false
        guard reach.asksToUnlock, !askedToUnlock, !knowsNo, !isResting(at: now), !reach.isServedElsewhere() else { return }
        askedToUnlock = await show(.locked)
    }

    private func show(_ notice: ReminderNotice) async -> Bool {
        let names = Set(notice.names)
        let old = bubbles.first { !names.isDisjoint(with: $0.value) }?.key
        do throws(NotificationError) {
            let bubble = try await desk.show(notice, replacing: old)
            if let old, old != bubble { bubbles[old] = nil }
            bubbles[bubble] = notice.names
            (failures, lastTrouble) = (0, nil)
            tell(.shown(notice))
            return true
        } catch {
            // The desktop is missing, perhaps not started yet: wait longer and longer.
            failures = min(failures + 1, 5)
            restsUntil = reach.surroundings.now() + ReminderLoop.longestPause << (failures - 1)
            report(Explanation(error))
            return false
        }
    }

    /// Nothing is tried for a time after a failure; setting the clock back does not prolong it.
    private func isResting(at now: Instant) -> Bool {
        let longest = ReminderLoop.longestPause << 4
        return failures > 0 && now.milliseconds < restsUntil && restsUntil - now.milliseconds <= longest
    }

    private func report(_ trouble: Explanation) {
        if lastTrouble != trouble { tell(.trouble(trouble)) }
        lastTrouble = trouble
    }

    private func withdrawWhatIsDone(at now: Instant) async {
        guard let agenda else { return }
        // One snoozed beyond its time is shown for a while.
        let open = Set(agenda.open.filter { now.milliseconds < $0.until.milliseconds + 3_600_000 }.map(\.name))
        for (bubble, names) in bubbles where open.isDisjoint(with: names) {
            await desk.withdraw(bubble)
            bubbles[bubble] = nil
            if !names.isEmpty { tell(.withdrawn) }
        }
    }

    /// Logs doses as taken now. Without a key, or if one would break a limit, the app opens, where that can be done.
    private func logTaken(_ names: [Reminder.Name]) async {
        do {
            guard let vault = try await reach.vault() else { return tell(.wantsApp) }
            for case .dose(let name) in names where try await vault.dose(name).intake == nil {
                try await vault.settle(name, as: .taken)
            }
        } catch {
            if (error as? HealthError)?.question != nil { return tell(.wantsApp) }
            report(Explanation(error))
        }
        // What is settled now is read at once.
        lastRead = 0
    }

    private func take(_ answer: NotificationAnswer, at now: Instant) async {
        guard let names = bubbles[answer.bubble] else { return }
        switch answer.action {
        case .closed: bubbles[answer.bubble] = nil
        case .open: tell(.wantsApp)
        case .taken: await logTaken(names)
        case .snooze:
            guard !names.isEmpty else { return }
            for name in names { agenda?.marks.snooze(name, minutes: OpenVault.usualSnooze, at: now) }
            unwritten.append(.snoozed(names, now))
            tell(.snoozed(count: names.count))
        }
    }
}
