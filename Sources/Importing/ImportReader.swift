import Base
import Journal

/// Reads one program's exports, record by record.
///
/// A reader holds only as much of a source as necessary: it hands out each record as soon as it is read. A record that cannot be
/// imported is a separate problem and stops none of the others.
protocol ImportReader: SendableMetatype {
    static var format: ImportFormat { get }
    /// Whether a source is in this format, by its content. Its names may help, but never decide alone.
    static func recognises(_ tree: SourceTree) throws -> Bool
    static func needsPassword(_ tree: SourceTree) throws -> Bool
    /// The parts of a source that are not read: names of tables and columns.
    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String]
    /// Hands out everything in the order of the source.
    ///
    /// Throws an `ImportError` if nothing can be read at all, and rethrows the errors of `take`.
    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws
}

extension ImportReader {
    static func needsPassword(_ tree: SourceTree) throws -> Bool { false }
    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String] { [] }
}

package enum ImportItem: Sendable {
    case record(ImportedRecord)
    /// A template for entries; `sourceID` as for records.
    case template(Template, SourcePosition, sourceID: String?)
    case problem(ImportProblem)
    case finding(ImportFinding)
}

package struct ImportOptions: Sendable {
    package var moods = MoodMap()
    /// Decrypts jrnl's encryption with the owner's password; `nil` if none was given.
    package var decryptJrnl: (@Sendable ([UInt8]) throws(ImportError) -> [UInt8])?
    /// Set if a broken source is to be imported as far as it can be read.
    package var salvage: Salvage?
    package var columns = ColumnMap()
    /// The order of dates such as 09/06/2013; `nil` decides by all of them.
    package var dateOrder: DateOrder?
    /// Also change entries that have changed in the source since their import.
    package var updates = false
    /// The characters that begin a tag in jrnl's text; `nil` for those of the settings beside it, otherwise `#@`.
    package var tagSymbols: String?
    /// The zone if a source names none, and for the dates of files.
    package var surroundings: Surroundings

    package init(surroundings: Surroundings) { self.surroundings = surroundings }
}
