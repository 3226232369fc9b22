import GivenValues
import Importing
import Synchronization
import Testing

/// A source that is read on another processor than the one that enters its records.
@Suite struct ReadAheadTests {
    private struct Broken: Error, Equatable {}

    private func record(_ number: Int, bytes: Int) -> ImportItem {
        .record(
            ImportedRecord(
                position: SourcePosition(ordinal: number), day: .of("2026-03-14"), text: String(repeating: "a", count: bytes)))
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 65, 1_000], [10, 100_000])
    func `all comes in its order, however much it is`(count: Int, bytes: Int) throws {
        var taken: [Int?] = []
        try ReadAhead.take(from: { put in for number in 0..<count { try put(self.record(number, bytes: bytes)) } }) { item in
            if case .record(let record) = item { taken.append(record.position.ordinal) }
        }
        #expect(taken == Array(0..<count))
    }

    @Test(arguments: [0, 31, 32, 500])
    func `a source that breaks is told when all before it was handed out`(count: Int) throws {
        var taken = 0
        #expect(throws: Broken()) {
            try ReadAhead.take(
                from: { put in
                    for number in 0..<count { try put(self.record(number, bytes: 10)) }
                    throw Broken()
                }, { _ in taken += 1 })
        }
        #expect(taken == count)
    }

    @Test func `whoever gives up has the reading end before it goes on`() throws {
        let isReading = Mutex(false)
        let read = Mutex(0)
        #expect(throws: Broken()) {
            try ReadAhead.take(
                from: { put in
                    isReading.withLock { $0 = true }
                    defer { isReading.withLock { $0 = false } }
                    for number in 0..<1_000_000 {
                        try put(self.record(number, bytes: 10))
                        read.withLock { $0 += 1 }
                    }
                }, { _ in throw Broken() })
        }
        #expect(isReading.withLock { $0 } == false)
        #expect(read.withLock { $0 } < 1_000_000)
    }
}
