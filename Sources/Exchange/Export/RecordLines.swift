/// What stands between the records of a JSON document with one record a line, and behind the last: of an export as of the readable
/// part of a backup.
package struct RecordLines {
    private var isFirst = true

    package init(isFirst: Bool = true) { self.isFirst = isFirst }

    /// What goes before the next record.
    package mutating func next() -> [UInt8] {
        defer { isFirst = false }
        return isFirst ? [0x0A] : [0x2C, 0x0A]
    }

    /// What comes last.
    package static let closing = Array("\n]}\n".utf8)
}
