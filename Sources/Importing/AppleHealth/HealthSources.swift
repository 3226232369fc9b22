import Basics
import Foundation

/// The sources in an export, and their order of preference.
package struct HealthSources {
    package struct Source: Hashable {
        /// Its name in the export, without line breaks and cut if it is very long.
        package let name: String
        /// 0 for a watch, 1 for a phone, 2 for everything else.
        let tier: Int
        /// Records of steps, sleep and symptoms.
        package var records = 0
    }

    /// In order of appearance.
    package private(set) var list: [Source] = []
    private var numbers: [[UInt8]: Int] = [:]
    private var last: (bytes: [UInt8], number: Int)?

    /// Further names count as one source.
    static let limit = 500
    /// The most bytes of a name (`HealthSample.source`).
    static let nameBytes = 200

    /// The number of a source; counts one more record for it.
    mutating func number(of name: XMLText, device: XMLText?) -> UInt16 {
        if let last, name.equals(last.bytes) {
            list[last.number].records += 1
            return UInt16(last.number)
        }
        let bytes = name.copy
        let number = numbers[bytes] ?? add(bytes, device: device)
        list[number].records += 1
        last = (bytes, number)
        return UInt16(number)
    }

    private mutating func add(_ bytes: [UInt8], device: XMLText?) -> Int {
        let isFull = list.count >= HealthSources.limit
        let name = isFull ? "other sources" : HealthSources.plain(String(decoding: bytes.prefix(4096), as: UTF8.self))
        if let known = list.firstIndex(where: { $0.name == name }) {
            if numbers.count < 4 * HealthSources.limit { numbers[bytes] = known }
            return known
        }
        list.append(Source(name: name, tier: isFull ? 2 : HealthSources.tier(of: name, device: device?.string ?? "")))
        numbers[bytes] = list.count - 1
        return list.count - 1
    }

    /// A watch or phone by its name, otherwise by the device that its records name.
    private static func tier(of name: String, device: String) -> Int {
        for text in [name.lowercased(), hardware(in: device)] {
            if text.has("watch") { return 0 }
            if text.has("phone") || text.has("ipod") { return 1 }
        }
        return 2
    }

    /// `watch6,4` in `<<HKDevice: 0x28>, name:Apple Watch, hardware:Watch6,4, software:10.1>`.
    private static func hardware(in device: String) -> String {
        guard let mark = device.firstRange(of: "hardware:") else { return "" }
        return device[mark.upperBound...].prefix(40).lowercased()
    }

    /// The name in one line, at most `nameBytes` long.
    private static func plain(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let next = scalar.value < 32 || scalar.value == 127 ? " " : scalar
            if text.utf8.count + UTF8.width(next) > nameBytes { break }
            text.unicodeScalars.append(next)
        }
        return text.isEmpty ? "unnamed" : text
    }

    /// The numbers of all sources, the most trusted first: those that the owner names, then watches, phones and all others, each
    /// group sorted by name, so that the order does not depend on the export's.
    package func order(preferring names: [String]) -> [Int] {
        let wanted = names.map { $0.lowercased() }
        func key(_ number: Int) -> (Int, Int) {
            (wanted.firstIndex(of: list[number].name.lowercased()) ?? wanted.count, list[number].tier)
        }
        return list.indices.sorted { a, b in
            if key(a) != key(b) { return key(a) < key(b) }
            return list[a].name.unicodeScalars.lexicographicallyPrecedes(list[b].name.unicodeScalars)
        }
    }
}
