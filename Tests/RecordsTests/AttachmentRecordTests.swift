import Ledger
import Records
import Testing

@Suite struct AttachmentRecordTests {
    private let record = AttachmentRecord(
        name: "été \"1\".jpg", type: "image/jpeg", size: .max, key: [UInt8](repeating: 1, count: 32),
        blob: [UInt8](repeating: 2, count: 16),
        hash: [UInt8](repeating: 3, count: 32))

    @Test func `an attachment comes back from its fields`() {
        #expect(AttachmentRecord(fields: record.fields) == record)
        #expect(AttachmentRecord(fields: record.fields.merging(["new": 1]) { $1 }) == record)
    }

    @Test(arguments: ["name", "type", "size", "key", "blob", "hash"])
    func `a field that is missing or malformed makes it none`(field: String) {
        for value in [nil, .null, .double(5.5), true, [], "", "zz", "01", .int(-1)] as [JSON?] {
            var fields = record.fields
            fields[field] = value
            if field == "name" || field == "type", value?.string != nil { continue }
            #expect(AttachmentRecord(fields: fields) == nil, "\(String(describing: value))")
        }
    }

    @Test(arguments: [("key", 31), ("key", 33), ("blob", 15), ("blob", 32), ("hash", 16)])
    func `bytes of another length make it none`(field: String, count: Int) {
        var fields = record.fields
        fields[field] = .string(hex([UInt8](repeating: 1, count: count)))
        #expect(AttachmentRecord(fields: fields) == nil)
    }
}
