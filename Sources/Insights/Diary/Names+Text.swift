import Journal

extension Outcome.Name {
    /// Its form in records and documents: `symptom:headache`, `mood`, `craving`, `measure:weight`.
    package var text: String {
        switch self {
        case .symptom(let key): "symptom:" + key
        case .mood: "mood"
        case .craving: "craving"
        case .measure(let key): "measure:" + key
        }
    }

    /// From `text`; `nil` for anything else.
    package init?(text: some StringProtocol) {
        switch text {
        case "mood": self = .mood
        case "craving": self = .craving
        default:
            let key = String(text.dropFirst(8))
            guard !key.isEmpty else { return nil }
            switch text.prefix(8) {
            case "symptom:": self = .symptom(key)
            case "measure:": self = .measure(key)
            default: return nil
            }
        }
    }
}

extension Factor.Name {
    /// Its form in records and documents: `tag:walk`, `missed:RECORD`, `short-sleep`.
    package var text: String {
        switch self {
        case .tag(let tag): "tag:" + tag
        case .trigger(let trigger): "trigger:" + trigger
        case .taken(let medicine): "taken:" + medicine.description
        case .late(let medicine): "late:" + medicine.description
        case .missed(let medicine): "missed:" + medicine.description
        case .shortSleep: "short-sleep"
        case .badSleep: "bad-sleep"
        case .fewSteps: "few-steps"
        case .craving: "craving"
        case .menstruation: "menstruation"
        case .yes(let measure): "yes:" + measure
        case .high(let measure): "high:" + measure
        }
    }

    /// From `text`; `nil` for anything else.
    package init?(text: some StringProtocol) {
        let parts = String(text).split(separator: Character(":"), maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count == 2 ? parts[1] : nil) {
        case ("tag", let tag?) where !tag.isEmpty: self = .tag(tag)
        case ("trigger", let trigger?) where !trigger.isEmpty: self = .trigger(trigger)
        case ("taken", let id?), ("late", let id?), ("missed", let id?):
            guard let medicine = RecordID(text: id) else { return nil }
            self = parts[0] == "taken" ? .taken(medicine) : parts[0] == "late" ? .late(medicine) : .missed(medicine)
        case ("yes", let measure?) where !measure.isEmpty: self = .yes(measure)
        case ("high", let measure?) where !measure.isEmpty: self = .high(measure)
        case ("short-sleep", nil): self = .shortSleep
        case ("bad-sleep", nil): self = .badSleep
        case ("few-steps", nil): self = .fewSteps
        case ("craving", nil): self = .craving
        case ("menstruation", nil): self = .menstruation
        default: return nil
        }
    }

    /// Whether the two are related by the way they are logged, so that nothing can be learnt: a craving or a measure with itself,
    /// and a trigger with the craving of that day.
    package func isCircular(with outcome: Outcome.Name, lag: Int) -> Bool {
        switch (self, outcome) {
        case (.craving, .craving): true
        case (.trigger, .craving): lag == 0
        case (.high(let factor), .measure(let outcome)): MeasureEntry.isOneMeasure(factor, outcome)
        default: false
        }
    }
}
