import Ledger

/// What one device sends and fetches of a journal's files in one round: what happens goes in, what is to be asked next comes out.
///
/// It does nothing itself and knows no clock; whoever carries it (`SyncDriver`, a simulation) says what is here, and keeps `held` and
/// `holding`. A file that doesn't come keeps no other waiting. docs/formats/relay.md, Files.
package struct FileExchange: Sendable {
    /// A file that a record names.
    package struct File: Hashable, Sendable {
        /// SHA-256 of the sealed file.
        package let hash: [UInt8]
        /// Bytes; 0 for one that isn't here.
        package let size: Int
        /// It lies here.
        package let isHere: Bool
        /// This device wrote the record's `hash`: it is the first to send it.
        package let isOwn: Bool

        package init(hash: [UInt8], size: Int, isHere: Bool, isOwn: Bool) {
            (self.hash, self.size, self.isHere, self.isOwn) = (hash, size, isHere, isOwn)
        }
    }

    /// What this device may do at the relay.
    package struct Access: Hashable, Sendable {
        /// The relay lists files, to a member who writes records.
        package var canList: Bool
        /// The role of this person lets files be sent.
        package var maySend: Bool
        /// What the relay counts of this journal; `nil` where it says nothing of that.
        package var figures: FileFigures?

        package init(canList: Bool, maySend: Bool, figures: FileFigures? = nil) {
            (self.canList, self.maySend, self.figures) = (canList, maySend, figures)
        }
    }

    /// What is known of each file at the relay.
    package internal(set) var held: [[UInt8]: HeldFile]
    /// Beside which log.
    package internal(set) var holding: Holding
    /// The files of which `held` has changed since `keep` was called last.
    package internal(set) var changed: Set<[UInt8]> = []
    /// Files that were sent, and fetched.
    package internal(set) var moved = (sent: 0, fetched: 0)

    let files: [File]
    var access: Access
    let isAsked: Bool
    let now: Int64
    var chance: Chance
    var queue: ArraySlice<File>
    var isOver = false
    var hasListed = false
    var listing: (files: [[UInt8]: Int], last: [UInt8]?, pages: Int)?
    var looks = 0
    /// Of the file that is being sent: how far, how many answers, and how many of them took nothing more of it.
    var upload = (offset: 0, answers: 0, idle: 0)
    var fetched = FileFigures()
    var sent = FileFigures()
    /// How much room the relay has left, once it has said that it is full.
    var room = Int.max
    /// Files that the relay said it has, and didn't hand out as they are.
    var suspects: Set<[UInt8]> = []

    /// `held` and `holding`: as they were kept. `key`: the present one; where that is another, nothing that was known counts any more.
    /// `isAsked`: the owner asks now, so that nothing waits for its turn. `now`: milliseconds since 1970.
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

    /// What was kept of `changed` and `holding` is kept.
    package mutating func keep() { changed = [] }

    /// The most HEADs of a round at a relay that doesn't list its files.
    package static let mostLooks = 200
    /// Larger files are asked for before they are sent: a part may be there.
    static let lookedFor = 1 << 20
    /// The most pages of a list.
    static let mostPages = 10_000

    // MARK: - What is next

    /// What is to be asked of the relay; `nil` when nothing is left to do in this round.
    package mutating func next() -> FileAction? {
        guard !isOver else { return nil }
        if let listing { return .list(after: listing.last) }
        if now < holding.pausedUntil { return finish() }
        if !hasListed, access.canList, now >= holding.listed + Holding.week || holding.listed == 0 { return list() }
        while let file = queue.first {
            if let action = step(file) { return action }
            queue.removeFirst()
        }
        // The relay counts something else than what this device knows of: others have sent files, or it has lost some.
        if !hasListed, access.canList, let figures = access.figures, holding.expected?.adding(fetched) != figures {
            return list()
        }
        if let comparison = comparison() { return comparison }
        return finish()
    }

    /// Ends this round.
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
            // Its author sends it first, and others who have it not all at once.
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

    /// Once a day a part of one file that the relay should have is compared with what is here.
    mutating func comparison() -> FileAction? {
        guard now >= holding.compared + Holding.day else { return nil }
        let stored = files.filter { $0.isHere && held[$0.hash]?.state == .held }
        guard let file = stored.randomElement(using: &chance) else { return nil }
        holding.compared = now
        return compare(file)
    }

    mutating func compare(_ file: File) -> FileAction {
        guard file.size > Self.lookedFor else { return .compare(file.hash, 0..<file.size) }
        let start = Int.random(in: 0...file.size - Self.piece, using: &chance)
        // A relay that doesn't list knows only ranges that go to the end.
        return .compare(file.hash, access.canList ? start..<start + Self.piece : file.size - Self.piece..<file.size)
    }

    static let piece = 64 << 10
}
