import Journal
import Ledger

extension Looks {
    // What the fields of the preferences begin with: `face:4`, `tag:walk`, `mood:calm`.
    private static let (face, tag, mood) = ("face:", "tag:", "mood:")

    /// Its fields in the preferences; `null` for a tag or a face without anything of its own.
    package var fields: [String: JSON] {
        var fields: [String: JSON] = [:]
        func put(_ name: String, _ members: [(String, String)]) {
            let all = members.filter { !$0.1.isEmpty }.map { ($0.0, JSON.string($0.1)) }
            fields[name] = all.isEmpty ? .null : .object(Dictionary(uniqueKeysWithValues: all))
        }
        for (face, look) in faces { put(Looks.face + String(face.level), [("symbol", look.symbol), ("label", look.label)]) }
        for (tag, look) in tags {
            put(Looks.tag + tag, [("icon", look.icon), ("color", look.color?.rawValue ?? ""), ("group", look.group)])
        }
        for (word, isOffered) in moods { fields[Looks.mood + word.name] = .bool(isOffered) }
        return fields
    }

    package init(fields: [String: JSON]) {
        self.init()
        for (name, value) in fields {
            func text(_ member: String) -> String { value[member]?.string ?? "" }
            if name.hasPrefix(Looks.tag), value.object != nil {
                tags[String(name.dropFirst(Looks.tag.count))] = Label(
                    icon: text("icon"), color: Color(rawValue: text("color")), group: text("group"))
            } else if name.hasPrefix(Looks.face), value.object != nil, let level = Int(name.dropFirst(Looks.face.count)),
                let face = MoodFace.allCases.first(where: { $0.level == level })
            {
                faces[face] = Face(symbol: text("symbol"), label: text("label"))
            } else if name.hasPrefix(Looks.mood), let word = Mood(String(name.dropFirst(Looks.mood.count))) {
                moods[word] = value.bool
            }
        }
    }
}
