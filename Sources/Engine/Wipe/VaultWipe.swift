import Base
import Basics
import Foundation
import Vault

/// Deletes a vault: the key slots first, in every copy, then all its files. Works without a key, on a damaged vault, and again
/// after an interruption.
package struct VaultWipe: Sendable {
    package let location: VaultLocation
    package let holders: [KeyHolder]
    /// The folder of the user's systemd units, and how to stop one before its file is removed; see `VaultUnits`.
    package let units: VaultUnits?
    /// The file of profiles, from which the vault's entry is removed; `nil`: there is none.
    package let profiles: ProfileList.File?
    /// Milliseconds to wait for others to close the vault.
    package var patience: Int

    package struct Report: Hashable, Sendable {
        package var files = 0
        /// Files in the folder that are not Auralyst's and stay.
        package var left: [String] = []
        /// What could not be removed elsewhere, in words for the owner.
        package var troubles: [String] = []
        /// The folder was removed, since it was empty.
        package var folderIsGone = false

        package init() {}
    }

    package init(
        _ location: VaultLocation, holders: [KeyHolder], units: VaultUnits? = nil, profiles: ProfileList.File? = nil,
        patience: Int = 2_000
    ) {
        (self.location, self.holders, self.units, self.profiles) = (location, holders, units, profiles)
        self.patience = patience
    }

    /// Deletes the vault. `typed` must be exactly the plan's name (`WipeError.otherName`).
    ///
    /// No other program may have the vault open (`WipeError.appIsOpen`, `.remindersRun`, `EngineError.inUse`). After the first
    /// step nothing opens the vault any more, whatever happens to the others.
    package func run(_ plan: WipePlan, typed: String, progress: ProgressReport = .silent) throws -> Report {
        guard typed == plan.name, plan.folder == location.folder else { throw WipeError.otherName }
        units?.stop(location)
        var report = Report()
        try withTheVaultAlone {
            let vault = try mark()
            progress.report(say("destroying the keys"), 0, plan.files.count)
            report.files = plan.files.count { VaultFolder.keyFiles.contains($0.name) }
            try VaultFolder(path: location.folder).destroyKeys()
            forgetKeys(of: vault, into: &report)
            try removeContent(into: &report, progress: progress)
        }
        removeElsewhere(into: &report)
        try finish(into: &report)
        return report
    }

    private func withTheVaultAlone(_ body: () throws -> Void) throws {
        let lock: DatabaseLock
        do {
            // A file that another name leads to is removed, not written.
            lock = try DatabaseLock(.exclusive, at: location, patience: patience, onlyRemoves: true)
        } catch EngineError.inUse {
            if ReminderLease.isHeld(.window, at: location) { throw WipeError.appIsOpen }
            if ReminderLease.isHeld(.daemon, at: location) { throw WipeError.remindersRun }
            throw EngineError.inUse
        }
        try withExtendedLifetime(lock) { try body() }
    }

    /// Marks the vault as being deleted, with its id, by which its keys are found elsewhere.
    /// - Returns: the id; empty if it is unknown.
    private func mark() throws -> [UInt8] {
        let path = location.folder + "/" + VaultFiles.mark
        let noted = Array(FileManager.default.contents(atPath: path) ?? Data())
        // A damaged vault is deleted too; a missing id is reported.
        let vault = (try? VaultOpening.read(location, salvaging: true))?.header.vault ?? (noted.count == 16 ? noted : [])
        // Replaced as a whole, never written through: another name may lead to what is there.
        let file = try PartialFile(in: location.folder)
        try OpenFile(file.descriptor, closes: false).write(vault)
        try file.keep(as: VaultFiles.mark)
        return vault
    }

    /// Deletes the vault's key where `unlock` keeps it, which would open the database by itself, and the keychain's.
    private func forgetKeys(of vault: [UInt8], into report: inout Report) {
        guard !vault.isEmpty else {
            report.troubles.append(
                say("the vault's name cannot be read, so a key may be left between commands or in the keychain"))
            return
        }
        for holder in AgentMark(at: location).among(holders) {
            do { try holder.drop(vault: vault) } catch { report.troubles.append(Explanation(error).sentence) }
        }
        do {
            try Keychain.remove(vault: vault)
        } catch {
            // Without a keychain there is no key in it.
            guard error != .noLibrary, error != .noService else { return }
            report.troubles.append(Explanation(error).sentence)
        }
    }

    private func removeContent(into report: inout Report, progress: ProgressReport) throws {
        let sealed = WipePlan.files(in: location.attachments).map(\.name).filter(VaultFiles.isAttachment)
        let content = WipePlan.files(in: location.folder).map(\.name).filter(VaultFiles.isContent)
        let scratch = WipePlan.scratchFiles(in: location).map(\.name)
        let paths = (content + scratch).map { location.folder + "/" + $0 } + sealed.map { location.attachments + "/" + $0 }
        for (index, path) in paths.enumerated() {
            if index % 64 == 0 { progress.report(say("removing files"), index, paths.count) }
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
            report.files += 1
        }
        unsafe _ = rmdir(location.attachments)
        unsafe _ = rmdir(location.folder + "/" + VaultFiles.scratch)
    }

    private func removeElsewhere(into report: inout Report) {
        if let units { report.troubles += units.remove(location) }
        guard let profiles else { return }
        do { try profiles.change { $0.forget(location.folder) } } catch { report.troubles.append(Explanation(error).sentence) }
    }

    /// Removes the locks and the mark; then the folder, if it is empty.
    private func finish(into report: inout Report) throws {
        for name in VaultFiles.locks { unsafe _ = unlink(location.folder + "/" + name) }
        // The mark is still there: the next wipe finishes one that is interrupted here.
        try? syncFolder(location.folder)
        let path = location.folder + "/" + VaultFiles.mark
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
        report.left = ((try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? []).sorted()
        report.folderIsGone = unsafe report.left.isEmpty && rmdir(location.folder) == 0
    }
}
