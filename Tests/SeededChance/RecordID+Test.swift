import Basics

extension RecordID {
    /// The record that a test calls by this name; names of at most 16 bytes have different ids, in the order of the names.
    package init(test name: String) { self.init(firstBytesOf: Array(name.utf8) + [UInt8](repeating: 0, count: 16)) }

    /// The name that a test called it by.
    package var testName: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}
