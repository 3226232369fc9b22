import Base
import Engine
import Importing
import Journal
import Records

package struct ExportPlan: Hashable, Sendable {
    package let format: ExportFormat
    /// Entries that are not deleted.
    package let entries: Int
    /// Records of other kinds that may be included; a few may be deleted and left out.
    package let others: [Kind]
    /// Attachments and their bytes; 0 if they are left out.
    package let attachments: Int
    package let attachmentBytes: Int64

    package struct Kind: Hashable, Sendable {
        package let name: String
        package let count: Int

        /// `1 check-in`, `3 health samples`.
        package var words: String {
            if name == Preferences.kind { return say("your preferences") }
            let one = name == CheckIn.kind ? "check-in" : name == Entry.kind ? "entry" : name.replacing("_", with: " ")
            return say("\(counted(count, one, one.hasSuffix("y") ? String(one.dropLast()) + "ies" : nil))")
        }
    }

    /// What will be readable, by whom and where: one sentence a line.
    /// - Parameter bytes: the approximate length of the export.
    package func warning(path: String, bytes: Int64) -> [String] {
        let files = attachments == 0 ? "" : ", \(counted(attachments, "file"))"
        let more = others.reduce(0) { $0 + $1.count }
        let records = more == 0 ? "" : say(", \(counted(more, "record")) of the health log and the rest")
        var lines = [
            "Readable in it: \(counted(entries, "entry", "entries"))\(records)\(files); about \(ExportPlan.size(bytes)).",
            say("By whom: every program that runs as you, every administrator of this machine, and anyone who gets the disk."),
            say("Where: \(path), and every backup or synced copy of it."),
        ]
        let clouds = ["Dropbox", "OneDrive", "Nextcloud", "ownCloud", "Google Drive", "iCloud", "Syncthing"]
        if let cloud = clouds.first(where: { path.contains($0) }) {
            lines.append(say("\(cloud) seems to copy this folder to other machines."))
        }
        return lines
    }

    /// `14 MB`
    package static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<10_000: "\(max(1, (bytes + 512) / 1000)) kB"
        case ..<1_000_000: "\(bytes / 1000) kB"
        case ..<10_000_000_000: "\(bytes / 1_000_000) MB"
        default: "\(bytes / 1_000_000_000) GB"
        }
    }
}

package struct ExportResult: Hashable, Sendable {
    package let format: ExportFormat
    /// How many records of each kind, with those in "Recently deleted".
    package let counts: [String: Int]
    /// Entries in "Recently deleted".
    package var deletedEntries = 0
    package let bytes: Int64
    /// Records on damaged pages, which are not included.
    package let unreadable: Int
    /// Attachments whose files are gone or damaged, by the owner's file names.
    package let lostFiles: [String]
    /// Attachments whose files have not arrived from another device yet.
    package let absentFiles: [AbsentAttachment]
    /// How many pictures and films lost their place.
    package var withoutPlace = 0
    /// The entries and files that could not be written, `lostFiles` among them.
    package var unwritten: [UnwrittenPart] = []
    /// Records of the vault that this format cannot hold; none for `json`.
    package let leftOut: [ExportPlan.Kind]

    /// What was done to the places in pictures; `nil` if nothing was.
    package var placesSentence: String? {
        withoutPlace == 0
            ? nil : say("The place was removed from \(counted(withoutPlace, "photo or video", "photos and videos")).")
    }

    /// Entries in it that are not deleted.
    package var entries: Int { (counts[Entry.kind] ?? 0) - deletedEntries }
}

/// An attachment whose file isn't here yet.
package struct AbsentAttachment: Hashable, Sendable {
    /// The name of the owner's file.
    package let name: String
    package let source: AbsentFile

    /// Without the full stop.
    package var sentence: String { say("the file \(name) is not in it, as it is not here yet: \(source.words)") }
}

/// Writes an export that is one file in a special format, such as a page for a browser.
package protocol ExportWriter: Sendable {
    /// Writes everything; the caller ends the file.
    nonisolated(nonsending) func write(_ source: ExportSource, to output: any ExportOutput) async throws
}
