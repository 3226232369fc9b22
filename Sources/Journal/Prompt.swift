package struct Prompt: Hashable, Sendable {
    /// Its index in `Prompt.all`, from 0.
    package let number: Int

    /// The prompt at a place; `nil` where there is none.
    package init?(number: Int) {
        guard Prompt.all.indices.contains(number) else { return nil }
        self.number = number
    }

    private init(at place: Int) { number = place }

    /// One sentence.
    package var text: String { Prompt.all[number] }

    /// The prompt of a day; all come up before any repeats.
    package static func of(_ day: LocalDay) -> Prompt { Prompt(at: cycle.place(on: day)) }

    /// The next one: repeated calls go through all of them.
    package static func another(than prompt: Prompt) -> Prompt { Prompt(at: cycle.place(after: prompt.number)) }

    private static let cycle = DayCycle(count: all.count)
}
