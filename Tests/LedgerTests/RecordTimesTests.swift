import Ledger
import Testing

/// When a record was changed and deleted, for records that have a past of their own.
@Suite struct RecordTimesTests {
    private static func write(_ value: JSON, at milliseconds: UInt64, device: UInt8 = 1) -> Write {
        let stamp = Stamp(milliseconds: milliseconds, counter: 0) ?? .zero
        return Write(
            name: WriteName(stamp: stamp, device: DeviceID(publicKey: [device])), value: value, replaced: nil)
    }

    private static func state(_ fields: [String: Write]) -> RecordState { RecordState(fields: fields) }

    @Test func `a record without a field was never changed`() { #expect(RecordState().modified == nil) }

    @Test func `the latest write says when, until it says itself when it was`() {
        #expect(Self.state(["text": Self.write("a", at: 5), "mood": Self.write("b", at: 9)]).modified == 9)
        let told = ["text": Self.write("a", at: 9), "modified": Self.write(3, at: 9)]
        #expect(Self.state(told).modified == 3)
        #expect(Self.state(told.merging(["mood": Self.write("b", at: 10)]) { $1 }).modified == 10, "anything newer counts")
        let other = ["text": Self.write("a", at: 9, device: 2), "modified": Self.write(3, at: 9)]
        let names = [DeviceID(publicKey: [1]), DeviceID(publicKey: [2])]
        #expect(
            Self.state(other).modified == (names[0] < names[1] ? 9 : 3), "of two writes at one time the later in order counts")
    }

    @Test(arguments: [JSON.int(-1), .int(1 << 48), .string("3"), .null, .double(3.5)])
    func `a time that is none counts for nothing`(value: JSON) {
        #expect(Self.state(["modified": Self.write(value, at: 9)]).modified == 9)
        let gone = ["gone": Self.write(true, at: 9), "gone_since": Self.write(value, at: 9)]
        #expect(Self.state(gone).goneSince?.milliseconds == 9)
    }

    @Test func `a record is gone since the write that did it, unless that write says since when`() {
        #expect(Self.state(["gone": Self.write(true, at: 9)]).goneSince?.milliseconds == 9)
        let told = ["gone": Self.write(true, at: 9), "gone_since": Self.write(4, at: 9)]
        #expect(Self.state(told).goneSince?.milliseconds == 4)
        let again = told.merging(["gone": Self.write(true, at: 12)]) { $1 }
        #expect(Self.state(again).goneSince?.milliseconds == 12, "deleted again")
        #expect(Self.state(told.merging(["gone": Self.write(false, at: 12)]) { $1 }).goneSince == nil)
    }
}
