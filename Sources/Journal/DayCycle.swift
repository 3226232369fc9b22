/// Visits a list day by day in a fixed order that looks random; every place comes up once before any repeats.
package struct DayCycle: Hashable, Sendable {
    /// Places in the list, at least 1.
    package let count: Int
    private let step: Int

    package init(count: Int) {
        precondition(count >= 1, "a list to go through has a place")
        self.count = count
        // Steps near the golden section give neighboring days distant places; without a common divisor with the count they reach
        // all of them.
        let first = max(1, count * 618 / 1000)
        step = (first..<first + count).first { DayCycle.divisor($0, count) == 1 } ?? 1
    }

    /// The place of a day, from 0.
    package func place(on day: LocalDay) -> Int {
        let number = ((day.number % count) + count) % count
        return Int(clamping: Int64(number) * Int64(step % count) % Int64(count))
    }

    package func place(after place: Int) -> Int { (((place % count) + count) % count + step) % count }

    private static func divisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
