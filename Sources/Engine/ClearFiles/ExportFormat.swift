/// What can be exported, and how.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// Everything, in one documented file that `import` reads back without loss.
    case json
    /// A folder of tables, one a kind of record.
    case csv
    /// A folder of notes, one an entry, with their files beside.
    case markdown
    /// One page that any browser shows.
    case html
    /// A text file of jrnl.
    case jrnl

    /// It is one file, and may be encrypted on its way; the others are folders.
    package var isOneFile: Bool { self != .csv && self != .markdown }
    /// The bytes of attachments can go along.
    package var holdsFiles: Bool { self != .csv && self != .jrnl }
}
