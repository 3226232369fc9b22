package enum ExportFormat: String, CaseIterable, Sendable {
    /// Everything, in one documented file that `import` reads back without loss.
    case json
    /// A folder of tables, one for each kind of record.
    case csv
    /// A folder of notes, one for each entry, with their files beside them.
    case markdown
    /// One page that any browser shows.
    case html
    case jrnl

    /// It is one file, and may be encrypted while it is written; the others are folders.
    package var isOneFile: Bool { self != .csv && self != .markdown }
    package var holdsFiles: Bool { self != .csv && self != .jrnl }
}
