import Journal
import Ledger
import Records
import SeededChance

/// A history of several devices in two journals: whole and partial entries, edits of everything, deletions, restorations, kinds and
/// fields that this version does not know, malformed values, and the same names in both journals.
struct RandomHistory {
    let written: [Written]
    let ids: [RecordID]

    init(seed: UInt64, count: Int) {
        var random = SplitMix64(seed: seed)
        var chronicle = Chronicle(journals: 2, devices: 3, seed: seed)
        let ids = (0..<12).map { _ in RecordID.random(using: &random) }
        var names: [WriteName] = []
        chronicle.write([], journal: 0, device: 0)
        chronicle.write([], journal: 1, device: 1)
        for _ in 0..<count {
            // Often the same millisecond, so that devices write with equal stamps.
            chronicle.wall += Int64([0, 0, 1, 5, -3].randomElement(using: &random) ?? 0)
            let mutations = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                RandomHistory.mutation(of: ids, seen: names, &random)
            }
            let device = Int.random(in: 0..<3, using: &random)
            let journal = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
            let payload = chronicle.write(mutations, journal: journal, device: device).payload
            if let payload { names.append(WriteName(stamp: payload.stamp, device: chronicle.devices[device])) }
        }
        written = chronicle.written
        self.ids = ids
    }

    /// Another order of arrival: each device's chain in each journal keeps its own.
    func rearranged(seed: UInt64) -> [Written] {
        var random = SplitMix64(seed: seed)
        var chains = Dictionary(grouping: written) { "\($0.operation.header.journal) \($0.operation.header.device)" }
            .sorted { $0.key < $1.key }.map { $0.value[...] }
        var result: [Written] = []
        while !chains.isEmpty {
            let index = Int.random(in: 0..<chains.count, using: &random)
            let count = Int.random(in: 1...9, using: &random)
            result += chains[index].prefix(count)
            chains[index] = chains[index].dropFirst(count)
            chains.removeAll { $0.isEmpty }
        }
        return result
    }

    private static func mutation(of ids: [RecordID], seen: [WriteName], _ random: inout SplitMix64) -> Mutation {
        func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
        let kind = chance(5) ? ["attachment", "dream"].randomElement(using: &random) ?? "dream" : "entry"
        var fields: [String: JSON] = [:]
        if kind == "entry", chance(3) {
            fields = Given.entry("x").fields
            for (field, value) in RandomHistory.fields(&random) where fields[field] != nil { fields[field] = value }
        }
        for (field, value) in RandomHistory.fields(&random) where chance(4) { fields[field] = value }
        if chance(7) { fields["gone"] = .bool(!chance(3)) }
        if chance(30) { fields[["instant", "day", "text", "tags", "gone"].randomElement(using: &random) ?? "day"] = ["no", 5] }
        var replaced: [String: WriteName] = [:]
        for field in fields.keys.sorted() where chance(2) { replaced[field] = seen.suffix(20).randomElement(using: &random) }
        return Mutation(kind: kind, record: ids.randomElement(using: &random) ?? ids[0], fields: fields, replaced: replaced)
    }

    private static func fields(_ random: inout SplitMix64) -> [(String, JSON)] {
        func pick(_ list: [JSON]) -> JSON { list.randomElement(using: &random) ?? .null }
        let words = [
            "rain", "walk", "long", "Café", "cafe\u{301}", "the", "Übermut", "日記", "😀", "raining", "walk.", "\"", "a\nb",
            "\u{F5D0}",
        ]
        let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined(
            separator: " ")
        let tags = ["walk", "Dog", "DOG", "été", "a-b"].filter { _ in Bool.random(using: &random) }
        let day = LocalDay(number: Int.random(in: -719_162...20_000, using: &random))
        return [
            ("instant", .int(Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random))),
            ("zone", pick(["UTC", "Europe/Vienna", "Pacific/Apia"])), ("day", .text(day?.iso)), ("text", .string(text)),
            ("mood", pick(["happy", "sad", "so-so", nil])), ("mood_source", pick(["chosen", "suggested", nil])),
            ("mood_score", pick([3, 8, nil])),
            ("tags", .array(tags.map { .string($0) })), ("tags walk", pick(["Walk", "walk", true, nil, []])),
            ("tags été", pick(["été", nil, [[1, 0, "x"]]])), ("tags ", pick([true, nil])), ("starred", pick([true, false])),
            ("weather", pick([["sky": ["clear", .double(0.5), nil]], "new \u{0} text", .int(.max), .int(.min)])),
            ("ünknown", pick([[], [:], 0])), ("attachments", .array([.string(Given.id(1).description)])),
        ]
    }
}
