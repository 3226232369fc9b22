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
    package private(set) var held: [[UInt8]: HeldFile]
    /// Beside which log.
    package private(set) var holding: Holding
    /// The files of which `held` has changed since `keep` was called last.
    package private(set) var changed: Set<[UInt8]> = []
    /// Files that were sent, and fetched.
    package private(set) var moved = (sent: 0, fetched: 0)

    private let files: [File]
    private var access: Access
    private let isAsked: Bool
    private let now: Int64
    private var chance: any RandomNumberGenerator & Sendable
    private var queue: ArraySlice<File>
    private var isOver = false
    private var hasListed = false
    private var listing: (files: [[UInt8]: Int], last: [UInt8]?, pages: Int)?
    private var looks = 0
    /// Of the file that is being sent: how far, how many answers, and how many of them took nothing more of it.
    private var upload = (offset: 0, answers: 0, idle: 0)
    private var fetched = FileFigures()
    private var sent = FileFigures()
    /// How much room the relay has left, once it has said that it is full.
    private var room = Int.max
    /// Files that the relay said it has, and didn't hand out as they are.
    private var suspects: Set<[UInt8]> = []

    /// `held` and `holding`: as they were kept. `key`: the present one; where that is another, nothing that was known counts any more.
    /// `isAsked`: the owner asks now, so that nothing waits for its turn. `now`: milliseconds since 1970.
    package init(
        files: [File], held: [[UInt8]: HeldFile], holding: Holding?, key: [UInt8], access: Access, isAsked: Bool, now: Int64,
        chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        if let holding, holding.key == key {
            (self.held, self.holding) = (held, holding)
        } else {
            (self.held, self.holding) = ([:], Holding(key: key, now: now))
            changed = Set(held.keys)
        }
        (self.files, self.access, self.isAsked, self.now, self.chance) = (files, access, isAsked, now, chance)
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
        if !hasListed, access.canList, let figures = access.figures, holding.expected?.adding(fetched) != figures { return list() }
        if let comparison = comparison() { return comparison }
        return finish()
    }

    private mutating func finish() -> FileAction? {
        isOver = true
        if let figures = access.figures, hasListed || holding.expected?.adding(fetched) == figures {
            holding.expected = figures.adding(sent)
        }
        return nil
    }

    private mutating func list() -> FileAction {
        hasListed = true
        listing = ([:], nil, 0)
        return .list(after: nil)
    }

    private mutating func step(_ file: File) -> FileAction? {
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
    private mutating func comparison() -> FileAction? {
        guard now >= holding.compared + Holding.day else { return nil }
        let stored = files.filter { $0.isHere && held[$0.hash]?.state == .held }
        guard let file = stored.randomElement(using: &chance) else { return nil }
        holding.compared = now
        return compare(file)
    }

    private mutating func compare(_ file: File) -> FileAction {
        guard file.size > Self.lookedFor else { return .compare(file.hash, 0..<file.size) }
        let start = Int.random(in: 0...file.size - Self.piece, using: &chance)
        // A relay that doesn't list knows only ranges that go to the end.
        return .compare(file.hash, access.canList ? start..<start + Self.piece : file.size - Self.piece..<file.size)
    }

    private static let piece = 64 << 10

    // MARK: - What came of it

    /// Takes what came of the last action.
    package mutating func handle(_ event: FileEvent) {
        switch event {
        case .listed(let files, let more): listed(files, more: more)
        case .looked(offset: nil):
            settle { exchange in
                // Another device has sent it meanwhile.
                exchange.fetched.add(exchange.queue.first?.size ?? 0)
                exchange.hold()
            }
        // All of it may lie there unfinished: sent again from its beginning, nothing of it is taken twice.
        case .looked(offset: let offset?): upload = ((0..<(queue.first?.size ?? 0)).contains(offset) ? offset : 0, 1, 0)
        case .sent(isComplete: true, offset: _):
            settle { exchange in
                exchange.moved.sent += 1
                exchange.sent.add(exchange.queue.first?.size ?? 0)
                exchange.hold()
            }
        case .sent(isComplete: false, offset: let offset): took(offset)
        case .fetched(let size):
            settle { exchange in
                exchange.moved.fetched += 1
                if let file = exchange.queue.first {
                    if exchange.held[file.hash]?.state != .held { exchange.fetched.add(size) }
                    exchange.note(file, HeldFile(.held, size: size))
                }
            }
        case .unfit:
            // Other bytes than those that the name says.
            noteMismatch()
            settle { exchange in
                guard let file = exchange.queue.first else { return }
                exchange.note(file, exchange.missing(exchange.held[file.hash], error: HeldFile.notKept))
            }
        case .compared(let hash, isSame: true):
            if let file = file(hash) { note(file, HeldFile(.held, size: file.size)) }
            leave(hash)
        case .compared(let hash, isSame: false): differs(hash)
        case .refused(let refusal, let action): refused(refusal, action)
        case .failedHere: settle { _ in }
        case .unreachable: isOver = true
        }
    }

    /// The first file of the queue is done with in this round.
    private mutating func settle(_ body: (inout FileExchange) -> Void) {
        body(&self)
        upload = (0, 0, 0)
        _ = queue.popFirst()
    }

    /// The same, where it is this file.
    private mutating func leave(_ hash: [UInt8]) { if queue.first?.hash == hash { settle { _ in } } }

    private mutating func hold() {
        guard let file = queue.first else { return }
        note(file, HeldFile(.held, size: file.size))
    }

    private mutating func took(_ offset: Int) {
        guard let file = queue.first else { return }
        let isIdle = offset <= upload.offset
        upload = (min(max(0, offset), file.size), upload.answers + 1, isIdle ? upload.idle + 1 : 0)
        guard upload.idle >= 3 || upload.answers > 100 else { return }
        settle { $0.note(file, $0.refused($0.held[file.hash], HeldFile.stuck, slowly: true)) }
    }

    private mutating func listed(_ page: [FileListing.File], more: Bool) {
        guard var listing else { return }
        for file in page {
            // A list that doesn't go on is not asked for without end.
            guard listing.last.map({ $0.lexicographicallyPrecedes(file.hash) }) ?? true else { return (isOver = true) }
            listing.last = file.hash
            listing.files[file.hash] = file.size
        }
        listing.pages += 1
        self.listing = listing
        guard !more else {
            if page.isEmpty || listing.pages >= Self.mostPages { isOver = true }
            return
        }
        self.listing = nil
        holding.listed = now
        if access.figures == nil {
            access.figures = listing.files.values.reduce(into: FileFigures()) { $0.add($1) }
        }
        let named = Set(files.map(\.hash))
        for hash in held.keys where !named.contains(hash) {
            held[hash] = nil
            changed.insert(hash)
        }
        for file in files {
            let known = held[file.hash]
            let size = listing.files[file.hash]
            if let size, !file.isHere || size == file.size {
                if suspects.contains(file.hash) {
                    note(file, refused(known, HeldFile.notKept, slowly: true))
                } else if known?.error != HeldFile.notKept {
                    note(file, HeldFile(.held, size: size))
                }
            } else if known?.state == .held {
                note(file, nil)
            }
        }
        queue = files[...]
    }

    private mutating func differs(_ hash: [UInt8]) {
        noteMismatch()
        suspects.insert(hash)
        guard let file = file(hash) else { return }
        note(file, refused(held[hash], HeldFile.notKept, slowly: true))
        leave(hash)
    }

    private mutating func noteMismatch() {
        holding.mismatches = holding.mismatches.filter { $0 > now - Holding.week } + [now]
    }

    private mutating func refused(_ refusal: RelayRefusal, _ action: FileAction) {
        switch action {
        case .list:
            listing = nil
            // An older relay knows no such list, and who writes no records gets none.
            guard refusal == .role || refusal == .notFound else { return (isOver = true) }
            access.canList = false
        case .look(let hash), .send(let hash, _):
            guard let file = file(hash) else { return }
            switch refusal {
            case .quota(let used, let limit):
                room = limit > used ? Int(clamping: limit - used) : 0
                // What is said of this file's size holds for it whatever room it says that there is.
                room = min(room, file.size - 1)
                settle { $0.note(file, $0.refused($0.held[hash], refusal.name, slowly: true)) }
            case .tooLarge, .role, .invalid: settle { $0.note(file, $0.refused($0.held[hash], refusal.name, slowly: true)) }
            case .tooMany(let seconds), .unavailable(let seconds):
                var row = refused(held[hash], refusal.name, slowly: false)
                let wait = Int64(min(seconds, 86_400)) * 1_000
                (row.notBefore, row.retryAt) = (now + wait, max(row.retryAt, now + wait))
                note(file, row)
                // It has no time for the others either.
                holding.pausedUntil = now + wait
                isOver = true
            default: isOver = true
            }
        case .fetch(let hash):
            guard refusal == .notFound, let file = file(hash) else { return (isOver = true) }
            let wasHeld = held[hash]?.state == .held
            if wasHeld { note(file, nil) }
            if wasHeld, !hasListed, access.canList {
                noteMismatch()
                _ = list()
            } else {
                settle { $0.note(file, $0.missing($0.held[hash])) }
            }
        case .compare(let hash, _):
            guard refusal == .notFound, let file = file(hash) else { return (isOver = true) }
            noteMismatch()
            suspects.insert(hash)
            guard !access.canList || hasListed else { return _ = list() }
            note(file, refused(held[hash], HeldFile.notKept, slowly: true))
            leave(hash)
        }
    }

    // MARK: - Rows

    private func file(_ hash: [UInt8]) -> File? {
        queue.first?.hash == hash ? queue.first : files.first { $0.hash == hash }
    }

    private mutating func note(_ file: File, _ row: HeldFile?) {
        guard held[file.hash] != row else { return }
        held[file.hash] = row
        changed.insert(file.hash)
    }

    /// Tried again after an hour, twice as late each time, at most after a day; or after a minute, at most after an hour.
    private func refused(_ known: HeldFile?, _ error: String, slowly: Bool) -> HeldFile {
        let tries = (known?.state == .refused ? known?.tries ?? 0 : 0) + 1
        let (first, longest): (Int64, Int64) = slowly ? (3_600_000, Holding.day) : (60_000, 3_600_000)
        return HeldFile(
            .refused, size: known?.size ?? 0, tries: tries, retryAt: now + min(longest, first << Int64(min(tries - 1, 10))),
            error: error)
    }

    private func missing(_ known: HeldFile?, error: String? = nil) -> HeldFile {
        let tries = (known?.state == .missing ? known?.tries ?? 0 : 0) + 1
        return HeldFile(.missing, tries: tries, retryAt: now + min(3_600_000, 60_000 << Int64(min(tries - 1, 10))), error: error)
    }
}

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
