import Foundation
import Testing

/// Check-ins, symptoms and the support plan on the command line.
@Suite struct HealthLogTests {
    @Test func `a symptom is logged in one line, shown again, changed, deleted and brought back`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let first = try sandbox.done("symptom", "Headache", "7", "--at", "2026-03-14 21:04", "--json").object
        #expect(first["kind"] as? String == "symptom_entry" && first["severity"] as? Int == 7)
        #expect(first["instant"] as? String == "2026-03-14T21:04:00+01:00" && first["day"] as? String == "2026-03-14")
        #expect(first["zone"] as? String == "Europe/Vienna" && first["menstruation"] is NSNull)
        // One symptom keeps one name, however it is typed; a name may have several words.
        let text = try sandbox.done(
            "symptom", "headache", "4/10", "--metric", "temperature=38,2", "--no-menstruation", "--note", "after\nlunch", "--at",
            "2026-03-15 8:00"
        ).text
        #expect(text.contains("Headache 4, temperature 38.2, no menstruation: after lunch"))
        try sandbox.done("symptom", "back", "pain", "2", "--at", "2026-03-16")
        let list = try sandbox.done("symptom", "list", "--json").list
        #expect(list.map { $0["symptom"] as? String } == ["back pain", "Headache", "Headache"])
        #expect((list[1]["metrics"] as? [String: Double]) == ["temperature": 38.2])
        #expect(try sandbox.done("symptom", "list", "HEADACHE", "--to", "2026-03-14", "--json").list.count == 1)
        #expect(try sandbox.done("symptom", "list").text.hasPrefix("March 2026\n  "))
        // Without words: what was logged last, and how to log it again.
        let last = try sandbox.done("symptom").text
        #expect(last.contains("auralyst symptom Headache 4") && last.contains("auralyst symptom \"back pain\" 2"))

