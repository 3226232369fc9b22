import Ledger
import SeededChance
import Testing

@Suite struct HybridClockTests {
    private static let now: Int64 = 1_773_000_000_000
    private static let end: Int64 = 1 << 48

    @Test func `seventy thousand stamps of one millisecond rise and carry into the next`() {
        var clock = HybridClock()
        var last = clock.tick(wallMilliseconds: Self.now)
        #expect(last == Stamp(milliseconds: UInt64(Self.now), counter: 0))
        var rising = true
        for _ in 1..<70_000 {
            let next = clock.tick(wallMilliseconds: Self.now)
            rising = rising && last < next
            last = next
        }
        #expect(rising)
        #expect(last == Stamp(milliseconds: UInt64(Self.now) + 1, counter: UInt16(69_999 - 65_536)))
        #expect(clock.tick(wallMilliseconds: Self.now + 2) == Stamp(milliseconds: UInt64(Self.now) + 2, counter: 0))
    }

    @Test(arguments: [now - 365 * 86_400_000, now - 1, 0, -1, .min, now, -end])
    func `a clock that goes back does not take the stamps with it`(wall: Int64) {
        var clock = HybridClock()
        let before = clock.tick(wallMilliseconds: Self.now)
        let after = clock.tick(wallMilliseconds: wall)
        #expect(before < after)
        #expect(after == Stamp(milliseconds: UInt64(Self.now), counter: 1))
    }

    @Test func `a clock before 1970 begins at the first stamps`() {
        var clock = HybridClock()
        #expect(clock.tick(wallMilliseconds: -5) == Stamp(milliseconds: 0, counter: 1))
        #expect(clock.tick(wallMilliseconds: .min) == Stamp(milliseconds: 0, counter: 2))
        #expect(clock.tick(wallMilliseconds: 1) == Stamp(milliseconds: 1, counter: 0))
    }

    @Test(arguments: [end - 1, end, end + 1, .max, .max - 1])
    func `a clock at or beyond the end of 48 bits still rises`(wall: Int64) {
        var clock = HybridClock(last: Stamp(rawValue: UInt64(Self.now) << 16))
        let first = clock.tick(wallMilliseconds: wall)
        let second = clock.tick(wallMilliseconds: wall)
        #expect(Stamp(rawValue: UInt64(Self.now) << 16) < first && first < second)
    }

    @Test func `after the last stamp of all the clock stands and does not stop the program`() {
        var clock = HybridClock(last: Stamp(rawValue: .max - 1))
        #expect(clock.tick(wallMilliseconds: Self.now) == Stamp(rawValue: .max))
        #expect(clock.tick(wallMilliseconds: Self.now) == Stamp(rawValue: .max))
        #expect(clock.tick(wallMilliseconds: .max) == Stamp(rawValue: .max))
    }

    @Test func `a stamp that was received lies before all later ones`() throws {
        var clock = HybridClock()
        let own = clock.tick(wallMilliseconds: Self.now)
        let ahead = try #require(Stamp(milliseconds: UInt64(Self.now) + 86_400_000, counter: 9))
        clock.receive(ahead)
        #expect(clock.tick(wallMilliseconds: Self.now) == Stamp(milliseconds: ahead.milliseconds, counter: 10))
        clock.receive(own)
        #expect(clock.last > ahead)
    }

    @Test func `stamps rise whatever the wall clock and the other devices do`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var clock = HybridClock()
            var last = clock.last
            for _ in 0..<100 {
                if random.once(in: 4) {
                    let received = Stamp(rawValue: random.next() >> 1)
                    clock.receive(received)
                    #expect(clock.last >= received, "seed \(seed)")
                }
                let wall = random.pick([Int64(bitPattern: random.next()), Self.now, Self.now + Int64(random.below(100)), 0])
                let next = clock.tick(wallMilliseconds: wall)
                #expect(last < next || next.rawValue == .max, "seed \(seed)")
                last = next
            }
        }
    }

    @Test func `a stamp keeps both its parts and refuses more than 48 bits`() {
        #expect(Stamp(milliseconds: 1 << 48 - 1, counter: .max)?.rawValue == .max)
        #expect(Stamp(milliseconds: 1 << 48, counter: 0) == nil)
        #expect(Stamp(milliseconds: .max, counter: 0) == nil)
        let stamp = Stamp(rawValue: 0x0123_4567_89AB_CDEF)
        #expect(stamp.milliseconds == 0x0123_4567_89AB && stamp.counter == 0xCDEF)
        #expect(Stamp(milliseconds: 1, counter: 0).map { Stamp(rawValue: 0xFFFF) < $0 } == true)
    }
}
