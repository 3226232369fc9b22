import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct MedicationTests {
    @Test func `what is left is what was counted less what was taken since, and says how long it lasts`() async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        let now = try vault.moment(after: 0).instant
        var medication = try await open.add(
            Medication(name: "Iron", stock: .init(amount: .of("10"), counted: now), refillAt: .of("7")))
        try await open.addSchedule(try vault.daily(medication.id, "08:00", "20:00", amount: .of("1.5")))
        var status = try await open.status(of: medication)
        #expect(status.left == .of("10") && status.supply?.days == 3 && status.next?.time == .of("08:00") && !status.needsRefill)
        vault.clock.advance(seconds: 3 * 3600)
        let doses = try await open.doses(on: .of("2026-03-14"))
        try await open.settle(doses[0].dose.occurrence.name, as: .taken)
        try await open.settle(doses[1].dose.occurrence.name, as: .skipped)
        try await open.logDose(medication, amount: .of("2"))
        // Taken before it was counted: it is not in the count.
        try await open.logDose(medication, amount: .of("4"), at: try .of("2026-03-13 20:00"))
        status = try await open.status(of: medication)
        #expect(status.left == .of("6.5") && status.needsRefill)
        // The skipped dose of this evening is not to come: 3 a day from tomorrow on.
        #expect(status.supply?.days == 3 && status.supply?.runsOut == .of("2026-03-17"))
        var counted = medication.value
        vault.clock.advance(seconds: 1)
        counted.stock = .init(amount: .of("30"), counted: try vault.moment(after: 0).instant)
        medication = try await open.change(medication.id, to: counted)
        #expect(try await open.status(of: medication).left == .of("30"))
    }

    @Test func `more taken than was counted leaves nothing, not less than nothing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let now = try vault.moment(after: 0).instant
        let medication = try await open.add(Medication(name: "A", asNeeded: true, stock: .init(amount: .one, counted: now)))
        for _ in 0..<3 { try await open.logDose(medication) }
        let status = try await open.status(of: medication)
        #expect(status.left == Amount.none && status.supply == nil && status.next == nil)
    }

    @Test func `a medicine is found by its name, its beginning or its record's name`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let ids = try await ["Iron", "Ibuprofen", "Ironwood", "Old"].asyncFlatMap { name in
            [try await open.add(Medication(name: name, strength: name == "Ibuprofen" ? "400 mg" : "", archived: name == "Old"))]
        }
        for (text, place) in [("iron", 0), ("IRON", 0), ("ibu", 1), ("ibuprofen 400 mg", 1), ("ironw", 2), ("old", 3)] {
            #expect(try await open.medication(named: text).id == ids[place].id, "\(text)")
        }
        #expect(try await open.medication(named: String(ids[2].id.description.prefix(9))).id == ids[2].id)
        await #expect(throws: HealthError.ambiguousMedication("i", titles: ["Ibuprofen 400 mg", "Iron", "Ironwood"])) {
            try await open.medication(named: "i")
        }
        await #expect(throws: HealthError.noSuchMedication("x9")) { try await open.medication(named: "x9") }
        #expect(try await open.medications().count == 3)
        #expect(try await open.medications(archived: true).count == 4)
    }

    @Test func `deleting a medicine with doses asks what becomes of them`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A", asNeeded: true))
        try await open.logDose(medication)
        try await open.logDose(medication)
        await #expect(throws: HealthError.medicationHasDoses) {
            try await open.deleteMedication(medication.id, doses: nil)
        }
        #expect(try await open.medications().count == 1)
        let unused = try await open.add(Medication(name: "B"))
        try await open.deleteMedication(unused.id, doses: nil)
        #expect(try await open.medications().map(\.value.name) == ["A"])
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `deleting and restoring a medicine never loses a dose`(seed: UInt64) async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        var chance = SplitMix64(seed: seed)
        let medication = try await open.add(Medication(name: "A"))
        let other = try await open.add(Medication(name: "B", asNeeded: true))
        let schedule = try await open.addSchedule(try vault.daily(medication.id, "08:00", "20:00"))
        let ended = try await open.addSchedule(try vault.daily(medication.id, "12:00"))
        try await open.endSchedule(ended.id)
        vault.clock.advance(days: 3)
        for day in 14...16 {
            for shown in try await open.doses(on: .of("2026-03-\(day)")) where chance.next() % 4 > 0 {
                try await open.settle(shown.dose.occurrence.name, as: Intake.Outcome.allCases[Int(chance.next() % 3)])
            }
        }
        try await open.logDose(other)
        let extra = try await open.logDose(medication)
        let gone = try await open.logDose(medication)
        try await open.undoDose(gone.id)
        let before = try await open.records(Intake.self)
        let doses = before.filter { $0.value.medication == medication.id }
        let choice: DosesOfDeleted = seed % 2 == 0 ? .keep : .delete
        try await open.deleteMedication(medication.id, doses: choice)
        let left = try await open.records(Intake.self)
        #expect(left.count == (choice == .keep ? before.count : before.count - doses.count), "seed \(seed)")
        #expect(try await open.schedules().isEmpty)
        #expect(try await open.doses(on: .of("2026-03-17")).isEmpty)
        #expect(try await open.medicationTitle(medication.id) == "A")
        vault.clock.advance(seconds: 60)
        try await open.restoreMedication(medication.id)
        // The stamps of a record that was deleted and restored are later; all else is as it was.
        #expect(try await open.records(Intake.self).map(\.value) == before.map(\.value), "seed \(seed)")
        #expect(try await open.schedules(of: medication.id).map(\.id) == [schedule.id], "seed \(seed)")
        #expect(try await open.record(Intake.self, extra.id).value.amount == .one)
        await #expect(throws: HealthError.notDeleted(kind: "medication")) { try await open.restoreMedication(medication.id) }
    }

    @Test func `a medicine that gets a schedule is no longer only as needed`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A", asNeeded: true))
        try await open.addSchedule(try vault.daily(medication.id, "08:00"))
        #expect(try await open.record(Medication.self, medication.id).value.asNeeded == false)
        await #expect(throws: HealthError.noSuchRecord(kind: "medication")) {
            try await open.addSchedule(try vault.daily(RecordID(test: "nobody"), "08:00"))
        }
        var elsewhere = try vault.daily(medication.id, "08:00")
        elsewhere.zone = "Mars/Olympus"
        await #expect(throws: HealthError.fault(.schedule(.unknownZone))) { try await open.addSchedule(elsewhere) }
    }

    @Test func `a medicine that was put away asks for nothing, and comes back as it was only after a change of mind`()
        async throws
    {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A"))
        let early = try await open.addSchedule(try vault.daily(medication.id, "08:00"))
        let kept = try await open.addSchedule(try vault.daily(medication.id, "20:00"))
        vault.clock.advance(seconds: 2 * 3600 + 60)
        try await open.endSchedule(early.id)
        vault.clock.advance(seconds: 60)
        try await open.archiveMedication(medication.id)
        #expect(try await open.doses(on: .of("2026-03-14")).isEmpty)
        await #expect(throws: HealthError.medicationArchived) {
            try await open.addSchedule(try vault.daily(medication.id, "09:00"))
        }
        await #expect(throws: HealthError.medicationArchived) { try await open.resumeSchedule(early.id) }
        vault.clock.advance(seconds: 60)
        try await open.unarchiveMedication(medication.id)
        // What its owner had ended before stays ended.
        #expect(try await open.schedules(of: medication.id).map(\.id) == [kept.id])
        try await open.archiveMedication(medication.id)
        vault.clock.advance(days: 20)
        #expect(try await open.unarchiveMedication(medication.id).value.archived == false)
        #expect(try await open.schedules(of: medication.id).isEmpty)
        #expect(try await open.states(on: "2026-04-02").isEmpty)
    }

    @Test func `a medicine that is restored after weeks has no doses missed by that`() async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "A"))
        try await open.addSchedule(try vault.daily(medication.id, "08:00"))
        try await open.deleteMedication(medication.id, doses: .keep)
        vault.clock.advance(days: 20)
        try await open.restoreMedication(medication.id)
        #expect(try await open.states(on: "2026-03-20").isEmpty)
        #expect(try await open.schedules(of: medication.id).isEmpty)
    }

    @Test func `a dose that is logged after a refill still comes off, and one that is taken back comes back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let now = try vault.moment(after: 0).instant
        var medication = try await open.add(Medication(name: "A", asNeeded: true, stock: .init(amount: .of("10"), counted: now)))
        vault.clock.advance(seconds: 60)
        let first = try await open.logDose(medication)
        vault.clock.advance(seconds: 3600)
        medication = try await open.refill(medication.id, by: .of("20"))
        #expect(try await open.status(of: medication).left == .of("29"))
        try await open.logDose(medication, at: try vault.moment(after: -1800))
        #expect(try await open.status(of: medication).left == .of("28"))
        try await open.undoDose(first.id)
        #expect(try await open.status(of: medication).left == .of("29"))
        let none = try await open.add(Medication(name: "B", asNeeded: true))
        let insides = try VaultInsides(vault)
        let before = try insides.store.operationCount()
        let last = try #require(LocalDay(iso: "2027-02-28"))
        let refilled = try await open.refill(none.id, by: .of("5"), expiry: last)
        #expect(refilled.value.expiry == last)
        #expect(try await open.status(of: refilled).left == .of("5"))
        // The pack and its last day are one change.
        #expect(try insides.store.operationCount() == before + 1)
        let nothing = HealthError.fault(HealthFault.amount(field: "new pack", least: Amount.least))
        await #expect(throws: nothing) { try await open.refill(none.id, by: Amount.none) }
    }

    @Test func `the support plan keeps its order, and a line comes back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let names = ["breathe", "walk", "call Ana"]
        let steps = try await names.asyncFlatMap { [try await open.addSupportItem(SupportItem(.step, name: $0))] }
        try await open.addSupportItem(SupportItem(.contact, name: "Line", phone: "+43 (1) 234-56"))
        try await open.moveSupportItem(.step, steps[2].id, by: -2)
        #expect(try await open.supportPlan().steps.map(\.name) == ["call Ana", "breathe", "walk"])
        try await open.moveSupportItem(.step, steps[2].id, by: Int.max)
        #expect(try await open.supportPlan().steps.map(\.name) == ["breathe", "walk", "call Ana"])
        try await open.deleteSupportItem(.step, steps[0].id)
        #expect(try await open.supportPlan().steps.map(\.name) == ["walk", "call Ana"])
        try await open.restoreSupportItem(.step, steps[0].id)
        #expect(try await open.supportPlan().steps.map(\.name) == ["breathe", "walk", "call Ana"])
        let plan = try await open.supportPlan()
        #expect(plan.contacts.first?.dialled == "+43123456" && plan.triggers.isEmpty && !plan.isEmpty)
        for (part, phone) in [(SupportItem.Part.contact, ""), (.contact, "call me"), (.buddy, "1"), (.contact, "javascript:1")] {
            await #expect(throws: HealthError.self) { try await open.addSupportItem(SupportItem(part, name: "n", phone: phone)) }
        }
        await #expect(throws: HealthError.noSuchRecord(kind: "coping_step")) {
            try await open.moveSupportItem(
                .step, plan.contacts.isEmpty ? steps[0].id : RecordID(firstBytesOf: Array(repeating: 1, count: 16)), by: 1)
        }
    }
}
