import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Records
import Reminders
import SeededChance
import Testing
import Vault

@Suite struct ReminderLoopTests {
    /// Everything that asks for something on one day: twelve doses, two check-ins and two high symptoms.
    private func fullDay() async throws -> ReminderScene {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00", "12:00", "16:00", "20:00")
        try await scene.addMedication("B", .everyHours(4), "07:30")
        try await scene.addMedication("C", .everyDays(1), "08:00", "23:30")
        let open = try scene.open()
        try await open.setPreferences { $0.checkInTimes = [.of("09:00"), .of("21:00")] }
        // Nothing is logged ahead: it is evening while this is logged.
        scene.vault.clock.advance(seconds: 15 * 3600)
        for (name, severity, hour) in [("Headache", 8, Int64(9)), ("Nausea", 5, 13), ("Aura", 4, 14)] {
            let instant = try #require(Instant(milliseconds: ReminderScene.morning + hour * 3_600_000))
            try await open.add(
                SymptomEntry(instant: instant, zone: "Europe/Vienna", day: .of("2026-11-20"), symptom: name, severity: severity))
        }
        scene.vault.clock.advance(seconds: -15 * 3600)
        return scene
    }

    /// Which reminders a day has: what is due within these hours after the morning.
    private func expected(_ scene: ReminderScene, hours: Range<Int64> = 0..<24) async throws -> Set<Reminder.Name> {
        let start = try #require(Instant(milliseconds: ReminderScene.morning))
        let range = hours.lowerBound * 3_600_000..<hours.upperBound * 3_600_000
        let all = try await scene.open().reminders(at: start).open
        return Set(all.filter { range.contains($0.due.milliseconds - start.milliseconds) }.map(\.name))
    }

    @Test func `a whole day shows each reminder once, on time`() async throws {
        let scene = try await fullDay()
        let wanted = try await expected(scene)
        #expect(wanted.count == 16)
        await scene.run(scene.loop(), until: ReminderScene.morning + 86_400_000 - 1)
        #expect(Set(scene.desk.names) == wanted && scene.desk.names.count == wanted.count)
        let start = try #require(Instant(milliseconds: ReminderScene.morning))
        let open = try await scene.open().reminders(at: start).open
        let due = Dictionary(open.map { ($0.name, $0.due.milliseconds) }) { first, _ in first }
        for shown in scene.desk.shown {
            for name in shown.notice.names { #expect(shown.at - (due[name] ?? 0) < 1000, "\(name.text)") }
            #expect(shown.notice.body.isEmpty)
        }
        #expect(Set(scene.desk.titles) == ["A dose is due", "2 doses are due", "Time to check in", "How is it now?"])
        #expect(scene.desk.pauses.allSatisfy { (1...ReminderLoop.longestPause).contains($0) })
    }

    @Test(arguments: 0..<UInt64(Lane.amount(quick: 1, ci: 4, all: 4)))
    func `restarts, sleep and a clock that is set neither repeat nor forget`(seed: UInt64) async throws {
        let scene = try await fullDay()
        var random = SplitMix64(seed: seed)
        var loop = scene.loop()
        var sleeps = [Int64.random(in: 2...6, using: &random): 5 * 3600 as Int64]
        sleeps[Int64.random(in: 12...14, using: &random)] = -2 * 3600
        sleeps[Int64.random(in: 15...17, using: &random)] = 3600
        var looked: [Int64] = []
        let end = ReminderScene.morning + 86_400_000 - 1
        while scene.vault.clock.now < end {
            looked.append(scene.vault.clock.now)
            await scene.desk.pause(milliseconds: loop.round())
            if Int.random(in: 0..<60, using: &random) == 0 { loop = scene.loop() }
            for (hour, seconds) in sleeps where scene.vault.clock.now >= ReminderScene.morning + hour * 3_600_000 {
                scene.vault.clock.advance(seconds: seconds)
                sleeps[hour] = nil
            }
        }
        let start = try #require(Instant(milliseconds: ReminderScene.morning))
        for reminder in try await scene.open().reminders(at: start).open where reminder.due.milliseconds <= end {
            let made = looked.contains { (reminder.due.milliseconds..<reminder.until.milliseconds).contains($0) }
            let count = scene.desk.names.count { $0 == reminder.name }
            #expect(count == (made ? 1 : 0), "seed \(seed): \(reminder.name.text)")
        }
    }

    @Test func `the app and the program beside it show each reminder once between them`() async throws {
        let scene = try await fullDay()
        let door = VaultDoor(at: scene.vault.location, surroundings: scene.vault.surroundings, cost: .testOnlyCheapest)
        try await door.unlock(passphrase: TestVault.passphrase)
        let vault = scene.vault
        let app = ReminderLoop(door: door, location: vault.location, surroundings: vault.surroundings, desk: scene.desk)
        let program = scene.loop()
        while vault.clock.now < ReminderScene.morning + 86_400_000 - 1 {
            async let first = app.round()
            async let second = program.round()
            await scene.desk.pause(milliseconds: min(first, second))
        }
        let wanted = try await expected(scene)
        #expect(Set(scene.desk.names) == wanted && scene.desk.names.count == wanted.count)
    }

    @Test func `what is logged is not reminded of, and its notification is taken back`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00", "12:00")
        let open = try scene.open()
        let doses = try await open.doses(on: .of("2026-11-20")).map(\.dose.occurrence.name)
        let loop = scene.loop()
        await scene.run(loop, minutes: 70)
        #expect(scene.desk.names == [.dose(doses[0])] && scene.desk.withdrawn.isEmpty)
        try await open.settle(doses[0], as: .taken)
        try await open.settle(doses[1], as: .skipped)
        await scene.run(loop, minutes: 3)
        #expect(scene.desk.withdrawn == [1])
        await scene.run(loop, minutes: 400)
        #expect(scene.desk.names.count == 1)
    }

