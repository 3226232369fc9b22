import Foundation
import Journal

/// Shows reminders for as long as it runs.
///
/// It does not hold the vault: it opens it when something is due or something may have changed, reads what comes in the next two
/// days, and lets it go. While there is no key it goes by what it read last, and says only of which kind a reminder is. It looks
/// at the clock every half a minute, so that a machine that slept, or whose clock was set, makes no difference.
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
        /// The vault, where a key is to be had without asking anybody; `nil` while it is locked.
        package var vault: @Sendable () async throws -> OpenVault?
        /// Whether another program shows reminders of this vault just now, so that this one says nothing while it has no key.
        package var isServedElsewhere: @Sendable () -> Bool
        /// Something that differs when the vault's files have changed.
        package var stamp: @Sendable () -> [Int64]
        /// Milliseconds since 1970 by the clock on the wall.
        package var now: @Sendable () -> Int64
        /// Whether to ask once for the vault to be unlocked when nothing is known of it.
        package var asksToUnlock: Bool

        package init(
            location: VaultLocation, now: @escaping @Sendable () -> Int64, asksToUnlock: Bool = true,
            isServedElsewhere: @escaping @Sendable () -> Bool = { false },
            vault: @escaping @Sendable () async throws -> OpenVault?
        ) {
            (self.now, self.asksToUnlock, self.isServedElsewhere, self.vault) = (now, asksToUnlock, isServedElsewhere, vault)
            stamp = { ReminderLoop.stamp(of: location) }
        }
    }

    private let reach: Reach
    private let desk: any NotificationDesk
    private let tell: @Sendable (Event) -> Void

    private var agenda: ReminderAgenda?
    private var lastStamp: [Int64] = []
    private var lastRead: Int64 = .min
    /// Shown or put off while there was no key: to be written into the vault when there is one.
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
    }

    /// Never longer than this between two looks at the clock, in milliseconds.
    package static let longestPause: Int64 = 30_000
    /// Changes of the vault's files are looked at no more often than this.
    private static let changePause: Int64 = 60_000
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
        guard let now = Instant(milliseconds: reach.now()) else { return ReminderLoop.longestPause }
        let answers = await desk.answers()
        for answer in answers { await take(answer, at: now) }
        if isReadingDue(at: now) {
            let found = await look(at: now)
            // Taken after the vault was let go, whose closing changes the files as well.
            lastStamp = reach.stamp()
            if !found { await showUnsure(at: now) }
        }
        guard let next = agenda?.plan(at: now).next else { return ReminderLoop.longestPause }
        return min(max(next.milliseconds - reach.now(), 1000), ReminderLoop.longestPause)
    }

    /// What differs when the vault's files have changed: sizes and times.
    private static func stamp(of location: VaultLocation) -> [Int64] {
        [location.database, location.database + "-wal", location.heads, location.vaultFile].flatMap { path in
            guard let about = try? FileManager.default.attributesOfItem(atPath: path) else { return [Int64(-1)] }
            let changed = (about[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return [(about[.size] as? NSNumber)?.int64Value ?? 0, Int64(changed * 1_000_000)]
        }
    }
}

extension ReminderLoop {
    private func isReadingDue(at now: Instant) -> Bool {
        guard let agenda else { return true }
        let age = now.milliseconds - lastRead
        if age < 0 || age > ReminderLoop.agendaLife || !unwritten.isEmpty { return true }
        if !isResting(at: now), !agenda.plan(at: now).due.isEmpty { return true }
        return age >= ReminderLoop.changePause && reach.stamp() != lastStamp
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
            for claimed in isResting(at: now) ? [] : try await vault.claimReminders(at: now) {
                if await !show(claimed.notice) { try await vault.returnReminders(claimed) }
            }
            let read = try await vault.reminders(at: now)
            (agenda, lastRead) = (read, now.milliseconds)
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

    private func write(to vault: OpenVault) async throws {
        for item in unwritten {
            switch item {
            case .shown(let names, let instant): try await vault.markShown(names, at: instant)
            case .snoozed(let names, let instant): try await vault.snoozeReminders(names, at: instant)
            }
        }
        unwritten = []
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
            restsUntil = reach.now() + ReminderLoop.longestPause << (failures - 1)
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
        // One that was put off beyond its time still stands for a while.
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
