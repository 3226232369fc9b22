/// A question that helps to begin: one thing to look at and to be glad of, if there is any gladness in it.
package struct Prompt: Hashable, Sendable {
    /// Its place among `Prompt.all`, from 0.
    package let number: Int

    /// The prompt at a place; `nil` where there is none.
    package init?(number: Int) {
        guard Prompt.all.indices.contains(number) else { return nil }
        self.number = number
    }

    private init(at place: Int) { number = place }

    /// One sentence.
    package var text: String { Prompt.all[number] }

    /// The prompt of a day; none comes again before all have come.
    package static func of(_ day: LocalDay) -> Prompt { Prompt(at: cycle.place(on: day)) }

    /// Another one: asked again and again, it goes through all of them.
    package static func another(than prompt: Prompt) -> Prompt { Prompt(at: cycle.place(after: prompt.number)) }

    private static let cycle = DayCycle(count: all.count)
}
