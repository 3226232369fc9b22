import Foundation
import Testing

/// Medicines, schedules and doses on the command line. The days lie ahead, so that the schedules reach them: nothing is due before
/// a schedule was made.
@Suite struct HealthDoseTests {
    private let monday = "2031-03-03"

    private func metformin(_ sandbox: Sandbox) throws {
        try sandbox.done("medication", "add", "Metformin", "--strength", "500 mg", "--stock", "60", "--refill-at", "58")
        try sandbox.done("schedule", "add", "metformin", "daily", "at", "8:00", "and", "20:00", "--from", monday)
    }

    private func states(_ sandbox: Sandbox, at time: String, _ more: String...) throws -> [String] {
        try sandbox.start(["dose", "due", "--json", "--at", time] + more).wait().list.map {
            "\(($0["due"] as? String ?? "").dropFirst(11).prefix(5)) \($0["state"] as? String ?? "")"
        }
    }

    @Test func `what is due is answered for any time, and each dose ends as taken, skipped or missed`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try metformin(sandbox)
        #expect(try states(sandbox, at: "2031-03-03 07:59") == [])
        #expect(try states(sandbox, at: "2031-03-03 08:00") == ["08:00 due"])
        #expect(try states(sandbox, at: "2031-03-03 13:59") == ["08:00 due"])
        #expect(try states(sandbox, at: "2031-03-03 14:00") == [])
        #expect(try states(sandbox, at: "2031-03-03 14:00", "--day") == ["08:00 missed", "20:00 upcoming"])
        #expect(try states(sandbox, at: "2031-03-04 01:00") == ["20:00 due"])

        let taken = try sandbox.done("dose", "take", "metf", "--at", "2031-03-03 08:10", "--json").object
        #expect(taken["kind"] as? String == "dose" && taken["state"] as? String == "taken" && taken["late"] as? Bool == false)
        #expect(
            taken["instant"] as? String == "2031-03-03T08:10:00+01:00" && taken["due"] as? String == "2031-03-03T08:00:00+01:00")
        // What was known then: it was still open five minutes before.
        #expect(try states(sandbox, at: "2031-03-03 08:05") == ["08:00 due"])
        #expect(try states(sandbox, at: "2031-03-03 08:15", "--day") == ["08:00 taken", "20:00 upcoming"])
        // The same dose is not taken twice by accident.
        try sandbox.refused(["dose", "take", "metformin", "--at", "2031-03-03 08:20"], 1, "dose_taken")
        let extra = try sandbox.done("dose", "take", "metformin", "--extra", "--at", "2031-03-03 08:30", "--json").object
        #expect(extra["scheduled"] as? Bool == false && extra["due"] is NSNull)
        let shown = try sandbox.done("medication", "metformin", "--json").object
        #expect(shown["left"] as? Int == 58 && shown["needs_refill"] as? Bool == true)

        // Undone, it is open again; the one beside the schedule is gone, and can be brought back.
        let (id, extraID) = (try #require(taken["id"] as? String), try #require(extra["id"] as? String))
        #expect(try sandbox.done("dose", "undo", extraID, "--json").object["deleted"] is String)
        #expect(try sandbox.done("dose", "undo", id, "--json").object["state"] as? String == "upcoming")
        #expect(try states(sandbox, at: "2031-03-03 08:15") == ["08:00 due"])
        try sandbox.refused(["dose", "delete", id], 1)
        #expect(try sandbox.done("dose", "restore", extraID, "--json").list.first?["state"] as? String == "taken")

        // Late, and corrected.
        try sandbox.done("dose", "take", id, "--at", "2031-03-03 11:00")
        let corrected = try sandbox.done("dose", "edit", id, "--at", "2031-03-03 08:02", "--amount", "1/2", "--json").object
        #expect(corrected["late"] as? Bool == false && corrected["amount"] as? Double == 0.5)
        #expect(try sandbox.done("dose", "edit", id, "--outcome", "skipped", "--json").object["state"] as? String == "skipped")
        let list = try sandbox.done("dose", "list", "--on", monday, "--medication", "metformin", "--json").list
        #expect(list.map { $0["state"] as? String } == ["upcoming", "taken", "skipped"])
        #expect(try sandbox.done("day", monday).text.contains("skipped, due 08:00"))
        // Asked for help alone, a command with a default shows everything below it.
        #expect(try sandbox.done("dose", "--help").text.contains("SUBCOMMANDS"))
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
            edited.contains("has ended now") && edited.contains("4 drops for 7 days") && edited.contains("09:30"), "\(edited)")
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
        let back = try sandbox.done("medication", "restore", try #require(gone["id"] as? String), "--json").object
        #expect(back["title"] as? String == "Sumatriptan 50 mg")
        #expect(try sandbox.done("dose", "list", "--json").list.count == 1)
        try sandbox.done("medication", "delete", "sumatriptan", "--doses", "keep")
        #expect(try sandbox.done("dose", "list", "--json").list.first?["title"] as? String == "Sumatriptan 50 mg")
    }

    @Test func `one day shows entries, symptoms, check-ins and doses in the order of time`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try metformin(sandbox)
        _ = try sandbox.add("Walked by the river", "--at", "2031-03-03 10:00")
        try sandbox.done("symptom", "headache", "3", "--at", "2031-03-03 07:00")
        try sandbox.done("check-in", "--mood", "7", "--at", "2031-03-03 21:00")
        try sandbox.done("dose", "take", "metformin", "--at", "2031-03-03 08:05")
        let kinds = try sandbox.done("day", "3", "March", "2031", "--json").list.map { $0["kind"] as? String }
        #expect(kinds == ["symptom_entry", "dose", "entry", "dose", "check_in"])
        let text = try sandbox.done("day", monday).text
        #expect(
            text.hasPrefix("Monday, 3 March 2031\n") && text.contains("taken, due 08:00") && text.contains("upcoming"), "\(text)")
        #expect(try sandbox.done("day", "2031-03-02").text.contains("Nothing is written down"))
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
        ["schedule", "add", "metformin"], ["schedule", "add", "metformin", "3", "times", "a", "day"],
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
}
