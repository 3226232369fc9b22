/// Limits of one record. Exceeding one is an error, never a truncation.
package enum Limits {
    /// Bytes of an entry's text in UTF-8: 1 MiB.
    package static let textBytes = 1 << 20
    package static let tags = 100
    package static let attachments = 100
    /// How long a deleted record can be restored.
    package static let deletedDays = 30
}
