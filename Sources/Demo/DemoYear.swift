import Journal

/// A year of a made-up person's journal, to try Auralyst with.
///
/// The same day and seed give the same entries on every machine. All people in it are fictional. It has days without an entry,
/// weekends that differ from workdays, seasonal weather, and headaches that are more frequent after short nights.
package enum DemoYear {
    package struct Entry: Hashable, Sendable {
        package let day: LocalDay
        package let time: TimeOfDay
        /// Markdown.
        package let text: String
        /// `nil` for about a third of the entries.
        package let mood: Mood?
        /// Sorted.
        package let tags: [Tag]
        /// About five in a hundred.
        package let starred: Bool
    }

    /// About 500 entries, the oldest first, in the 365 days up to and including `last`; fewer if the calendar begins within that
    /// year.
    package static func entries(endingOn last: LocalDay, seed: UInt64) -> [Entry] {
        var dice = DemoDice(seed: seed)
        var bag = DemoBag()
        var entries: [Entry] = []
        for back in stride(from: 364, through: 0, by: -1) {
            guard let day = last.adding(days: -back) else { continue }
            let night = DemoNight(on: day, seed: seed)
            for part in parts(of: day, &dice) {
                entries.append(entry(day, part, night, &bag, &dice))
            }
        }
        return entries
    }

    private static func parts(of day: LocalDay, _ dice: inout DemoDice) -> [DemoScene.Part] {
        let roll = dice.roll(100)
        // On a day off, people write less often, or at length.
        let none = day.weekday == 6 ? 20 : 11
        if roll < none { return [] }
        if roll < 52 { return [dice.roll(100) < 62 ? .evening : dice.roll(2) == 0 ? .morning : .noon] }
        if roll < 96 { return dice.roll(3) == 0 ? [.noon, .evening] : [.morning, .evening] }
        return [.morning, .noon, .evening]
    }

    private static func entry(
        _ day: LocalDay, _ part: DemoScene.Part, _ night: DemoNight, _ bag: inout DemoBag, _ dice: inout DemoDice
    ) -> Entry {
        let moment = DemoScene.Moment(day: day, part: part, hasHeadache: night.hasHeadache)
        let scene = bag.scene(for: moment, &dice)
        let words = DemoWords(moment, night)
        var text = words.filled(scene.text, &dice)
        if !scene.text.contains("\n"), let coda = bag.coda(for: moment, &dice) {
            text += (dice.roll(4) == 0 ? "\n\n" : " ") + words.filled(coda, &dice)
        }
        let mood = dice.roll(100) < 76 ? scene.mood : nil
        let starred = scene.mood == Mood("happy") ? dice.roll(100) < 13 : dice.roll(100) < 3
        return Entry(
            day: day, time: time(of: part, &dice), text: text, mood: mood,
            tags: dice.roll(100) < 75 ? scene.tags.sorted() : [], starred: starred)
    }

    private static func time(of part: DemoScene.Part, _ dice: inout DemoDice) -> TimeOfDay {
        let (first, minutes) =
            switch part {
            case .morning: (6 * 60 + 20, 190)
            case .noon: (11 * 60 + 50, 230)
            case .evening: (19 * 60 + 10, 260)
            }
        let minute = first + dice.roll(minutes)
        guard let time = TimeOfDay(hour: minute / 60, minute: minute % 60) else {
            preconditionFailure("every part of the day ends before midnight")
        }
        return time
    }
}

package struct DemoNight {
    /// Hours of sleep, 4 to 9.
    package let hours: Int
    /// Whether the day after it has a headache: two in five after fewer than six hours, otherwise one in sixteen.
    package let hasHeadache: Bool

    /// The night before a day: the same for everything that mentions it.
    package init(on day: LocalDay, seed: UInt64) {
        var dice = DemoDice(seed: seed &+ UInt64(bitPattern: Int64(day.number)) &* 0x9E37_79B9)
        hours = [4, 5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9][dice.roll(13)]
        hasHeadache = dice.roll(100) < (hours < 6 ? 40 : 6)
    }
}

/// SplitMix64: random numbers that are the same everywhere, which the standard library's are not.
package struct DemoDice {
    private var state: UInt64

    /// The same seed gives the same numbers.
    package init(seed: UInt64) { state = seed }

    /// 0 ..< `sides`.
    package mutating func roll(_ sides: Int) -> Int {
        precondition(sides > 0, "a die has a side")
        state &+= .splitMixStep
        return Int(state.splitMix % UInt64(sides))
    }
}

/// Scenes and codas, chosen at random so that none is repeated before the others of its kind were used.
struct DemoBag {
    private var uses = Array(repeating: 0, count: DemoTable.scenes.count)
    private var codaUses = Array(repeating: 0, count: DemoTable.endings.count)

    /// One of the least used scenes that fit.
    mutating func scene(for moment: DemoScene.Moment, _ dice: inout DemoDice) -> DemoScene {
        let fitting = DemoTable.scenes.indices.filter { DemoTable.scenes[$0].fits(moment) }
        let index = DemoBag.draw(fitting, &uses, &dice)
        // Its text is repeated unchanged, so it counts as used three times.
        if DemoTable.scenes[index].isFixed { uses[index] += 2 }
        return DemoTable.scenes[index]
    }

    /// A closing sentence, for two entries in five.
    mutating func coda(for moment: DemoScene.Moment, _ dice: inout DemoDice) -> String? {
        guard dice.roll(5) < 2 else { return nil }
        let fitting = DemoTable.endings.indices.filter { DemoTable.endings[$0].fits(moment) }
        return DemoTable.endings[DemoBag.draw(fitting, &codaUses, &dice)].text
    }

    private static func draw(_ fitting: [Int], _ uses: inout [Int], _ dice: inout DemoDice) -> Int {
        let least = fitting.map { uses[$0] }.min() ?? 0
        let fresh = fitting.filter { uses[$0] == least }
        precondition(!fresh.isEmpty, "every moment of a year has scenes")
        let index = fresh[dice.roll(fresh.count)]
        uses[index] += 1
        return index
    }
}
