import Journal
import SeededChance
import Testing

@Suite struct ScheduleOccurrenceTests {
    @Test(arguments: ScheduleTable.rows)
    func `a schedule asks for these doses`(row: String) throws {
        let halves = row.split(separator: " : ", maxSplits: 1)
        let fields = halves[0].split(separator: " ").map(String.init)
        let made = try schedule(
            fields[0], fields[1], fields[2], end: fields[3], steps: fields[4], since: fields[5], until: fields[6])
        let expected = halves.count > 1 ? halves[1].split(separator: " ").map(String.init) : []
        let (from, to) = (try utc(fields[7]), try utc(fields[8]))
        let found = made.occurrences(link, from: from, to: to, rules: TableZone.utc)
        let isHourly = fields[0].hasPrefix("h")
        let shown = found.map { dose in
            let date = dose.day.iso.dropFirst(5).filter { $0 != "-" } + "T" + dose.time.clock
            return date + (isHourly ? dose.name.key : "") + (fields[4] == "-" ? "" : "=" + dose.amount.text)
        }
        #expect(shown == expected)
        #expect(made.fault == nil)
        for dose in found where !isHourly { #expect(dose.name.key == dose.day.iso + "T" + dose.time.clock) }
        #expect(made.next(link, after: from.before, rules: TableZone.utc).map { $0.due < to ? $0 : nil } ?? nil == found.first)
    }

    @Test func `the table has more than 300 cases`() { #expect(ScheduleTable.rows.count > 300) }

    // MARK: At any time, and from the last one

    @Test func `a dose at any time of its day has that day, and the times only remind`() throws {
        var made = try schedule("d1", "08:00,14:00,20:00", "2026-03-01")
        made.isAnyTime = true
        let found = made.occurrences(link, from: try utc("2026-03-29T00:00"), to: try utc("2026-03-30T00:00"), rules: Self.vienna)
        #expect(found.map(\.time.clock) == ["08:00", "14:00", "20:00"])
        // The day of the clock change has 23 hours.
        #expect(Set(found.map(\.window.lowerBound)) == [try utc("2026-03-28T23:00")])
        #expect(Set(found.map(\.missedAt)) == [try utc("2026-03-29T22:00")])
        #expect(found.allSatisfy { $0.isAnyTime && $0.timing(of: $0.missedAt.moved(by: -1)) == .inTime })
    }

    @Test func `a dose taken late moves those after it, and a missed one does not`() throws {
        var made = try schedule("h12", "08:00", "2026-03-01")
        made.cadence = .everyHours(12, fromLast: true)
        made.taken = [
            .init(number: 0, instant: try utc("2026-03-01T08:00")), .init(number: 1, instant: try utc("2026-03-01T22:30")),
        ]
        func due(_ from: String, _ to: String) throws -> [String] {
            made.occurrences(link, from: try utc(from), to: try utc(to), rules: TableZone.utc)
                .map { "\($0.name.key) \($0.day.parts.day). \($0.time.clock)" }
        }
        #expect(try due("2026-03-01T00:00", "2026-03-03T00:00") == ["#0 1. 08:00", "#1 1. 20:00", "#2 2. 10:30", "#3 2. 22:30"])
        // Numbers 2 and 3 were missed, number 4 was taken an hour early.
        made.taken.append(.init(number: 4, instant: try utc("2026-03-03T09:30")))
        #expect(
            try due("2026-03-02T00:00", "2026-03-04T00:00")
                == ["#2 2. 10:30", "#3 2. 22:30", "#4 3. 10:30", "#5 3. 21:30"])
        for key in ["#0", "#3", "#4", "#5"] {
            #expect(made.occurrence(.init(schedule: link, key: key), rules: TableZone.utc)?.name.key == key)
        }
        let open = try #require(made.occurrence(.init(schedule: link, key: "#5"), rules: TableZone.utc))
        // It can be taken until the window of the next one opens.
        #expect(open.missedAt == open.due.moved(by: 10 * Instant.hourMilliseconds))
        #expect(made.next(link, after: try utc("2026-03-03T09:30"), rules: TableZone.utc)?.name.key == "#4")
        #expect(made.next(link, after: try utc("2026-03-03T10:30"), rules: TableZone.utc)?.name.key == "#5")
    }

    @Test(arguments: [11, 12, 13])
    func `however time is split, each dose from the last one is in one part`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<70 {
            var made = try schedule("h\(Int.random(in: 1...72, using: &random))", "08:00", "2026-03-01")
            guard case .everyHours(let hours, _) = made.cadence else { preconditionFailure("h means hours") }
            made.cadence = .everyHours(hours, fromLast: true)
            var (number, instant) = (Int64(0), try utc("2026-03-01T08:00"))
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                instant = instant.moved(by: Int64.random(in: 0...Int64(hours) * 2 * Instant.hourMilliseconds, using: &random))
                made.taken.append(.init(number: number, instant: instant))
                number += Int64.random(in: 1...3, using: &random)
            }
            let (from, to) = (try utc("2026-03-01T00:00"), try utc("2026-05-01T00:00"))
            let cut = from.moved(by: Int64.random(in: 0..<(to.milliseconds - from.milliseconds), using: &random))
            let whole = made.occurrences(link, from: from, to: to, rules: TableZone.utc)
            let parts =
                made.occurrences(link, from: from, to: cut, rules: TableZone.utc)
                + made.occurrences(link, from: cut, to: to, rules: TableZone.utc)
            #expect(whole == parts, "seed \(seed)")
            #expect(Set(whole.map(\.name)).count == whole.count, "seed \(seed)")
        }
    }

    @Test func `numbers that jump make nothing due twice`() throws {
        var made = try schedule("h6", "08:00", "2026-03-01")
        made.cadence = .everyHours(6, fromLast: true)
        // Number 42 was given while the time of number 1 was mistyped by days.
        made.taken = [
            .init(number: 0, instant: try utc("2026-03-10T08:05")), .init(number: 1, instant: try utc("2026-03-10T14:00")),
            .init(number: 42, instant: try utc("2026-03-10T20:00")),
        ]
        let found = made.occurrences(
            link, from: try utc("2026-03-10T10:00"), to: try utc("2026-03-12T00:00"), rules: TableZone.utc)
        #expect(found.map(\.name.key) == ["#1", "#42", "#43", "#44", "#45", "#46"])
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.due < $1.due })
        #expect(made.occurrence(.init(schedule: link, key: "#20"), rules: TableZone.utc) == nil)
        #expect(made.occurrence(.init(schedule: link, key: "#42"), rules: TableZone.utc)?.due == (try utc("2026-03-10T20:00")))
    }

    @Test(arguments: ["#9223372036854775807", "#-5", "x42", "#042", "#", "#+1", "2026-03-10T08:00", "#2147483648"])
    func `what is no number of a dose is none`(key: String) {
        #expect(Occurrence.Name(schedule: link, key: key).number == nil)
    }

    // MARK: Moving the days

    /// Cadence, first day, days moved, the expected cadence and days due in the four weeks from Monday 2 March 2026.
    @Test(arguments: [
        ("w1:1", "2026-02-02", 2, "4 11 18 25"), ("w1:15", "2026-02-02", 3, "2 5 9 12 16 19 23 26"),
        ("w1:1", "2026-02-02", -1, "8 15 22 29"), ("w2:1", "2026-03-02", 2, "4 18"), ("w2:5", "2026-03-02", 4, "10 24"),
        ("w2:5", "2026-03-05", 4, "10 24"), ("w2:2", "2026-03-05", 1, "18"), ("d3", "2026-03-02", 1, "3 6 9 12 15 18 21 24 27"),
        ("c2/5", "2026-03-02", 3, "5 6 12 13 19 20 26 27"), ("m1:5", "2026-02-02", 4, "9"), ("m3:5", "2025-12-01", -2, "3"),
    ])
    func `all coming days move`(cadenceText: String, start: String, days: Int, expected: String) throws {
        let made = try schedule(cadenceText, "08:00", start)
        let today = try #require(LocalDay(iso: "2026-03-02"))
        let moved = try #require(made.shifted(by: days, today: today))
        let found = moved.occurrences(
            link, from: try utc("2026-03-02T00:00"), to: try utc("2026-03-30T00:00"), rules: TableZone.utc)
        #expect(found.map { String($0.day.parts.day) }.joined(separator: " ") == expected)
    }

    @Test(arguments: [("d1", 1), ("h8", 1), ("w2:15", 3), ("m1:30", 2), ("m1:31", -3), ("w1:1", 0), ("w1:1", 367)])
    func `days that would be no schedule are not moved`(cadenceText: String, days: Int) throws {
        let made = try schedule(cadenceText, "08:00", "2026-02-02")
        let today = try #require(LocalDay(iso: "2026-03-02"))
        #expect(made.shifted(by: days, today: today) == nil)
    }

    // MARK: Edges of the clock

    /// Vienna in 2026: +1 h, on 29 March at 01:00 UTC +2 h, on 25 October at 01:00 UTC +1 h.
    private static let vienna = TableZone(first: 3600, changes: [(1_774_746_000_000, 7200), (1_792_890_000_000, 3600)])

    @Test(arguments: [
        ("02:30", "2026-03-29T01:30", "03:30"), ("02:00", "2026-03-29T01:00", "03:00"), ("02:59", "2026-03-29T01:59", "03:59"),
        ("03:00", "2026-03-29T01:00", "03:00"), ("01:59", "2026-03-29T00:59", "01:59"), ("00:00", "2026-03-28T23:00", "00:00"),
    ])
    func `a time that is skipped is due after the gap and keeps its name`(time: String, due: String, shown: String) throws {
        let made = try schedule("d1", time, "2026-03-01")
        let found = made.occurrences(link, from: try utc("2026-03-28T23:00"), to: try utc("2026-03-29T22:00"), rules: Self.vienna)
        #expect(found.map(\.name.key) == ["2026-03-29T" + time])
        #expect(found.first?.due == (try utc(due)))
        #expect(found.first?.time.clock == shown)
    }

    @Test func `the day that the date line takes away takes its doses along, unless the next day has none of its own`() throws {
        // Samoa went from 29 to 31 December 2011: 08:00 of the 30th was the same moment as 08:00 of the 31st.
        let samoa = TableZone(first: -36_000, changes: [(1_325_239_200_000, 50_400)])
        let (from, to) = (try utc("2011-12-29T00:00"), try utc("2012-01-01T12:00"))
        #expect(
            try schedule("d1", "08:00", "2011-12-01").keys(from, to, samoa) == [
                "2011-12-29T08:00", "2011-12-31T08:00", "2012-01-01T08:00",
            ])
        // A weekly dose of that Friday is due on Saturday: otherwise a week would be without one.
        let weekly = try schedule("w1:5", "08:00", "2011-12-01").occurrences(link, from: from, to: to, rules: samoa)
        #expect(weekly.map(\.name.key) == ["2011-12-30T08:00"] && weekly.first?.day.iso == "2011-12-31")
    }

    @Test func `two times that fall on one instant both stay`() throws {
        let made = try schedule("d1", "02:30,03:30", "2026-03-01")
        let found = made.occurrences(link, from: try utc("2026-03-28T23:00"), to: try utc("2026-03-29T22:00"), rules: Self.vienna)
        #expect(found.map(\.name.key) == ["2026-03-29T02:30", "2026-03-29T03:30"])
        #expect(Set(found.map(\.due)) == [try utc("2026-03-29T01:30")])
        #expect(Set(found.map(\.window)).count == 1 && Set(found.map(\.missedAt)).count == 1)
        #expect(found.allSatisfy { $0.missedAt > $0.due && $0.window.upperBound > $0.due })
    }

    @Test func `doses that the gap puts in another order come by the time they are due`() throws {
        let made = try schedule("d1", "02:30,03:00", "2026-03-01")
        #expect(
            made.keys(try utc("2026-03-29T00:00"), try utc("2026-03-29T22:00"), Self.vienna) == [
                "2026-03-29T03:00", "2026-03-29T02:30",
            ])
    }

    @Test func `a time that comes twice has one dose, the first time`() throws {
        let made = try schedule("d1", "02:30", "2026-03-01")
        let found = made.occurrences(link, from: try utc("2026-10-24T22:00"), to: try utc("2026-10-25T23:00"), rules: Self.vienna)
        #expect(found.map(\.due) == [try utc("2026-10-25T00:30")])
    }

    @Test func `hours are real ones, whatever the wall shows`() throws {
        let made = try schedule("h8", "06:00", "2026-03-28")
        let found = made.occurrences(link, from: try utc("2026-03-28T00:00"), to: try utc("2026-03-30T00:00"), rules: Self.vienna)
        #expect(found.map(\.name.key) == ["#0", "#1", "#2", "#3", "#4", "#5"])
        #expect(found.map(\.time.clock) == ["06:00", "14:00", "22:00", "07:00", "15:00", "23:00"])
        #expect(zip(found, found.dropFirst()).allSatisfy { $1.due.milliseconds - $0.due.milliseconds == 8 * 3_600_000 })
    }

    @Test func `a schedule that counts hours can begin in a gap`() throws {
        let made = try schedule("h24", "02:30", "2026-03-29")
        let found = made.occurrences(link, from: try utc("2026-03-28T00:00"), to: try utc("2026-03-31T00:00"), rules: Self.vienna)
        #expect(found.map(\.time.clock) == ["03:30", "03:30"])
    }

    @Test(arguments: [
        ("m1:1", "2026-11-20", "2026-12-01 2027-01-01 2027-02-01"), ("m1:31", "2026-11-20", "2026-11-30 2026-12-31 2027-01-31"),
        ("m1:30", "2028-01-15", "2028-01-30 2028-02-29 2028-03-30"), ("m3:15", "2026-11-20", "2027-02-15 2027-05-15 2027-08-15"),
        ("m12:29", "2027-02-01", "2027-02-28 2028-02-29 2029-02-28"), ("m1:20", "2026-11-20", "2026-11-20 2026-12-20 2027-01-20"),
    ])
    func `a day of the month is that day, or the last of a shorter month`(cadence: String, start: String, days: String) throws {
        let made = try schedule(cadence, "08:00", start)
        var (now, found): (Instant, [String]) = (try utc(start + "T00:00").before, [])
        for _ in 0..<3 {
            let next = try #require(made.next(link, after: now, rules: TableZone.utc))
            found.append(next.day.iso)
            now = next.due
        }
        #expect(found.joined(separator: " ") == days)
    }

    // MARK: Windows

    @Test(arguments: [
        // Half and a quarter of the way, between their limits.
        ("d1", "08:00", "-", 120, 120, 720), ("d1", "08:00,20:00", "-", 120, 120, 360), ("d1", "08:00,12:00", "-", 120, 60, 120),
        ("d1", "04:00,08:00", "-", 60, 120, 600), ("d1", "08:00,08:10", "-", 120, 2, 15),
        ("d1", "07:58,08:00,08:02", "-", 0, 0, 15),
        ("d1", "08:00,15:00", "-", 120, 105, 210), ("h1", "08:00", "-", 120, 15, 30), ("h6", "08:00", "-", 120, 90, 180),
        ("h24", "08:00", "-", 120, 120, 720), ("c1/1", "08:00", "-", 120, 120, 720), ("d1", "08:00", "2026-11-20", 120, 120, 720),
        ("w1:5", "06:00,08:00", "-", 30, 120, 720), ("d1", "00:30,08:00", "-", 112, 120, 495),
        ("d1", "08:00,20:01", "-", 120, 120, 360),
        ("d1", "08:00,19:59", "-", 120, 120, 359),
    ])
    func `a dose is late and missed by its neighbours`(
        cadence: String, times: String, end: String, before: Int64, after: Int64, missed: Int64
    ) throws {
        let made = try schedule(cadence, times, "2026-11-20", end: end)
        let due = try utc("2026-11-20T08:00")
        let dose = try #require(made.next(link, after: due.before, rules: TableZone.utc))
        #expect(dose.due == due)
        #expect((due.milliseconds - dose.window.lowerBound.milliseconds) / 60_000 == before)
        #expect((dose.window.upperBound.milliseconds - due.milliseconds) / 60_000 == after)
        #expect((dose.missedAt.milliseconds - due.milliseconds) / 60_000 == missed)
    }

    @Test(arguments: [
        ("d1", "08:00", 20, 1200), ("d1", "08:00", 4, 240), ("d1", "08:00", 48, 1320), ("w1:5", "08:00", 120, 7200),
        ("d1", "08:00,08:10", 20, 15), ("d1", "08:00,20:00", 168, 600), ("d30", "08:00", 168, 10_080),
    ])
    func `a medicine may say for how long a dose can be taken, but not into the window of the next`(
        cadence: String, times: String, hours: Int, missed: Int64
    ) throws {
        let made = try schedule(cadence, times, "2026-11-20")
        let due = try utc("2026-11-20T08:00")
        let dose = made.occurrences(link, from: due, to: due.after, rules: TableZone.utc, openHours: hours).first
        #expect(try #require(dose).missedAt.milliseconds - due.milliseconds == missed * 60_000)
    }

    @Test(arguments: 200..<240 as Range<UInt64>)
    func `a dose can be taken until the window of the next one opens at the latest`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (made, zone, hours) = (try random.schedule(), random.zone(), Int.random(in: 0...168, using: &random))
        let from = try #require(Instant(milliseconds: Int64(made.start.number) * 86_400_000))
        let doses = made.occurrences(
            link, from: from, to: from.moved(by: 60 * 86_400_000), rules: zone, openHours: hours == 0 ? nil : hours)
        for (dose, next) in zip(doses, doses.dropFirst()) where next.due > dose.due {
            let wait = (dose.missedAt.milliseconds - dose.due.milliseconds) / 60_000
            #expect(dose.missedAt <= next.window.lowerBound || wait == 15, "seed \(seed): \(made)")
            #expect(wait <= (hours == 0 ? 720 : max(hours * 60, 15)), "seed \(seed): \(made)")
        }
    }

    @Test func `neither the query nor the end of a schedule changes the window of a dose`() throws {
        var made = try schedule("d1", "08:00,10:00", "2026-11-20")
        let due = try utc("2026-11-20T08:00")
        let whole = made.occurrences(
            link, from: try utc("2026-11-20T00:00"), to: try utc("2026-11-22T00:00"), rules: TableZone.utc)
        #expect(made.occurrences(link, from: due, to: due.after, rules: TableZone.utc).first == whole.first)
        made.until = due.after
        #expect(made.next(link, after: due.before, rules: TableZone.utc) == whole.first)
    }

    // MARK: Laws

    /// Every dose of a schedule by walking from its start, without looking at the query.
    private func walk(_ made: Schedule, to last: Instant, _ rules: TableZone) throws -> [String: Instant] {
        var (all, displaced): ([String: Instant], Set<String>) = ([:], [])
        func keep(_ key: String, _ due: Instant) {
            if due >= made.since, made.until.map({ due < $0 }) ?? true { all[key] = due }
        }
        func amount(_ day: LocalDay) -> Amount {
            guard !made.steps.isEmpty else { return made.amount }
            var rest = day.number - made.start.number
            for step in made.steps {
                guard let days = step.days, rest >= days else { return step.amount }
                rest -= days
            }
            return .none
        }
        if case .everyHours(let hours, _) = made.cadence {
            let anchor = try #require(rules.instant(day: made.start, time: made.times[0])).milliseconds
            for count in 0... {
                guard let due = Instant(milliseconds: anchor + Int64(count * hours) * 3_600_000), due < last else { return all }
                guard let wall = rules.wall(at: due), wall.day >= made.start, made.end.map({ wall.day <= $0 }) ?? true else {
                    continue
                }
                if amount(wall.day) > .none { keep("#\(count)", due) }
            }
        }
        for number in made.start.number...(Int(last.milliseconds / 86_400_000) + 3) {
            let gone = number - made.start.number
            guard let day = LocalDay(number: number), made.end.map({ day <= $0 }) ?? true, amount(day) > .none else { continue }
            let isDue =
                switch made.cadence {
                case .everyDays(let days): gone % days == 0
                case .cycle(let on, let off): gone % (on + off) < on
                case .everyWeeks(let weeks, let weekdays):
                    weekdays.contains(day.weekday)
                        && (day.week.lowerBound.number - made.start.week.lowerBound.number) / 7 % weeks == 0
                case .everyMonths(let months, let wanted):
                    (day.month.year * 12 + day.month.month - made.start.month.year * 12 - made.start.month.month) % months == 0
                        && day.parts.day == min(wanted, day.month.days.upperBound.parts.day)
                case .everyHours: false
                }
            guard isDue else { continue }
            for time in made.times {
                let (key, due) = (day.iso + "T" + time.clock, try #require(rules.instant(day: day, time: time)))
                let wall = try #require(rules.wall(at: due))
                if wall.day != day, wall.time == time { displaced.insert(key) }
                keep(key, due)
            }
        }
        let own = Set(all.filter { !displaced.contains($0.key) }.values)
        return all.filter { !displaced.contains($0.key) || !own.contains($0.value) }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `however time is cut, each dose comes once and none is left out`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<5 {
            let (made, zone) = (try random.schedule(), random.zone())
            #expect(made.fault == nil, "seed \(seed)")
            let begin = made.start.number - 3 + Int.random(in: 0...300, using: &random)
            let from = try #require(
                Instant(milliseconds: Int64(begin) * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &random)))
            let to = try #require(Instant(milliseconds: from.milliseconds + Int64.random(in: 0...6_000_000_000, using: &random)))
            let expected = try walk(made, to: to, zone).filter { $0.value >= from && $0.value < to }
            let whole = made.occurrences(link, from: from, to: to, rules: zone)
            #expect(whole.reduce(into: [:]) { $0[$1.name.key] = $1.due } == expected, "seed \(seed): \(made) \(zone)")
            #expect(whole.count == expected.count && Set(whole.map(\.name)).count == whole.count, "seed \(seed): \(made)")
            #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.due <= $1.due }, "seed \(seed): \(made)")
            var cuts = (0..<6).map { _ in Int64.random(in: from.milliseconds...to.milliseconds, using: &random) }
            if let edge = whole.randomElement(using: &random) { cuts += [edge.due.milliseconds, edge.due.milliseconds + 1] }
            let marks = ([from.milliseconds, to.milliseconds] + cuts).sorted().compactMap(Instant.init(milliseconds:))
            let pieces = zip(marks, marks.dropFirst()).flatMap { made.occurrences(link, from: $0, to: $1, rules: zone) }
            #expect(pieces == whole, "seed \(seed): \(made) \(zone)")
            #expect(whole.allSatisfy { $0.window.contains($0.due) && $0.due < $0.missedAt }, "seed \(seed): \(made)")
        }
    }

    @Test(arguments: 100..<130 as Range<UInt64>)
    func `the next dose after each is the one that follows`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (made, zone) = (try random.schedule(), random.zone())
        let from = try #require(Instant(milliseconds: Int64(made.start.number - 40) * 86_400_000))
        let to = try #require(Instant(milliseconds: from.milliseconds + 200 * 86_400_000))
        let whole = made.occurrences(link, from: from, to: to, rules: zone)
        var (now, found): (Instant, [Occurrence]) = (from, [])
        while let next = made.next(link, after: now, rules: zone), next.due < to {
            found.append(next)
            now = next.due
        }
        // Of several at one instant the first is found.
        let firsts = whole.indices.filter { $0 == 0 || whole[$0].due > whole[$0 - 1].due }.map { whole[$0] }
        #expect(found == firsts, "seed \(seed): \(made) \(zone)")
    }

    // MARK: Cost and edges

    /// Counts what is asked of it.
    private final class CountingZone: ZoneRules {
        private let count = Counter()
        var asked: Int { count.value }

        func instant(day: LocalDay, time: TimeOfDay) -> Instant? {
            count.add()
            return TableZone.utc.instant(day: day, time: time)
        }

        func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)? {
            count.add()
            return TableZone.utc.wall(at: instant)
        }
    }

    @Test(
        arguments: ["d1", "d366", "w1:1234567", "w52:3", "c21/7", "c366/366", "h1", "h168"], ["-", "1x3660,2x3660,0x3660,1x~"])
    func `a day costs the same a century after the start`(cadence: String, steps: String) throws {
        let made = try schedule(cadence, "08:00", "1970-01-01", steps: steps)
        let zone = CountingZone()
        let day = made.occurrences(link, from: try utc("2070-01-01T00:00"), to: try utc("2070-01-02T00:00"), rules: zone)
        #expect(day.count <= 24)
        #expect(zone.asked <= 100, "\(zone.asked)")
        #expect(made.next(link, after: try utc("2070-01-01T00:00"), rules: zone) != nil)
        #expect(zone.asked <= 1000, "\(zone.asked)")
    }

    @Test(arguments: ["d1", "w52:7", "c1/366", "h1", "h168"])
    func `years without a dose are jumped over`(cadence: String) throws {
        var made = try schedule(cadence, "08:00", "2026-01-01")
        made.steps = Array(repeating: .init(amount: .none, days: 3660), count: 99) + [.init(amount: .one, days: nil)]
        #expect(made.fault == nil)
        let zone = CountingZone()
        let next = try #require(made.next(link, after: made.since, rules: zone))
        #expect(next.day.year >= 2026 + 992 && next.day.year <= 2026 + 995)
        #expect(zone.asked < 1500, "\(zone.asked)")
    }

    @Test(
        arguments: ["d1", "d366", "w1:7", "w52:1", "c1/366", "c366/1", "h1", "h168"], ["0001-01-01", "9999-12-31", "9999-12-01"])
    func `at the edges of the calendar nothing breaks`(cadence: String, start: String) throws {
        var made = try schedule(cadence, "00:00", start)
        let first = try #require(Instant(milliseconds: -62_135_596_800_000))
        let last = try #require(Instant(milliseconds: 253_402_300_799_999))
        made.since = first
        for zone in [TableZone(first: -43_200), TableZone.utc, TableZone(first: 50_400)] {
            _ = made.next(link, after: first, rules: zone)
            _ = made.next(link, after: last, rules: zone)
            let end = try utc("9999-12-20T00:00")
            let found = made.occurrences(link, from: end, to: last, rules: zone)
            #expect(found.allSatisfy { $0.due >= end && $0.due < last && $0.window.contains($0.due) && $0.missedAt >= $0.due })
            let begin = made.occurrences(link, from: first, to: try utc("0001-01-09T00:00"), rules: zone)
            #expect(start == "0001-01-01" || begin.isEmpty)
        }
    }

    @Test func `when a schedule has ended there is no next dose`() throws {
        let now = try utc("2026-11-20T12:00")
        #expect(try schedule("d1", "08:00", "2026-11-01", end: "2026-11-20").next(link, after: now, rules: TableZone.utc) == nil)
        #expect(
            try schedule("d1", "08:00", "2026-11-01", until: "2026-11-21T08:00").next(link, after: now, rules: TableZone.utc)
                == nil)
        #expect(try schedule("d1", "08:00", "2026-11-01", steps: "1x20").next(link, after: now, rules: TableZone.utc) == nil)
        #expect(
            try schedule("w1:1", "08:00", "2026-11-20", end: "2026-11-22").next(link, after: now, rules: TableZone.utc) == nil)
        #expect(try schedule("h8", "06:00", "2026-11-01", end: "2026-11-19").next(link, after: now, rules: TableZone.utc) == nil)
        let late = try schedule("d1", "08:00", "2040-01-01", since: "2026-11-20T12:00")
        #expect(late.next(link, after: now, rules: TableZone.utc)?.name.key == "2040-01-01T08:00")
    }

    @Test func `the next dose is later than the instant, never at it`() throws {
        let made = try schedule("d1", "08:00", "2026-11-20")
        let due = try utc("2026-11-20T08:00")
        #expect(made.next(link, after: due, rules: TableZone.utc)?.name.key == "2026-11-21T08:00")
        #expect(made.next(link, after: due.before, rules: TableZone.utc)?.name.key == "2026-11-20T08:00")
    }
}

extension Instant {
    /// A millisecond earlier and later.
    var before: Instant { Instant(milliseconds: milliseconds - 1) ?? self }
    var after: Instant { Instant(milliseconds: milliseconds + 1) ?? self }
}
