import Base
import Foundation
import Ledger
import Store
import Vault

package struct RepairReport: Sendable {
    /// Operations from which everything was rebuilt.
    package var applied = 0
    /// Operations in the log that cannot be decrypted, or do not follow from earlier ones.
    package var unopened = 0
    /// Confirmed operations that are gone.
    package var missing = 0
    /// Records and older texts whose operations are gone and that were saved again from the tables.
    package var rescued = 0
    /// Rescued records that would not count in their place: saved under another id, and in every JSON export.
    package var setAside = 0
    /// Changes that others had no permission to make: they stay in the log, and count for no one.
    package var refused = 0
    /// The new path of the damaged database, if it was damaged.
    package var damagedDatabase: String?
    /// Attachments that can be decrypted.
    package var soundAttachments = 0
    /// What is wrong with the others, one sentence each.
    package var attachmentFaults: [String] = []
    /// Attachments whose files have not arrived from another device yet, one sentence each.
    package var absentAttachments: [String] = []
    /// How many attachments' files were fetched from the relay.
    package var fetchedAttachments = 0
    /// Why the relay could not be asked for files, one sentence; `nil` if it was, or nothing was needed.
    package var relayProblem: String?
    /// The damaged encrypted files: the SHA-256 of their original content.
    var damagedFiles: [[UInt8]] = []
    /// This device has a new key, since the file that records what was saved last was missing.
    package var isAnotherDevice = false
    /// Unfinished files that were removed.
    package var partials = 0

    /// Nothing is lost: every operation and every attachment exists and can be decrypted.
    package var isWhole: Bool { unopened == 0 && missing == 0 && attachmentFaults.isEmpty }

    package init() {}
}

extension OpenVault {
    /// Repairs a vault: rebuilds all tables from the log, rescues a damaged database into a new one, and checks the attachments.
    /// Deletes nothing but unfinished files: a damaged database is kept beside the new one.
    ///
    /// No other program may have the database open meanwhile. A new database takes its place only when it is complete; if
    /// interrupted before, everything is as it was. `acceptingSlots`: the owner has seen the key slots of a vault file that its
    /// own code no longer confirms, and accepts them. `patience`: milliseconds to wait for others to close it.
    /// `testOnlyBesideOthers`: a test may keep the vault open if it knows that no files are replaced.
    package static func repair(
        _ unlocked: consuming UnlockedVault, at location: VaultLocation, acceptingSlots: Bool = false,
        surroundings: Surroundings, patience: Int = 10_000, testOnlyBesideOthers: Bool = false,
        progress: ProgressReport = .silent
    ) async throws -> (vault: OpenVault, report: RepairReport) {
        let lock = try DatabaseLock(testOnlyBesideOthers ? .shared : .exclusive, at: location, patience: patience)
        if !unlocked.headerIsAuthentic {
            guard acceptingSlots else { throw VaultError.damaged(.headerCode) }
            try unlocked.acceptHeader()
            try renewVaultFile(&unlocked)
        }
        try finishKeyChange(&unlocked, at: location)
        try finishWipe(&unlocked, at: location)
        let rescue = DatabaseRescue(location: location, stamp: surroundings.now(), progress: progress)
        let heads = headsOnDisk(of: unlocked, at: location)
        // A key that opens nothing here came with a vault file from elsewhere: nothing is rebuilt under it.
        if !heads.wasRead, unlocked.body[setting: founded] != nil, FileManager.default.fileExists(atPath: location.database),
            try !rescue.holdsAnything(key: unlocked.databaseKey())
        {
            throw EngineError.otherVaultFile
        }
        let isTampered = heads.isMissing
        if isTampered { try becomeAnotherDevice(&unlocked) }
        let vaultKey = unlocked.vaultKey()
        let notices = unlocked.notices
        var report = RepairReport()
        progress.report(say("checking the database"), 0, 0)
        if try needsRescue(rescue, keys: unlocked, location: location) {
            report = try await makeNew(
                rescue, unlocked, at: location, lock: lock, surroundings: surroundings, progress: progress)
            report.damagedDatabase = try rescue.putInPlace()
            unlocked = try VaultOpening.read(location, salvaging: true).unlock(vaultKey: vaultKey)
        }
        let vault = try OpenVault(
            unlocked, at: location, database: location.database, lock: lock, surroundings: surroundings)
        rescue.removeScratch()
        if report.damagedDatabase == nil { report = try await vault.rebuild(rescuing: nil, progress: progress) }
        try await vault.checkFiles(into: &report, progress: progress)
        if !notices.isEmpty { try await vault.renewVaultFile() }
        report.isAnotherDevice = isTampered
        try await vault.enterOwnJournals()
        lock.share()
        return (vault, report)
    }

