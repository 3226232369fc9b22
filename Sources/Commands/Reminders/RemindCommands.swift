import ArgumentParser
import Base
import Basics
import CPlatform
import Engine
import Foundation
import HTTPServer
import Journal
import Ledger
import Reminders
import Synchronization
import Vault

struct Remind: CommandGroup {
    static let configuration = CommandConfiguration(
        "remind",
        subcommands: [
            RemindRun.self, RemindStatus.self, RemindTest.self, RemindSnooze.self, RemindSettings.self, RemindCalendar.self,
            RemindInstall.self, RemindRemove.self,
        ], defaultSubcommand: RemindStatus.self)
}

struct RemindRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind run")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var consent: Consent
    @Flag(name: .long, help: say("Never ask, and wait for a key: for a service.")) var service = false

    func run() async throws {
        platform_overwrite_freed()
        let location = try options.location
        // A service may start before its desktop; a person hears at once that nothing can be shown, and nothing is turned on.
        if !service {
            if consent.isGiven || Terminal.canAsk, let error = DesktopNotifications.obstacle { throw error }
            try await ReminderConsent.get(options, consent)
        }
        guard let lease = ReminderLease(.daemon, at: location) else {
            throw Refusal(
                "already_running", "reminders of this vault are shown by another 'auralyst remind run' already",
                hint: "'systemctl --user stop auralyst-remind' ends the one that was installed", exit: .failed)
        }
        let keys = UnaskedKeys()
        let loop = ReminderLoop(
            ReminderLoop.Reach(
                location: location, surroundings: Environment.surroundings,
                isServedElsewhere: { ReminderLease.isHeld(.app, at: location) }, vault: { try keys.open(location) }),
            desk: DesktopNotifications()
        ) { RemindRun.tell($0, location: location) }
        if !service { Terminal.error(say("Showing reminders until you press Ctrl-C.")) }
        let signals = Signals()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await loop.run() }
            group.addTask { await signals.end() }
            defer { group.cancelAll() }
            try await group.next()
        }
        _ = lease
    }

    /// One line for each event, without the content of reminders, since a service's logs are stored.
    private static func tell(_ event: ReminderLoop.Event, location: VaultLocation) {
        switch event {
        case .shown(let notice):
            let count = notice.names.count
            Terminal.error(count == 0 ? say("asked to unlock") : "shown: \(counted(count, "reminder", "reminders"))")
        case .withdrawn: Terminal.error(say("withdrawn: it is logged or over"))
        case .snoozed: Terminal.error(say("snoozed for \(OpenVault.usualSnooze) minutes"))
        case .wantsApp: AppWindow.show(location)
        case .locked: Terminal.note(say("the vault is locked: until you unlock it, reminders say only what kind they are"))
        case .notAllowed:
            Terminal.note(say("reminders are off on this device; 'auralyst remind settings --here on' allows them"))
        case .trouble(let explanation): Terminal.note(explanation.onOneLine)
        }
    }
}

struct RemindStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind status")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let vault = try Unlocking.open(options)
        let now = Environment.surroundings.now()
        let (agenda, preferences, allowed) = (
            try await vault.reminders(), try await vault.preferences(), try await vault.remindersAllowed()
        )
        guard let instant = Instant(milliseconds: now) else { return }
        let plan = ReminderPlan(agenda.open, marks: agenda.marks, now: instant)
        let isRunning = ReminderLease.isHeld(.daemon, at: try options.location)
        let isInstalled = ReminderUnit.isInstalled
        if options.json {
            Document.print(
                .object([
                    "kind": "reminders", "allowed": allowed.map(JSON.bool) ?? .null, "running": .bool(isRunning),
                    "installed": .bool(isInstalled), "settings": ReminderSettings.json(preferences),
                    "due": .array(plan.due.map(RemindStatus.json)), "next": plan.next.map { .string(Self.iso($0)) } ?? .null,
                    "open": .array(agenda.open.map(RemindStatus.json)),
                ]))
            return
        }
        let unable = DesktopNotifications.obstacle == nil ? "" : say(", but this session has no desktop to show them on")
        print(
            say("On this device:  ")
                + (allowed.map { $0 ? "on" + unable : "off" } ?? say("not decided ('auralyst remind run' asks)")))
        print(
            say("Shown by:        ")
                + (isRunning ? say("'auralyst remind run'") : say("nothing at the moment, unless the app is open")))
        print(say("At each login:   ") + (isInstalled ? say("installed") : say("not installed ('auralyst remind install')")))
        for line in ReminderSettings.lines(preferences) { print(line) }
        print(say("Due now:         \(agenda.shown(at: instant).count + plan.due.count)"))
        print(say("Next:            ") + (plan.next.map { Self.clock($0) } ?? say("nothing in the next two days")))
    }

    private static func json(_ reminder: Reminder) -> JSON {
        ["about": .string(reminder.kind.rawValue), "due": .string(iso(reminder.due)), "until": .string(iso(reminder.until))]
    }

    private static func iso(_ instant: Instant) -> String {
        instant.rfc3339(offset: CivilTime(zone: Environment.surroundings.zone).offset(at: instant.milliseconds))
    }

    private static func clock(_ instant: Instant) -> String {
        guard let wall = CivilTime(zone: Environment.surroundings.zone).wall(at: instant.milliseconds) else { return "" }
        let today = Environment.surroundings.wall.day
        return (wall.day == today ? "today " : wall.day.iso + " ") + wall.time.clock
    }
}

