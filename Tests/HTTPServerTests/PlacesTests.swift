import HTTP
import HTTPServer
import Testing

@Suite struct PlacesTests {
    private let here = AddressBlock("127.0.0.1")

    /// So many connections, numbered in the order of their coming.
    private func full(_ count: Int, most: Int) -> Places<Int> {
        var places = Places<Int>(most: most)
        for id in 0..<count { #expect(places.enter(id, from: here) == .free) }
        return places
    }

    @Test func `a full server gives the place of the one that has kept it waiting longest`() {
        var places = full(3, most: 3)
        places.begin(0, isWaiting: false)
        places.wait(0, true)
        #expect(places.enter(3, from: here) == .insteadOf(1))
        #expect(places.enter(4, from: here) == .insteadOf(2))
        // Bytes that drip in make no request newer.
        places.wait(0, false)
        places.wait(0, true)
        #expect(places.enter(5, from: here) == .insteadOf(0))
        #expect(places.count == 3)
    }

    @Test func `who is known or is being served keeps the place, and then there is none`() {
        var places = full(2, most: 2)
        places.keep(0)
        places.wait(1, false)
        #expect(places.enter(2, from: here) == .full)
        // The next request of the same connection has to say again who it is.
        places.begin(0, isWaiting: true)
        #expect(places.enter(3, from: here) == .insteadOf(0))
    }

    @Test func `one block of addresses gets a quarter, and pushes out only its own`() {
        var places = full(1, most: 100)
        let flood = AddressBlock("2001:db8::1")
        for id in 1...25 { #expect(places.enter(id, from: AddressBlock("2001:db8::\(id)")) == .free) }
        for id in 26..<1_000 { #expect(places.enter(id, from: flood) == .insteadOf(id - 25)) }
        #expect(places.count == 26)
        places.leave(0)
        for id in 975..<1_000 { places.leave(id) }
        #expect(places.count == 0)
    }
}
