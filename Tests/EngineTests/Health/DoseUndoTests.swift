import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing

/// What can be done with one dose, in every order: a dose that was taken is due again only if its owner undid exactly that.
@Suite struct DoseUndoTests {
    enum Act: String, CaseIterable, Sendable { case take, skip, move, leave, undo, delete, restore }

    /// What is known of a dose.
    private struct Said: Equatable {
        var outcome: Intake.Outcome
        var clock: String
        var isGone = false
    }

    /// What should happen, without the program: the record, and what it was before each change.
    private struct Model {
        var said: Said?
        var before: [Said?] = []

        private var live: Said? { said.flatMap { $0.isGone ? nil : $0 } }
        var state: DueDose.State { live.flatMap { DueDose.State(rawValue: $0.outcome.rawValue) } ?? .missed }
        var clock: String? { live?.clock }

        mutating func act(_ act: Act, _ clock: String) -> Bool {
            func change(_ next: Said) {
                if next == said { return }
                before.append(said)
                said = next
            }
            switch act {
            case .take, .skip:
                if live?.outcome == .taken { return false }
                change(Said(outcome: act == .take ? .taken : .skipped, clock: clock))
            case .move:
                guard let live else { return false }
                change(Said(outcome: live.outcome, clock: clock))
            case .leave:
                guard let live else { return false }
                change(Said(outcome: .skipped, clock: live.clock))
            case .undo:
                guard let last = before.popLast() else { return false }
                if let last { said = last } else { said?.isGone = true }
            case .delete:
                guard var next = live else { return false }
                next.isGone = true
                change(next)
            case .restore:
                guard var next = said, next.isGone else { return false }
                next.isGone = false
                change(next)
            }
            return true
        }
    }