    /// Completes the new database. Both databases are closed when this returns, so that files can be replaced.
    private static func makeNew(
        _ rescue: DatabaseRescue, _ unlocked: consuming UnlockedVault, at location: VaultLocation, lock: DatabaseLock,
        surroundings: Surroundings, progress: ProgressReport
    ) async throws -> RepairReport {
        let databaseKey = unlocked.databaseKey()
        let old = try rescue.source(key: databaseKey)
        try rescue.copyOperations(from: old, behind: try OpenVault.firstOperations(unlocked), key: databaseKey)
        let new = try OpenVault(unlocked, at: location, database: rescue.new, lock: lock, surroundings: surroundings)
        let report = try await new.rebuild(rescuing: old, progress: progress)
        try await new.finish()
        return report
    }

    /// A new key for this device, whose chains may be longer elsewhere than is known here: it starts new chains.
    private static func becomeAnotherDevice(_ keys: inout UnlockedVault) throws {
        let genesis = try firstOperation(keys)?.bytes
        try keys.revoke { (body) throws(VaultError) in
            body.becomeAnotherDevice(name: body.deviceName)
            if let genesis { body[setting: genesisOperation] = genesis }
        }
    }

    /// Adds this device to the journals that do not know its new key; also continues an interrupted run.
    private func enterOwnJournals() throws {
        let strange = try store.journals().filter { journal in
            try !isDestroyed(journal) && isStranger(in: journal) && owns(journal)
        }
        guard !strange.isEmpty else { return }
        try commit { writer in
            try OpenVault.enterDevice(of: keys, into: strange, with: writer).forEach { heads.note($0) }
        }
    }

