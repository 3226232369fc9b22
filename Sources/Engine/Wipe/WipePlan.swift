import Base
import Foundation
import Ledger
import Store
import Vault

/// What deleting a vault would remove, and what it would not reach: shown before the vault's name is typed.
package struct WipePlan: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// Relative to the vault's folder.
        package let name: String
        /// Its length in bytes.
        package let bytes: Int64
        /// When it was last written, in milliseconds since 1970.
        package let modified: Int64
    }

    /// What must be typed: the profile's name, otherwise the last part of the folder's path.
    package let name: String
    package let folder: String
    /// When the vault was created, in milliseconds since 1970; `nil` if that cannot be read.
    package let created: Int64?
    /// The files to remove, without attachments.
    package let files: [File]
    package let attachments: Int
    package let bytes: Int64
    /// Files in the folder that are not Auralyst's and stay.
    package let unknown: [String]
    package let isBegun: Bool

    /// When any of its files was last written, in milliseconds since 1970.
    package var lastWritten: Int64? { files.map(\.modified).max() }

    /// The unencrypted exports and the backups that the vault knows of; `nil` if it was not opened.
    package var copies: [BeyondReach]?

    /// What this program cannot remove, each with what its owner can do; what the vault knows of comes first.
    package var beyond: [BeyondReach] { (copies ?? [.unknownCopies]) + BeyondReach.all }
}

/// Traces of a vault outside its folder.
package struct BeyondReach: Hashable, Sendable {
    package let what: String
    package let command: String

    /// Replaces the copies that only the open vault could name.
    static let unknownCopies = BeyondReach(
        what: say("unencrypted exports and backups that this vault made: unlock it to list them"),
        command: "auralyst unlock && auralyst wipe --dry-run")

    static let all = [
        BeyondReach(
            what: say("backups that you made: each contains its keys and opens with the recovery code"),
            command: "find ~ /media /mnt -name '*.age' 2>/dev/null"),
        BeyondReach(
            what: say("copies of the folder, in another place or in a backup of the machine"),
            command: "find ~ /media /mnt -name 'vault.auralyst*' 2>/dev/null"),
        BeyondReach(what: say("exports, reports and attachments that you saved unencrypted"), command: "shred -u FILE"),
        BeyondReach(
            what: say("snapshots of the file system"), command: "sudo btrfs subvolume list -s /; zfs list -t snapshot; sudo lvs"),
        BeyondReach(what: say("blocks that a solid-state disk keeps after a file is gone"), command: "sudo fstrim --all"),
        BeyondReach(what: say("words that you typed into a shell"), command: "history -c && history -w"),
    ]
}

extension WipePlan {
    /// Reads a folder; decrypts nothing and needs no key. Throws for a folder without a vault.
    package init(_ location: VaultLocation, name: String) throws {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? [])
        guard VaultFiles.isVault(names) else { throw WipeError.notAVault(folder: location.folder) }
        let sealed = WipePlan.files(in: location.attachments).filter { VaultFiles.isAttachment($0.name) }
        let found = WipePlan.files(in: location.folder)
        self.name = name
        folder = location.folder
        // A damaged vault is deleted too.
        created = (try? VaultOpening.read(location, salvaging: true))?.header.created
        files = found.filter { VaultFiles.isOurs($0.name) } + WipePlan.scratchFiles(in: location)
        attachments = sealed.count
        bytes = (files + sealed).reduce(0) { $0 + $1.bytes }
        unknown = WipePlan.unknown(in: location, regular: Set(found.map(\.name)), all: names)
        isBegun = names.contains(VaultFiles.mark)
        copies = nil
    }

    private static func unknown(in location: VaultLocation, regular: Set<String>, all: Set<String>) -> [String] {
        let folders = [VaultFiles.attachments: VaultFiles.isAttachment, VaultFiles.scratch: VaultFiles.isScratch]
        var unknown = all.filter { !(regular.contains($0) && VaultFiles.isOurs($0)) && folders[$0] == nil }
        for (name, isOurs) in folders {
            let path = location.folder + "/" + name
            let below = Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            unknown.formUnion(below.subtracting(files(in: path).map(\.name).filter(isOurs)).map { name + "/" + $0 })
        }
        return unknown.sorted()
    }

    /// Remains of a killed backup check, by their names relative to the vault's folder.
    static func scratchFiles(in location: VaultLocation) -> [File] {
        files(in: location.folder + "/" + VaultFiles.scratch).filter { VaultFiles.isScratch($0.name) }.map {
            File(name: VaultFiles.scratch + "/" + $0.name, bytes: $0.bytes, modified: $0.modified)
        }
    }

    /// The regular files directly in a folder, by name; without links and folders.
    static func files(in folder: String) -> [File] {
        // A link in place of a folder is not followed.
        var about = stat()
        guard unsafe lstat(folder, &about) == 0, about.st_mode & S_IFMT != S_IFLNK else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            var about = stat()
            guard unsafe lstat(folder + "/" + name, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
            return File(name: name, bytes: Int64(about.st_size), modified: Int64(about.st_mtim.tv_sec) * 1000)
        }
    }
}

extension OpenVault {
    /// The vault's existing unencrypted exports, the folders with backups of it, and its relay: deleting the vault's folder does
    /// not reach them. Each with a command; the relay's works only as long as the vault exists.
    package func copiesElsewhere() throws -> [BeyondReach] {
        let exports = try clearExports().map { export in
            let path = Shell.quoted(export.place)
            return BeyondReach(
                what: say("unencrypted file (\(export.form.name)): \(export.place)"),
                command: !export.isFolder
                    ? "shred -u \(path)" : "find \(path) -type f -exec shred -u {} + && rm -r \(path)")
        }
        let name = "auralyst-" + hex(keys.header.vault.prefix(4)) + "-"
        let backups = try store.backupFolders().map { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let count = names.count { $0.hasPrefix(name) && $0.hasSuffix(".age") }
            let what =
                FileManager.default.fileExists(atPath: folder)
                ? say("\(Base.counted(count, "backup")) in \(folder)")
                : say("the backups in \(folder), which is not connected now")
            return BeyondReach(what: what, command: "rm \(Shell.quoted(folder))/\(name)*.age")
        }
        let relay = try relayAddress().map { address in
            BeyondReach(
                what:
                    say(
                        "what the relay \(address.text) holds, encrypted; its keys are on your other devices and in your recovery code"
                    ),
                command: "auralyst sync stop --erase")
        }
        return exports + backups + [relay].compactMap(\.self)
    }
}
