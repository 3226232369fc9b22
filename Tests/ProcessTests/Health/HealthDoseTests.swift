import Foundation
import Testing

/// Medicines, schedules and doses on the command line. Nothing is due before a schedule was made, and nothing can be taken in the
/// future: where doses are settled the clock says 13:00; elsewhere the days lie ahead.
@Suite struct HealthDoseTests {
    private let monday = "2031-03-03"

    private func metformin(_ sandbox: Sandbox) throws {
        try sandbox.done("medication", "add", "Metformin", "--strength", "500 mg", "--stock", "60", "--refill-at", "58")
        try sandbox.done("schedule", "add", "metformin", "daily", "at", "8:00", "and", "20:00", "--from", monday)
    }

    private let today = "2026-03-18"
    private let tomorrow = "2026-03-19"
    private let longAgo = "2025-12-08"

    /// A vault in which it is 13:00, with a dose at 14:00, whose time has come, and one at 22:00.
    private func metforminAtNoon() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.setClock()
        try sandbox.makeVault()
        try sandbox.done("medication", "add", "Metformin", "--strength", "500 mg", "--stock", "60", "--refill-at", "58")
        try sandbox.done("schedule", "add", "metformin", "daily", "at", "14:00", "and", "22:00")
        return sandbox
    }

    private func states(_ sandbox: Sandbox, at time: String, _ more: String...) throws -> [String] {
        try sandbox.start(["dose", "due", "--json", "--at", time] + more).wait().list.map {
            "\(($0["due"] as? String ?? "").dropFirst(11).prefix(5)) \($0["state"] as? String ?? "")"
        }
    }

    @Test func `what is due is answered for any time, and each dose ends as taken, skipped or missed`() throws {
        let sandbox = try metforminAtNoon()
        #expect(try states(sandbox, at: "13:59") == [])
        #expect(try states(sandbox, at: "14:00") == ["14:00 due"])
        #expect(try states(sandbox, at: "\(today) 17:59") == ["14:00 due"])
        #expect(try states(sandbox, at: "18:00") == [])
        #expect(try states(sandbox, at: "18:00", "--day") == ["14:00 missed", "22:00 upcoming"])
        #expect(try states(sandbox, at: "\(tomorrow) 03:00") == ["22:00 due"])

        let taken = try sandbox.done("dose", "take", "metf", "--json").object
        #expect(taken["kind"] as? String == "dose" && taken["state"] as? String == "taken" && taken["late"] as? Bool == false)
        #expect(
            (taken["instant"] as? String)?.hasPrefix(today + "T1") == true
                && (taken["due"] as? String)?.hasPrefix(today + "T14:00:00") == true)
        // What was known then: it was still open in the morning.
        #expect(try states(sandbox, at: "11:00", "--day") == ["14:00 upcoming", "22:00 upcoming"])
        #expect(try states(sandbox, at: "15:00", "--day") == ["14:00 taken", "22:00 upcoming"])
        // The next dose is one of which nothing was said.
        #expect(try sandbox.done("schedule").text.contains("next today 22:00"))
        // The same dose is not taken twice by accident.
        try sandbox.refused(["dose", "take", "metformin"], 1, "dose_taken")
        let extra = try sandbox.done("dose", "take", "metformin", "--extra", "--json").object
        #expect(extra["scheduled"] as? Bool == false && extra["due"] is NSNull)
        #expect(try sandbox.done("dose", "list").text.contains("taken as an extra dose"))
        let shown = try sandbox.done("medication", "metformin", "--json").object
        #expect(shown["left"] as? Int == 58 && shown["needs_refill"] as? Bool == true)
        #expect(((shown["next"] as? [String: Any])?["instant"] as? String)?.contains("T22:00:00") == true)

        // Undone, it is open again; the one beside the schedule is gone, and can be brought back.
        let (id, extraID) = (try #require(taken["id"] as? String), try #require(extra["id"] as? String))
        #expect(try sandbox.done("dose", "undo", extraID, "--json").object["deleted"] is String)
        #expect(try sandbox.done("dose", "undo", id, "--json").object["state"] as? String == "upcoming")
        #expect(try states(sandbox, at: "15:00") == ["14:00 due"])
        try sandbox.refused(["dose", "delete", id], 1)
        #expect(try sandbox.done("dose", "restore", extraID, "--json").list.first?["state"] as? String == "taken")

        // Early, and corrected.
        #expect(try sandbox.done("dose", "take", id, "--at", "08:00", "--yes", "--json").object["late"] as? Bool == true)
        let corrected = try sandbox.done("dose", "edit", id, "--at", "12:00", "--amount", "1/2", "--json").object
        #expect(corrected["late"] as? Bool == false && corrected["amount"] as? Double == 0.5)
        #expect(try sandbox.done("dose", "edit", id, "--outcome", "skipped", "--json").object["state"] as? String == "skipped")
        let list = try sandbox.done("dose", "list", "--on", today, "--medication", "metformin", "--json").list
        #expect(list.map { $0["state"] as? String } == ["upcoming", "skipped", "taken"])
        #expect(try sandbox.done("day").text.contains("skipped, due 14:00"))
        try sandbox.refused(["dose", "take", "metformin", "--extra", "--at", "\(tomorrow) 14:00"], 64, "in_the_future")
        // Asked for help alone, a command with a default shows everything below it.
        #expect(try sandbox.done("dose", "--help").text.contains("SUBCOMMANDS"))
    }

    @Test func `a dose that was taken stays taken when it is skipped, and undo goes back one step at a time`() throws {
        let sandbox = try metforminAtNoon()
        let id = try #require(try sandbox.done("dose", "take", "metformin", "--json").object["id"] as? String)
        try sandbox.refused(["dose", "skip", "metformin"], 1, "dose_taken")
        let said = try sandbox.start(["dose", "skip", "metformin"]).wait().errors
        #expect(
            said.contains("is logged as taken") && said.contains("means the next one") && said.contains("corrects this one"),
            "\(said)")
        try sandbox.refused(["dose", "miss", "metformin"], 1, "dose_taken")
        try sandbox.refused(["dose", "skip", id], 1, "dose_taken")
        func state() throws -> String? {
            try sandbox.done("dose", "list", "--json").list.first { $0["id"] as? String == id }?["state"] as? String
        }
        #expect(try state() == "taken")
        // Corrected on purpose, and undone: taken again, and only then open.
        try sandbox.done("dose", "edit", id, "--outcome", "skipped")
        #expect(try sandbox.done("dose", "undo").text.contains("again."))
        #expect(try state() == "taken")
        try sandbox.done("dose", "delete", id)
        #expect(try sandbox.done("dose", "undo", "--json").object["state"] as? String == "taken")
        #expect(try sandbox.done("dose", "undo", "metformin").text.contains("now it is not due yet"))
        try sandbox.refused(["dose", "undo", id], 1, "dose_not_settled")
    }

    @Test func `a dose long before its time, an equal time and a far start need a yes`() throws {
        let sandbox = try metforminAtNoon()
        let late = try #require(try sandbox.start(["dose", "due", "--day", "--json"]).wait().list.last?["id"] as? String)
        try sandbox.refused(["dose", "take", late], 64, "dose_early")
        try sandbox.done("dose", "skip", late)
        try sandbox.refused(["dose", "edit", late, "--outcome", "taken"], 64, "dose_early")
        #expect(
            try sandbox.done("dose", "edit", late, "--outcome", "taken", "--yes", "--json").object["timing"] as? String == "early"
        )
        try sandbox.done("dose", "edit", late, "--outcome", "skipped")
        #expect(try sandbox.done("dose", "take", late, "--yes", "--json").object["timing"] as? String == "early")
        try sandbox.refused(["schedule", "add", "metformin", "daily at 14:00"], 64, "schedule_doubt")
        try sandbox.refused(["schedule", "add", "metformin", "wed at 22:00"], 64, "schedule_doubt")
        try sandbox.done("schedule", "add", "metformin", "wed at 22:00", "--yes")
        // A week after 11 March, its day means next year.
        let typed = ["schedule", "add", "metformin", "daily at 9", "--from", "11 march"]
        try sandbox.refused(typed, 64, "schedule_doubt")
        let far = try sandbox.start(typed).wait().errors
        #expect(far.contains("11 March 2027") && far.contains("days"), "\(far)")
        try sandbox.done("schedule", "add", "metformin", "daily at 9", "--from", "11 march 2027")
        try sandbox.refused(["schedule", "add", "metformin", "daily at bedtime"], 64, "bad_schedule")
    }

    @Test func `the words of a schedule say its first day and its last`() throws {
        let sandbox = try Sandbox()
        try sandbox.setClock()
        try sandbox.makeVault()
        try sandbox.done("medication", "add", "Lithium")
        // Typed on a Wednesday at 13:00: what starts tomorrow ends with the next one.
        for (words, start, end) in [
            ("every monday starting friday at 8", "2026-03-20", nil), ("daily at 8 from 1 april", "2026-04-01", nil),
            ("daily at 9 until wednesday", tomorrow, "2026-03-25"), ("daily at 15 for 1 month", today, "2026-04-17"),
            ("daily at 15 starting tomorrow for a fortnight", tomorrow, "2026-04-01"),
        ] as [(String, String, String?)] {
            let made = try sandbox.done("schedule", "add", "lithium", words, "--json").object
            #expect(made["start"] as? String == start && made["end"] as? String == end, "\(words): \(made)")
            try sandbox.done("schedule", "end", "lithium")
        }
        try sandbox.refused(["schedule", "add", "lithium", "daily at 8 starting friday", "--from", "monday"], 64, "two_starts")
        // A day that has just passed is one of next year, and perhaps not meant.
        try sandbox.refused(["schedule", "add", "lithium", "daily at 8 until 17 march"], 64, "schedule_doubt")
        try sandbox.refused(["schedule", "add", "lithium", "daily at 8", "--until", "17 march"], 64, "schedule_doubt")
        try sandbox.done("schedule", "add", "lithium", "daily at 8 until 17 march 2027")
        let edited = try sandbox.done("schedule", "edit", "lithium", "for 10 days", "--json").object
        #expect(edited["start"] as? String == tomorrow && edited["end"] as? String == "2026-03-28", "\(edited)")
        #expect(edited["replaces"] != nil, "what insights --file needs to tell a change of dose from a second schedule")
    }

    @Test func `a course ends when its words say, and the stock is told to its end`() throws {
        let sandbox = try Sandbox()
        try sandbox.setClock()
        try sandbox.makeVault()
        try sandbox.done("medication", "add", "Amoxicillin", "--stock", "40")
        let made = try sandbox.done("schedule", "add", "amoxicillin", "daily at 14:00 for 10 days", "--json").object
        #expect(made["start"] as? String == today && made["end"] as? String == "2026-03-27")
        let words = try sandbox.done("medication", "amoxicillin").text
        #expect(words.contains("enough to the end on 27 March 2026; 30 left over"), "\(words)")
        try sandbox.done("schedule", "end", "amoxicillin")
        let until = try sandbox.done("schedule", "add", "amoxicillin", "daily at 15:00 until 1 april", "--json").object
        #expect(until["end"] as? String == "2026-04-01")
        try sandbox.refused(["schedule", "edit", "amoxicillin", "daily at 16 for 3 days", "--until", "1 april"], 64, "two_ends")
        // Typed on a Wednesday, every two weeks on Tuesday begins with the next one.
        try sandbox.done("schedule", "end", "amoxicillin")
        let weekly = try sandbox.done("schedule", "add", "amoxicillin", "every 2 weeks on tuesday at 9", "--json").object
        #expect((weekly["next"] as? [String: Any])?["day"] as? String == "2026-03-24")
    }

    @Test func `away from home, a dose at home time is named by the day and time where its owner is`() throws {
        let sandbox = try Sandbox()
        try sandbox.setClock()
        try sandbox.makeVault()
        try sandbox.done("medication", "add", "Thyroxine")
        try sandbox.done("schedule", "add", "thyroxine", "daily at 5:30", "--travel", "home")
        // 05:30 of the 19th in Vienna is 21:30 of the 18th in Los Angeles.
        let away = ["TZ": "America/Los_Angeles"]
        for words in [["dose", "due"], ["schedule"], ["medication"]] {
            let text = try sandbox.start(words, extra: away).wait().text
            #expect(text.contains("today 21:30 (05:30 at home)"), "\(words): \(text)")
        }
        let due = try sandbox.start(["dose", "due", "--at", "22:00", "--json"], extra: away).wait().list.first
        #expect((due?["due"] as? String)?.hasPrefix("2026-03-18T21:30:00") == true && due?["day"] as? String == today)
    }

    @Test func `a medicine is renamed only to a name that it could have been added with, and a pack is one change`() throws {
        let sandbox = try metforminAtNoon()
        try sandbox.done("medication", "add", "Iron", "--stock", "900000")
        let sentence = "you already have a medicine called 'Metformin 500 mg'"
        for words in [["edit", "iron", "--name", "metformin"], ["add", "METFORMIN"]] {
            let outcome = try sandbox.start(["medication"] + words + ["--strength", "500 mg"]).wait()
            #expect(outcome.code == 1 && outcome.errors.contains(sentence), "\(words): \(outcome.summary)")
        }
        try sandbox.refused(["medication", "refill", "iron", "200000", "--expires", "May 2031"], 1, "bad_amount")
        let shown = try sandbox.done("medication", "iron", "--json").object
        #expect(shown["left"] as? Int == 900_000 && shown["expires"] is NSNull)
    }

    @Test func `a missed dose is no extra one, and a dose against the owner's limits needs a yes`() throws {
        let sandbox = try metforminAtNoon()
        try sandbox.setClock(ahead: 5 * 3600 + 600)
        let missed = try #require(try sandbox.done("dose", "list", "--json").list.first)
        #expect(missed["state"] as? String == "missed")
        try sandbox.refused(["dose", "take", "metformin"], 1, "dose_missed")
        let late = try sandbox.done("dose", "take", try #require(missed["id"] as? String), "--json").object
        #expect(late["timing"] as? String == "late" && late["late"] as? Bool == true && late["scheduled"] as? Bool == true)

        try sandbox.done("medication", "edit", "metformin", "--min-gap", "4.5", "--max-a-day", "2", "--open-hours", "9")
        try sandbox.refused(["dose", "take", "metformin", "--extra"], 64, "dose_limit")
        #expect(try sandbox.done("dose", "take", "metformin", "--extra", "--yes", "--json").object["scheduled"] as? Bool == false)
        let shown = try sandbox.done("medication", "metformin", "--json").object
        #expect(shown["gap_minutes"] as? Int == 270 && shown["day_most"] as? Int == 2 && shown["open_hours"] as? Int == 9)
        let words = try sandbox.done("medication", "metformin").text
        #expect(words.contains("At least 4.5 hours between doses.") && words.contains("At most 2 tablets in 24 hours."))
        let cleared = try sandbox.done(
            "medication", "edit", "metformin", "--no-min-gap", "--no-max-a-day", "--no-open-hours", "--json"
        ).object
        #expect(cleared["gap_minutes"] is NSNull && cleared["day_most"] is NSNull && cleared["open_hours"] is NSNull)
    }

    @Test func `undo takes back what was said last, however long ago the dose was`() throws {
        let sandbox = try metforminAtNoon()
        try sandbox.done("dose", "skip", "metformin")
        let late = try sandbox.done("dose", "take", "metformin", "--extra", "--at", "\(longAgo) 10:00").text
        #expect(late.contains("before the last count") && late.contains("60 tablets left"), "\(late)")
        #expect(try sandbox.done("dose", "undo", "--json").object["day"] as? String == longAgo)
        #expect(try sandbox.done("dose", "undo").text.contains("skipped; now it is not due yet"))
        try sandbox.done("medication", "count", "metformin", "1", "--json")
        #expect(try sandbox.done("dose", "take", "metformin").text.hasSuffix("  No tablet left. Time to buy more.\n"))
        #expect(try sandbox.done("medication").text.contains("next today 22:00. Time to buy more.\n"))
    }

    @Test func `each kind of schedule says in words what it will do, before it is saved and after`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("medication", "add", "Vitamin D", "--unit", "drop", "--amount", "5")
        let rehearsed = try sandbox.done(
            "schedule", "add", "Vitamin", "D", "every 8 hours from 06:00", "--from", monday, "--dry-run", "--json"
        ).object
        #expect(
            (rehearsed["doses"] as? [[String: Any]])?.compactMap { $0["instant"] as? String }.prefix(2)
                == ["2031-03-03T06:00:00+01:00", "2031-03-03T14:00:00+01:00"])
        #expect(try sandbox.done("schedule", "--json").list.isEmpty, "nothing was saved")
        let phrases = [
            ("every 8 hours from 06:00", "every 8 hours"), ("daily at 8:00 and 20:00", "every day at 08:00 and 20:00"),
            ("mon wed fri at 9", "Monday, Wednesday and Friday at 09:00"),
            ("21 days on 7 off at 22:00", "21 days on, 7 days off"),
            ("every 2 weeks on tuesday at 7", "every other Tuesday at 07:00"),
        ]
        for (phrase, words) in phrases {
            let made = try sandbox.done("schedule", "add", "vitamin d", phrase, "--from", monday, "--json").object
            #expect((made["words"] as? String)?.contains(words) == true, "\(made["words"] ?? "")")
            #expect(made["kind"] as? String == "medication_schedule" && (made["next"] as? [String: Any])?["instant"] is String)
            try sandbox.done("schedule", "end", try #require(made["id"] as? String))
        }
        #expect(try sandbox.done("schedule", "--json").list.isEmpty)
        #expect(try sandbox.done("schedule", "list", "--all", "--json").list.count == phrases.count)

        let taper = try sandbox.done(
            "schedule", "add", "vitamin d", "daily at 8", "--taper", "4 x 7, 3 x 7", "--from", monday, "--travel", "home"
        ).text
        #expect(
            taper.contains("4 drops for 7 days, then 3 for 7 days") && taper.contains("next on Monday, 3 March 2031 at 08:00"),
            "\(taper)")
        #expect(taper.contains("Europe/Vienna"))
        let edited = try sandbox.done("schedule", "edit", "vitamin d", "daily at 9:30").text
        #expect(
            edited.contains("has ended") && edited.contains("4 drops for 7 days") && edited.contains("09:30"), "\(edited)")
        #expect(try sandbox.done("schedule", "edit", "vitamin d", "daily at 9:30").text == "Nothing was changed.\n")
        #expect(try sandbox.done("schedule", "--json").list.count == 1)
    }

    @Test func `a medicine is counted, put away, and deleted only when it is said what becomes of its doses`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("medication", "add", "Sumatriptan", "--strength", "50 mg", "--as-needed", "--stock", "6")
        try sandbox.refused(["medication", "add", "sumatriptan", "--strength", "50 MG"], 1, "medication_exists")
        let symptom = try sandbox.done("symptom", "migraine", "8", "--json").object
        let dose = try sandbox.done("dose", "take", "sumatriptan", "--for", "last", "--amount", "2", "--json").object
        #expect(dose["symptom"] as? String == symptom["id"] as? String && dose["amount"] as? Int == 2)
        #expect(try sandbox.done("medication", "refill", "suma", "12").text.contains("16 tablets left"))
        #expect(try sandbox.done("medication", "count", "suma", "10", "--json").object["left"] as? Int == 10)
        let edited = try sandbox.done("medication", "edit", "suma", "--expires", "May 2031", "--no-stock", "--json").object
        #expect(edited["expires"] as? String == "2031-05-31" && edited["left"] is NSNull)

        try sandbox.refused(["medication", "delete", "sumatriptan"], 64, "medication_has_doses")
        try sandbox.done("medication", "archive", "sumatriptan")
        #expect(try sandbox.done("medication", "--json").list.isEmpty)
        #expect(try sandbox.done("medication", "list", "--all", "--json").list.count == 1)
        try sandbox.done("medication", "unarchive", "sumatriptan")
        let gone = try sandbox.done("medication", "delete", "sumatriptan", "--doses", "delete", "--json").object
        #expect(try sandbox.done("dose", "list", "--json").list.isEmpty)
        #expect(
            try sandbox.done("medication", "list", "--deleted", "--json").list.first?["id"] as? String == gone["id"] as? String)
        let back = try sandbox.done("medication", "restore", "sumatriptan", "--json").object
        #expect(back["title"] as? String == "Sumatriptan 50 mg")
        #expect(try sandbox.done("dose", "list", "--json").list.count == 1)
        try sandbox.done("medication", "delete", "sumatriptan", "--doses", "keep")
        #expect(try sandbox.done("dose", "list", "--json").list.first?["title"] as? String == "Sumatriptan 50 mg")
    }

    @Test func `one day shows entries, symptoms, check-ins and doses in the order of time`() throws {
        let sandbox = try metforminAtNoon()
        _ = try sandbox.add("Walked by the river", "--at", "\(today) 10:00")
        try sandbox.done("symptom", "headache", "3", "--at", "\(today) 07:00")
        try sandbox.done("check-in", "--mood", "7", "--at", "\(today) 11:00")
        let said = try sandbox.done("dose", "take", "metformin", "--for", "Headache").text
        #expect(said.contains(", for headache 3, 07:00."), "\(said)")
        let kinds = try sandbox.done("day", "--json").list.map { $0["kind"] as? String }
        #expect(kinds == ["symptom_entry", "entry", "check_in", "dose", "dose"])
        let text = try sandbox.done("day", today).text
        #expect(text.contains("taken, due 14:00") && text.contains("upcoming"), "\(text)")
        #expect(try sandbox.done("day", longAgo).text.contains("Nothing is logged on this day"))
    }

    @Test func `after a medicine was deleted with its doses and restored, undo takes back the dose that was logged last`() throws
    {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.setClock()
        for name in ["Ibuprofen", "Paracetamol"] { try sandbox.done("medication", "add", name, "--as-needed") }
        for hour in 7...11 { try sandbox.done("dose", "take", "ibuprofen", "--at", "\(hour):00") }
        try sandbox.done("dose", "take", "paracetamol", "--at", "6:00")
        try sandbox.done("medication", "delete", "ibuprofen", "--doses", "delete")
        try sandbox.done("medication", "restore", "ibuprofen")
        #expect(try sandbox.done("dose", "undo").text.contains("Paracetamol"))
        for hour in (7...11).reversed() {
            let undone = try sandbox.done("dose", "undo", "ibuprofen", "--json").object
            #expect((undone["instant"] as? String)?.contains("T\(hour < 10 ? "0" : "")\(hour):00") == true, "\(hour): \(undone)")
        }
    }

    /// What is typed nearly right, the code of the exit, and a part of the answer.
    private static let slips: [([String], Int32, String)] = [
        (["medication", "ad", "Aspirin"], 1, "did you mean 'auralyst medication add'?"),
        (["schedule", "ad", "metformin", "daily"], 1, "did you mean 'auralyst schedule add'?"),
        (["dose", "tkae", "metformin"], 64, "did you mean 'take'?"), (["support", "foo"], 64, "has no subcommand 'foo'"),
        (["support", "trigger", "ad", "Noise"], 64, "did you mean 'add'?"),
        (["remind", "instal"], 64, "did you mean 'install'?"),
        (["symptom", "edt", "last", "5"], 64, "did you mean 'auralyst symptom edit'?"),
        (["symptom", "headache", "-1"], 64, "between 0 (none) and 10"), (["check-in", "--craving", "-2"], 64, "0 to 10"),
        (["check-in", "--mood", "good"], 64, "1 to 10"), (["medication", "refill", "metformin", "-3"], 64, "below 0"),
        (["medication", "refill", "metformin", "0"], 64, "the new pack must be a number from 0.001 to 1000000"),
        (["medication", "refill", "metformin", "0"], 64, "says that nothing is left"),
        (["medication", "edit", "metformin", "--min-gap", "0"], 64, "the gap must be from 1 minute to 7 days"),
        (["medication", "refill", "metformin", "10000000"], 64, "the new pack must be a number from 0.001 to 1000000"),
        (["schedule", "add", "metformin", "every", "funday", "at", "9"], 64, "'funday'"),
        (["schedule", "add", "metformin", "daily", "at", "8:00", "and", "8:00"], 64, "08:00"),
        (["schedule", "add", "metformin", "0", "days", "on", "7", "off", "at", "9"], 64, "'0'"),
        (["schedule", "edit", "metformin", "every", "funday", "at", "9"], 64, "'funday'"),
        (["schedule", "add", "metformin", "daily", "at", "8:00", "and", "20:00"], 1, "same days and times"),
        (["schedule", "add", "metformin", "daily", "at", "8:00", "and", "20:00", "--dry-run"], 1, "same days and times"),
        (["dose", "take", "metformin", "--for", "migraine"], 1, "auralyst symptom list"),
        (["medication", "restore", "metformin"], 1, "is not deleted"), (["medication", "restore", "aspirin"], 1, "--deleted"),
    ]

    @Test func `what is typed nearly right is answered by what was meant`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try metformin(sandbox)
        for (words, code, answer) in HealthDoseTests.slips {
            let outcome = try sandbox.start(words).wait()
            #expect(outcome.code == code && outcome.errors.contains(answer), "\(words): \(outcome.summary)")
        }
    }

    /// What a person or a script types by mistake.
    private static let mistakes: [[String]] = [
        ["dose", "take"], ["dose", "take", "aspirin"], ["dose", "take", "--all"], ["dose", "take", "--extra"],
        ["dose", "take", "metformin", "--amount", "two"], ["dose", "take", "metformin", "--amount", "0"],
        ["dose", "take", "metformin", "--for", "last"], ["dose", "skip"], ["dose", "skip", "metformin"], ["dose", "undo"],
        ["dose", "undo", "metformin"], ["dose", "edit", "last", "--amount", "1"], ["dose", "edit", "zzzz"],
        ["dose", "due", "--at", "someday"],
        ["dose", "list", "--medication", "aspirin"], ["medication", "refill", "metformin"],
        ["medication", "count", "metformin", "many"],
        ["medication", "aspirin"], ["medication", "add", "  "], ["medication", "delete", "metformin", "--doses", "burn"],
        ["schedule", "add", "metformin"], ["schedule", "add", "metformin", "3", "times", "a", "week"],
        ["schedule", "add", "metformin", "daily", "at", "25:00"], ["schedule", "add", "aspirin", "daily", "at", "8"],
        ["schedule", "add", "metformin", "daily at 8", "--taper", "4"],
        ["schedule", "add", "metformin", "daily at 8", "--travel", "moon"],
        ["schedule", "add", "metformin", "daily at 8", "--from", "2031-03-03", "--until", "2031-03-02"],
        ["schedule", "end", "aspirin"],
        ["schedule", "add", "metformin", "daily at 8", "--from", "2020-01-01", "--until", "2020-02-01"],
        ["schedule", "edit", "metformin", "sometimes"], ["day", "March 2031"],
    ]

    @Test func `what cannot be done is refused in clear words and changes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try metformin(sandbox)
        let before = try sandbox.done("status", "--json").object["operations"] as? Int
        for words in HealthDoseTests.mistakes {
            let outcome = try sandbox.start(["--json"] + words).wait()
            if outcome.code != 1 && outcome.code != 64 { print("not refused: \(words)") }
            outcome.expectRefusal(outcome.code == 1 ? 1 : 64, asJSON: true)
        }
        #expect(try sandbox.done("status", "--json").object["operations"] as? Int == before)
    }

    @Test func `what is left of an expired pack is said to be of one`() throws {
        let sandbox = try metforminAtNoon()
        try sandbox.done("medication", "edit", "metformin", "--expires", "2026-03-01")
        let text = try sandbox.done("medication").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("60 tablets left, of a pack that expired on 1 March 2026"), "\(text)")
    }
}
