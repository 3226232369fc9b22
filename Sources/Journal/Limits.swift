/// What one record may hold. Beyond a limit a person gets a sentence, never a cut.
package enum Limits {
    /// Bytes of an entry's text in UTF-8: 1 MiB.
    package static let textBytes = 1 << 20
    /// Tags of one entry.
    package static let tags = 100
    /// Attachments of one entry.
    package static let attachments = 100
    /// How long a deleted record can be restored.
    package static let deletedDays = 30
}
