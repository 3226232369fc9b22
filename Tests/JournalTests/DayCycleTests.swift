import Journal
import Testing

@Suite struct DayCycleTests {
    @Test(arguments: [1, 2, 3, 4, 7, 12, 72, 100, 244, 365, 1000])
    func `every place comes once before one comes again`(count: Int) throws {
        let cycle = DayCycle(count: count)
        for start in [-719_162, -5, 0, 20_526] {
            let places = try (start..<start + count).map { cycle.place(on: try #require(LocalDay(number: $0))) }
            #expect(places.sorted() == Array(0..<count), "from \(start)")
        }
    }

    @Test(arguments: [20, 72, 244])
    func `neighbouring days have places that are far apart`(count: Int) throws {
        let cycle = DayCycle(count: count)
        let places = try (0..<count).map { cycle.place(on: try #require(LocalDay(number: 20_000 + $0))) }
        for (a, b) in zip(places, places.dropFirst()) {
            let apart = min(abs(a - b), count - abs(a - b))
            #expect(apart > count / 5, "\(a) and \(b) of \(count)")
        }
    }

    @Test(arguments: [1, 5, 72])
    func `the place after a place is the one of the next day`(count: Int) throws {
        let cycle = DayCycle(count: count)
        for number in -3...100 {
            let today = try #require(LocalDay(number: number))
            let tomorrow = try #require(today.adding(days: 1))
            #expect(cycle.place(after: cycle.place(on: today)) == cycle.place(on: tomorrow))
        }
        #expect((0..<count).contains(cycle.place(after: -7)) && (0..<count).contains(cycle.place(after: .max - count)))
    }
}