struct RemindTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind test")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        _ = try await DesktopNotifications().show(.test, replacing: nil)
        if options.json {
            Document.print(["kind": "notification", "shown": true])
        } else {
            print(say("Your desktop accepted it."))
        }
    }
}

struct RemindSnooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind snooze")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("For how many minutes, 1 to 720.")) var minutes: Int = OpenVault.usualSnooze

    func validate() throws {
        guard ReminderMarks.snoozeRange.contains(minutes) else { throw ValidationError(say("a snooze lasts 1 to 720 minutes")) }
    }

    func run() async throws {
        let names = try await Unlocking.open(options).snoozeReminders(minutes: minutes)
        if options.json {
            Document.print(["kind": "snooze", "count": .int(Int64(names.count)), "minutes": .int(Int64(minutes))])
        } else if names.isEmpty {
            print(say("There is nothing to snooze."))
        } else {
            print(say("\(plural(names.count, "One reminder comes back", "# reminders come back")) in \(minutes) minutes."))
        }
    }
}

struct RemindSettings: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind settings")

    @OptionGroup var options: GlobalOptions
    @Option(name: .long, help: ArgumentHelp(say("On or off on this device."), valueName: "on|off")) var here: Switch?
    @Option(
        name: .long, help: ArgumentHelp(say("When to remind of the check-in: 21:00, or 9:00,21:00, or off."), valueName: "times"))
    var checkIn: String?
    @Option(
        name: .long,
        help: ArgumentHelp(say("Ask \u{201C}how is it now?\u{201D} two hours after a high symptom."), valueName: "on|off")
    )
    var followUp: Switch?
    @Option(name: .long, help: ArgumentHelp(say("From which severity on a symptom is high, 1 to 10."), valueName: "number"))
    var followUpFrom: String?
    @Option(name: .long, help: ArgumentHelp(say("Name the medicine and the symptom in reminders."), valueName: "on|off"))
    var names: Switch?
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            say("Repeat the reminder of a dose until it is logged: 5 to 240 minutes, or off."), valueName: "minutes"))
    var again: String?
    @Option(name: .long, help: ArgumentHelp(say("When no reminder is shown: 22:00-07:00, or off."), valueName: "times"))
    var quiet: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("Tell you, at most once a week, what was at 7 or more on three mornings or evenings."), valueName: "on|off"))
    var week: Switch?

    /// A typed yes or no.
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off

        var isOn: Bool { self == .on }
    }

    func run() async throws {
        let times = try checkIn.map(Preferences.checkInTimes(typed:))
        let from = try followUpFrom.map(Preferences.followUpFrom(typed:))
        let (again, quiet) = (try again.map(Preferences.repeatMinutes(typed:)), try quiet.map(Preferences.quietHours(typed:)))
        let vault = try Unlocking.open(options)
        if let here { try await vault.allowReminders(here == .on) }
        let preferences = try await vault.setPreferences { [followUp, names, week] now in
            now.checkInTimes = times ?? now.checkInTimes
            now.followUps = followUp?.isOn ?? now.followUps
            now.followUpFrom = from ?? now.followUpFrom
            now.namesInReminders = names?.isOn ?? now.namesInReminders
            now.repeatMinutes = again ?? now.repeatMinutes
            now.quietHours = quiet ?? now.quietHours
            now.weekCounts = week?.isOn ?? now.weekCounts
        }
        let allowed = try await vault.remindersAllowed()
        if options.json {
            Document.print(
                [
                    "kind": "reminder_settings", "allowed": allowed.map(JSON.bool) ?? .null,
                    "settings": ReminderSettings.json(preferences),
                ])
        } else {
            print(
                say("On this device:  ") + (allowed.map { $0 ? "on" : "off" } ?? say("not decided ('auralyst remind run' asks)")))
            for line in ReminderSettings.lines(preferences) { print(line) }
        }
    }
}

