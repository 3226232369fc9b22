import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import SeededChance
import Testing

@Suite struct AppleHealthZipTests {
    private var text: String {
        var export = HealthExport()
        export.steps("Phone", "03-01 10:00", "03-01 10:10", "1000")
        return export.text
    }

    @Test(arguments: ["apple_health_export/export.xml", "apple_health_export/导出.xml", "x", "../../export.xml", "/etc/export.xml"])
    func `an export is found in its archive by what it holds`(name: String) async throws {
        let given = try HealthVault()
        let zip = StoredZip([
            ("apple_health_export/export_cda.xml", "<ClinicalDocument/>"), ("apple_health_export/workout-routes/a.gpx", "<gpx/>"),
            ("empty", ""), (name, text), ("later", text),
        ])
        let receipt = try await given.take(zip.bytes)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
        #expect(receipt.read == 1)
        #expect(isAppleHealthExport(path: given.given.scratch.path + "/export.bin"))
        #expect(names(in: given.given.scratch.path) == ["export.bin", "vault"])
    }

    @Test(arguments: ["export.xml", "apple_health_export/导出.xml"])
    func `the folder of an unpacked archive is read as the archive is`(name: String) async throws {
        let given = try HealthVault()
        let folder = given.given.scratch.path + "/unpacked"
        for (name, text) in [("export_cda.xml", "<ClinicalDocument/>"), (name, text)] {
            let file = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        _ = try await given.vault.importAppleHealth(path: folder)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
    }

    @Test func `an archive without an export is refused`() async throws {
        let given = try HealthVault()
        for files in [[], [("notes.txt", "hello")], [("export.xml", "<x/>")]] {
            await #expect(throws: AppleHealthError.noExportInside) { _ = try await given.take(StoredZip(files).bytes) }
        }
    }

    @Test func `an encrypted archive is named as one`() async throws {
        let given = try HealthVault()
        await #expect(throws: AppleHealthError.encrypted) {
            _ = try await given.take(StoredZip([("export.xml", text)], flags: 1).bytes)
        }
    }

    @Test func `an archive that was cut off gives what it has, or says that it is damaged`() async throws {
        let given = try HealthVault()
        let bytes = StoredZip([("export.xml", text)]).bytes
        for count in 4..<bytes.count {
            do {
                let receipt = try await given.take(Array(bytes[..<count]), dryRun: true)
                #expect(receipt.read <= 2, "cut at \(count)")
            } catch let error as AppleHealthError {
                #expect([.damagedArchive, .noExportInside, .notAnExport].contains(error), "cut at \(count)")
            }
        }
    }

    @Test func `an archive that unpacks to hundreds of times its size is stopped`() async throws {
        let given = try HealthVault()
        let zip = StoredZip(blanks: 100_000_000, after: "<HealthData>", name: "export.xml").bytes
        #expect(zip.count < 120_000)
        await #expect(throws: AppleHealthError.swollenArchive) { _ = try await given.take(zip) }
        #expect(try await given.values(.steps) == [:])
    }

    @Test func `an archive of blanks below the bound is read to its end, where its closing tag is missing`() async throws {
        let given = try HealthVault()
        let zip = StoredZip(blanks: 20_000_000, after: "<HealthData>", name: "export.xml").bytes
        #expect(try await given.take(zip).groups == [.init(type: "unreadable", reason: .cutOff): 1])
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func `a damaged archive traps nothing`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var bytes = StoredZip([("a", "b"), ("export.xml", text)]).bytes
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let given = try HealthVault()
        do {
            #expect(try await given.take(bytes, dryRun: true).read <= 4, "seed \(seed)")
        } catch is AppleHealthError {
            // Refused.
        }
    }
}

/// A zip archive whose files are stored as they are (APPNOTE.TXT 6.3.10, 4.3).
struct StoredZip {
    private(set) var bytes: [UInt8] = []

    init(_ files: [(name: String, text: String)], flags: UInt16 = 0) {
        var directory: [UInt8] = []
        for (name, text) in files {
            let (name, content) = (Array(name.utf8), Array(text.utf8))
            var common: [UInt8] = []
            for number in [20, flags | 0x0800, 0, 0, 0x5C61] as [UInt16] { StoredZip.append(UInt32(number), 2, to: &common) }
            for number in [StoredZip.crc(content), UInt32(content.count), UInt32(content.count)] {
                StoredZip.append(number, 4, to: &common)
            }
            StoredZip.append(UInt32(name.count), 2, to: &common)
            let offset = UInt32(bytes.count)
            bytes += [0x50, 0x4B, 3, 4] + common + [0, 0] + name + content
            directory += [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 8) + [0, 0, 0xA4, 0x81]
            // Extra field, comment and disk number lie in those eight bytes, the attributes of a regular file behind them.
            StoredZip.append(offset, 4, to: &directory)
            directory += name
        }
        finish(directory, files.count)
    }

    /// An archive of one file: a text, then blanks, packed a thousand to one.
    init(blanks: Int, after text: String, name: String) {
        var (packed, bits, filled): ([UInt8], UInt32, Int) = ([], 0, 0)
        func put(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                bits |= UInt32(value >> bit & 1) << UInt32(filled)
                filled += 1
                if filled == 8 {
                    packed.append(UInt8(bits))
                    (bits, filled) = (0, 0)
                }
            }
        }
        // Bits of a Huffman code come with their highest first.
        func code(_ text: String) { for bit in text { put(bit == "1" ? 1 : 0, 1) } }
        let content = Array(text.utf8)
        packed = [0, UInt8(content.count), 0, ~UInt8(content.count), 0xFF] + content
        // RFC 1951, 3.2.7: lengths 2 for the blank and the end, 1 for 258 bytes more, 1 for the distance 1.
        put(1, 1)
        put(2, 2)
        put(29, 5)
        put(0, 5)
        put(14, 4)
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
            put([18: 1, 1: 2, 0: 3, 2: 3][symbol] ?? 0, 3)
        }
        func zeros(_ count: Int) {
            code("0")
            put(count - 11, 7)
        }
        zeros(32)
        code("111")
        zeros(138)
        zeros(85)
        code("111")
        zeros(28)
        code("10")
        code("10")
        code("10")
        for _ in 0..<blanks / 258 { code("00") }
        code("11")
        if filled > 0 { packed.append(UInt8(bits)) }
        var common: [UInt8] = []
        for number in [20, 0x0800, 8, 0, 0x5C61] as [UInt32] { StoredZip.append(number, 2, to: &common) }
        for number in [0, UInt32(packed.count), UInt32(content.count + 1 + blanks / 258 * 258)] {
            StoredZip.append(number, 4, to: &common)
        }
        StoredZip.append(UInt32(name.utf8.count), 2, to: &common)
        bytes = [0x50, 0x4B, 3, 4] + common + [0, 0] + Array(name.utf8) + packed
        finish(
            [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 8) + [0, 0, 0xA4, 0x81, 0, 0, 0, 0]
                + Array(name.utf8), 1)
    }

    private mutating func finish(_ directory: [UInt8], _ files: Int) {
        let start = UInt32(bytes.count)
        bytes += directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        for _ in 0..<2 { StoredZip.append(UInt32(files), 2, to: &bytes) }
        StoredZip.append(UInt32(directory.count), 4, to: &bytes)
        StoredZip.append(start, 4, to: &bytes)
        bytes += [0, 0]
    }

    private static func append(_ number: UInt32, _ count: Int, to bytes: inout [UInt8]) {
        for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * shift))) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