    @Test func `the button of a dose logs it as taken, and opens the app if it cannot be logged just so`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00", "12:00", "16:00")
        let opened = HandClock(0)
        let loop = scene.loop { event in if case .wantsApp = event { opened.advance(milliseconds: 1) } }
        let open = try scene.open()
        func states() async throws -> [DueDose.State] { try await open.doses(on: .of("2026-11-20")).map(\.dose.state) }
        await scene.run(loop, minutes: 62)
        #expect(scene.desk.shown.map(\.notice.taken) == ["Taken"])
        scene.desk.press(.taken, on: 1)
        await scene.run(loop, minutes: 2)
        #expect(try await states() == [.taken, .upcoming, .upcoming] && opened.now == 0)
        #expect(scene.desk.withdrawn == [1], "what is answered leaves the screen")
        // Locked.
        scene.hasKey.set(false)
        await scene.run(loop, minutes: 240)
        scene.desk.press(.taken, on: try #require(scene.desk.shown.last).bubble)
        await scene.run(loop, minutes: 2)
        #expect(try await states() == [.taken, .due, .upcoming] && opened.now == 1)
        // Against a limit, the app asks.
        scene.hasKey.set(true)
        var medication = try #require(try await open.medications().first)
        medication = try await open.record(Medication.self, medication.id)
        var limited = medication.value
        limited.limits.dayMost = .one
        try await open.change(medication.id, to: limited)
        await scene.run(loop, minutes: 240)
        scene.desk.press(.taken, on: try #require(scene.desk.shown.last).bubble)
        await scene.run(loop, minutes: 2)
        #expect(try await open.records(Intake.self).count == 1 && opened.now == 2)
    }

    @Test func `a pack that runs low or expires is told once, from ten in the morning, until it is refilled`() async throws {
        let scene = try await ReminderScene()
        let (open, loop) = (try scene.open(), scene.loop())
        let low = try await open.add(
            Medication(name: "A", asNeeded: true, stock: .init(amount: .of("7"), counted: try scene.now), refillAt: .of("6")))
        try await open.add(Medication(name: "B", expiry: .of("2026-11-28")))
        await scene.run(loop, minutes: 240)
        #expect(scene.desk.shown.isEmpty)
        try await open.setPreferences { $0.namesInReminders = true }
        try await open.logDose(low)
        await scene.run(loop, minutes: 5)
        #expect(scene.desk.titles == ["Time to refill"] && scene.desk.shown[0].notice.body == "A, 6 tablets left")
        #expect(scene.desk.shown[0].notice.taken == nil)
        try await open.refill(low.id, by: .of("30"))
        await scene.run(loop, minutes: 5)
        #expect(scene.desk.withdrawn == [1])
        // The next day seven days are left to the end of the other.
        await scene.run(loop, minutes: 2 * 1440)
        #expect(scene.desk.shown.count == 2 && scene.desk.shown.last?.notice.body == "B, use by 28 November 2026")
        let ten = CivilTime(zone: scene.vault.zone).wall(at: scene.desk.shown[1].at)
        #expect(ten?.day == .of("2026-11-21") && ten?.time.hour == 10)
    }

    @Test func `what the last seven days had often is told once a week, if its owner wants it`() async throws {
        let scene = try await ReminderScene()
        let (open, loop) = (try scene.open(), scene.loop())
        for day in 1...4 {
            let moment = try scene.vault.moment(after: Int64(-day * 86_400))
            try await open.add(
                SymptomEntry(instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "headache", severity: 8))
        }
        try await open.setPreferences { $0.followUps = false }
        await scene.run(loop, minutes: 1440)
        #expect(scene.desk.shown.isEmpty)
        try await open.setPreferences { ($0.namesInReminders, $0.weekCounts) = (true, true) }
        await scene.run(loop, minutes: 2 * 1440)
        #expect(scene.desk.titles == ["Noticed in your last seven days"])
        #expect(scene.desk.shown.first?.notice.body.hasPrefix("Noticed ") == true)
        #expect(scene.desk.shown.first?.notice.body.contains("headache at 7 or more") == true)
    }

    @Test func `a high symptom that is logged meanwhile is asked about two hours later, unless it is answered`() async throws {
        let scene = try await ReminderScene()
        let loop = scene.loop()
        await scene.run(loop, minutes: 10)
        let open = try scene.open()
        let asked = try await open.add(scene.vault.symptom("Headache", 7))
        let answered = try await open.add(scene.vault.symptom("Nausea", 9))
        await scene.run(loop, minutes: 90)
        var answer = try scene.vault.symptom("nausea", 2)
        answer.follows = answered.id
        try await open.add(answer)
        await scene.run(loop, minutes: 120)
        #expect(scene.desk.names == [.followUp(asked.id)] && scene.desk.titles == ["How is it now?"])
    }

    @Test func `a snooze brings it back once, in the place of the old notification`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        var loop = scene.loop()
        await scene.run(loop, minutes: 61)
        scene.desk.press(.snooze, on: 1)
        await scene.run(loop, minutes: 14)
        #expect(scene.desk.shown.count == 1)
        await scene.run(loop, minutes: 200)
        #expect(scene.desk.shown.count == 2 && scene.desk.shown.last?.replaced == 1)
        // By the command, in another program, also over a restart.
        loop = scene.loop()
        let open = try scene.open()
        let snoozed = try await open.snoozeReminders(minutes: 40, at: scene.now)
        #expect(snoozed.count == 1)
        await scene.run(loop, minutes: 39)
        #expect(scene.desk.shown.count == 2)
        await scene.run(loop, minutes: 100)
        #expect(scene.desk.shown.count == 3)
        #expect(try await open.snoozeReminders([.followUp(RecordID(test: "x"))]).isEmpty)
    }

