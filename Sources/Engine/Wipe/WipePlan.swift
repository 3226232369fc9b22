import Base
import Foundation
import Ledger
import Store
import Vault

/// What destroying a vault would take away, and what it would not reach: to be shown before anybody types the vault's name.
package struct WipePlan: Hashable, Sendable {
    /// One file of the vault.
    package struct File: Hashable, Sendable {
        /// Below the vault's folder.
        package let name: String
        /// Its length.
        package let bytes: Int64
        /// When it was last written, in milliseconds since 1970.
        package let modified: Int64
    }

    /// What has to be typed: the profile's name, else the last part of the folder's path.
    package let name: String
    /// The vault's folder.
    package let folder: String
    /// When the vault was made, in milliseconds since 1970; `nil` when that cannot be read.
    package let created: Int64?
    /// The files that go, without those of attachments.
    package let files: [File]
    /// Sealed attachments.
    package let attachments: Int
    /// Bytes of all of them together.
    package let bytes: Int64
    /// What lies in the folder and is not Auralyst's: it stays.
    package let unknown: [String]
    /// A wipe was begun here and broken off.
    package let isBegun: Bool

    /// When anything of it was last written, in milliseconds since 1970.
    package var lastWritten: Int64? { files.map(\.modified).max() }

    /// The exports in clear and the backups that the vault knows of; `nil` where it was not opened.
    package var copies: [BeyondReach]?

    /// What stays whatever this program does, each with what its owner can type about it; what the vault knows of comes first.
    package var beyond: [BeyondReach] { (copies ?? [.unknownCopies]) + BeyondReach.all }
}

/// Traces of a vault that no wipe of its folder reaches.
package struct BeyondReach: Hashable, Sendable {
    /// What it is.
    package let what: String
    /// The command for it.
    package let command: String

    /// In the place of the copies that only the open vault could name.
    static let unknownCopies = BeyondReach(
        what: "unencrypted exports and backups that this vault made: unlock it to list them",
        command: "auralyst unlock && auralyst wipe --dry-run")

    static let all = [
        BeyondReach(
            what: "backups that you made: each contains its keys and opens with the recovery code",
            command: "find ~ /media /mnt -name '*.age' 2>/dev/null"),
        BeyondReach(
            what: "copies of the folder, in another place or in a backup of the machine",
            command: "find ~ /media /mnt -name 'vault.auralyst*' 2>/dev/null"),
        BeyondReach(what: "exports, reports and attachments that you saved unencrypted", command: "shred -u FILE"),
        BeyondReach(
            what: "snapshots of the file system", command: "sudo btrfs subvolume list -s /; zfs list -t snapshot; sudo lvs"),
        BeyondReach(what: "blocks that a solid-state disk keeps after a file is gone", command: "sudo fstrim --all"),
        BeyondReach(what: "words that you typed into a shell", command: "history -c && history -w"),
    ]
}

extension WipePlan {
    /// Looks at a folder; opens nothing and needs no key. Refuses a folder that holds no vault.
    package init(_ location: VaultLocation, name: String) throws {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? [])
        guard VaultFiles.isVault(names) else { throw WipeError.notAVault(folder: location.folder) }
        let sealed = WipePlan.files(in: location.attachments).filter { VaultFiles.isAttachment($0.name) }
        let found = WipePlan.files(in: location.folder)
        self.name = name
        folder = location.folder
        // A damaged vault is destroyed as well.
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

    /// What a check of a backup that was killed has left, by its names below the vault's folder.
    static func scratchFiles(in location: VaultLocation) -> [File] {
        files(in: location.folder + "/" + VaultFiles.scratch).filter { VaultFiles.isScratch($0.name) }.map {
            File(name: VaultFiles.scratch + "/" + $0.name, bytes: $0.bytes, modified: $0.modified)
        }
    }

    /// The regular files directly in a folder, by name; links and folders are none.
    static func files(in folder: String) -> [File] {
        // A link in the place of a folder is not ours to follow.
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
    /// The exports in clear that this vault made and that are there still, the folders that hold backups of it, and its relay: no
    /// wipe of the vault's folder reaches them. Each with a command; that for the relay works as long as the vault is there.
    package func copiesElsewhere() throws -> [BeyondReach] {
        let exports = try clearExports().map { export in
            let path = Shell.quoted(export.place)
            return BeyondReach(
                what: "unencrypted file (\(export.form.name)): \(export.place)",
                command: !export.isFolder
                    ? "shred -u \(path)" : "find \(path) -type f -exec shred -u {} + && rm -r \(path)")
        }
        let name = "auralyst-" + hex(keys.header.vault.prefix(4)) + "-"
        let backups = try store.backupFolders().map { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let count = names.count { $0.hasPrefix(name) && $0.hasSuffix(".age") }
            let what =
                FileManager.default.fileExists(atPath: folder)
                ? Base.counted(count, "backup") + " in " + folder : "the backups in " + folder + ", which is not connected now"
            return BeyondReach(what: what, command: "rm \(Shell.quoted(folder))/\(name)*.age")
        }
        let relay = try relayAddress().map { address in
            BeyondReach(
                what:
                    "what the relay \(address.text) holds, encrypted; its keys are on your other devices and in your recovery code",
                command: "auralyst sync stop --erase")
        }
        return exports + backups + [relay].compactMap(\.self)
    }
}