        let id = try #require(first["id"] as? String)
        let changed = try sandbox.done("symptom", "edit", String(id.prefix(7)), "9", "--note", "worse", "--json").object
        #expect(changed["severity"] as? Int == 9 && changed["note"] as? String == "worse")
        #expect(changed["instant"] as? String == first["instant"] as? String)
        #expect(try sandbox.done("symptom", "edit", "last", "2").text == "Nothing was changed.\n")
        #expect(try sandbox.done("symptom", "delete", id, "--json").list.first?["deleted"] is String)
        #expect(try sandbox.done("symptom", "list", "--json").list.count == 2)
        try sandbox.done("symptom", "restore", id)
        #expect(try sandbox.done("symptom", "list", "--json").list.count == 3)
        // The name of another kind is known for what it is.
        try sandbox.refused(["check-in", "edit", id, "--mood", "3"], 1, "other_kind")
    }

    @Test func `a measurement is logged in one line, goes out in every format, and comes back`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let first = try sandbox.done("measure", "log", "Blood pressure", "128/82", "--at", "2026-03-14 8:00", "--json").object
        #expect(first["kind"] as? String == "measure_entry" && first["form"] as? String == "pair")
        #expect(first["value"] as? Int == 128 && first["second"] as? Int == 82 && first["unit"] as? String == "mmHg")
        let text = try sandbox.done("measure", "weight", "71,4", "kg", "--note", "before breakfast", "--at", "2026-03-15 7:00")
            .text
        #expect(text.contains("Weight 71.4 kg: before breakfast"))
        try sandbox.done("measure", "screen", "time", "1h", "20min", "--at", "2026-03-16")
        try sandbox.done("measure", "alcohol", "no", "--at", "2026-03-17")
        try sandbox.done("measure", "energy", "3", "--type", "scale", "--range", "1..5", "--at", "2026-03-18")
        // What a measure is, is known from then on.
        #expect(try sandbox.done("measure", "WEIGHT", "71").text.contains("Weight 71 kg"))
        #expect(try sandbox.done("measure", "energy", "4", "--at", "2026-03-19").text.contains("energy 4 of 5"))
        let list = try sandbox.done("measure", "list", "--json").list
        #expect(list.count == 7)
        let duration = try #require(list.first { $0["measure"] as? String == "screen time" })
        #expect(duration["value"] as? Int == 80 && duration["form"] as? String == "duration")
        #expect(try sandbox.done("measure", "list", "weight", "--json").list.count == 2)
        #expect(try sandbox.done("measure", "edit", "last", "5").text.contains("energy 5 of 5"))
        #expect(try sandbox.done("measure", "delete", "last").text.hasPrefix("Deleted"))
        #expect(try sandbox.done("measure", "list", "--deleted", "--json").list.count == 1)
        try sandbox.refused(["measure", "energy", "9"], 64, "bad_health_value")
        try sandbox.refused(["measure", "blood", "pressure", "high"], 64, "no_value")

        try sandbox.done("export", "json", "--out", "all.json", "--yes")
        try sandbox.done("export", "csv", "--out", "tables", "--yes")
        let table = try String(contentsOfFile: sandbox.work + "/tables/measurements.csv", encoding: .utf8)
        #expect(table.hasPrefix("id,day,instant,zone,measure,form,value,second,unit,lower,upper,source,note,created,modified"))
        #expect(table.contains(",Blood pressure,pair,128,82,mmHg,20,350,,,"))
        let other = try Sandbox(copying: Given.empty.folder)
        try other.done("import", "auralyst", sandbox.work + "/all.json", "--yes")
        let (there, here) = (try other.done("measure", "list", "--json").list, try sandbox.done("measure", "list", "--json").list)
        #expect(there.map { $0["id"] as? String } == here.map { $0["id"] as? String } && there.count == 6)
    }

    @Test func `a doubtful measurement is refused with its readings, and what the hint names is saved`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for (words, readings) in [
            (["steps", "10,500"], ["10.5", "10500"]), (["glucose", "5.4"], ["5.4 mg/dL", "5.4 mmol/L"]),
            (["temperature", "98"], ["98 °C", "98 °F"]), (["weight", "150"], ["150 kg", "150 lb"]),
            (["blood", "pressure", "82/128"], ["128/82 mmHg"]), (["weight", "3", "bags"], ["kg", "lb", "st"]),
        ] {
            try sandbox.refused(["measure"] + words, 64, "unclear_measure")
            let answer = try sandbox.start(["measure"] + words).wait().errors
            for reading in readings { #expect(answer.contains(reading), "\(words): \(answer)") }
        }
        // A yes decides only what can be known from what was typed.
        try sandbox.refused(["measure", "glucose", "5.4", "--yes"], 64, "unclear_measure")
        try sandbox.refused(["measure", "steps", "10,500", "--yes"], 64, "unclear_measure")
        try sandbox.refused(["measure", "weight", "3", "bags", "--yes"], 64, "unclear_measure")
        let stones = ["measure", "weight", "11st", "4lb", "--at", "2026-03-10 8:00"]
        #expect(try sandbox.start(stones).wait().text.contains("Weight 11 st 4 lb"))
        #expect(try sandbox.done("measure", "temperature", "100.4F").text.contains("Temperature 100.4 °F"))
        #expect(try sandbox.done("measure", "height", "5'11\"").text.contains("Height 5 ft 11 in"))
        #expect(try sandbox.done("measure", "glucose", "5.4", "mmol/L").text.contains("Glucose 5.4 mmol/L"))
        #expect(try sandbox.done("measure", "glucose", "6,1").text.contains("Glucose 6.1 mmol/L"))
        try sandbox.refused(["measure", "glucose", "104"], 64, "unclear_measure")
        let kilograms = ["measure", "weight", "71.4", "kg", "--at", "2026-03-11 8:00"]
        #expect(try sandbox.start(kilograms).wait().text.contains("Weight 71.4 kg"))
        try sandbox.refused(["measure", "weight", "714", "--yes"], 64, "bad_health_value")
        try sandbox.refused(["measure", "weight", "614"], 64, "unclear_measure")
        #expect(try sandbox.done("measure", "weight", "614", "--yes").text.contains("Weight 614 kg"))
        try sandbox.refused(["measure", "energy", "3", "--type", "scale", "--range", "0..1,000"], 64, "bad_health_value")
        try sandbox.refused(["symptom", "fever", "3", "--metric", "steps=10,500"], 64, "bad_health_value")
        try sandbox.refused(["medication", "add", "Iron", "--amount", "1,000"], 64, "bad_health_value")
        try sandbox.refused(["medication", "add", "Iron", "--stock", "1.500"], 64, "bad_health_value")
        #expect(
            try sandbox.start(["symptom", "fever", "3", "--metric", "temperature=100.4F"]).wait().errors.contains(
                "auralyst measure"))
        try sandbox.refused(["medication", "add", "Iron", "--strength", "1,000 mg"], 64, "bad_health_value")
        #expect(try sandbox.done("symptom", "headache", "7/10").text.contains("headache 7"))
        #expect(try sandbox.done("check-in", "--mood", "7/10", "--json").object["mood"] as? Int == 7)
    }

    @Test func `a name is changed in all its entries, and two names become one only after a yes`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for (name, level) in [("migrane", "5"), ("Migrane", "6"), ("Migraine", "7")] { try sandbox.done("symptom", name, level) }
        try sandbox.refused(["symptom", "rename", "cough", "Cold"], 1, "nothing_logged")
        try sandbox.refused(["symptom", "rename", "migrane", " "], 64, "bad_health_value")
        try sandbox.refused(["symptom", "rename", "migrane", "migraine"], 64, "not_confirmed")
        func names() throws -> [String] {
            try sandbox.done("symptom", "list", "--json").list.compactMap { $0["symptom"] as? String }
        }
        #expect(try names().filter { $0.lowercased() == "migrane" }.count == 2)
        let done = try sandbox.done("symptom", "rename", "MIGRANE", "Migraine", "--yes", "--json").object
        #expect(done["kind"] as? String == "renamed" && done["count"] as? Int == 2)
        #expect(try names() == ["Migraine", "Migraine", "Migraine"])
        #expect(try sandbox.done("symptom", "rename", "migraine", "MIGRAINE").text == "Renamed 3 entries to MIGRAINE.\n")
    }

    /// What a person or a script types by mistake, and the code of the answer where it is this program's own.
    private static let mistakes: [([String], String?)] = [
        (["symptom", "headache"], "no_severity"), (["symptom", "7"], "no_symptom"),
        (["symptom", "headache", "strong"], "no_severity"),
        (["symptom", "headache", "11"], "bad_health_value"), (["symptom", "headache", "7.5"], "no_severity"),
        (["symptom", "headache", "7", "nausea", "3"], "several_symptoms"), (["symptom", " ", "3"], "bad_health_value"),
        (["symptom", "fever", "3", "--metric", "temperature"], "bad_metric"),
        (["symptom", "fever", "3", "--metric", "t=nan"], "bad_metric"),
        (["symptom", "headache", "3", "--at", "someday"], nil), (["symptom", "edit", "k3"], "bad_record_id"),
        (["symptom", "list", "--from", "2026-03-02", "--to", "2026-03-01"], nil), (["check-in", "add"], "nothing_said"),
        (["check-in", "--mood", "0"], "bad_health_value"), (["check-in", "--mood", "good"], "usage"),
        (["check-in", "--sleep", "6"], "bad_health_value"), (["check-in", "list", "--limit", "-1"], nil),
        (["support", "trigger", "remove", "1"], nil), (["support", "sos", "add", "Anna"], "no_phone"),
        (["support", "sos", "add", "Anna", "--phone", "call me"], "bad_health_value"),
        (["support", "step", "move", "1", "up"], "bad_place"),
        (["support", "step", "add", "Walk", "--phone", "142"], "usage"),
    ]

    @Test func `what cannot be meant is refused in clear words and changes nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let before = try sandbox.done("status", "--json").object["operations"] as? Int
        for (words, name) in HealthLogTests.mistakes {
            let outcome = try sandbox.start(["--json"] + words).wait()
            if outcome.code != 1 && outcome.code != 64 { print("not refused: \(words)") }
            outcome.expectRefusal(outcome.code == 1 ? 1 : 64, name, asJSON: true)
        }
        #expect(try sandbox.done("status", "--json").object["operations"] as? Int == before)
    }

    @Test func `a check-in says any of mood, craving and sleep, and can be corrected`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let made = try sandbox.done(
            "check-in", "--craving", "8", "--trigger", "An argument", "--trigger", "Alone", "--helped", "A walk", "--at",
            "2026-10-25 02:30", "--json"
        ).object
        #expect(
            made["mood"] is NSNull && made["craving"] as? Int == 8 && made["triggers"] as? [String] == ["An argument", "Alone"])
        let strong = try sandbox.done("check-in", "--craving", "7", "--note", "hard", "--at", "2026-10-26 9:00").text
        #expect(strong.contains("auralyst support"))
        let id = try #require(made["id"] as? String)
        let edited = try sandbox.done("check-in", "edit", id, "--no-craving", "--sleep", "5", "--at", "2026-10-24 7:00", "--json")
            .object
        #expect(edited["craving"] is NSNull && edited["triggers"] as? [String] == [] && edited["day"] as? String == "2026-10-24")
        try sandbox.refused(["check-in", "edit", "last", "--no-craving", "--note", ""], 64, "nothing_said")
        let days = try sandbox.done("check-in", "list", "--on", "2026-10", "--json").list.map { $0["day"] as? String }
        #expect(days == ["2026-10-26", "2026-10-24"])
        try sandbox.done("check-in", "delete", id)
        #expect(try sandbox.done("check-in", "list", "--json").list.count == 1)
        #expect(try sandbox.done("check-in", "restore", id, "--json").list.first?["sleep"] as? Int == 5)
    }

    @Test func `the support plan is written line by line, and help is there while the vault is locked`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for step in ["Breathe", "Call Anna", "Walk"] { try sandbox.done("support", "step", "add", step) }
        try sandbox.done("support", "trigger", "add", "An", "argument")
        try sandbox.done("support", "buddy", "add", "Anna", "--phone", "+43 660 1234567", "--note", "any time")
        let contact = try sandbox.done("support", "sos", "add", "Crisis line", "--phone", "142", "--json").object
        #expect(
            contact["kind"] as? String == "sos_contact" && contact["dial"] as? String == "142" && contact["place"] as? Int == 1)
        try sandbox.done("support", "step", "move", "walk", "1")
        try sandbox.done("support", "step", "edit", "2", "--name", "Breathe slowly")
        let steps = try sandbox.done("support", "step", "--json").list.map { $0["name"] as? String }
        #expect(steps == ["Walk", "Breathe slowly", "Call Anna"])
        let removed = try sandbox.done("support", "step", "remove", "3", "--json").object
        #expect(
            try sandbox.done("support", "--json").list.map { $0["kind"] as? String }
                == ["trigger", "coping_step", "coping_step", "buddy", "sos_contact"])
        try sandbox.done("support", "step", "restore", try #require(removed["id"] as? String))
        let sos = try sandbox.done("support", "sos").text
        #expect(sos.contains("local emergency number") && sos.contains("not a medical or emergency service"))
        #expect(sos.contains("Crisis line  142") && sos.contains("Anna  +43 660 1234567  any time") && sos.contains("1  Walk"))
        // For a stranger, or while it is locked: what holds everywhere, nothing of the owner's.
        sandbox.withoutKeys()
        for vault in [sandbox.vault, sandbox.work + "/none"] {
            let locked = try sandbox.run("support", "sos", extra: ["AURALYST_VAULT": vault])
            #expect(locked.isDone && locked.text.contains("local emergency number"), locked.summary)
            #expect(!locked.text.contains("Anna") && locked.errors.isEmpty, locked.summary)
            let document = try sandbox.run("support", "sos", "--json", extra: ["AURALYST_VAULT": vault])
            #expect(document.isDone && document.object["locked"] as? Bool == (vault == sandbox.vault), document.summary)
        }
        try sandbox.refused(["support", "step"], 3)
    }

    @Test func `the numbers that the owner chose are there while the vault is locked, and nothing else of the plan`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("support", "sos", "add", "Crisis line", "--phone", "142", "--note", "day and night")
        try sandbox.done("support", "buddy", "add", "Anna", "--phone", "143")
        #expect(try sandbox.done("preferences", "--json").object["sos_while_locked"] as? Bool == false)
        try sandbox.refused(["preferences", "--sos-while-locked", "on"], 64)
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault + "/sos.numbers"))
        #expect(try sandbox.done("preferences", "--sos-while-locked", "on", "--yes").text.contains("sos-while-locked  on"))
        // They are printed once, also where everything can be read.
        #expect(try sandbox.done("sos").text.components(separatedBy: "Crisis line").count == 2)
        let kept = try sandbox.done("preferences", "--json").object
        #expect(kept["sos_while_locked"] as? Bool == true)
        sandbox.withoutKeys()
        for words in [["sos"], ["support", "sos"]] {
            let locked = try sandbox.start(words).wait()
            #expect(locked.isDone && locked.text.contains("Crisis line  142") && locked.errors.isEmpty, locked.summary)
            #expect(!locked.text.contains("Anna") && !locked.text.contains("night"), locked.summary)
        }
        let document = try sandbox.done("sos", "--json").object
        let contacts = try #require(document["contacts"] as? [[String: Any]])
        #expect(contacts.count == 1 && contacts[0]["dial"] as? String == "142" && contacts[0]["id"] == nil)
        #expect(document["locked"] as? Bool == true && (document["buddies"] as? [Any])?.isEmpty == true)
    }
}
