/// A request to a relay about files. Each is answered by one event.
package enum FileAction: Hashable, Sendable {
    /// List its files, sorted by hash, after this one.
    case list(after: [UInt8]?)
    /// Whether it has a file, or how much of it.
    case look([UInt8])
    case send([UInt8], from: Int64)
    case fetch([UInt8])
    /// Download a part of a file that is here, to compare the two.
    case compare([UInt8], Range<Int64>)
}

package enum FileEvent: Sendable {
    /// A page of the list. `more`: others follow.
    case listed([FileListing.File], more: Bool)
    /// The relay has the file (`nil`), or this many bytes of it.
    case looked(offset: Int64?)
    /// The relay has all of a file (201), or this many bytes of it.
    case sent(isComplete: Bool, offset: Int64)
    /// A file arrived, matches its name, and is stored here; bytes.
    case fetched(Int64)
    /// The file that arrived does not match its name.
    case unfit
    /// Whether a part is the same as here.
    case compared([UInt8], isSame: Bool)
    case refused(RelayRefusal, FileAction)
    /// It failed on this device: the next file may not.
    case failedHere
    /// No answer.
    case unreachable
}

extension FileFigures {
    /// Both together.
    func adding(_ other: FileFigures) -> FileFigures { FileFigures(bytes: bytes &+ other.bytes, count: count &+ other.count) }
}