    @Test func `without a key it says only of which kind a reminder is, and does not repeat it with one`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00", "12:00")
        try await scene.open().setPreferences { ($0.checkInTimes, $0.namesInReminders) = ([.of("09:00")], true) }
        let loop = scene.loop()
        await scene.run(loop, minutes: 10)
        scene.hasKey.set(false)
        await scene.run(loop, minutes: 180)
        #expect(scene.desk.titles == ["A dose may be due", "Time to check in"])
        #expect(scene.desk.shown.allSatisfy { $0.notice.body == "Unlock Auralyst to see." })
        scene.desk.press(.snooze, on: 1)
        scene.hasKey.set(true)
        await scene.run(loop, minutes: 10)
        #expect(scene.desk.shown.count == 2)
        await scene.run(scene.loop(), minutes: 30)
        #expect(scene.desk.titles.dropFirst(2) == ["A dose is due"])
        #expect(scene.desk.shown.last?.notice.body == "A, 1 tablet")
    }

    @Test func `while the app shows them, a program without a key says nothing`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        let loop = scene.loop()
        await scene.run(loop, minutes: 10)
        scene.hasKey.set(false)
        scene.appShows.set(true)
        await scene.run(loop, minutes: 120)
        #expect(scene.desk.shown.isEmpty)
    }

    @Test func `where nothing is known, it asks once to unlock`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        scene.hasKey.set(false)
        let loop = scene.loop()
        await scene.run(loop, minutes: 120)
        #expect(scene.desk.titles == ["Reminders are waiting"])
        scene.hasKey.set(true)
        await scene.run(loop, minutes: 1)
        #expect(scene.desk.titles.last == "A dose is due" && scene.desk.withdrawn == [1])
    }

    @Test func `nothing is shown before the owner has allowed it on this device`() async throws {
        let scene = try await ReminderScene(allowed: false)
        try await scene.addMedication("A", .everyDays(1), "08:00")
        let loop = scene.loop()
        await scene.run(loop, minutes: 90)
        scene.hasKey.set(false)
        await scene.run(loop, minutes: 3000)
        #expect(scene.desk.shown.isEmpty)
        scene.hasKey.set(true)
        try await scene.open().allowReminders(true)
        // The one of that morning, which still waits, and the one of the next.
        await scene.run(loop, minutes: 1440)
        #expect(scene.desk.shown.count == 2)
    }

    @Test func `what a desktop does not take is tried again, ever more slowly, and shown in the end`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        scene.desk.refuse(.noServer)
        let loop = scene.loop()
        await scene.run(loop, minutes: 180)
        let open = try scene.open()
        let agenda = try await open.reminders(at: scene.now)
        #expect(agenda.marks.list.isEmpty)
        scene.desk.refuse(nil)
        await scene.run(loop, minutes: 10)
        #expect(scene.desk.titles == ["A dose is due"])
    }

    @Test func `on a journey a dose that follows its owner is reminded of by the clock of the place, at once`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "20:00")
        let loop = scene.loop()
        await scene.run(loop, minutes: 10)
        // Woken in Tokyo, where it is a quarter past three: eight in the evening is noon in Vienna.
        try scene.place.move(to: "Asia/Tokyo")
        await scene.run(loop, minutes: 24 * 60)
        let hour: Int64 = 3_600_000
        #expect(scene.desk.shown.map { ($0.at - ReminderScene.morning) / hour } == [5])
        // Back home it is due by the clock there again.
        try scene.place.move(to: "Europe/Vienna")
        await scene.run(loop, until: ReminderScene.morning + 48 * hour)
        #expect(scene.desk.shown.map { ($0.at - ReminderScene.morning) / hour } == [5, 37])
    }

    @Test func `what another program changes while the vault is read is read as well`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "07:05")
        let dose = try #require(try await scene.open().doses(on: .of("2026-11-20")).first).dose.occurrence.name
        let loop = scene.loop()
        await scene.run(loop, minutes: 6)
        #expect(scene.desk.names == [.dose(dose)])
        // It is logged; and while the loop, which has read that, takes the notification back, a symptom is logged.
        try await scene.open().settle(dose, as: .taken)
        scene.desk.meddle { step in
            guard step == .withdraw else { return }
            scene.desk.meddle(nil)
            try await scene.open().add(scene.vault.symptom("Headache", 7))
        }
        await scene.run(loop, minutes: 3)
        #expect(scene.desk.withdrawn == [1])
        await scene.run(loop, minutes: 120)
        #expect(scene.desk.titles == ["A dose is due", "How is it now?"])
    }

    @Test func `while nothing changes the vault is left alone`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        let loop = scene.loop()
        await scene.run(loop, minutes: 50)
        #expect(scene.openings.now == 1)
        // Once to show it, and once more since that has changed the files.
        await scene.run(loop, minutes: 180)
        #expect(scene.desk.shown.count == 1 && scene.openings.now <= 4)
    }

    @Test func `what changed while there was no key is read when there is one`() async throws {
        let scene = try await ReminderScene()
        let loop = scene.loop()
        await scene.run(loop, minutes: 5)
        scene.hasKey.set(false)
        try await scene.open().add(scene.vault.symptom("Headache", 7))
        await scene.run(loop, minutes: 30)
        scene.hasKey.set(true)
        await scene.run(loop, minutes: 100)
        #expect(scene.desk.titles == ["How is it now?"])
    }

    @Test func `what can be neither shown nor given back takes nothing else with it, and comes in the end`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "09:00")
        try await scene.open().setPreferences { $0.checkInTimes = [.of("09:00")] }
        try await scene.open().add(scene.vault.symptom("Headache", 7))
        let loop = scene.loop()
        await scene.run(loop, minutes: 119)
        // The desktop is gone; and from the moment at which it is found to be, nothing can be written any more.
        scene.desk.refuse(.noServer)
        scene.desk.meddle { _ in
            scene.desk.meddle(nil)
            for event in ["INSERT", "UPDATE"] {
                try VaultInsides.execute(
                    """
                    CREATE TRIGGER full_\(event) BEFORE \(event) ON device WHEN new.name = 'reminder marks'
                    BEGIN SELECT RAISE(ABORT, 'full'); END
                    """, on: scene.vault)
            }
        }
        await scene.run(loop, minutes: 3)
        #expect(scene.desk.shown.isEmpty)
        for event in ["INSERT", "UPDATE"] { try VaultInsides.execute("DROP TRIGGER full_\(event)", on: scene.vault) }
        scene.desk.refuse(nil)
        await scene.run(loop, minutes: 20)
        #expect(scene.desk.titles == ["A dose is due", "Time to check in", "How is it now?"])
    }

    @Test func `a medicine that was put away reminds no more, also of what still waited`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00", "08:30")
        let open = try scene.open()
        let loop = scene.loop()
        await scene.run(loop, minutes: 61)
        #expect(scene.desk.shown.count == 1)
        scene.desk.press(.snooze, on: 1)
        try await open.archiveMedication(try #require(try await open.medications().first).id)
        await scene.run(loop, minutes: 60 * 24)
        #expect(scene.desk.shown.count == 1 && scene.desk.withdrawn == [1])
    }
}
