/// Why bytes are not a mood model.
package enum MoodModelError: Error, Equatable, Sendable {
    /// They do not begin as a mood model of this version does.
    case unknownFormat
    /// They are shorter or longer than their header says.
    case wrongSize
    /// Their checksum does not fit: a byte has changed.
    case damaged
    case badHeader
}
