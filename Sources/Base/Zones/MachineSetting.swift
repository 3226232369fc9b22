import Basics
import Foundation

package struct MachineSetting: Sendable {
    /// The variable `TZ`: a name, or a path in a zoneinfo folder, each with or without a colon before it.
    private let variable: String?
    /// A link into a zoneinfo folder, or a copy of a file in it.
    private let link: String
    /// A file with the name, on some systems.
    private let text: String

    /// Those of this machine by default.
    package init(
        variable: String? = Variables.all["TZ"], link: String = "/etc/localtime",
        text: String = "/etc/timezone"
    ) {
        (self.variable, self.link, self.text) = (variable, link, text)
    }

    /// The first of these that names a zone: the variable, the link's target, the zone equal to the copy, the text; otherwise
    /// UTC.
    package var zone: Zone {
        variable.flatMap(named) ?? linked ?? copied ?? written ?? .utc
    }

    private func named(_ setting: String) -> Zone? {
        let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
        return Zone(identifier: name.hasPrefix("/") ? ZoneSource.name(ofPath: name) ?? "" : name)
    }

    /// A link may lead to another link.
    private var linked: Zone? {
        var path = link
        for _ in 0..<8 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
            path = target.hasPrefix("/") ? target : path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + target
            if let zone = ZoneSource.name(ofPath: path).flatMap({ Zone(identifier: $0) }) { return zone }
        }
        return nil
    }

    private var written: Zone? {
        let bytes = FileManager.default.contents(atPath: text) ?? Data()
        let name = bytes.prefix { !($0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#")) }
        return Zone(identifier: String(decoding: name, as: UTF8.self))
    }

    /// A copy has rules and no name. It is the text's zone if the rules match; otherwise the first zone with the same rules at
    /// all times, otherwise since 1970.
    private var copied: Zone? {
        guard let bytes = FileManager.default.contents(atPath: link), let table = ZoneTable(Array(bytes)) else { return nil }
        let (always, unix): (Int64, Int64) = (-10_000_000_000, 0)
        if let written, written.isLike(table, since: unix) { return written }
        for start in [always, unix] {
            let name = CarriedZones.names.first { Zone(identifier: $0)?.isLike(table, since: start) == true }
            if let name { return Zone(identifier: name) }
        }
        return nil
    }
}
