/// Any random number generator as one type, without an existential, which Embedded Swift lacks. A copy gives the same numbers as
/// the original if the generator is a value.
struct Chance: RandomNumberGenerator, Sendable {
    private var step: @Sendable () -> (number: UInt64, rest: Chance)

    init(_ generator: some RandomNumberGenerator & Sendable) {
        step = {
            var generator = generator
            let number = generator.next()
            return (number, Chance(generator))
        }
    }

    mutating func next() -> UInt64 {
        let (number, rest) = step()
        self = rest
        return number
    }
}