    /// A vault long after doses that nothing was said of yet, one for each day.
    private func vault() async throws -> (TestVault, OpenVault, Schedule, RecordID) {
        let vault = try TestVault(now: try Moment.of("2024-03-01 06:00").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Lithium"))
        let schedule = try await open.addSchedule(try vault.daily(medication.id, "08:00"))
        vault.clock.advance(days: 500)
        return (vault, open, schedule.value, schedule.id)
    }

    private func act(_ act: Act, _ name: Occurrence.Name, _ moment: Moment, in open: OpenVault) async -> Bool {
        do {
            switch act {
            case .take: try await open.settle(name, as: .taken, at: moment)
            case .skip: try await open.settle(name, as: .skipped, at: moment)
            case .move: try await open.correctDose(name.record, at: moment)
            case .leave: try await open.correctDose(name.record, outcome: .skipped)
            case .undo: try await open.undoDose(name.record)
            case .delete: try await open.deleteDose(name.record)
            case .restore: try await open.restoreDose(name.record)
            }
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: Act.allCases)
    func `every three things done with a dose, and undone again, give what they should`(first: Act) async throws {
        let (_, open, schedule, link) = try await vault()
        var day = schedule.start
        for second in Act.allCases {
            for third in Act.allCases {
                day = try #require(day.adding(days: 1))
                let name = Occurrence.Name(schedule: link, key: day.iso + "T08:00")
                var model = Model()
                // As often undone as there is something, and once more.
                let acts = [first, second, third] + Array(repeating: Act.undo, count: 4)
                for (number, act) in acts.enumerated() {
                    let words = "\(acts[...number].map(\.rawValue))"
                    let clock = "08:0\(number)"
                    let isDone = await self.act(act, name, try .of("\(day.iso) \(clock)"), in: open)
                    #expect(isDone == model.act(act, clock), "\(words)")
                    let shown = try await open.dose(name)
                    #expect(shown.dose.state == model.state, "\(words)")
                    let intake = shown.intake?.value
                    let shownClock = intake.flatMap { CivilTime(named: $0.zone)?.wall(at: $0.instant.milliseconds)?.time.clock }
                    #expect(shownClock == model.clock, "\(words)")
                }
                // A dose that was logged can be deleted, and so undone too.
                #expect(model.before.isEmpty)
            }
        }
    }

    /// What another device wrote that knew nothing of this one, from nothing on.
    private func away(
        _ acts: [[String: JSON]], _ name: Occurrence.Name, _ here: VaultInsides, at clock: HandClock, by device: OtherDevice
    ) throws {
        var state = RecordState()
        for fields in acts {
            clock.advance(seconds: 1)
            let mutation = state.mutation(kind: Intake.kind, record: name.record, setting: fields, all: true)
            try here.append([mutation], at: clock.now, by: device)
            let payload = try here.lastPayload()
            for (field, write) in payload.writes(of: mutation, by: DeviceID(publicKey: device.publicKey)) {
                _ = state.apply(write, to: field)
            }
        }
    }

    @Test(arguments: [["skipped"], ["skipped", "gone"], ["missed"], ["taken", "gone"], ["taken"]], [false, true])
    func `a dose that was taken stays taken, whatever a device says that did not know it`(
        theirs: [String], isLater: Bool
    ) async throws {
        let (vault, open, schedule, link) = try await vault()
        let day = try #require(schedule.start.adding(days: 3))
        let name = Occurrence.Name(schedule: link, key: day.iso + "T08:00")
        let other = Occurrence.Name(schedule: link, key: try #require(day.adding(days: 1)).iso + "T08:00")
        var template = try await open.settle(other, as: .skipped, at: try .of("\(day.iso) 08:30")).value
        template.occurrence = name
        var acts: [[String: JSON]] = []
        for word in theirs {
            if let outcome = Intake.Outcome(rawValue: word) { template.outcome = outcome }
            acts.append(template.fields.merging(["gone": .bool(word == "gone")]) { $1 })
        }
        let (here, device) = (try VaultInsides(vault), OtherDevice())
        if isLater {
            try await open.settle(name, as: .taken, at: try .of("\(day.iso) 08:05"))
            try away(acts, name, here, at: vault.clock, by: device)
        } else {
            // It was taken on this device while the other had said its own already, which came later.
            let mine = try vault.copy()
            try away(acts, name, here, at: vault.clock, by: device)
            mine.clock.advance(seconds: 10)
            try await mine.open().settle(name, as: .taken, at: try .of("\(day.iso) 08:05"))
            vault.clock.advance(seconds: 10)
            try here.take(from: VaultInsides(mine))
        }
        let reopened = try vault.open()
        let shown = try await reopened.dose(name)
        #expect(shown.dose.state == .taken)
        #expect(try await reopened.records(Intake.self).filter { $0.value.occurrence == name }.count == 1)
        if theirs != ["taken"] {
            #expect(shown.intake?.value.instant == (try Moment.of("\(day.iso) 08:05").instant), "when it was taken stays too")
            await #expect(throws: HealthError.self) { try await reopened.settle(name, as: .skipped) }
        }
        // Undone by someone who sees that it was taken, it is open: also what the other device took.
        while try await reopened.dose(name).dose.state == .taken { try await reopened.undoDose(name.record) }
        #expect(try await reopened.dose(name).dose.state != .taken)
        let (repaired, _) = try await vault.repair()
        #expect(try await repaired.dose(name).dose.state == reopened.dose(name).dose.state)
    }

    @Test func `the dose changed last is the one that is undone, also if it was deleted`() async throws {
        let (vault, open, schedule, link) = try await vault()
        let all = Instant.first..<Instant.last
        let names = try (1...2).map { days in
            Occurrence.Name(schedule: link, key: try #require(schedule.start.adding(days: days)).iso + "T08:00")
        }
        #expect(try await open.lastChangedDose(in: all) == nil)
        for name in names {
            vault.clock.advance(seconds: 1)
            try await open.settle(name, as: .taken, at: try .of("\(name.key.prefix(10)) 08:00"))
        }
        #expect(try await open.lastChangedDose(in: all)?.id == names[1].record)
        vault.clock.advance(seconds: 1)
        try await open.deleteDose(names[0].record)
        #expect(try await open.lastChangedDose(in: all)?.id == names[0].record)
        vault.clock.advance(seconds: 1)
        #expect(try await open.undoDose(names[0].record).deleted == nil)
        vault.clock.advance(seconds: 1)
        // Undone to the end, it is not undone again.
        try await open.undoDose(names[0].record)
        #expect(try await open.lastChangedDose(in: all)?.id == names[1].record)
        await #expect(throws: HealthError.doseNotSettled) { try await open.undoDose(names[0].record) }
    }

    @Test func `a dose long before its time is asked about, and one within its window is not`() async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:30").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Iron", limits: DoseLimits(gap: 60)))
        try await open.addSchedule(try vault.daily(medication.id, "08:00", "20:00"))
        let names = try await open.doses(on: .of("2026-03-14")).map(\.dose.occurrence.name)
        try await open.settle(names[0], as: .taken)
        vault.clock.advance(seconds: 1800)
        let question =
            "'Iron' is due at 20:00, and this would be 13 hours early; "
            + "you took 'Iron' at 06:30, and set at least 1 hour between doses"
        await #expect(throws: HealthError.early(question)) { try await open.settle(names[1], as: .taken) }
        #expect(HealthError.early(question).question == question)
        // Nothing was logged; said on purpose, it is.
        #expect(try await open.dose(names[1]).dose.state == .upcoming)
        try await open.settle(names[1], as: .skipped)
        // Correcting the log asks as taking does.
        let late = names[1].record
        await #expect(throws: HealthError.early(question)) { try await open.correctDose(late, outcome: .taken) }
        #expect(try await open.dose(names[1]).dose.state == .skipped)
        #expect(try await open.correctDose(late, outcome: .taken, isSure: true).value.timing == .early)
        // A note asks nothing, another amount only about limits; a time before the window asks.
        try await open.correctDose(late, note: "with water")
        await #expect(throws: HealthError.overLimit("you took 'Iron' at 06:30, and set at least 1 hour between doses")) {
            try await open.correctDose(late, amount: .of("2"))
        }
        let before = try Moment.of("2026-03-14 05:00")
        await #expect(throws: HealthError.self) { try await open.correctDose(names[0].record, at: before) }
        #expect(try await open.correctDose(names[0].record, at: before, isSure: true).value.timing == .early)
        try await open.correctDose(late, outcome: .skipped)
        #expect(try await open.settle(names[1], as: .taken, isSure: true).value.timing == .early)
    }
}
