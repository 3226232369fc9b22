import Base
import Foundation
import Ledger
import Store
import Vault

/// What `repair` found and did.
package struct RepairReport: Sendable {
    /// Operations from which everything was rebuilt.
    package var applied = 0
    /// Operations that are in the log and do not open, or do not follow from those before.
    package var unopened = 0
    /// Operations that were confirmed once and are gone.
    package var missing = 0
    /// Records and older texts whose operations are gone and that were saved anew from the tables.
    package var rescued = 0
    /// Records that stood in the log where they count for nothing, and are in their place now.
    package var putRight = 0
    /// Records that nobody can read where they stand: kept under another name, and in every JSON export.
    package var setAside = 0
    /// Changes by others that they may not make: they stay in the log, and count for nobody.
    package var refused = 0
    /// Where the damaged database was put, if it was damaged.
    package var damagedDatabase: String?
    /// Attachments that open.
    package var soundAttachments = 0
    /// What is wrong with others, one sentence each.
    package var attachmentFaults: [String] = []
    /// Attachments whose files did not come from another device yet, one sentence each.
    package var absentAttachments: [String] = []
    /// How many attachments' files were fetched from the relay.
    package var fetchedAttachments = 0
    /// Why the relay could not be asked for files, one sentence; `nil` where it was, or nothing was wanted of it.
    package var relayProblem: String?
    /// The sealed files that are not what was sealed: SHA-256 of what they were.
    var damagedFiles: [[UInt8]] = []
    /// This device has a new key, since the file that says what was saved last had been taken away.
    package var isAnotherDevice = false
    /// Unfinished files that were cleared away.
    package var partials = 0

    /// Nothing is lost: every operation is there and opens, every attachment too.
    package var isWhole: Bool { unopened == 0 && missing == 0 && attachmentFaults.isEmpty }

    package init() {}
}

extension OpenVault {
    /// Brings a vault back into order: rebuilds all tables from the log, rescues a damaged database into a new one, and
    /// checks the attachments. Deletes nothing but unfinished files: a damaged database is kept beside the new one.
    ///
    /// Nobody else can have the database open meanwhile. A new database takes its place only when it is whole; broken off
    /// before, everything is as it was. `acceptingSlots`: the owner has seen the key slots of a vault file whose own code does
    /// not vouch for them any more, and takes them for theirs. `patience`: milliseconds to wait for others to close it.
    /// `testOnlyBesideOthers`: a test may keep the vault open meanwhile, when it knows that nothing is exchanged under it.
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
        // A key that opens nothing here has come with a vault file from elsewhere: nothing is rebuilt under it.
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
        progress.report("checking the database", 0, 0)
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

    /// Makes the new database whole. Both databases are closed when this returns, so that files can be exchanged.
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

    /// A new key for this device, whose chains may be longer elsewhere than is known here: it begins chains of its own.
    private static func becomeAnotherDevice(_ keys: inout UnlockedVault) throws {
        let genesis = try firstOperation(keys)?.bytes
        try keys.revoke { (body) throws(VaultError) in
            body.becomeAnotherDevice(name: body.deviceName)
            if let genesis { body[setting: genesisOperation] = genesis }
        }
    }

    /// Enters this device into the journals in which it is a stranger, since its key is new: also where that was broken off.
    private func enterOwnJournals() throws {
        let strange = try store.journals().filter { journal in
            try !isDestroyed(journal) && isStranger(in: journal) && owns(journal)
        }
        guard !strange.isEmpty else { return }
        try commit { writer in
            try OpenVault.enterDevice(of: keys, into: strange, with: writer).forEach { heads.note($0) }
        }
    }

    /// Whether the database cannot simply be rebuilt in its place: it is damaged, or its tables know more than its log.
    private static func needsRescue(
        _ rescue: DatabaseRescue, keys: borrowing UnlockedVault, location: VaultLocation
    ) throws -> Bool {
        guard FileManager.default.fileExists(atPath: location.database) else { return false }
        guard let store = try rescue.present(key: keys.databaseKey()) else {
            // Not a single page of a database that was never founded: there is nothing to lose.
            return keys.body[setting: founded] != nil
        }
        let heads = headsOnDisk(of: keys, at: location)
        let device = DeviceID(publicKey: keys.body.devicePublicKey)
        // Operations under a key that is destroyed: an older database was put back, and only its tables still say what they said.
        // But not those from before somebody was let in to what is new, who never had a key for them.
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

    /// Makes all tables anew from the log. With an old database whose log has gaps, what only its tables or its history
    /// still know is saved anew, the oldest first.
    private func rebuild(rescuing old: Store?, progress: ProgressReport) throws -> RepairReport {
        var report = RepairReport()
        let total = try store.operationCount()
        var (check, closed, rescuer) = (LogCheck(), ClosedOperations(), RecordRescuer())
        let result = try store.rebuild { operation in
            try check.take(operation)
            do {
                guard let written = try written(in: operation) else { return nil }
                let counted = try counted(written, of: operation)
                if counted.mutations.count < written.mutations.count { rescuer.note(written, of: operation) }
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
        // Nobody makes a snapshot in the place of what is not known here.
        try store.write { writer in for journal in closed.journals { try writer.keep([1], in: .unopened(journal)) } }
        if let old {
            try store.takeOverSettledLosses(from: old)
            _ = try store.takeOverDrafts(from: old)
        }
        report.missing =
            try store.missingOperations()
            + OpenVault.sum(heads, store: store, device: device) { $0.lost(databaseEnd: $1) }
        try store.settleLosses(
            atEnd: try OpenVault.sum(heads, store: store, device: device) { $0.missing(databaseEnd: $1) })
        try commit { writer in
            if let old { report.rescued = try rescuer.rescue(from: old, vault: self, with: writer) }
            try rescuer.putRight(vault: self, with: writer)
        }
        (report.putRight, report.setAside, report.refused) = (rescuer.right, rescuer.aside, rescuer.refused)
        let device = device
        try store.read { writer in
            try heads.settle { try writer.nextPlace(journal: $0, device: device).position - 1 }
        }
        writeHeads()
        return report
    }

    /// All of the new database is in its one file.
    private func finish() throws { try store.settle() }

    /// Writes both copies of the vault file anew.
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

    /// Fetches from the relay what a repair found to be damaged or not here. A damaged file is kept beside its place until a sound one
    /// has come. Where the relay can't be asked, the report says why.
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

    /// Where no other came, the damaged file is what is left of it.
    private func putBack(_ files: [[UInt8]]) throws {
        for file in files {
            let path = location.attachments + "/" + hex(file)
            let isThere = AttachmentFolder(path: location.attachments).holds(file)
            guard unsafe (isThere ? unlink(path + ".damaged") : rename(path + ".damaged", path)) == 0
            else { throw EngineError.file(path: path, code: errno) }
        }
    }
}
