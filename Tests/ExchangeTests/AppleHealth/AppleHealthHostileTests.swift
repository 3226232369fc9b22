import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct AppleHealthHostileTests {
    private static let good = HealthExport.record(
        HealthExport.stepType, "Phone", "03-01 10:00", "03-01 10:10", "1000", more: #" unit="count""#)

    private func export(_ records: String...) -> HealthExport {
        var export = HealthExport()
        export.records = records
        return export
    }

    @Test(arguments: [
        "", "\n", "<", "<HealthData", "no XML at all", "<html><body>HealthData</body></html>", "{\"a\":1}", "<HealthDataset/>",
        "<?xml version=\"1.0\"?><ClinicalDocument/>", "PK", "\u{FEFF}",
    ])
    func `another file is refused and recognised as another`(text: String) async throws {
        let given = try HealthVault()
        let path = try given.given.scratch.write(text, to: "export.xml")
        #expect(!isAppleHealthExport(path: path))
        await #expect(throws: AppleHealthError.notAnExport) { _ = try await given.vault.importAppleHealth(path: path) }
    }

    @Test func `what is no file is refused`() async throws {
        let given = try HealthVault()
        await #expect(throws: ImportError.file(path: given.given.folder + "/none", code: ENOENT)) {
            _ = try await given.vault.importAppleHealth(path: given.given.folder + "/none")
        }
        await #expect(throws: ImportError.notAFile(path: given.given.folder)) {
            _ = try await given.vault.importAppleHealth(path: given.given.folder)
        }
    }

    @Test(arguments: [
        "<!DOCTYPE HealthData [\n<!ELEMENT VisionPrescription ((RightEye|LeftEye)*, MetadataEntry*>\n<!ATTLIST X y CDATA #REQUIRED\n]>\n",
        "<!DOCTYPE HealthData [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n", "<!DOCTYPE HealthData [",
        "<!-- -->\n\u{0B}\n", "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
        "<!DOCTYPE HealthData SYSTEM \"file:///etc/passwd\">",
    ])
    func `whatever stands before the root does not matter`(head: String) async throws {
        var export = export(AppleHealthHostileTests.good)
        export.head = head
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
        #expect((receipt.read, receipt.problems.count) == (1, 0))
    }

    @Test func `control characters are taken out`() async throws {
        let text = export(AppleHealthHostileTests.good.replacing("Phone", with: "Ph\u{0B}o\u{01}n\u{1F}e\u{00}")).text
        let given = try HealthVault()
        let receipt = try await given.take(text)
        #expect(receipt.count(.kept) == 1)
        #expect(receipt.sources.map(\.name) == ["Phone"])
    }

    @Test(arguments: [
        "<Record type=\"x\" sourceName=\"&lol;\"/>", "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"A & B\"/>",
        "<Record type=\"x\" type=\"y\"/>", "<Record <Record", "</Wrong>", "<a><b></a></b>",
        "<!DOCTYPE x [<!ENTITY lol \"lol\">]>",
        "<Record type=\"x\" sourceName=\"&#11;\"/>", "<![CDATA[", "<Record type=\"\u{FFFE}\"/>", "<!--",
    ])
    func `a place that is no XML is counted, and reading goes on behind it`(junk: String) async throws {
        let later = HealthExport.record(HealthExport.stepType, "Phone", "03-02 10:00", "03-02 10:10", "7")
        let given = try HealthVault()
        let text = export(AppleHealthHostileTests.good, junk + "\n" + String(repeating: "\n", count: 3), later).text
        let receipt = try await given.take(text)
        let isEndless = junk == "<!--" || junk == "<![CDATA["
        #expect(try await given.values(.steps) == (isEndless ? ["2026-03-01": 1000] : ["2026-03-01": 1000, "2026-03-02": 7]))
        #expect(receipt.groups.filter { $0.key.type == "unreadable" }.values.reduce(0, +) >= 1)
        if !isEndless { #expect(receipt.problems.first?.line == 5 || receipt.problems.first?.line == 9) }
    }

    @Test(arguments: [99, 100]) func `a file with a hundred damaged places is read up to there, and the receipt says so`(
        places: Int
    ) async throws {
        let later = HealthExport.record(HealthExport.stepType, "Phone", "03-02 10:00", "03-02 10:10", "7")
        let given = try HealthVault()
        let receipt = try await given.take(
            export(AppleHealthHostileTests.good, String(repeating: "<Record <\n", count: places), later).text)
        let isGivenUp = places == 100
        #expect(
            try await given.values(.steps) == (isGivenUp ? ["2026-03-01": 1000] : ["2026-03-01": 1000, "2026-03-02": 7]))
        #expect(receipt.groups[.init(type: "unreadable", reason: .damaged)] == places)
        #expect(receipt.extent == (isGivenUp ? .cutShort : .damaged))
    }

    @Test func `bytes that are no text spoil one record only`() async throws {
        var bytes = Array(export(AppleHealthHostileTests.good).text.utf8)
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "\n")))
        let end = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let broken = Array(HealthExport.record(HealthExport.stepType, "P", "03-02 10:00", "03-02 10:10", "1").utf8)
            .map { $0 == UInt8(ascii: "P") ? 0xFF : $0 }
        bytes.insert(
            contentsOf: broken + Array("\n".utf8) + Array(AppleHealthHostileTests.good.replacing("03-01", with: "03-03").utf8),
            at: end)
        let given = try HealthVault()
        let receipt = try await given.take(bytes)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000, "2026-03-03": 1000])
        #expect(receipt.groups[.init(type: "unreadable", reason: .damaged)] == 1)
    }

    @Test func `a file may be cut at any byte`() async throws {
        var whole = export(AppleHealthHostileTests.good, AppleHealthHostileTests.good.replacing("03-01", with: "03-02"))
        whole.sleep("Watch", "03-01 23:00", "03-02 06:00", "AsleepCore")
        let bytes = Array(whole.text.utf8)
        let root = try #require(whole.text.firstRange(of: "<HealthData ")).upperBound
        let first = whole.text.utf8.distance(from: whole.text.startIndex, to: root)
        let given = try HealthVault()
        for count in stride(from: first, to: bytes.count - 2, by: 1) {
            let receipt = try await given.take(Array(bytes[..<count]), dryRun: true)
            #expect(receipt.groups[.init(type: "unreadable", reason: .cutOff)] == 1, "cut at \(count)")
            #expect(receipt.read <= 4)
        }
    }

    @Test(arguments: [
        ("value=\"1000\"", "value=\"NaN\"", HealthReceipt.Reason.badValue), ("value=\"1000\"", "value=\"-1\"", .badValue),
        ("value=\"1000\"", "value=\"inf\"", .badValue), ("value=\"1000\"", "value=\"1e300\"", .badValue),
        ("value=\"1000\"", "value=\"\"", .badValue), ("value=\"1000\"", "", .badValue),
        ("value=\"1000\"", "value=\"1,5\"", .badValue),
        ("unit=\"count\"", "unit=\"km\"", .badValue), ("sourceName=\"Phone\"", "", .noSource),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-02-30 10:00:00 +0100\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-03-01 25:00:00 +0100\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-03-01 10:00:00\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-03-01 10:00:00 +9900\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"yesterday, at ten o'clock\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"0000-00-00 00:00:00 +0000\"", .badDate),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-03-01 10:20:00 +0100\"", .endsBeforeStart),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"2026-02-20 10:00:00 +0100\"", .tooLong),
        ("endDate=\"2026-03-01 10:10:00 +0100\"", "endDate=\"9999-12-31 23:59:59 -1800\"", .outsideTime),
        ("startDate=\"2026-03-01 10:00:00 +0100\"", "startDate=\"0001-01-01 00:00:00 +1800\"", .outsideTime),
        ("endDate=\"2026-03-01 10:10:00 +0100\"", "endDate=\"2569-03-01 10:10:00 +0100\"", .outsideTime),
    ])
    func `a record that cannot be is skipped and named`(old: String, new: String, reason: HealthReceipt.Reason) async throws {
        let bad = AppleHealthHostileTests.good.replacing(old, with: new)
        #expect(bad != AppleHealthHostileTests.good)
        let given = try HealthVault()
        let receipt = try await given.take(export(bad, AppleHealthHostileTests.good).text)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
        #expect(receipt.groups[.init(type: "StepCount", reason: reason)] == 1)
        #expect(receipt.problems == [.init(line: 4, type: "StepCount", reason: reason)])
    }

    @Test(arguments: [
        "2026-03-01T10:00:00+0100", "2026-03-01 09:00:00 Z", "2026-03-01 09:00:00Z", "2026-03-01 10:00:00 +01:00",
        "2026-03-01 04:00:00 -0500",
    ])
    func `a date may be written in the other ways of ISO 8601`(stamp: String) async throws {
        let record = AppleHealthHostileTests.good.replacing(
            "startDate=\"2026-03-01 10:00:00 +0100\"", with: "startDate=\"\(stamp)\"")
        let given = try HealthVault()
        _ = try await given.take(export(record).text)
        #expect(try await given.samples(.steps)["2026-03-01"]?.instant.milliseconds == 1_772_355_600_000)
    }

    @Test func `records inside a correlation are not counted a second time`() async throws {
        let given = try HealthVault()
        let inside =
            "<Correlation type=\"c\">\n" + AppleHealthHostileTests.good.replacing("03-01", with: "03-05") + "\n</Correlation>"
        let receipt = try await given.take(export(inside, AppleHealthHostileTests.good).text)
        #expect(receipt.read == 1)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
    }

    @Test func `the person is not imported`() async throws {
        let given = try HealthVault()
        let text = export("<Me HKCharacteristicTypeIdentifierDateOfBirth=\"1980-01-01\"/>", AppleHealthHostileTests.good).text
        #expect(try await given.take(text).json.pretty.contains("1980") == false)
    }

    @Test func `huge tags, deep nests and thousands of names keep the memory small`() async throws {
        let given = try HealthVault()
        let big = "<Record type=\"x\" sourceName=\"" + String(repeating: "a", count: 3 << 20) + "\"/>"
        let deep = String(repeating: "<a>", count: 200_000)
        let long = "<!--" + String(repeating: "c", count: 3 << 20) + "-->"
        let good = AppleHealthHostileTests.good
        var export = export(big, good, deep, good, long, good)
        for number in 0..<3000 {
            export.steps("source \(number)", "03-02 10:00", "03-02 10:10", "5")
            export.records.append("<Record type=\"type\(number)\"/>")
        }
        let receipt = try await given.take(export.text)
        #expect(receipt.sources.count <= 501)
        #expect(receipt.types.count <= 510)
        #expect(receipt.groups.filter { $0.key.type == "unreadable" }.values.reduce(0, +) >= 3)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000, "2026-03-02": 5])
    }

    @Test func `more on one day than anything measures is refused, not kept in memory`() async throws {
        let given = try HealthVault()
        let one = AppleHealthHostileTests.good + "\n"
        let text = export(String(repeating: one, count: 100_100)).text
        let receipt = try await given.take(text)
        #expect(receipt.groups[.init(type: "StepCount", reason: .crowded)] == 100)
        #expect((receipt.read, receipt.count(.kept)) == (100_100, 1))
    }

    @Test func `what does not fit the memory goes through a sealed file without a name`() async throws {
        let given = try HealthVault()
        var lines: [String] = []
        for day in 1...14 {
            let date = "03-" + padded(day, to: 2)
            for minute in stride(from: 0, to: 1440, by: 15) {
                let clock = date + " " + padded(minute / 60, to: 2) + ":" + padded(minute % 60, to: 2)
                for source in ["A", "B", "C", "D", "E", "F", "G"] {
                    lines.append(HealthExport.record(HealthExport.stepType, source, clock, clock, "1"))
                }
            }
        }
        // Not in the order of time: parts of a day lie in the file and in memory.
        let half = lines.count / 2 + 100
        let text = export((lines[half...] + lines[..<half]).joined(separator: "\n")).text
        let receipt = try await given.take(Array(text.utf8), memoryLimit: 64 << 10)
        #expect(receipt.count(.kept) == lines.count)
        let values = try await given.values(.steps)
        #expect(values.count == 14)
        #expect(values.values.allSatisfy { $0 == 7 * 96 })
        #expect(!names(in: given.given.folder).contains { $0.hasPrefix("import-") })
    }

    /// Bytes are changed, lost and doubled at random: whatever comes out, nothing traps and the receipt adds up.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func `a damaged export is read as far as it goes`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var whole = export(AppleHealthHostileTests.good)
        whole.sleep("Watch", "03-01 23:00", "03-02 06:00", "AsleepCore")
        whole.symptom("Headache", "03-01 08:00", "HKCategoryValueSeverityMild")
        whole.records += whole.records
        var bytes = Array(whole.text.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let place = Int.random(in: 100..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[max(60, place - 30)..<place], at: place)
            }
        }
        let given = try HealthVault()
        do {
            let receipt = try await given.take(bytes, dryRun: true)
            #expect(receipt.read <= 40, "seed \(seed)")
        } catch AppleHealthError.notAnExport {
            // The root's name was hit.
        }
    }
}
