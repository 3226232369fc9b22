/// The separators between and after the records of a JSON document with one record on each line: in an export and in the readable
/// part of a backup.
package struct RecordLines {
    private var isFirst = true

    package init(isFirst: Bool = true) { self.isFirst = isFirst }

    /// The text before the next record.
    package mutating func next() -> [UInt8] {
        defer { isFirst = false }
        return isFirst ? [0x0A] : [0x2C, 0x0A]
    }

    /// The text after the last record.
    package static let closing = Array("\n]}\n".utf8)
}
