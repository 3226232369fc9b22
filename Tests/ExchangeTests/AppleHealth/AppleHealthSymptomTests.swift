import GivenValues
import GivenVault
import Importing
import Journal
import Testing

@Suite struct AppleHealthSymptomTests {
    @Test(arguments: [
        ("Headache", "HKCategoryValueSeverityNotPresent", "Headache", 0),
        ("Headache", "HKCategoryValueSeverityMild", "Headache", 3),
        ("AbdominalCramps", "HKCategoryValueSeverityModerate", "Abdominal cramps", 6),
        ("GeneralizedBodyAche", "HKCategoryValueSeveritySevere", "Body ache", 9),
        ("Nausea", "HKCategoryValueSeverityUnspecified", "Nausea", 5), ("Nausea", "0", "Nausea", 5), ("Nausea", "4", "Nausea", 9),
        ("MoodChanges", "HKCategoryValuePresencePresent", "Mood changes", 5),
        ("SleepChanges", "HKCategoryValuePresenceNotPresent", "Sleep changes", 0),
        ("AppetiteChanges", "HKCategoryValueAppetiteChangesNoChange", "Appetite changes", 0),
        ("AppetiteChanges", "HKCategoryValueAppetiteChangesDecreased", "Appetite changes", 5),
        ("MenstrualFlow", "HKCategoryValueMenstrualFlowLight", "Menstrual flow", 3),
        ("MenstrualFlow", "HKCategoryValueVaginalBleedingHeavy", "Menstrual flow", 9),
    ])
    func `a symptom gets its name and strength`(type: String, value: String, name: String, severity: Int) async throws {
        var export = HealthExport()
        export.symptom(type, "03-01 08:00", value, end: "03-01 08:40")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        let entry = try #require(try await given.symptoms().first)
        #expect((entry.symptom, entry.severity, entry.day) == (name, severity, .of("2026-03-01")))
        #expect(entry.metrics == ["duration": 40])
        #expect(entry.menstruation == (type == "MenstrualFlow" ? true : nil))
        #expect((receipt.symptoms, receipt.count(.kept)) == (1, 1))
    }

    @Test func `a day without flow is no day of menstruation`() async throws {
        var export = HealthExport()
        export.symptom("MenstrualFlow", "03-01 08:00", "HKCategoryValueMenstrualFlowNone")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.symptoms().map(\.menstruation) == [false])
    }

    @Test func `what an appetite did stands in the note`() async throws {
        var export = HealthExport()
        export.symptom("AppetiteChanges", "03-01 08:00", "HKCategoryValueAppetiteChangesIncreased")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.symptoms().map(\.note) == ["Increased."])
    }

    @Test(arguments: [
        ("Headache", "HKCategoryValueSeverityUnbearable"), ("Headache", ""), ("Headache", "7"), ("Headache", "-1"),
        ("MoodChanges", "HKCategoryValueMild"), ("AppetiteChanges", "4"), ("MenstrualFlow", "0"),
    ])
    func `a value that is not known is not guessed`(type: String, value: String) async throws {
        var export = HealthExport()
        export.symptom(type, "03-01 08:00", value)
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.symptoms().isEmpty)
        #expect(receipt.groups == [.init(type: type, reason: .unknownValue): 1])
        #expect(receipt.problems.map(\.line) == [4])
    }

    @Test func `the same symptom twice is one, and a stronger one at the same time another`() async throws {
        var export = HealthExport()
        export.symptom("Headache", "03-01 08:00", "HKCategoryValueSeverityMild")
        export.symptom("Headache", "03-01 08:00", "HKCategoryValueSeverityMild")
        export.symptom("Headache", "03-01 08:00", "HKCategoryValueSeveritySevere")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.symptoms().map(\.severity).sorted() == [3, 9])
        #expect((receipt.count(.kept), receipt.count(.merged)) == (2, 1))
    }

    @Test func `all of Apple's symptoms are known`() async throws {
        let types = [
            "AbdominalCramps", "Acne", "AppetiteChanges", "BladderIncontinence", "Bloating", "BreastPain", "ChestTightnessOrPain",
            "Chills", "Constipation", "Coughing", "Diarrhea", "Dizziness", "DrySkin", "Fainting", "Fatigue", "Fever",
            "GeneralizedBodyAche", "HairLoss", "Headache", "Heartburn", "HotFlashes", "LossOfSmell", "LossOfTaste",
            "LowerBackPain", "MemoryLapse", "MoodChanges", "Nausea", "NightSweats", "PelvicPain",
            "RapidPoundingOrFlutteringHeartbeat", "RunnyNose", "ShortnessOfBreath", "SinusCongestion", "SkippedHeartbeat",
            "SleepChanges", "SoreThroat", "VaginalDryness", "Vomiting", "Wheezing",
        ]
        var export = HealthExport()
        for type in types { export.symptom(type, "03-01 08:00", "1") }
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect((receipt.count(.kept), try await given.symptoms().count) == (types.count, types.count))
    }
}
