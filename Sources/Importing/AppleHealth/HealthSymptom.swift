/// The symptom categories of Apple Health: their names here, and the meaning of their values.
package enum HealthSymptom {
    /// The part after `HKCategoryTypeIdentifier`, the name here, and the scale of its values. The index is the symptom's number.
    package static let all: [(type: String, name: String, scale: Scale)] = [
        ("AbdominalCramps", "Abdominal cramps", .severity), ("Acne", "Acne", .severity),
        ("AppetiteChanges", "Appetite changes", .appetite), ("BladderIncontinence", "Bladder incontinence", .severity),
        ("Bloating", "Bloating", .severity), ("BreastPain", "Breast pain", .severity),
        ("ChestTightnessOrPain", "Chest tightness or pain", .severity), ("Chills", "Chills", .severity),
        ("Constipation", "Constipation", .severity), ("Coughing", "Coughing", .severity), ("Diarrhea", "Diarrhea", .severity),
        ("Dizziness", "Dizziness", .severity), ("DrySkin", "Dry skin", .severity), ("Fainting", "Fainting", .severity),
        ("Fatigue", "Fatigue", .severity), ("Fever", "Fever", .severity), ("GeneralizedBodyAche", "Body ache", .severity),
        ("HairLoss", "Hair loss", .severity), ("Headache", "Headache", .severity), ("Heartburn", "Heartburn", .severity),
        ("HotFlashes", "Hot flashes", .severity), ("LossOfSmell", "Loss of smell", .severity),
        ("LossOfTaste", "Loss of taste", .severity), ("LowerBackPain", "Lower back pain", .severity),
        ("MemoryLapse", "Memory lapse", .severity), ("MoodChanges", "Mood changes", .presence), ("Nausea", "Nausea", .severity),
        ("NightSweats", "Night sweats", .severity), ("PelvicPain", "Pelvic pain", .severity),
        ("RapidPoundingOrFlutteringHeartbeat", "Rapid or pounding heartbeat", .severity), ("RunnyNose", "Runny nose", .severity),
        ("ShortnessOfBreath", "Shortness of breath", .severity), ("SinusCongestion", "Sinus congestion", .severity),
        ("SkippedHeartbeat", "Skipped heartbeat", .severity), ("SleepChanges", "Sleep changes", .presence),
        ("SoreThroat", "Sore throat", .severity), ("VaginalDryness", "Vaginal dryness", .severity),
        ("Vomiting", "Vomiting", .severity), ("Wheezing", "Wheezing", .severity),
        ("MenstrualFlow", "Menstrual flow", .flow), ("VaginalBleeding", "Menstrual flow", .flow),
    ]

    /// The words that a category uses for its values, and their prefixes.
    package enum Scale: CaseIterable {
        case severity, presence, appetite, flow

        /// By number, as in older exports: the word, and its severity, 0 to 10.
        ///
        /// Apple has three severities and a fourth value without one: 3, 6 and 9 are in the middle of the three thirds of the
        /// scale, and 5 means "present, severity unknown".
        package var values: [(number: Int, word: String, severity: Int)] {
            switch self {
            case .severity: [(0, "Unspecified", 5), (1, "NotPresent", 0), (2, "Mild", 3), (3, "Moderate", 6), (4, "Severe", 9)]
            case .presence: [(0, "Present", 5), (1, "NotPresent", 0)]
            case .appetite: [(0, "Unspecified", 5), (1, "NoChange", 0), (2, "Decreased", 5), (3, "Increased", 5)]
            case .flow: [(1, "Unspecified", 5), (2, "Light", 3), (3, "Medium", 6), (4, "Heavy", 9), (5, "None", 0)]
            }
        }

        var prefixes: [String] {
            switch self {
            case .severity: ["HKCategoryValueSeverity"]
            case .presence: ["HKCategoryValuePresence", "HKCategoryValueSeverity"]
            case .appetite: ["HKCategoryValueAppetiteChanges"]
            case .flow: ["HKCategoryValueMenstrualFlow", "HKCategoryValueVaginalBleeding"]
            }
        }
    }

    /// The number of a symptom by the full name of its type.
    static let numbers: [String: Int] = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ("HKCategoryTypeIdentifier" + $0.element.type, $0.offset) })

    /// The number of a value; `nil` if this symptom does not have it.
    static func value(_ text: String, of symptom: Int) -> Int? {
        guard all.indices.contains(symptom) else { return nil }
        let scale = all[symptom].scale
        let word = scale.prefixes.first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) }
        return scale.values.first { $0.word == word || String($0.number) == text }?.number
    }
}

/// The value of a sleep record. The raw value is the order in which one source's records count: if it covers a time twice, the
/// more specific stage comes first.
package enum SleepStage: UInt8, CaseIterable {
    case awake, deep, rem, core, asleep, inBed

    /// The name of the part of a `HealthSample`.
    var part: String {
        switch self {
        case .awake: "awake"
        case .deep: "deep"
        case .rem: "rem"
        case .core: "core"
        case .asleep: "asleep"
        case .inBed: "in bed"
        }
    }

    /// From the value of a record; older exports have its number.
    init?(value: String) {
        let prefix = "HKCategoryValueSleepAnalysis"
        switch value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : value {
        case "InBed", "0": self = .inBed
        case "Asleep", "AsleepUnspecified", "1": self = .asleep
        case "Awake", "2": self = .awake
        case "AsleepCore", "3": self = .core
        case "AsleepDeep", "4": self = .deep
        case "AsleepREM", "5": self = .rem
        default: return nil
        }
    }
}
