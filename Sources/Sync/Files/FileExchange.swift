import Ledger

/// One round of sending and fetching one journal's files: events go in, the next request comes out.
///
/// It does no I/O and has no clock. Its caller (`SyncDriver`, a simulation) says which files are here, and stores `held` and
/// `holding`. A file that fails does not block the others. See docs/formats/relay.md, Files.
package struct FileExchange: Sendable {
    /// A file that a record names.
    package struct File: Hashable, Sendable {
        /// SHA-256 of the sealed file.
        package let hash: [UInt8]
        /// Size in bytes; 0 if the file is not here.
        package let size: Int64
        package let isHere: Bool
        /// Whether this device wrote the record's `hash`: then it is the first to send the file.
        package let isOwn: Bool

        package init(hash: [UInt8], size: Int64, isHere: Bool, isOwn: Bool) {
            (self.hash, self.size, self.isHere, self.isOwn) = (hash, size, isHere, isOwn)
        }
    }

    package struct Access: Hashable, Sendable {
        /// Whether the relay lists files for this member, who writes records.
        package var canList: Bool
        package var maySend: Bool
        /// The relay's totals for this journal; `nil` if it reports none.
        package var figures: FileFigures?

        package init(canList: Bool, maySend: Bool, figures: FileFigures? = nil) {
            (self.canList, self.maySend, self.figures) = (canList, maySend, figures)
        }
    }

    /// What is known of each file at the relay.
    package internal(set) var held: [[UInt8]: HeldFile]
    /// The log that this knowledge belongs to.
    package internal(set) var holding: Holding
    /// The files whose `held` entry changed since the last `keep`.
    package internal(set) var changed: Set<[UInt8]> = []
    package internal(set) var moved = (sent: 0, fetched: 0)

    let files: [File]
    var access: Access
    let isAsked: Bool
    let now: Int64
    var chance: Chance
    var queue: ArraySlice<File>
    var isOver = false
    var hasListed = false
    var listing: (files: [[UInt8]: Int64], last: [UInt8]?, pages: Int)?
    var looks = 0
    /// The upload in progress: offset, number of answers, and how many of them made no progress.
    var upload = (offset: Int64(0), answers: 0, idle: 0)
    var fetched = FileFigures()
    var sent = FileFigures()
    /// The relay's remaining space in bytes, once it has reported that it is full.
    var room = Int64.max
    /// Files that the relay claimed to have, but did not return intact.
    var suspects: Set<[UInt8]> = []

    /// `held` and `holding`: as stored. `key`: the present one; if it differs, earlier knowledge is dropped. `isAsked`: the owner
    /// asks now, so nothing waits for its turn. `now`: milliseconds since 1970.
    package init(
        files: [File], held: [[UInt8]: HeldFile], holding: Holding?, key: [UInt8], access: Access, isAsked: Bool, now: Int64,
        chance: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        if let holding, holding.key == key {
            (self.held, self.holding) = (held, holding)
        } else {
            (self.held, self.holding) = ([:], Holding(key: key, now: now))
            changed = Set(held.keys)
        }
        (self.files, self.access, self.isAsked, self.now, self.chance) = (files, access, isAsked, now, Chance(chance))
        queue = files[...]
    }

    /// Marks `changed` and `holding` as stored.
    package mutating func keep() { changed = [] }

    /// The most HEAD requests per round to a relay that does not list its files.
    package static let mostLooks = 200
    /// Above this size in bytes, the relay is asked first: it may have a part.
    static let lookedFor: Int64 = 1 << 20
    static let mostPages = 10_000

    // MARK: - The next request

    /// The next request to the relay; `nil` if nothing is left in this round.
    package mutating func next() -> FileAction? {
        guard !isOver else { return nil }
        if let listing { return .list(after: listing.last) }
        if now < holding.pausedUntil { return finish() }
        if !hasListed, access.canList, now >= holding.listed + Holding.week || holding.listed == 0 { return list() }
        while let file = queue.first {
            if let action = step(file) { return action }
            queue.removeFirst()
        }
        // The relay's totals differ from what this device knows: others have sent files, or some were lost.
        if !hasListed, access.canList, let figures = access.figures, holding.expected?.adding(fetched) != figures {
            return list()
        }
        if let comparison = comparison() { return comparison }
        return finish()
    }

    mutating func stop() { isOver = true }

    mutating func finish() -> FileAction? {
        isOver = true
        if let figures = access.figures, hasListed || holding.expected?.adding(fetched) == figures {
            holding.expected = figures.adding(sent)
        }
        return nil
    }

    mutating func list() -> FileAction {
        hasListed = true
        listing = ([:], nil, 0)
        return .list(after: nil)
    }

    mutating func step(_ file: File) -> FileAction? {
        let known = held[file.hash]
        if let known, now < known.notBefore { return nil }
        guard file.isHere else {
            if known?.state == .missing, now < known?.retryAt ?? 0, !isAsked { return nil }
            if hasListed, known?.state != .held {
                note(file, missing(known))
                return nil
            }
            return .fetch(file.hash)
        }
        guard known?.state != .held, access.maySend else { return nil }
        if let known, known.state != .missing, now < known.retryAt, !isAsked { return nil }
        guard file.size <= room else {
            note(file, refused(known, "quota", slowly: true))
            return nil
        }
        if upload.answers > 0 { return .send(file.hash, from: upload.offset) }
        if known?.error == HeldFile.notKept { return suspects.contains(file.hash) ? nil : compare(file) }
        if known == nil, !file.isOwn, !isAsked {
            // Its author sends it first; others who have it do not all start at once.
            note(file, HeldFile(.queued, size: file.size, retryAt: now + Int64.random(in: 0...600_000, using: &chance)))
            return nil
        }
        guard known == nil, file.isOwn, file.size <= Self.lookedFor, access.canList else {
            guard access.canList || looks < Self.mostLooks else { return nil }
            looks += 1
            return .look(file.hash)
        }
        return .send(file.hash, from: 0)
    }

    /// Once a day, compares a part of one file that the relay should have with the local copy.
    mutating func comparison() -> FileAction? {
        guard now >= holding.compared + Holding.day else { return nil }
        let stored = files.filter { $0.isHere && held[$0.hash]?.state == .held }
        guard let file = stored.randomElement(using: &chance) else { return nil }
        holding.compared = now
        return compare(file)
    }

    mutating func compare(_ file: File) -> FileAction {
        guard file.size > Self.lookedFor else { return .compare(file.hash, 0..<file.size) }
        let start = Int64.random(in: 0...file.size - Self.piece, using: &chance)
        return .compare(file.hash, start..<start + Self.piece)
    }

    static let piece: Int64 = 64 << 10
}
