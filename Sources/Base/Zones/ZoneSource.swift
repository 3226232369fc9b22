import Foundation
import Journal
import Synchronization

/// Finds the rules of time zones by name: in the system's folder, which its updates keep current, otherwise in the program. What
/// was read is cached.
package final class ZoneSource: Sendable {
    /// The usual folders of TZif files.
    package static let system = ZoneSource(folders: [
        "/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo", "/etc/zoneinfo",
    ])

    private let folders: [String]
    /// What was read, and which names are unknown.
    private let known = Mutex<[String: ZoneTable?]>([:])
    /// Far more than there are zones: an import may name anything.
    private static let mostKnown = 2000

    /// - Parameter folders: where the TZif files are, in the order of search.
    package init(folders: [String]) { self.folders = folders }

    /// The rules of a zone; `nil` for an unknown name.
    func table(_ name: String) -> ZoneTable? {
        if let table = known.withLock({ $0[name] }) { return table }
        let table = ZoneSource.isName(name) ? read(name) : nil
        known.withLock { known in
            if known.count >= ZoneSource.mostKnown { known = [:] }
            known[name] = .some(table)
        }
        return table
    }

    /// The edition of the rules, `2025b`; `unknown` if the system does not say.
    package var edition: String {
        let folder = folders.first { FileManager.default.fileExists(atPath: $0 + "/Etc/UTC") }
        guard let folder else { return CarriedZones.edition }
        let text = String(decoding: FileManager.default.contents(atPath: folder + "/tzdata.zi") ?? Data(), as: UTF8.self)
        let mark = "# version "
        if text.hasPrefix(mark) { return String(text.dropFirst(mark.count).prefix { !$0.isWhitespace }) }
        let version = String(decoding: FileManager.default.contents(atPath: folder + "/+VERSION") ?? Data(), as: UTF8.self)
        return version.isEmpty ? "unknown" : String(version.prefix { !$0.isWhitespace })
    }

    /// The name of a path below one of the folders; `nil` for a path elsewhere.
    static func name(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(folder + 1)...]
        return name.drop { ["posix", "right"].contains($0) }.joined(separator: "/")
    }

    private func read(_ name: String) -> ZoneTable? {
        for folder in folders {
            if let bytes = FileManager.default.contents(atPath: folder + "/" + name), let table = ZoneTable(Array(bytes)) {
                return table
            }
        }
        return CarriedZones.file(name).flatMap { ZoneTable($0) }
    }

    /// Whether a text may be the name of a zone: no path that leads elsewhere, and no other file in the folders.
    private static func isName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), !["localtime", "posixrules"].contains(name) else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { letter in
                    isDigit(letter) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter | 0x20)
                        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(letter)
                }
        }
        return isPlain && !name.hasPrefix("posix/") && !name.hasPrefix("right/")
    }
}
