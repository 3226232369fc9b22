import Insights
import Journal
import SeededChance
import Testing

private let iron = RecordID(test: "iron")

@Suite struct HypothesisTextTests {
    @Test(arguments: [
        (Hypothesis.factor(.tag("walk"), .symptom("headache"), lag: 1), "factor/tag:walk/symptom:headache/1"),
        (.factor(.tag("late/night 50 %"), .mood, lag: 0), "factor/tag:late%2Fnight%2050%20%25/mood/0"),
        (.factor(.trigger("Überstunden"), .craving, lag: 3), "factor/trigger:%C3%9Cberstunden/craving/3"),
        (.factor(.missed(iron), .mood, lag: 2), "factor/missed:\(iron)/mood/2"),
        (.factor(.shortSleep, .mood, lag: 1), "factor/short-sleep/mood/1"),
        (.factor(.menstruation, .symptom("a:b"), lag: 0), "factor/menstruation/symptom:a:b/0"),
        (.trend(.mood), "trend/mood"),
        (.change(.symptom("knee pain")), "change/symptom:knee%20pain"),
        (.weekend(.craving), "weekend/craving"),
        (.timeOfDay(.mood, .morning), "time/mood/morning"),
        (.asNeeded(iron, .symptom("頭痛")), "as-needed/\(iron)/symptom:%E9%A0%AD%E7%97%9B"),
        (.step(iron, .mood, day: 20526), "step/\(iron)/mood/20526"),
        (.step(iron, .mood, day: -113_215), "step/\(iron)/mood/-113215"),
    ])
    func `a question has one text, which gives it back`(question: Hypothesis, text: String) {
        #expect(question.text == text)
        #expect(Hypothesis(text: text) == question)
    }

    @Test(arguments: [
        "", "/", "trend", "trend/", "trend/mood/", "/trend/mood", "trend//mood", "trend/mood ", " trend/mood", "Trend/mood",
        "trend/Mood", "trend/symptom:", "trend/symptom", "trend/sleep", "trend/mood/1", "trend/%6Dood", "trend/moo%64",
        "trends/mood",
        "change", "change/mood/0", "weekend", "weekend/mood/sunday", "time/mood", "time/mood/noon", "time/mood/Morning",
        "time/mood/0", "time/morning/mood", "factor/tag:walk/mood", "factor/tag:walk/mood/4", "factor/tag:walk/mood/-1",
        "factor/tag:walk/mood/01", "factor/tag:walk/mood/+1", "factor/tag:walk/mood/", "factor/tag:walk/mood/1/",
        "factor/tag:walk/mood/one", "factor/tag:walk/mood/1.0", "factor/tag:walk/mood/99999999999999999999", "factor/tag:/mood/1",
        "factor/walk/mood/1", "factor/short-sleep:/mood/1", "factor/short-sleep:x/mood/1", "factor/mood/tag:walk/1",
        "factor/tag:a b/mood/1", "factor/tag:a%2fb/mood/1", "factor/tag:a%2/mood/1", "factor/tag:a%/mood/1",
        "factor/tag:a%GG/mood/1", "factor/tag:%61/mood/1", "factor/tag%3Awalk/mood/1", "factor/tag:ü/mood/1",
        "factor/tag:%FC/mood/1",
        "factor/tag:%C3/mood/1", "factor/tag:%C0%AF/mood/1", "factor/tag:%ED%A0%80/mood/1", "factor/tag:a\u{0}/mood/1",
        "factor/tag:a+b/mood/1",
        "as-needed/mood", "as-needed//mood", "as-needed/\(iron)/mood/1", "as_needed/\(iron)/mood", "step/\(iron)/mood",
        "step//mood/20526",
        "step/\(iron)/mood/", "step/\(iron)/mood/020526", "step/\(iron)/mood/+20526", "step/\(iron)/mood/-0",
        "step/\(iron)/mood/2932897",
        "step/\(iron)/mood/99999999999999999999", "step/\(iron)/mood/20526/", "trend/mood@20526", "trend/mood\n",
        "as-needed/01J/mood", "step/01J/mood/20526", "factor/missed:01J/mood/2",
        "as-needed/\(iron.description.uppercased())/mood",
    ])
    func `any other text is no question`(text: String) {
        #expect(Hypothesis(text: text) == nil)
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `random questions give themselves back in ASCII, and no two share a text`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var seen: [String: Hypothesis] = [:]
        for _ in 0..<3000 {
            let question = question(&random)
            let text = question.text
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "seed \(seed): \(text)")
            #expect(Hypothesis(text: text) == question, "seed \(seed): \(text)")
            #expect(seen[text] == nil || seen[text] == question, "seed \(seed): \(text)")
            seen[text] = question
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `a text with one byte changed is refused or another question that is written just so`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<3000 {
            var bytes = Array(question(&random).text.utf8)
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0..<128, using: &random)
            let text = String(decoding: bytes, as: UTF8.self)
            if let read = Hypothesis(text: text) { #expect(read.text == text, "seed \(seed): \(text)") }
        }
    }

    private func question(_ random: inout SplitMix64) -> Hypothesis {
        let outcome = pick([Outcome.Name.mood, .craving, .symptom(name(&random))], &random)
        let link = RecordID.random(using: &random)
        let factor = pick(
            [
                Factor.Name.tag(name(&random)), .trigger(name(&random)), .taken(link), .late(link), .missed(link), .shortSleep,
                .badSleep, .fewSteps, .craving, .menstruation,
            ], &random)
        return pick(
            [
                .factor(factor, outcome, lag: Int.random(in: 0...3, using: &random)), .trend(outcome), .change(outcome),
                .weekend(outcome), .timeOfDay(outcome, pick(DaySlot.allCases, &random)), .asNeeded(link, outcome),
                .step(link, outcome, day: Int.random(in: -719_162...2_932_896, using: &random)),
            ], &random)
    }

    private func name(_ random: inout SplitMix64) -> String {
        let letters = Array("abzAZ09 /%:@.-_~+ü頭🙂\u{301}\n\\\"")
        return String((0..<Int.random(in: 1...8, using: &random)).map { _ in pick(letters, &random) })
    }

    private func pick<Value>(_ values: [Value], _ random: inout SplitMix64) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}