    /// Whether the database cannot simply be rebuilt in place: it is damaged, or its tables know more than its log.
    private static func needsRescue(
        _ rescue: DatabaseRescue, keys: borrowing UnlockedVault, location: VaultLocation
    ) throws -> Bool {
        guard FileManager.default.fileExists(atPath: location.database) else { return false }
        guard let store = try rescue.present(key: keys.databaseKey()) else {
            // Not a single page of a database that was never created: there is nothing to lose.
            return keys.body[setting: founded] != nil
        }
        let heads = headsOnDisk(of: keys, at: location)
        let device = DeviceID(publicKey: keys.body.devicePublicKey)
        // Operations under a destroyed key: an older database was put back, and only its tables still have their content. Not
        // those from before a member without the past was admitted, who never had a key for them.
        func isBeforeRotation() throws -> Bool {
            try store.read { writer in
                try store.journals().contains { journal in
                    guard let lowest = keys.body.epochs(of: journal.bytes).first, lowest > 1 else { return false }
                    let admission = try admission(to: journal, in: store, keys: keys)
                    if let admission, admission.history == .new, lowest <= admission.sinceEpoch { return false }
                    return try writer.operations(of: journal, sealedBefore: lowest) > 0
                }
            }
        }
        return try !store.isSound() || store.missingOperations() > 0 || isBeforeRotation()
            || sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) } > 0
    }

    /// Rebuilds all tables from the log. With an old database whose log has gaps, what is only in its tables or its history is
    /// saved again, the oldest first.
    private func rebuild(rescuing old: Store?, progress: ProgressReport) throws -> RepairReport {
        var report = RepairReport()
        let total = try store.operationCount()
        var (check, closed, rescuer) = (LogCheck(), ClosedOperations(), RecordRescuer())
        let result = try store.rebuild { operation in
            try check.take(operation)
            do {
                guard let written = try written(in: operation) else { return nil }
                let counted = try counted(written, of: operation)
                report.refused += written.mutations.count - counted.mutations.count
                return counted
            } catch {
                closed.note(operation)
                throw error
            }
        } progress: { done in
            if done % 256 == 0 { progress.report("rebuilding", done, total) }
        }
        report.applied = result.applied
        report.unopened = result.unopened.count - closed.withheld(by: check, from: owner.name)
        // No snapshot is made of what is not known here.
        try store.write { writer in for journal in closed.journals { try writer.noteUnopened(in: journal) } }
        if let old {
            try store.takeOverKnownLosses(from: old)
            _ = try store.takeOverDrafts(from: old)
        }
        report.missing =
            try store.missingOperations()
            + OpenVault.sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) }
        try store.markLossesKnown(
            atEnd: try OpenVault.sum(heads, store: store, device: device) { $0.missing(databaseEnd: $1) })
        try commit { writer in
            if let old { report.rescued = try rescuer.rescue(from: old, vault: self, with: writer) }
        }
        report.setAside = rescuer.aside
        let device = device
        try store.read { writer in
            try heads.markLossKnown { try writer.nextPlace(journal: $0, device: device).position - 1 }
        }
        writeHeads()
        return report
    }

    /// Moves the whole new database into its one file.
    private func finish() throws { try store.walCheckpoint() }

    private func renewVaultFile() throws { try OpenVault.renewVaultFile(&keys) }

    private static func renewVaultFile(_ keys: inout UnlockedVault) throws {
        for _ in 0..<2 { try keys.update { (_) throws(VaultError) in } }
    }

    private func checkFiles(into report: inout RepairReport, progress: ProgressReport) async throws {
        try await checkAttachments(into: &report, progress: progress)
        report.partials = AttachmentFolder(path: location.attachments).removePartials()
    }

    private func checkAttachments(into report: inout RepairReport, progress: ProgressReport) async throws {
        let check = try checkAttachments(progress: progress)
        report.soundAttachments = check.sound
        report.attachmentFaults = check.faults.map { Explanation($0).sentence }
        report.absentAttachments = check.absent.map { Explanation($0).sentence }
        report.damagedFiles = check.damaged
    }

    /// Fetches damaged or missing files from the relay. A damaged file is kept beside its place until a sound one has arrived. If
    /// the relay can't be asked, the report says why.
    package nonisolated func fetchFaultyFiles(
        into report: inout RepairReport, over relays: @Sendable (RelayAddress) -> any RelayTransport,
        now: @escaping @Sendable () -> Int64, progress: ProgressReport = .silent
    ) async throws {
        guard try await relayAddress() != nil, !report.attachmentFaults.isEmpty || !report.absentAttachments.isEmpty
        else { return }
        let before = report.soundAttachments
        let damaged = report.damagedFiles
        try await setAside(damaged)
        do {
            let client = try await relayClient(relays)
            defer { client.close() }
            try await SyncDriver(self, client: client, now: now).wholeRound()
        } catch {
            report.relayProblem = Explanation(error).sentence
        }
        try await putBack(damaged)
        report = try await checkedAgain(report, progress: progress)
        report.fetchedAttachments = max(0, report.soundAttachments - before)
    }

    private func checkedAgain(_ report: RepairReport, progress: ProgressReport) async throws -> RepairReport {
        var report = report
        try await checkAttachments(into: &report, progress: progress)
        return report
    }

    private func setAside(_ files: [[UInt8]]) throws {
        for file in files {
            let path = location.attachments + "/" + hex(file)
            guard unsafe rename(path, path + ".damaged") == 0 else { throw EngineError.file(path: path, code: errno) }
        }
    }

    /// If no other arrived, the damaged file is put back.
    private func putBack(_ files: [[UInt8]]) throws {
        for file in files {
            let path = location.attachments + "/" + hex(file)
            let isThere = AttachmentFolder(path: location.attachments).holds(file)
            guard unsafe (isThere ? unlink(path + ".damaged") : rename(path + ".damaged", path)) == 0
            else { throw EngineError.file(path: path, code: errno) }
        }
    }
}
