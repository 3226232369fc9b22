import Foundation
import HTTP
import Ledger
import Sync

extension Relay {
    package struct Progress: Hashable, Sendable {
        /// Bytes received.
        package var held: Int
        /// Whether all bytes were received and have the right hash.
        package var isComplete: Bool
    }

    /// A request's part of a file.
    package struct Piece: Hashable, Sendable {
        package var start: Int
        /// The size of the whole file in bytes.
        package var total: Int

        package init(start: Int, total: Int) { (self.start, self.total) = (start, total) }
    }

    /// How much of a blob is here. Throws `notFound` if the journal is not the caller's.
    package func progress(ofBlob hash: [UInt8], of journal: JournalID, by caller: Caller) async throws -> Progress {
        let size = try await storage.read { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            return try tables.blob(hash, of: journal)
        }
        if let size {
            if files.holds(.blob(hash, of: journal), size: size) { return Progress(held: Int(size), isComplete: true) }
            // The disk has lost it, or the folder and the database are from different backups: it can be sent again.
            try await storage.write { try $0.forget(blobs: [hash], of: journal) }
        }
        return Progress(held: files.held(.blob(hash, of: journal)), isComplete: false)
    }

    /// The blobs of a journal after a hash, sorted, for a member who writes records. Those lost by the disk are deleted. Throws
    /// `role` for other members: they learn no counts.
    package func blobs(of journal: JournalID, after hash: [UInt8], limit: Int, by caller: Caller) async throws -> FileListing {
        let limit = min(max(1, limit), FileListing.mostFiles)
        let rows = try await storage.read { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            guard try tables.role(of: caller.account, in: journal)?.mayWrite(.record) == true else { throw RelayRefusal.role }
            return try tables.blobs(of: journal, after: hash, limit: limit + 1)
        }
        let page = rows.prefix(limit)
        let lost = page.filter { !files.holds(.blob($0.hash, of: journal), size: Int64($0.size)) }.map(\.hash)
        if !lost.isEmpty { try await storage.write { try $0.forget(blobs: lost, of: journal) } }
        return FileListing(files: page.filter { !lost.contains($0.hash) }, more: rows.count > limit)
    }

    /// Accepts a part of a blob. A part that begins after the received bytes is not read; of one that begins before, the bytes
    /// already here are skipped. The sender continues from the returned progress.
    ///
    /// Throws `tooLarge`, `quota`, `invalid(.shape)` for a body that is too long, and `invalid(.hash)` if the complete file has
    /// the wrong hash: then it is deleted.
    package func put(
        _ body: RequestBody, piece: Piece, asBlob hash: [UInt8], of journal: JournalID, by caller: Caller
    ) async throws -> Progress {
        let progress = try await progress(ofBlob: hash, of: journal, by: caller)
        if progress.isComplete { return progress }
        guard piece.total <= settings.limits.blob else { throw RelayRefusal.tooLarge(limit: UInt64(settings.limits.blob)) }
        try await checkRoom(for: piece.total, in: journal, by: caller, role: { $0.mayWrite(.note) })
        let place = FileStore.Place.blob(hash, of: journal)
        let now = surroundings.now()
        return try await take(body, piece: piece, to: place) { found in
            found == hash
        } finish: { _ in
            try await self.storage.write { tables in
                guard var row = try tables.journal(journal, isLocked: true), !row.isDestroyed else { throw RelayRefusal.notFound }
                guard try tables.add(blob: hash, size: Int64(piece.total), to: journal, now: now) else { return }
                row.bytes += Int64(piece.total)
                try tables.put(row, of: journal)
                try tables.add(Int64(piece.total), toMember: caller.account, of: journal)
            }
        }
    }

    /// A complete blob: its file and size in bytes. Throws `notFound` otherwise.
    package func blob(_ hash: [UInt8], of journal: JournalID, by caller: Caller) async throws -> (path: String, size: Int) {
        let progress = try await progress(ofBlob: hash, of: journal, by: caller)
        guard progress.isComplete else { throw RelayRefusal.notFound }
        return (files.path(.blob(hash, of: journal)), progress.held)
    }

