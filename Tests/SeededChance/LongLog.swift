import Foundation

/// A made-up log as a JSON export of ours: each day an entry, a dose, a measurement, and a symptom or a check-in. The days end with yesterday, so that a
/// short log and a long one are the same but for their beginning.
///
/// What Insights could compare goes by whether a day is even, as does what is logged at all: there is no question to be answered. Those of
/// a long log would cost more than those of a short one, whose looks are at fewer days than a look may have.
package enum LongLog {
    /// - Parameter days: how many; four records each, and as many more as there are more doses.
    /// - Parameter doses: how many a day.
    /// - Parameter today: the day behind the last one, counted from 1970.
    package static func export(days: Int, doses: Int = 1, until today: Int = 20_530) -> String {
        let first = today - days
        var lines = [
            record(
                "medication", "0",
                #""amount":1,"archived":false,"as_needed":false,"name":"Metoprolol","strength":"50 mg","unit":"tablet""#),
            record(
                "medication_schedule", "0",
                #""amount":1,"medication":"\#(id("medication", "0"))","phrase":"every day at 07:00","rule":{"cadence":{"days":1},"times":[420]},"since":"\#(date(first))T00:00:00Z","start":"\#(date(first))","steps":[],"travel":"local","zone":"Europe/Vienna""#
            ),
        ]
        for number in first..<today { lines += day(number) + (1..<doses).map { dose(number, again: $0) } }
        return #"{"kind":"export","format":"auralyst","version":1,"attachments":"inside","records":["# + "\n"
            + lines.joined(separator: ",\n") + "\n]}\n"
    }

    /// A dose that no schedule asked for.
    private static func dose(_ number: Int, again: Int) -> String {
        let day = date(number)
        return record(
            "intake", day + " \(again)",
            #""day":"\#(day)","zone":"Europe/Vienna","amount":1,"instant":"\#(day)T1\#(again):05:00Z","medication":"\#(id("medication", "0"))","outcome":"taken","unit":"tablet""#
        )
    }

    private static func day(_ number: Int) -> [String] {
        let day = date(number)
        let words = (0..<40).map { place in "w\((number &* 31 &+ place &* 7) % 400)" }.joined(separator: " ")
        let rare = number % 1_000 == 523 ? " quokka" : ""
        let moment = #""day":"\#(day)","zone":"Europe/Vienna""#
        return [
            record(
                "entry", day,
                #"\#(moment),"attachments":[],"instant":"\#(day)T19:00:00Z","mood":"\#(["calm", "sad"][number % 2])","mood_source":"chosen","starred":\#(number % 20 == 0),"tags":["\#(["walk", "work"][number % 2])"],"text":"\#(words)\#(rare)""#
            ),
            record(
                "intake", day,
                #"\#(moment),"amount":1,"due":"\#(day)T06:00:00Z","instant":"\#(day)T06:05:00Z","medication":"\#(id("medication", "0"))","occurrence":"\#(day)T07:00","outcome":"taken","schedule":"\#(id("medication_schedule", "0"))","unit":"tablet""#
            ),
            record(
                "measure_entry", day,
                number % 3 == 0
                    ? #"\#(moment),"form":"pair","instant":"\#(day)T06:10:00Z","measure":"Blood pressure","second":\#(75 + number % 2),"unit":"mmHg","value":\#(118 + number % 2)"#
                    : #"\#(moment),"form":"number","instant":"\#(day)T06:10:00Z","measure":"Weight","unit":"kg","value":\#(68 + number % 2)"#
            ),
            number % 2 == 0
                ? record(
                    "check_in", day,
                    #"\#(moment),"craving":\#(number % 5),"helped":[],"instant":"\#(day)T20:00:00Z","mood":\#(1 + number % 10),"sleep":3,"triggers":[]"#
                )
                : record(
                    "symptom_entry", day,
                    #"\#(moment),"instant":"\#(day)T11:00:00Z","metrics":{},"severity":\#(number % 11),"symptom":"\#(["Headache", "Nausea"][number / 2 % 2])""#
                ),
        ]
    }

    private static func record(_ kind: String, _ key: String, _ fields: String) -> String {
        let moment = "2026-03-17T22:00:00Z"
        return
            #"{"kind":"\#(kind)","id":"\#(id(kind, key))","journal":"\#(id("journal", "0"))","created":"\#(moment)","modified":"\#(moment)",\#(fields)}"#
    }

    /// A name of 16 bytes in the alphabet of record names, made of kind and key: of the day, or 0 for what there is once.
    package static func id(_ kind: String, _ key: String) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var number: UInt64 = 0xcbf2_9ce4_8422_2325
        var name = ""
        for byte in (kind + key).utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for _ in 0..<25 {
            number = (number ^ number >> 29) &* 0x9e37_79b9_7f4a_7c15
            name.append(alphabet[Int(number >> 59)])
        }
        // 128 bits: of the last letter's five bits, two are zero.
        return name + "0"
    }

    package static func date(_ number: Int) -> String {
        Date(timeIntervalSince1970: Double(number) * 86_400).formatted(.iso8601.year().month().day())
    }
}
