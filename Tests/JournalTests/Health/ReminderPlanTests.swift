import Journal
import SeededChance
import Testing

@Suite struct ReminderPlanTests {
    private func at(_ minutes: Int64) throws -> Instant { try #require(Instant(milliseconds: minutes * 60_000)) }
    private func name(_ text: String) -> Reminder.Name { .followUp(RecordID(test: text)) }

    /// Due at a minute, and over at another.
    private func reminder(_ text: String, _ due: Int64, _ until: Int64) throws -> Reminder {
        Reminder(name: name(text), due: try at(due), until: try at(until))
    }

    private func plan(_ reminders: [Reminder], _ marks: ReminderMarks = ReminderMarks(), at minutes: Int64) throws -> String {
        let plan = ReminderPlan(reminders, marks: marks, now: try at(minutes))
        let names = plan.due.map { if case .followUp(let id) = $0.name { id.testName } else { $0.name.text } }
        let due = names.joined(separator: " ")
        return due + "|" + (plan.next.map { String($0.milliseconds / 60_000) } ?? "")
    }

    @Test(arguments: [
        (0, "|10"), (9, "|10"), (10, "a|20"), (19, "a|20"), (20, "a b|"), (29, "a b|"), (30, "b|"), (39, "b|"), (40, "|"),
    ])
    func `a reminder is due from its time until its end, and the next look is at the next one`(minute: Int64, shown: String)
        throws
    {
        #expect(try plan([reminder("a", 10, 30), reminder("b", 20, 40)], at: minute) == shown)
    }

    @Test func `what was shown does not come again, whatever the clock says`() throws {
        var marks = ReminderMarks()
        marks.show(name("a"), at: try at(12))
        for minute in [0, 9, 10, 12, 29, 30, 100] as [Int64] {
            #expect(try plan([reminder("a", 10, 30)], marks, at: minute) == "|")
        }
    }

    @Test func `what was put off comes again once, also when its time is over by then`() throws {
        var marks = ReminderMarks()
        marks.show(name("a"), at: try at(12))
        marks.snooze(name("a"), minutes: 15, at: try at(13))
        let list = [try reminder("a", 10, 20)]
        #expect(try plan(list, marks, at: 13) == "|28" && plan(list, marks, at: 27) == "|28")
        #expect(try plan(list, marks, at: 28) == "a|" && plan(list, marks, at: 57) == "a|" && plan(list, marks, at: 58) == "|")
        // A clock that was set back since: rather early than two hours late.
        #expect(try plan(list, marks, at: 12) == "a|")
        marks.show(name("a"), at: try at(28))
        #expect(try plan(list, marks, at: 28) == "|")
    }

    @Test func `a dose comes again until it is over, if its owner wishes, and nothing comes in quiet hours`() throws {
        let dose = Reminder.Name.dose(Occurrence.Name(schedule: RecordID(test: "s"), key: "#1"))
        let list = [Reminder(name: dose, due: try at(10), until: try at(60)), try reminder("a", 10, 30)]
        let quiet = [try at(25)..<(try at(40))]
        var (marks, shown): (ReminderMarks, [Int64]) = (ReminderMarks(), [])
        for minute in 0..<100 as Range<Int64> {
            let now = try at(minute)
            let plan = ReminderPlan(list, marks: marks, now: now, repeatMinutes: 10, quiet: quiet)
            if plan.due.contains(where: { $0.name == dose }) { shown.append(minute) }
            for due in plan.due { marks.show(due.name, at: now) }
            #expect(plan.next.map { $0 > now } ?? true)
        }
        #expect(shown == [10, 20, 40, 50])
        // What is over before the quiet hours end does not come at all.
        let late = ReminderPlan([try reminder("b", 28, 39)], marks: ReminderMarks(), now: try at(28), quiet: quiet)
        #expect(late.due.isEmpty && late.next == nil)
    }

    @Test(arguments: [("22:00-07:00", 9), ("00:00 – 6:30", 6), ("13:00-13:30", 0)])
    func `quiet hours are read as they are written, and may go over midnight`(text: String, hours: Int64) throws {
        let quiet = try #require(QuietHours(text: text))
        #expect(QuietHours(text: quiet.text) == quiet)
        let found = quiet.stretches(on: 20_000...20_002, rules: TableZone.utc)
        #expect(found.count == 3 && zip(found, found.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        #expect(found.allSatisfy { ($0.upperBound.milliseconds - $0.lowerBound.milliseconds) / 3_600_000 == hours })
    }

    @Test(arguments: ["", "22:00", "22:00-", "-07:00", "22:00-22:00", "22:00-07:00-08:00", "24:00-07:00", "22-7", "22:00--07:00"])
    func `another text is no quiet hours`(text: String) { #expect(QuietHours(text: text) == nil) }

    @Test func `a mark that is taken back makes room for the earlier one`() throws {
        var marks = ReminderMarks()
        marks.snooze(name("a"), minutes: 15, at: try at(10))
        let earlier = marks[name("a")]
        marks.show(name("a"), at: try at(25))
        marks.takeBack(name("a"), to: earlier)
        #expect(marks[name("a")] == earlier)
        marks.takeBack(name("a"))
        #expect(marks.list.isEmpty)
    }

    @Test func `minutes out of range are brought into it, and the oldest marks go first`() throws {
        var marks = ReminderMarks()
        for (minutes, found) in [(Int.min, 1), (0, 1), (1, 1), (720, 720), (721, 720), (Int.max, 720)] {
            marks.snooze(name("a"), minutes: minutes, at: try at(0))
            let again = try at(Int64(found))
            #expect(marks[name("a")]?.again == again)
        }
        // By the order in which they were made: a clock that was wrong once must not push out the right ones.
        for number in 0..<ReminderMarks.most + 5 { marks.show(name("\(number)"), at: try at(Int64(1000 - number))) }
        #expect(marks.list.count == ReminderMarks.most && marks[name("a")] == nil && marks[name("4")] == nil)
        #expect(marks[name("5")] != nil && marks[name("\(ReminderMarks.most + 4)")] != nil)
        #expect(ReminderMarks(marks.list + marks.list).list.count == ReminderMarks.most)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `whatever the clock does, each is shown once if anybody looked while it made sense`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let reminders = try (0..<12).map { number in
            let due = Int64.random(in: 0...1440, using: &random)
            return try reminder("\(number)", due, due + Int64.random(in: 15...360, using: &random))
        }
        var marks = ReminderMarks()
        var (shown, looked): ([Reminder.Name: Int], Set<Int64>) = ([:], [])
        var minute: Int64 = 0
        while minute < 1500 {
            looked.insert(minute)
            let plan = ReminderPlan(reminders, marks: marks, now: try at(minute))
            for due in plan.due {
                shown[due.name, default: 0] += 1
                marks.show(due.name, at: try at(minute))
            }
            // As it is kept over a restart.
            if Int.random(in: 0..<20, using: &random) == 0 { marks = ReminderMarks(marks.list) }
            let next = plan.next.map { $0.milliseconds / 60_000 } ?? 1500
            #expect(next > minute, "seed \(seed)")
            switch Int.random(in: 0..<30, using: &random) {
            case 0: minute += 300  // sleep
            case 1: minute = max(0, minute - 120)  // set back
            case 2: minute += 60  // set forth
            default: minute = min(next, minute + 10)
            }
        }
        for reminder in reminders {
            let span = reminder.due.milliseconds / 60_000..<reminder.until.milliseconds / 60_000
            let wanted = looked.contains { span.contains($0) } ? 1 : 0
            #expect(shown[reminder.name, default: 0] == wanted, "seed \(seed): \(reminder.name.text)")
        }
    }
}
