import Base
import Foundation
import Importing
import Journal
import Ledger
import SeededChance
import Testing

extension ImportReading {
    /// Every record of the source is one of these.
    package var items: Int { entries.count + problems.count + templates.count }
    /// Those that can be taken.
    package var records: [ImportedRecord] { entries }
}

/// The owner's zone in the tests of readers, and a clock that stands still.
package let readersHome: Surroundings = {
    guard let zone = Zone(identifier: "Europe/Vienna") else { preconditionFailure("the zone of the tests is known") }
    return Surroundings(now: { 1_790_000_000_000 }, zone: zone)
}()

/// Reads what lies at a path as an import does; without a format the content decides.
package func readSource(
    _ path: String, _ format: ImportFormat? = nil, options change: (inout ImportOptions) -> Void = { _ in }
) throws -> (format: ImportFormat, output: ImportReading) {
    var options = ImportOptions(surroundings: readersHome)
    change(&options)
    let source = try ImportSource(path: path, format: format, options: options)
    return (source.format, try source.reading())
}

extension MarkdownNote {
    /// Reads a note by itself.
    package static func read(
        path: String, _ source: [UInt8], modified: (day: LocalDay, time: TimeOfDay)? = nil, inJrnlFolder: Bool = false
    ) throws(ImportError) -> Reading {
        let dates = NoteDates(path: path, source, ImportOptions(surroundings: readersHome))
        return try read(path: path, source, dates, modified: modified, inJrnlFolder: inJrnlFolder)
    }
}

/// A folder of a test, gone when the test lets go of it.
package final class SampleFolder {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/auralyst-readers-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let place = path + "/" + name
        let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: place))
        return place
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    /// Writes a zip with files stored as they are, and gives its path.
    package func zip(_ name: String, _ files: [(String, [UInt8])]) throws -> String { try write(name, storedZip(files)) }
}

/// A zip archive whose files are not packed.
package func storedZip(_ files: [(String, [UInt8])]) -> [UInt8] {
    storedZip(files.map { (Array($0.utf8), [], $1) }, isMarkedUTF8: true)
}

/// A zip archive whose files are not packed, with the bytes of each name, its extra fields and its contents.
package func storedZip(_ files: [(name: [UInt8], extra: [UInt8], bytes: [UInt8])], isMarkedUTF8: Bool) -> [UInt8] {
    let flags = isMarkedUTF8 ? 0x800 : 0
    var body: [UInt8] = []
    var directory: [UInt8] = []
    let number = { (value: Int, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    for (name, extra, bytes) in files {
        let facts =
            number(0, 2) + number(0, 2) + number(0x21, 4) + number(Int(truncatingIfNeeded: crc32(bytes)), 4)
            + number(bytes.count, 4)
            + number(bytes.count, 4) + number(name.count, 2)
        directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(flags, 2) + facts.dropFirst(2)
        directory +=
            number(extra.count, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(body.count, 4) + name
            + extra
        body += number(0x0403_4B50, 4) + number(20, 2) + number(flags, 2) + facts.dropFirst(2) + number(extra.count, 2) + name
        body += extra + bytes
    }
    return body + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
        + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
}

package func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}

/// A sample with a few of its bytes changed, cut, doubled or left out.
package func mutated(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let length = min(Int.random(in: 1...40, using: &generator), bytes.count - place)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<(place + length))
        case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
        case 3: bytes.removeLast(bytes.count - place)
        default: bytes.insert(contentsOf: Array("{[\"\\<&".utf8.shuffled(using: &generator)), at: place)
        }
    }
    return bytes
}

/// Reads a journal written in a test.
package func jrnl(_ text: String) throws(ImportError) -> ImportReading { try JrnlText.read(Array(text.utf8)) }
