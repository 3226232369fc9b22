/// How the owner's faces, mood words and tags look: part of the preferences, with a field for each, so that two devices can change
/// different ones at the same time.
package struct Looks: Hashable, Sendable {
    package var faces: [MoodFace: Face] = [:]
    /// By their `Tag.key`. One without anything is as if it were not here; it removes what was saved before.
    package var tags: [String: Label] = [:]
    /// Words that are offered, although they are not known or not used; and words that are hidden.
    package var moods: [Mood: Bool] = [:]

    /// The owner's sign and name for a face. Where one is empty, the drawing or `4 of 5` is shown.
    package struct Face: Hashable, Sendable {
        package var symbol: String
        package var label: String
        package init(symbol: String = "", label: String = "") { (self.symbol, self.label) = (symbol, label) }
    }

    package struct Label: Hashable, Sendable {
        /// An emoji, or another sign or two; empty for none.
        package var icon: String
        package var color: Color?
        /// `food`, `people`; empty for none.
        package var group: String
        package init(icon: String = "", color: Color? = nil, group: String = "") {
            (self.icon, self.color, self.group) = (icon, color, group)
        }
    }

    /// Named, not measured: each theme has its own shade.
    package enum Color: String, CaseIterable, Sendable {
        case red, orange, yellow, green, teal, blue, purple, pink
    }

    package init() {}

    /// How a tag looks, by its name however it is written.
    package subscript(tag name: String) -> Label? { tags[name.lowercased()] }

    /// The most characters of an icon, and of a label or group.
    package static let (iconLength, labelLength) = (2, 40)

    /// The first text in it that is too long or has a control character; `nil` if all are short.
    package var fault: PreferenceFault? {
        func isWrong(_ text: String, _ most: Int) -> Bool {
            text.count > most || text.utf8.count > most * 32 || text.unicodeScalars.contains(where: \.isControl)
        }
        let icons = faces.values.map(\.symbol) + tags.values.map(\.icon)
        let labels = faces.values.map(\.label) + tags.values.map(\.group)
        return icons.first { isWrong($0, Looks.iconLength) }.map { .icon($0) }
            ?? labels.first { isWrong($0, Looks.labelLength) }.map { .label($0) }
    }

    /// The words to choose from: the known ones, the owner's own, and the most used of others, without hidden ones.
    /// - Parameter used: the most used first.
    package func offered(used: [Mood]) -> [Mood] {
        let own = moods.filter(\.value).keys.sorted { $0.name < $1.name }.filter { !Mood.known.contains($0) }
        let others = used.filter { !Mood.known.contains($0) && !own.contains($0) && moods[$0] != false }
        return Mood.known.filter { moods[$0] != false } + own + others.prefix(6)
    }

    /// Tags by their groups, in the order given: the groups by name, then those without one (`""`).
    package func grouped<Name: StringProtocol>(_ names: [Name]) -> [(group: String, names: [Name])] {
        let groups = Dictionary(grouping: names) { self[tag: String($0)]?.group ?? "" }
        return groups.sorted { ($0.key.isEmpty ? 1 : 0, $0.key) < ($1.key.isEmpty ? 1 : 0, $1.key) }.map { ($0.key, $0.value) }
    }
}
