import Basics
import Foundation

/// Looks for many patterns at once in the bytes of files: as they are written, in any case of letters, in UTF-8 and UTF-16.
///
/// The first six bytes of every pattern stand in a table; a file is walked once with a window of six bytes. So the cost
/// does not depend on the number of patterns.
///
/// The odds of a false alarm: a word of eight letters, upper and lower case taken for one, meets eight random bytes with
/// (2/256)⁸ = 2⁻⁵⁶. With 3,000 words in three encodings and 32 MiB of sealed bytes there are some 3·10¹¹ ≈ 2³⁸ chances:
/// one false alarm in 2¹⁸ = 262,144 runs. The other encodings and patterns are longer and rarer.
package struct ByteSearch {
    static let windowCount = 6
    private var patterns: [UInt64: [(bytes: [UInt8], name: String)]] = [:]
    private var bloom = [Bool](repeating: false, count: 1 << 20)

    /// How many patterns are looked for.
    package private(set) var count = 0

    package init() {}

    /// A text in the three encodings.
    package mutating func add(text: String) {
        let folded = text.lowercased()
        add(bytes: Array(folded.utf8), named: text + " (UTF-8)")
        add(bytes: folded.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, named: text + " (UTF-16LE)")
        add(bytes: folded.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }, named: text + " (UTF-16BE)")
    }

    /// A moment, as the figures of its seconds and milliseconds, and as the bytes in which programs keep it.
    package mutating func add(milliseconds: Int64, named name: String) {
        add(text: String(milliseconds))
        add(text: String(milliseconds / 1000) + ".")
        let big = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> Int64(56 - 8 * $0)) }
        // SQLite keeps such a number in the last six of these bytes.
        add(bytes: Array(big.suffix(6)), named: name + " (big-endian)")
        add(bytes: big.reversed(), named: name + " (little-endian)")
    }

    /// Days as people and programs write them, and the evening of each as a number. What is before 1970 has negative numbers,
    /// which hold nothing that is rare.
    package mutating func add(days: some Sequence<String>) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
        for day in Set(days).sorted() {
            add(text: day)
            add(text: day.replacing("-", with: ""))
            add(text: day.replacing("-", with: "/"))
            let parts = day.split(separator: "-").compactMap { Int($0) }
            let evening = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 21))
            guard let evening, evening.timeIntervalSince1970 > 1e8 else { continue }
            add(milliseconds: Int64(evening.timeIntervalSince1970) * 1000, named: day)
        }
    }

    /// Bytes, of which those that are letters are looked for in either case.
    package mutating func add(bytes: [UInt8], named name: String) {
        precondition(bytes.count >= ByteSearch.windowCount, "too short a pattern would be found by chance")
        let bytes = bytes.map(ByteSearch.folded)
        let key = bytes.prefix(ByteSearch.windowCount).reduce(0) { $0 << 8 | UInt64($1) }
        patterns[key, default: []].append((bytes, name))
        bloom[ByteSearch.slot(key)] = true
        count += 1
    }

    private static func slot(_ key: UInt64) -> Int { Int((key &* 0x9e37_79b9_7f4a_7c15) >> 44) }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    /// The names of the patterns that occur, as often as they do, up to a limit.
    package func hits(in bytes: [UInt8], atMost limit: Int = 20) -> [String] {
        var hits: [String] = []
        var window: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            window = (window << 8 | UInt64(ByteSearch.folded(byte))) & 0xffff_ffff_ffff
            guard index >= ByteSearch.windowCount - 1, bloom[ByteSearch.slot(window)], let candidates = patterns[window] else {
                continue
            }
            let start = index - ByteSearch.windowCount + 1
            for (pattern, name) in candidates where start + pattern.count <= bytes.count {
                let found = bytes[start..<(start + pattern.count)]
                if zip(found, pattern).allSatisfy({ ByteSearch.folded($0) == $1 }) { hits.append(name) }
            }
            if hits.count >= limit { break }
        }
        return hits
    }

    /// What was found where below some folders, in contents and in names, and how much was looked through.
    package func hits(below folders: [String], atMost limit: Int = 20) -> (hits: [String], files: Int, bytes: Int) {
        var (found, files, size): ([String], Int, Int) = ([], 0, 0)
        for folder in folders {
            Folder.forEachPath(below: folder) { name, about in
                found += hits(in: Array(name.utf8)).map { $0 + " in the name " + name }
                let path = folder + "/" + name
                guard about.st_mode & S_IFMT == S_IFREG else { return }
                let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
                found += hits(in: bytes, atMost: limit).map { $0 + " in " + path }
                files += 1
                size += bytes.count
            }
        }
        return (found, files, size)
    }
}
