import Base
import Journal

/// Reads what one program exports, record by record.
///
/// A reader holds no more of a source than it must: it hands out each record as soon as it has it. A record that cannot be
/// taken is a problem of its own and stops none of the others.
protocol ImportReader: SendableMetatype {
    /// What it reads.
    static var format: ImportFormat { get }
    /// Whether a source is of this format, by what is in it. Its names may help, they never decide alone.
    static func recognises(_ tree: SourceTree) throws -> Bool
    /// Whether it takes a password to read this.
    static func needsPassword(_ tree: SourceTree) throws -> Bool
    /// What lies in a source and is not read: names of tables and columns.
    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String]
    /// Hands out everything in the order of the source.
    ///
    /// Throws an `ImportError` where nothing can be read at all, and passes on what `take` throws.
    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws
}

extension ImportReader {
    static func needsPassword(_ tree: SourceTree) throws -> Bool { false }
    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String] { [] }
}

/// One thing that a reader hands out.
package enum ImportItem: Sendable {
    case record(ImportedRecord)
    /// A text with which entries may begin; `sourceID` as of records.
    case template(Template, SourcePosition, sourceID: String?)
    /// A record that cannot be taken.
    case problem(ImportProblem)
    /// What a person should look at.
    case finding(ImportFinding)
}

/// What a person says about a source, beside where it is.
package struct ImportOptions: Sendable {
    /// Levels of moods by their names.
    package var moods = MoodMap()
    /// Decrypts what jrnl encrypted, with the password that the person gave; `nil` where none was given.
    package var decryptJrnl: (@Sendable ([UInt8]) throws(ImportError) -> [UInt8])?
    /// Present where a broken source is to be taken as far as it can be read.
    package var salvage: Salvage?
    /// Which column of a table is what.
    package var columns = ColumnMap()
    /// What comes first in dates such as 09/06/2013; `nil` decides by all of them.
    package var dateOrder: DateOrder?
    /// Entries that have changed in the source since they were imported are changed too.
    package var updates = false
    /// The characters that begin a tag in jrnl's text; `nil` for those of the settings beside it, else `#@`.
    package var tagSymbols: String?
    /// The zone of the wall clock where a source names none, and for the dates of files.
    package var surroundings: Surroundings

    package init(surroundings: Surroundings) { self.surroundings = surroundings }
}
