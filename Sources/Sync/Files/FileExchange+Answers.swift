import Ledger

extension FileExchange {
    package mutating func handle(_ event: FileEvent) {
        switch event {
        case .listed(let files, let more): listed(files, more: more)
        case .looked(offset: nil):
            finishFirst { exchange in
                // Another device has sent it in the meantime.
                exchange.fetched.add(exchange.queue.first?.size ?? 0)
                exchange.hold()
            }
        // All of it may be there, but unfinished: sending it again from the beginning duplicates nothing.
        case .looked(offset: let offset?): upload = ((0..<(queue.first?.size ?? 0)).contains(offset) ? offset : 0, 1, 0)
        case .sent(isComplete: true, offset: _):
            finishFirst { exchange in
                exchange.moved.sent += 1
                exchange.sent.add(exchange.queue.first?.size ?? 0)
                exchange.hold()
            }
        case .sent(isComplete: false, offset: let offset): took(offset)
        case .fetched(let size):
            finishFirst { exchange in
                exchange.moved.fetched += 1
                if let file = exchange.queue.first {
                    if exchange.held[file.hash]?.state != .held { exchange.fetched.add(size) }
                    exchange.note(file, HeldFile(.held, size: size))
                }
            }
        case .unfit:
            // The bytes do not match the name.
            noteMismatch()
            finishFirst { exchange in
                guard let file = exchange.queue.first else { return }
                exchange.note(file, exchange.missing(exchange.held[file.hash], error: HeldFile.notKept))
            }
        case .compared(let hash, isSame: true):
            if let file = file(hash) { note(file, HeldFile(.held, size: file.size)) }
            leave(hash)
        case .compared(let hash, isSame: false): differs(hash)
        case .refused(let refusal, let action): refused(refusal, action)
        case .failedHere: finishFirst { _ in }
        case .unreachable: isOver = true
        }
    }

    /// Ends this round's work on the first file of the queue.
    private mutating func finishFirst(_ body: (inout FileExchange) -> Void) {
        body(&self)
        upload = (0, 0, 0)
        _ = queue.popFirst()
    }

    /// The same, if it is this file.
    private mutating func leave(_ hash: [UInt8]) { if queue.first?.hash == hash { finishFirst { _ in } } }

    private mutating func hold() {
        guard let file = queue.first else { return }
        note(file, HeldFile(.held, size: file.size))
    }

    private mutating func took(_ offset: Int64) {
        guard let file = queue.first else { return }
        let isIdle = offset <= upload.offset
        upload = (min(max(0, offset), file.size), upload.answers + 1, isIdle ? upload.idle + 1 : 0)
        guard upload.idle >= 3 || upload.answers > 100 else { return }
        finishFirst { $0.note(file, $0.refused($0.held[file.hash], HeldFile.stuck, slowly: true)) }
    }

    private mutating func listed(_ page: [FileListing.File], more: Bool) {
        guard var listing else { return }
        for file in page {
            // Do not ask forever for a list that does not advance.
            guard listing.last.map({ $0.lexicographicallyPrecedes(file.hash) }) ?? true else { return stop() }
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
        if access.figures == nil { access.figures = listing.files.values.reduce(into: FileFigures()) { $0.add($1) } }
        let named = Set(files.map { $0.hash })
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

    private mutating func noteMismatch() { holding.mismatches = holding.mismatches.filter { $0 > now - Holding.week } + [now] }

    private mutating func refused(_ refusal: RelayRefusal, _ action: FileAction) {
        switch action {
        case .list:
            listing = nil
            // A member who writes no records gets none.
            guard refusal == .role else { return stop() }
            access.canList = false
        case .look(let hash), .send(let hash, _):
            guard let file = file(hash) else { return }
            switch refusal {
            case .quota(let used, let limit):
                room = limit > used ? Int64(clamping: limit - used) : 0
                // The refusal of this file's size counts, whatever space the relay reports.
                room = min(room, file.size - 1)
                finishFirst { $0.note(file, $0.refused($0.held[hash], refusal.name, slowly: true)) }
            case .tooLarge, .role, .invalid: finishFirst { $0.note(file, $0.refused($0.held[hash], refusal.name, slowly: true)) }
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
            if case .tooLarge = refusal, let file = file(hash) {
                // For this device. The other files do not wait for it.
                let row = HeldFile(.missing, tries: 1, retryAt: now + Holding.day, error: refusal.name)
                return finishFirst { $0.note(file, row) }
            }
            guard refusal == .notFound, let file = file(hash) else { return stop() }
            let wasHeld = held[hash]?.state == .held
            if wasHeld { note(file, nil) }
            if wasHeld, !hasListed, access.canList {
                noteMismatch()
                _ = list()
            } else {
                finishFirst { $0.note(file, $0.missing($0.held[hash])) }
            }
        case .compare(let hash, _):
            guard refusal == .notFound, let file = file(hash) else { return stop() }
            noteMismatch()
            suspects.insert(hash)
            guard !access.canList || hasListed else {
                _ = list()
                return
            }
            note(file, refused(held[hash], HeldFile.notKept, slowly: true))
            leave(hash)
        }
    }

    // MARK: - Rows

    func file(_ hash: [UInt8]) -> File? { queue.first?.hash == hash ? queue.first : files.first { $0.hash == hash } }

    mutating func note(_ file: File, _ row: HeldFile?) {
        guard held[file.hash] != row else { return }
        held[file.hash] = row
        changed.insert(file.hash)
    }

    /// Retried after an hour, doubling up to a day; or after a minute, doubling up to an hour.
    func refused(_ known: HeldFile?, _ error: String, slowly: Bool) -> HeldFile {
        let tries = (known?.state == .refused ? known?.tries ?? 0 : 0) + 1
        let (first, longest): (Int64, Int64) = slowly ? (3_600_000, Holding.day) : (60_000, 3_600_000)
        return HeldFile(
            .refused, size: known?.size ?? 0, tries: tries, retryAt: now + min(longest, first << Int64(min(tries - 1, 10))),
            error: error)
    }

    func missing(_ known: HeldFile?, error: String? = nil) -> HeldFile {
        let tries = (known?.state == .missing ? known?.tries ?? 0 : 0) + 1
        return HeldFile(.missing, tries: tries, retryAt: now + min(3_600_000, 60_000 << Int64(min(tries - 1, 10))), error: error)
    }
}
