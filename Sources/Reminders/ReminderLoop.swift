import Base
import Engine
import Foundation
import Journal

/// Shows reminders for as long as it runs.
///
/// It does not hold the vault: it opens it when something is due or something may have changed, reads what comes in the next two
/// days, and lets it go. While there is no key it goes by what it read last, and says only of which kind a reminder is. It looks
/// at clock and zone every half a minute, so that a machine that slept or travelled, or whose clock was set, makes no difference.
package actor ReminderLoop {
    /// What it tells the program around it.
    package enum Event: Sendable {
        /// A notification was shown.
        case shown(ReminderNotice)
        /// It was taken from the screen, since what it reminded of is logged or over.
        case withdrawn
        /// The owner put reminders off.
        case snoozed(count: Int)
        /// The owner wants to see the app.
        case wantsApp
        /// It found the vault locked.
        case locked
        /// The owner has not allowed reminders on this device.
        case notAllowed
        /// Something does not work; it goes on and tries again.
        case trouble(Explanation)
    }

    /// How it reaches the world.
    package struct Reach: Sendable {
        /// The vault, where a key is to be had without asking anyone; `nil` while it is locked.
        package var vault: @Sendable () async throws -> OpenVault?
        /// Whether another program shows reminders of this vault just now, so that this one says nothing while it has no key.
        package var isServedElsewhere: @Sendable () -> Bool
        /// Something that differs when the vault's files have changed.
        package var stamp: @Sendable () -> [Int64]
        /// The clock on the wall, and the zone where the owner is at the moment.
        package var surroundings: Surroundings
        /// Whether to ask once for the vault to be unlocked when nothing is known of it.
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
    /// Where the owner was then: the times of what follows them depend on it.
    private var lastZone: Zone?
    /// What the vault has yet to be told: shown or put off while there was no key, or claimed, not shown, and not given back.
    private var unwritten: [Unwritten] = []
    private var bubbles: [UInt32: [Reminder.Name]] = [:]
    private var saidLocked = false
    private var askedToUnlock = false
    private var saidNotAllowed = false
    private var lastTrouble: Explanation?
    /// How often in a row nothing could be shown, and until when nothing is tried again.
    private var failures = 0
    private var restsUntil: Int64 = .min

    private enum Unwritten {
        case shown([Reminder.Name], Instant)
        case snoozed([Reminder.Name], Instant)
        case returned(ClaimedReminders)
    }

    /// Never longer than this between two looks at the clock, in milliseconds.
    package static let longestPause: Int64 = 30_000
    /// Changes of the vault's files are looked at no more often than this.
    private static let changePause: Int64 = 60_000
    /// So often at most it is read once more in one look, when the files have changed meanwhile.
    private static let mostReadings = 3
    /// An agenda older than this is read again in any case.
    private static let agendaLife: Int64 = 6 * 3_600_000

    package init(_ reach: Reach, desk: any NotificationDesk, tell: @escaping @Sendable (Event) -> Void = { _ in }) {
        (self.reach, self.desk, self.tell) = (reach, desk, tell)
    }

    /// Shows reminders until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            let pause = await round()
            await desk.pause(milliseconds: pause)
        }
    }

    /// Looks once, shows what is due, and says how long to wait, in milliseconds.
    package func round() async -> Int64 {
        guard let now = Instant(milliseconds: reach.surroundings.now()) else { return ReminderLoop.longestPause }
        let answers = await desk.answers()
        for answer in answers { await take(answer, at: now) }
        if isReadingDue(at: now), await !lookWhileItChanges(at: now) { await showUnsure(at: now) }
        guard let next = agenda?.plan(at: now).next else { return ReminderLoop.longestPause }
        return min(max(next.milliseconds - reach.surroundings.now(), 1000), ReminderLoop.longestPause)
    }

    /// What differs when the vault's files have changed: sizes and times.
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

    /// Looks, and looks again when the files have changed since before: by another program, whose change the reading may have
    /// missed, or by what was written here. Says whether there was a key.
    private func lookWhileItChanges(at now: Instant) async -> Bool {
        for _ in 0..<ReminderLoop.mostReadings {
            let stamp = reach.stamp()
            // What could not be read is not known: its stamp says nothing.
            guard await look(at: now) else { return false }
            lastStamp = stamp
            if reach.stamp() == stamp { break }
        }
        return true
    }

    /// Opens the vault, shows what is due, and reads what comes; says whether there was a key.
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
                await withdrawWhatIsSettled(at: now)
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

    /// Shows what was claimed, or gives it back: at once, or when the vault takes it.
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

    /// What can be said without a key: of which kind a reminder is whose time has come.
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
            // Who has a key shows it in its own words.
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
            // A desktop that is not there yet, or not at all: ever longer until the next try.
            failures = min(failures + 1, 5)
            restsUntil = reach.surroundings.now() + ReminderLoop.longestPause << (failures - 1)
            report(Explanation(error))
            return false
        }
    }

    /// Nothing is tried since the last try failed; a clock that was set back does not prolong it.
    private func isResting(at now: Instant) -> Bool {
        let longest = ReminderLoop.longestPause << 4
        return failures > 0 && now.milliseconds < restsUntil && restsUntil - now.milliseconds <= longest
    }

    private func report(_ trouble: Explanation) {
        if lastTrouble != trouble { tell(.trouble(trouble)) }
        lastTrouble = trouble
    }

    private func withdrawWhatIsSettled(at now: Instant) async {
        guard let agenda else { return }
        // One that was put off beyond its time is shown for a while.
        let open = Set(agenda.open.filter { now.milliseconds < $0.until.milliseconds + 3_600_000 }.map(\.name))
        for (bubble, names) in bubbles where open.isDisjoint(with: names) {
            await desk.withdraw(bubble)
            bubbles[bubble] = nil
            if !names.isEmpty { tell(.withdrawn) }
        }
    }

    private func take(_ answer: NotificationAnswer, at now: Instant) async {
        guard let names = bubbles[answer.bubble] else { return }
        switch answer.action {
        case .closed: bubbles[answer.bubble] = nil
        case .open: tell(.wantsApp)
        case .snooze:
            guard !names.isEmpty else { return }
            for name in names { agenda?.marks.snooze(name, minutes: OpenVault.usualSnooze, at: now) }
            unwritten.append(.snoozed(names, now))
            tell(.snoozed(count: names.count))
        }
    }
}
