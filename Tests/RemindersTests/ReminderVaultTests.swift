import Base
import Engine
import Findings
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Reminders
import SeededChance
import Testing

@Suite struct ReminderVaultTests {
    @Test func `nobody is reminded before they said yes, and each device has an answer of its own`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.remindersAllowed() == nil)
        #expect(try await !open.reminders().isAllowed)
        let before = try await open.logPosition()
        try await open.allowReminders(true)
        #expect(try await vault.open().remindersAllowed() == true)
        try await open.allowReminders(false)
        #expect(try await open.remindersAllowed() == false)
        #expect(try await open.logPosition() == before)
    }

    @Test func `what is preferred is kept field by field, and what cannot be is brought into range`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let standard = try await open.preferences()
        #expect(standard.checkInTimes.isEmpty && standard.followUps && standard.followUpFrom == 5 && !standard.namesInReminders)
        let times: [TimeOfDay] = [.of("21:00"), .of("09:00"), .of("21:00")]
        let set = try await open.setPreferences {
            ($0.checkInTimes, $0.followUps, $0.followUpFrom, $0.namesInReminders) = (times, false, 7, true)
        }
        #expect(set.checkInTimes == [.of("09:00"), .of("21:00")])
        #expect(set.followUpFrom == 7 && set.namesInReminders && !set.followUps)
        #expect(try await vault.open().preferences() == set)
        for (given, found) in [(Int.min, 1), (0, 1), (11, 10), (Int.max, 10)] {
            #expect(Preferences(followUpFrom: given).followUpFrom == found)
        }
        let many = (0..<20).compactMap { TimeOfDay(hour: $0, minute: 0) }
        // Devices that set times at the same time may come to more than one person may set: all of them count.
        #expect(Preferences(checkInTimes: many.reversed() + many).checkInTimes == many)
        try await open.setPreferences { $0.checkInTimes = [] }
        #expect(
            try VaultInsides(vault).lastPayload().mutations.map { Set($0.fields.keys) } == [
                ["check_in_times 540", "check_in_times 1260"]
            ])
    }

    @Test(
        arguments: [
            ["check_in_times": [-1, 1440, "9", 540]], ["check_in_times": 540], ["follow_up_from": 0], ["follow_up_from": "7"],
            ["follow_ups": 1, "names_in_reminders": "yes"],
        ] as [[String: JSON]])
    func `fields that cannot be read have their standard value`(fields: [String: JSON]) {
        let read = Preferences(fields: fields)
        #expect(read == .standard || read == Preferences(checkInTimes: [.of("09:00")]))
    }

    @Test func `a reminder is claimed once, and given back whole`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "08:00")
        let (first, second) = (try scene.open(), try scene.open())
        #expect(try await first.claimReminders().isEmpty)
        scene.vault.clock.advance(seconds: 3600)
        let claimed = try await first.claimReminders()
        #expect(claimed.count == 1)
        #expect(try await second.claimReminders().isEmpty)
        try await second.returnReminders(try #require(claimed.first))
        #expect(try await second.claimReminders().count == 1)
        #expect(try await first.claimReminders().isEmpty)
    }

    @Test func `of many that claim at the same time one gets it`() async throws {
        let scene = try await ReminderScene()
        try await scene.addMedication("A", .everyDays(1), "07:00")
        let vault = scene.vault
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await vault.open().claimReminders().count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == 1)
    }

    @Test func `a lease is held by one, and is seen by others for as long as it is held`() throws {
        let vault = try TestVault()
        _ = try vault.create()
        #expect(!ReminderLease.isHeld(.daemon, at: vault.location))
        var lease = ReminderLease(.daemon, at: vault.location)
        #expect(lease != nil && ReminderLease.isHeld(.daemon, at: vault.location))
        #expect(ReminderLease(.daemon, at: vault.location) == nil && !ReminderLease.isHeld(.app, at: vault.location))
        lease = nil
        #expect(!ReminderLease.isHeld(.daemon, at: vault.location))
    }

    @Test func `a lease that is refused closes nothing that belongs to others`() async throws {
        let vault = try TestVault()
        _ = try vault.create()
        let lease = try #require(ReminderLease(.daemon, at: vault.location))
        let isDone = ReminderScene.Flag(false)
        let stolen = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                var stolen = false
                while !isDone.isOn, !stolen {
                    // The lowest free number is given out: the one that was closed just now.
                    let files = (0..<4).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
                    for file in files where close(file) != 0 { stolen = true }
                }
                return stolen
            }
            for _ in 0..<Lane.amount(quick: 12, ci: 60, all: 60) { #expect(ReminderLease(.daemon, at: vault.location) == nil) }
            isDone.set(true)
            return try await group.next() ?? true
        }
        #expect(!stolen)
        withExtendedLifetime(lease) {}
    }

    @Test func `the app's port is told only while the app runs, and only by its owner's hand`() throws {
        let vault = try TestVault()
        _ = try vault.create()
        let path = vault.folder + "/open.lock"
        #expect(ReminderLease.port(at: vault.location) == nil)
        // What a program left that ended, or what anybody could have written there.
        try vault.overwrite("4747\n", to: path)
        #expect(ReminderLease.port(at: vault.location) == nil)
        var lease = ReminderLease(.window, at: vault.location, port: 51_515, token: "YWJj")
        #expect(lease != nil && ReminderLease.port(at: vault.location) == 51_515)
        #expect(ReminderLease.window(at: vault.location)?.token == "YWJj")
        lease?.tell(51_515, "ZGVm")
        #expect(ReminderLease.window(at: vault.location)?.token == "ZGVm")
        lease?.tell(51_515, "no token")
        #expect(ReminderLease.window(at: vault.location)?.token == "")
        #expect(ReminderLease(.window, at: vault.location, port: 4747) == nil)
        #expect(ReminderLease.port(at: vault.location) == 51_515)
        #expect(!ReminderLease.isHeld(.app, at: vault.location))
        for wrong in ["", "0\n", "70000\n", "4747", "47 47\n", "-1\n", "+80\n", "4747/x\n", "123456\n"] {
            try vault.overwrite(wrong, to: path)
            #expect(ReminderLease.port(at: vault.location) == nil, "\(wrong)")
        }
        try vault.overwrite("51515\n", to: path)
        #expect(ReminderLease.port(at: vault.location) == 51_515)
        #expect(unsafe chmod(path, 0o620) == 0)
        #expect(ReminderLease.port(at: vault.location) == nil)
        #expect(unsafe chmod(path, 0o600) == 0)
        lease = nil
        #expect(ReminderLease.port(at: vault.location) == nil)
    }

    @Test func `the zone of the machine is read again when it is set anew, and only then`() throws {
        let scratch = ScratchFolder()
        let path = scratch.path + "/localtime"
        let readings = HandClock(0)
        func link(_ name: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/zoneinfo/" + name)
        }
        try link("Europe/Vienna")
        let machine = MachineZone(path: path) {
            readings.advance(milliseconds: 1)
            let name = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
            return Zone(identifier: String(name.dropFirst("/zoneinfo/".count))) ?? .utc
        }
        let here = Surroundings(now: { 1_795_154_400_000 }, readingZone: { machine.zone })
        for _ in 0..<5 { #expect(here.zone.identifier == "Europe/Vienna") }
        #expect(readings.now == 1 && here.wall.time == .of("07:00"))
        try link("Asia/Tokyo")
        for _ in 0..<5 { #expect(here.zone.identifier == "Asia/Tokyo") }
        #expect(readings.now == 2 && here.wall.time == .of("15:00"))
        try FileManager.default.removeItem(atPath: path)
        #expect(here.zone == .utc && readings.now == 3)
        var fixed = here
        fixed.zone = try #require(Zone(identifier: "America/Lima"))
        try link("Asia/Tokyo")
        #expect(fixed.zone.identifier == "America/Lima" && here.zone.identifier == "Asia/Tokyo")
    }

    @Test func `the secret of the calendar's address is kept, replaced and ended`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await !open.isCalendarToken(""))
        let token = try await open.calendarToken()
        #expect(token.count == 64 && token.allSatisfy(\.isHexDigit))
        #expect(try await vault.open().calendarToken() == token)
        #expect(try await open.isCalendarToken(token))
        for wrong in ["", String(token.dropLast()), token + "0", token.uppercased() + "!", String(token.reversed()) + " "] {
            #expect(try await !open.isCalendarToken(wrong))
        }
        let next = try await open.renewCalendarToken()
        #expect(next != token)
        #expect(try await !open.isCalendarToken(token))
        #expect(try await open.isCalendarToken(next))
        #expect(try await open.dropCalendarToken())
        #expect(try await !open.isCalendarToken(next))
        #expect(try await !open.dropCalendarToken())
    }

    @Test func `each block is reminded of on the day on which it begins, without its words unless they are wanted`() async throws
    {
        let scene = try await ReminderScene()
        let open = try scene.open()
        let today = try scene.vault.moment(after: 0).day
        let trial = Trial(
            action: "magnesium", outcome: "mood", blockDays: 2, pairs: 2, first: today, remindAt: .of("08:00"))
        let stored = try await open.beginTrial(trial)
        #expect(try await open.reminders().open.map(\.name.text).prefix(2) == ["trial \(stored.id) 1", "trial \(stored.id) 2"])
        scene.vault.clock.advance(seconds: 3600)
        let claimed = try #require(try await open.claimReminders().first)
        #expect(claimed.notice.title == "Your trial: a new block begins" && claimed.notice.body.isEmpty)
        #expect(try await open.claimReminders().isEmpty)
        try await open.setPreferences { $0.namesInReminders = true }
        scene.vault.clock.advance(days: 2)
        let named = try #require(try await open.claimReminders().first)
        #expect(named.notice.body == "Today \(stored.value.block(2).arm.rawValue): magnesium")
        scene.vault.clock.advance(days: 2, seconds: -7200)
        try await open.answerTrial(stored.id, on: try scene.vault.moment(after: 0).day, did: true)
        scene.vault.clock.advance(seconds: 7200)
        #expect(try await open.claimReminders().isEmpty)
    }
}

extension TestVault {
    /// Puts a text into a file that is there, or makes one for its owner alone.
    fileprivate func overwrite(_ text: String, to path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