struct RemindCalendar: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind calendar")

    @OptionGroup var options: GlobalOptions
    @Option(
        name: .long, help: ArgumentHelp(say("The file to write, or - for the output."), valueName: "file"), completion: .file())
    var out: String
    @Flag(name: .long, help: say("Name the medicines.")) var names = false
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let bytes = try await vault.calendarFile(names: names)
        if out == "-" { return try Output.write(bytes, as: say("the calendar")) }
        let path = VaultLocation(folder: out).folder
        try consent.ask(
            "Write \(Terminal.harmless(path)) unencrypted? It shows when you take your medicines.",
            nothing: "nothing was written", hint: "add --yes if anyone may read the file")
        try await vault.writeInClear(bytes, as: .calendar, to: path)
        let events = String(decoding: bytes, as: UTF8.self).ranges(of: "BEGIN:VEVENT").count
        if options.json {
            Document.print(["kind": "calendar", "path": .string(path), "events": .int(Int64(events))])
        } else {
            print(say("\(plural(events, "One event", "# events")) written to \(Terminal.harmless(path))."))
            ClearFileWords.tell(path, vault)
        }
    }
}

enum ReminderSettings {
    static func lines(_ preferences: Preferences) -> [String] {
        let times = preferences.checkInTimes.map(\.clock).joined(separator: ", ")
        return [
            "Check-in:        " + (times.isEmpty ? say("no reminder") : say("at \(times), when there is none that day")),
            say("How is it now?   ")
                + (preferences.followUps
                    ? say("two hours after a symptom of \(preferences.followUpFrom) or more") : say("not asked")),
            "Names:           " + (preferences.namesInReminders ? say("shown") : say("not shown, only \"A dose is due\"")),
            say("Doses again:     ")
                + (preferences.repeatMinutes.map { say("every \(counted($0, "minute")) until logged") } ?? say("no, shown once")),
            say("Quiet hours:     ") + (preferences.quietHours?.text ?? "none"),
            say("Your week:       ")
                + (preferences.weekCounts
                    ? say("told when something was at 7 or more on three mornings or evenings") : say("not told")),
        ]
    }

    static func json(_ preferences: Preferences) -> JSON {
        [
            "check_in": .array(preferences.checkInTimes.map { .string($0.clock) }), "follow_up": .bool(preferences.followUps),
            "follow_up_from": .int(Int64(preferences.followUpFrom)), "names": .bool(preferences.namesInReminders),
            "repeat_minutes": preferences.repeatMinutes.map { .int(Int64($0)) } ?? .null,
            "quiet_hours": .text(preferences.quietHours?.text), "week": .bool(preferences.weekCounts),
        ]
    }
}

/// The owner's consent, asked for before the first reminder on this device.
enum ReminderConsent {
    static func get(_ options: GlobalOptions, _ consent: Consent) async throws {
        let vault = try Unlocking.open(options)
        if try await vault.remindersAllowed() == true { return }
        guard consent.isGiven || Terminal.canAsk else {
            throw Refusal(
                "reminders_not_allowed", "reminders are not allowed on this device yet",
                hint: "run 'auralyst remind run' at a terminal once, or add --yes")
        }
        if !consent.isGiven {
            Terminal.error(
                say(
                    """
                    Auralyst will show notifications on this desktop when a dose is due and not logged, at the check-in times
                    you set, and two hours after a severe symptom. They name no medicine and no symptom unless you turn that
                    on ('auralyst remind settings'). Anyone who sees the screen sees that a reminder came.
                    """))
            guard Terminal.confirm(say("Show reminders on this device?")) else {
                throw Refusal("reminders_not_allowed", "reminders stay off", hint: "nothing was changed", exit: .failed)
            }
        }
        try await vault.allowReminders(true)
    }
}

extension DesktopNotifications {
    /// Why nothing can be shown in this session, as far as known in advance: there is no session bus. `nil` if it may work.
    fileprivate static var obstacle: NotificationError? {
        if Variables["DBUS_SESSION_BUS_ADDRESS"] != nil { return nil }
        // Without an address, a systemd session's bus is here.
        guard let folder = Variables["XDG_RUNTIME_DIR"] else { return .noSession }
        return unsafe access(folder + "/bus", F_OK) == 0 ? nil : .noSession
    }
}

/// Opens the vault without asking anyone.
private final class UnaskedKeys: Sendable {
    private let lastMiss = Mutex<ContinuousClock.Instant?>(nil)
    /// A locked keychain asks its owner, which must not happen every half minute.
    private static let rest = Duration.seconds(600)

    /// `nil` without a key.
    func open(_ location: VaultLocation) throws -> OpenVault? {
        let isResting = lastMiss.withLock { $0.map { $0.duration(to: .now) < UnaskedKeys.rest } ?? false }
        if isResting, try !hasKeptKey(location) { return nil }
        guard let unlocked = try Unlocking.withoutAsking(location) else {
            lastMiss.withLock { $0 = .now }
            return nil
        }
        lastMiss.withLock { $0 = nil }
        return try OpenVault(unlocked, at: location, surroundings: Environment.surroundings)
    }

    private func hasKeptKey(_ location: VaultLocation) throws -> Bool {
        let vault = try VaultOpening.read(location).header.vault
        return Environment.keyHolders.contains { (try? $0.remaining(vault: vault)) != nil }
    }
}
