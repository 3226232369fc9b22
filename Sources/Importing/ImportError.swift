import Ledger

package enum ImportError: Error, Hashable, Sendable {
    /// Text, but no entry of this format is in it.
    case notThisFormat
    /// A journal that jrnl encrypted (version 2 or 3): `jrnl --decrypt` has to write it in clear first.
    case encryptedJrnl
    /// Not text but the start of a known kind of file.
    case otherKind(Kind)
    /// Neither text nor a kind known here; jrnl before 2.0 encrypted to such bytes.
    case notText
    case malformedJSON
    case nestedTooDeeply(limit: Int)
    case tooLarge(bytes: Int64, limit: Int64)
    case unknownFormat
    /// An archive that ends early or breaks its own rules.
    case damagedArchive
    /// An archive, or a file in it, that is protected by a password.
    case encryptedArchive
    /// An archive with links, devices or names that lead out of it.
    case hostileArchive
    /// An archive that unpacks to far more than any export of its length.
    case swollenArchive
    case tooManyFiles(limit: Int)
    /// libarchive, which reads archives, is not on this machine.
    case noArchiveLibrary
    /// The source is encrypted in a way that only its own program opens.
    case encryptedSource
    case wrongPassword
    /// The table has no column for this; the names of those that it has.
    case noColumn(String, of: [String] = [])
    /// A table of our own CSV export that holds something else than entries: its file's name.
    case ownTable(String)
    /// A file that is called a table, and holds bytes that are no text.
    case notATable
    /// The database has no such table, or several that could be meant: their names.
    case noTable([String])
    /// A database that is damaged, or holds more than its file can.
    case damagedDatabase
    /// A database that needs more work than one of its size can: made so that reading it would not end.
    case endlessDatabase
    /// libyaml, which reads RedNotebook's months, is not on this machine.
    case noYAMLLibrary
    /// XML with a DOCTYPE, which no export of a journal has.
    case hostileXML
    /// JSON that breaks off, or breaks the grammar, on this line.
    case brokenJSON(line: Int)
    /// Pages to look at, without the data that this program exports beside them.
    case pagesOnly(ImportFormat)
    case notOfFormat(ImportFormat)
    case nothingInIt
    /// A folder in which exports lie, each for itself: their names.
    case severalExports([String])
    /// An archive in which several archives lie, each for itself: their names.
    case severalArchives([String])
    case beyondSalvage
    /// A file in an archive that has more than `limit` bytes.
    case tooLargeInside(String, limit: Int64)
    /// The database has no table of this name; those that it has.
    case noSuchTable(String, [String])
    /// One JSON value a line, which no journal exports.
    case jsonLines
    /// A file cannot be read; the system's `errno`.
    case file(path: String, code: Int32)
    /// Not a regular file.
    case notAFile(path: String)

    /// What the first bytes of a file tell.
    package enum Kind: String, Sendable {
        /// `PK`: also Day One, Journey and many other exports.
        case zip
        case gzip
        case pdf
        case sqlite
        case age
    }
}

extension ImportError.Kind {
    /// The kind that a file's first bytes name; `nil` for text and for what is not known here.
    package init?(startOf bytes: [UInt8]) {
        let starts: [([UInt8], ImportError.Kind)] = [
            ([0x50, 0x4B, 0x03, 0x04], .zip), ([0x50, 0x4B, 0x05, 0x06], .zip), ([0x1F, 0x8B], .gzip),
            (Array("%PDF-".utf8), .pdf), (Array("SQLite format 3\0".utf8), .sqlite),
            (Array("age-encryption.org/".utf8), .age), (Array("-----BEGIN AGE ENCRYPTED".utf8), .age),
        ]
        guard let match = starts.first(where: { bytes.starts(with: $0.0) }) else { return nil }
        self = match.1
    }
}

extension ImportError {
    /// Whether the file could not be read at all, whatever is in it.
    var isOfFile: Bool {
        switch self {
        case .file, .notAFile: true
        default: false
        }
    }

    /// Whether a file begins as jrnl encrypts: jrnl 3 and 4 write `JRNLv3`, jrnl 2 a Fernet token, which always begins so.
    static func isEncryptedJrnl(_ source: [UInt8]) -> Bool {
        source.starts(with: Array("JRNLv".utf8)) || source.starts(with: Array("gAAAAA".utf8))
    }
}

extension ImportError {
    /// What is wrong with a text that is no whole JSON. Reads it once more, to say where.
    static func fault(ofJSON bytes: [UInt8]) -> ImportError {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do {
            _ = try JSON(reading: text)
            return .malformedJSON
        } catch {
            switch error {
            case .tooDeep: return .nestedTooDeeply(limit: JSONPiece.depth)
            case .syntax(let place), .notUnicode(let place), .nameTwice(let place), .numberOutOfRange(let place):
                // Blank lines at the end are not where it breaks.
                let sound = text.prefix(place).lastIndex { $0 > 0x20 } ?? 0
                return .brokenJSON(line: text.prefix(sound).count { $0 == 0x0A } + 1)
            }
        }
    }
}
