import Ledger
import Testing

/// How the lines of a snapshot are written and read.
@Suite struct SnapshotFormTests {
    private let device = DeviceID(firstBytesOf: [UInt8](repeating: 1, count: 32))
    private let other = DeviceID(firstBytesOf: [UInt8](repeating: 2, count: 32))
    private let record = RecordID(firstBytesOf: [UInt8](repeating: 3, count: 32))
    private let journal = JournalID(firstBytesOf: [UInt8](repeating: 4, count: 32))

    private func stamp(_ milliseconds: UInt64) -> Stamp { Stamp(milliseconds: milliseconds, counter: 0) ?? .zero }
    private func name(_ milliseconds: UInt64, _ device: DeviceID) -> WriteName {
        WriteName(stamp: stamp(milliseconds), device: device)
    }

    @Test func `a record stands as the page on snapshots says, and is read as it was`() throws {
        let record = SnapshotRecord(
            kind: "entry", record: record,
            writes: [
                "text": [
                    Write(name: name(20, other), value: "later", replaced: name(10, device), ceiling: stamp(15)),
                    Write(name: name(10, device), value: "first", replaced: nil),
                ],
                "mood": [Write(name: name(30, device), value: .null, replaced: nil, ceiling: stamp(25))],
            ])
        let (a, b) = (device.description, other.description)
        let text = """
            {"f":{"mood":[[null,2,-1,[25,0]]],"text":[["first",0],["later",1,0,[15,0]]]},"i":"\(record.record)","k":"entry",\
            "w":[[10,0,"\(a)"],[20,0,"\(b)"],[30,0,"\(a)"]]}
            """
        #expect(String(decoding: record.json.bytes, as: UTF8.self) == text)
        #expect(try SnapshotRecord(json: JSON(reading: Array(text.utf8))) == record)
    }

    @Test func `a head stands as the page on snapshots says, and is read as it was`() throws {
        let hash = [UInt8](repeating: 9, count: 32)
        let head = SnapshotHead(
            journal: journal, end: LogHead(position: 7, value: hash, received: 5), control: hash,
            ends: [other: ChainEnd(position: 3, hash: hash), device: ChainEnd(position: 4, hash: hash)])
        let digits = hex(hash)
        let text = """
            {"control":"\(digits)","ends":[["\(device)",4,"\(digits)"],["\(other)",3,"\(digits)"]],"head":"\(digits)",\
            "journal":"\(journal)","position":7,"received":5,"v":1}
            """
        #expect(String(decoding: head.json.bytes, as: UTF8.self) == text)
        #expect(try SnapshotHead(json: JSON(reading: Array(text.utf8))) == head)
        let newer = Array(text.replacing("\"v\":1", with: "\"v\":2").utf8)
        #expect(throws: LedgerError.newerVersion(version: 2, suite: 1)) { try SnapshotHead(json: JSON(reading: newer)) }
        for part in [SnapshotPart.head(head), .records([SnapshotRecord(kind: "entry", record: record, writes: [:])])] {
            let payload = Payload(part)
            #expect(try Payload(reading: payload.bytes) == payload)
        }
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"f":{"text":[["x",1]]},"i":"ID","k":"entry","w":[[1,0,"DEVICE"]]}"#,
        #"{"f":{"text":[["x"]]},"i":"ID","k":"entry","w":[[1,0,"DEVICE"]]}"#,
        #"{"f":{"text":[["x",0,0,0]]},"i":"ID","k":"entry","w":[[1,0,"DEVICE"]]}"#,
        #"{"f":{"text":[["x",0,-1]]},"i":"ID","k":"entry","w":[[1,0,"DEVICE"]]}"#,
        #"{"f":{"text":[["x",0,-1,[9,0]]]},"i":"ID","k":"entry","w":[[1,0,"DEVICE"]]}"#,
        #"{"f":{"text":"x"},"i":"ID","k":"entry","w":[]}"#,
        #"{"f":{"text":[["x",9223372036854775807]]},"i":"ID","k":"e","w":[]}"#,
        #"{"f":{},"i":"short","k":"entry","w":[]}"#, #"{"f":{},"i":"ID","k":"","w":[]}"#,
        #"{"v":1,"journal":"ID","position":0,"received":0,"head":"00","control":"00","ends":[]}"#,
    ])
    func `what has another shape is refused`(_ text: String) throws {
        let bytes = Array(text.replacing("ID", with: record.description).replacing("DEVICE", with: device.description).utf8)
        let json = try JSON(reading: bytes)
        #expect(throws: LedgerError.badSnapshot) { try SnapshotRecord(json: json) }
        if json.array == nil { #expect(throws: LedgerError.badSnapshot) { try SnapshotHead(json: json) } }
    }

    @Test func `of what was deleted for half a year the deletion stays, and what was written since`() {
        let day: UInt64 = 86_400_000
        func write(_ at: UInt64, _ value: JSON) -> Write { Write(name: name(at, device), value: value, replaced: nil) }
        let whole = SnapshotRecord(
            kind: "entry", record: record,
            writes: [
                "text": [write(day, "old"), write(190 * day, "new")], "gone": [write(2 * day, true), write(day, false)],
                "gone_since": [write(2 * day, 5)], "mood": [write(day, "sad")],
            ])
        #expect(whole.kept(received: Int64(182 * day)) == whole)
        let kept = whole.kept(received: Int64(182 * day) + 1)
        #expect(kept.writes.mapValues { $0.map(\.value) } == ["gone": [true], "gone_since": [5], "text": ["new"]])
        #expect(kept.kept(received: Int64(182 * day) + 1) == kept)
        var restored = whole
        restored.writes["gone"]?.append(write(3 * day, false))
        #expect(restored.kept(received: Int64(400 * day)) == restored)
    }
}
