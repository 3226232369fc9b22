import Journal
import Ledger
import Records
import SeededChance
import Testing

@Suite struct DailyRecordTests {
    @Test func `preferences come back from their fields`() {
        let all = Preferences(
            onlineQuotes: true, idleMinutes: 240, dateLanguage: "pt-BR", weekStart: 7, prompts: false, theme: .dark)
        for preferences in [all, .standard] { #expect(Preferences(fields: preferences.fields) == preferences) }
        #expect(Preferences(fields: [:]) == .standard)
    }

    @Test(
        arguments: [
            ["quotes_online": "yes"], ["idle_minutes": 0], ["idle_minutes": 241], ["idle_minutes": "ten"],
            ["idle_minutes": .double(5.5)], ["hidden_minutes": -1], ["hidden_minutes": 241],
            ["date_language": "../x"], ["date_language": 7], ["week_start": 0], ["week_start": 8], ["week_start": .int(.max)],
            ["prompts": nil], ["theme": "sepia"], ["theme": 1], ["a field of a newer version": [1, 2]],
        ] as [[String: JSON]])
    func `a value that this version does not know has its standard`(fields: [String: JSON]) {
        #expect(Preferences(fields: fields) == .standard)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `looks come back from their fields, and two devices that change different ones keep both`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        func looks() -> Preferences {
            var preferences = Preferences.standard
            for face in MoodFace.allCases where Bool.random(using: &chance) {
                preferences.looks.faces[face] = .init(symbol: ["", "🙂"].randomElement(using: &chance) ?? "", label: "as ever")
            }
            for tag in ["walk", "a:b", "ü", "tag:x"] where Bool.random(using: &chance) {
                preferences.looks.tags[tag] = .init(
                    icon: "🚶", color: Looks.Color.allCases.randomElement(using: &chance),
                    group: ["", "Out"].randomElement(using: &chance) ?? "")
            }
            for word in Mood.known where Bool.random(using: &chance) {
                preferences.looks.moods[word] = Bool.random(using: &chance)
            }
            return preferences
        }
        for _ in 0..<50 {
            let (mine, theirs) = (looks(), looks())
            #expect(Preferences(fields: mine.fields) == mine, "seed \(seed)")
            // A field for each: what only they changed stands beside mine.
            let both = Preferences(fields: theirs.fields.merging(mine.looks.fields) { $1 }).looks
            #expect(mine.looks.tags.allSatisfy { both.tags[$0.key] == $0.value }, "seed \(seed)")
            #expect(
                theirs.looks.tags.allSatisfy { mine.looks.tags[$0.key] != nil || both.tags[$0.key] == $0.value }, "seed \(seed)")
        }
    }

    @Test func `an icon taken away is gone, and looks of a newer version do no harm`() {
        var preferences = Preferences.standard
        preferences.looks.tags["walk"] = .init()
        #expect(preferences.fields["tag:walk"] == .some(.null))
        let odd: [String: JSON] = [
            "face:9": ["symbol": "x"], "face:": [:], "tag:walk": 7, "mood:": true, "mood:calm": "yes",
            "tag:a": ["color": "mauve"],
        ]
        #expect(Preferences(fields: odd).looks.tags == ["a": .init()] && Preferences(fields: odd).looks.faces.isEmpty)
    }

    @Test func `the record of preferences has one name for ever`() {
        #expect(Preferences.record.description == "mgdjrqe6c88vyjr03qyx8j1d6c")
    }

    @Test func `a template comes back from its fields, and what is none is left out`() {
        for template in [Template(name: "Evening", text: "# Today\n"), Template(name: "n", text: "t", rank: -4)] {
            #expect(Template(fields: template.fields) == template)
        }
        let broken: [[String: JSON]] = [
            [:], ["name": "n"], ["text": "t"], ["name": 1, "text": "t"], ["name": "n", "text": []], ["name": "", "text": "t"],
            ["name": "n", "text": " "], ["name": "n", "text": "a\0"],
            ["name": .string(String(repeating: "n", count: 99)), "text": "t"],
        ]
        for fields in broken { #expect(Template(fields: fields) == nil, "\(fields)") }
        #expect(Template(fields: ["name": "n", "text": "t", "rank": "high"])?.rank == nil)
    }
}
