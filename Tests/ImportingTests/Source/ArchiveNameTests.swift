import Foundation
import GivenValues
import Importing
import Journal
import Testing

@Suite struct ArchiveNameTests {
    /// The files that the one note of a zip is told to be in.
    private func places(_ name: [UInt8], extra: [UInt8] = [], isMarkedUTF8: Bool) throws -> [String?] {
        let folder = try SampleFolder()
        let bytes = storedZip([(name, extra, Array("# Rain".utf8))], isMarkedUTF8: isMarkedUTF8)
        let found = try readSource(try folder.write("notes.zip", bytes), .markdown)
        return found.output.records.map(\.position.file) + found.output.problems.map(\.position.file)
    }

    @Test(arguments: [true, false])
    func `a name in UTF-8 is read as it is, marked as such or not`(isMarked: Bool) throws {
        #expect(try places(Array("Café 📷/2024-03-14.md".utf8), isMarkedUTF8: isMarked) == ["Café 📷/2024-03-14.md"])
    }

    @Test func `any other name in a zip is in code page 437`() throws {
        let name = Array("Caf".utf8) + [0x82] + Array("/2024-03-14.md".utf8)
        #expect(try places(name, isMarkedUTF8: false) == ["Café/2024-03-14.md"])
    }

    @Test func `the extra field with the name in Unicode counts before the name`() throws {
        let name = Array("Caf_/2024-03-14.md".utf8)
        let number = { (value: Int, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        let data = [1] + number(Int(truncatingIfNeeded: crc32(name)), 4) + Array("Café/2024-03-14.md".utf8)
        let extra = number(0x7075, 2) + number(data.count, 2) + data
        #expect(try places(name, extra: extra, isMarkedUTF8: false) == ["Café/2024-03-14.md"])
    }
}