    /// Accepts a snapshot, in parts like a blob. It is available once a checkpoint of the owner names its hash for this position,
    /// in either order. Of the named ones the latest two are kept, of the others the latest.
    ///
    /// Throws what `put` of a blob throws, `role` for anyone but the owner, `invalid(.hash)` for another hash than the
    /// checkpoint's.
    package func put(
        _ body: RequestBody, piece: Piece, asSnapshotAt position: UInt64, of journal: JournalID, by caller: Caller
    ) async throws -> Progress {
        let (row, known) = try await storage.read { tables in
            (try Relay.entered(journal, by: caller, tables), try tables.snapshots(of: journal))
        }
        if let here = known.first(where: { $0.position == position }), here.isNamed {
            return Progress(held: Int(here.size), isComplete: true)
        }
        guard (1...max(1, row.head.position)).contains(position) else { throw RelayRefusal.invalid(.shape) }
        let limit = settings.limits.snapshot
        guard piece.total <= limit else { throw RelayRefusal.tooLarge(limit: UInt64(limit)) }
        try await checkRoom(for: piece.total, in: journal, by: caller, role: { $0 == .owner })
        let expected = row.checkpoint == position ? row.snapshot : nil
        let now = surroundings.now()
        let size = Int64(piece.total)
        return try await take(body, piece: piece, to: .snapshot(position, of: journal)) { found in
            expected == nil || expected == found
        } finish: { found in
            let forgotten = try await self.storage.write { tables in
                try tables.keep(snapshot: found, at: position, size: size, of: journal, now: now)
            }
            for position in forgotten { self.files.remove(.snapshot(position, of: journal)) }
        }
    }

    /// A snapshot named by a checkpoint. Throws `notFound` otherwise.
    package func snapshot(at position: UInt64, of journal: JournalID, by caller: Caller) async throws -> (path: String, size: Int)
    {
        let found = try await storage.read { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            return try tables.snapshots(of: journal).first { $0.position == position && $0.isNamed }
        }
        guard let found else { throw RelayRefusal.notFound }
        return (files.path(.snapshot(position, of: journal)), Int(found.size))
    }

    private func checkRoom(
        for bytes: Int, in journal: JournalID, by caller: Caller, role mayWrite: (Role) -> Bool
    ) async throws {
        let (row, member) = try await storage.read { tables in
            (try Relay.entered(journal, by: caller, tables), try tables.member(caller.account, of: journal))
        }
        guard let member, mayWrite(member.role) else { throw RelayRefusal.role }
        let share = MemberRow.share(of: settings.limits.account)
        guard member.role.mayWrite(.record) || member.bytes + Int64(bytes) <= share else {
            throw RelayRefusal.quota(used: UInt64(clamping: member.bytes), limit: UInt64(share))
        }
        let used = try await storage.read { try $0.sizes(of: row.uploader) }.values.reduce(0, +)
        guard used + Int64(bytes) <= settings.limits.account else {
            throw RelayRefusal.quota(used: UInt64(clamping: used), limit: UInt64(settings.limits.account))
        }
    }

    private func take(
        _ body: RequestBody, piece: Piece, to place: FileStore.Place, isRight: (_ hash: [UInt8]) -> Bool,
        finish: (_ hash: [UInt8]) async throws -> Void
    ) async throws -> Progress {
        let upload = try files.upload(place)
        var held = try await upload.begin()
        do {
            guard piece.start <= held, held <= piece.total else {
                if held > piece.total { await upload.discard() } else { await upload.leave() }
                return Progress(held: held > piece.total ? 0 : held, isComplete: false)
            }
            var skip = held - piece.start
            while held < piece.total || piece.total == 0, let bytes = try await body.next() {
                let new = bytes.dropFirst(skip)
                skip -= bytes.count - new.count
                guard held + new.count <= piece.total else { throw RelayRefusal.invalid(.shape) }
                try await upload.add(Array(new))
                held += new.count
            }
        } catch {
            // The received bytes are kept: the next request continues from there.
            await upload.leave()
            throw error
        }
        guard held == piece.total else {
            await upload.leave()
            return Progress(held: held, isComplete: false)
        }
        let hash = try await upload.hash()
        guard isRight(hash) else {
            await upload.discard()
            throw RelayRefusal.invalid(.hash)
        }
        try await upload.finish()
        try await finish(hash)
        return Progress(held: held, isComplete: true)
    }
}

extension RelayTables {
    /// Records a complete snapshot, and deletes those no longer needed; returns their positions.
    func keep(
        snapshot hash: [UInt8], at position: UInt64, size: Int64, of journal: JournalID, now: Int64
    ) throws -> [UInt64] {
        guard var row = try self.journal(journal, isLocked: true), !row.isDestroyed else { throw RelayRefusal.notFound }
        let isNamed = row.checkpoint == position && row.snapshot == hash
        var all = try snapshots(of: journal)
        row.bytes += size - (all.first { $0.position == position }?.size ?? 0)
        all.removeAll { $0.position == position }
        let new = SnapshotRow(position: position, hash: hash, size: size, isNamed: isNamed)
        try put(new, in: journal, now: now)
        all.append(new)
        let named = all.filter(\.isNamed).map(\.position).sorted().suffix(2)
        let other = all.filter { !$0.isNamed }.map(\.position).max()
        let forgotten = all.filter { !named.contains($0.position) && $0.position != other }
        for snapshot in forgotten {
            try remove(snapshotAt: snapshot.position, of: journal)
            row.bytes -= snapshot.size
        }
        try put(row, of: journal)
        return forgotten.map(\.position)
    }
}
