/// What is to be asked of a relay about files. Each is answered by one event.
package enum FileAction: Hashable, Sendable {
    /// The files that it has, in the order of their hashes, after this one.
    case list(after: [UInt8]?)
    /// Whether it has a file, or how much of it.
    case look([UInt8])
    /// Take a file from an offset on.
    case send([UInt8], from: Int)
    /// Hand a file out.
    case fetch([UInt8])
    /// Hand out a part of a file that is here, to compare the two.
    case compare([UInt8], Range<Int>)
}

/// What came of a `FileAction`.
package enum FileEvent: Sendable {
    /// A page of the list. `more`: others follow.
    case listed([FileListing.File], more: Bool)
    /// The relay has the file (`nil`), or so many bytes of it.
    case looked(offset: Int?)
    /// The relay has taken all of a file (201), or has so many bytes of it.
    case sent(isComplete: Bool, offset: Int)
    /// A file came, fits its name, and is in its place here; bytes.
    case fetched(Int)
    /// What came isn't what the name says.
    case unfit
    /// A part is the same as here, or isn't.
    case compared([UInt8], isSame: Bool)
    /// The relay refuses this action.
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
