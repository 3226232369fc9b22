import Journal
import Ledger
import Records
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
