import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct DiaroTests {
    private func entry(_ id: String, _ fields: String, date: String = "1755787456000") -> String {
        "<r>\n<uid>\(id)</uid><date>\(date)</date><tz_offset>+02:00</tz_offset>\(fields)\n</r>\n"
    }

    private func backup(_ entries: String) -> [UInt8] {
        Array(
            """
            <data version="2">
            <table name="diaro_folders"><r><uid>f</uid><title>Ferien</title></r></table>
            <table name="diaro_tags"><r><uid>t1</uid><title>Film</title></r><r><uid>t2</uid><title>Gute Idee</title></r></table>
            <table name="diaro_moods"><r><uid>1</uid><title>Spitze</title><weight>5</weight></r></table>
            <table name="diaro_locations"><r><uid>l</uid><title>Cocoa</title><address>Male</address><lat>3.9</lat><lng>73.4</lng></r></table>
            <table name="diaro_entries">
            \(entries)</table>
            <table name="diaro_attachments"><r><uid>a2</uid><entry_uid>e1</entry_uid><type>photo</type><filename>two.jpg</filename><position>2</position></r>
            <r><uid>a1</uid><entry_uid>e1</entry_uid><type>photo</type><filename>one.jpg</filename><position>1</position></r></table>
            <table name="diaro_templates"><r><uid>x</uid><name>Five</name><title>My day</title><text>What?</text></r></table>
            </data>
            """.utf8)
    }

    private func read(_ entries: String) throws -> ImportReading {
        let folder = try SampleFolder()
        let found = try readSource(
            try folder.zip("Diaro.zip", [("DiaroBackup.xml", backup(entries)), ("media/photo/one.jpg", [1])]))
        #expect(found.format == .diaro)
        return found.output
    }

    @Test func `an entry comes with all that other tables say of it`() throws {
        let fields =
            "<title>Day &amp; night</title><text>- a\n*b*</text><folder_uid>f</folder_uid><location_uid>l</location_uid><tags>,t1,t2,nope,</tags><weather_temperature>28.6</weather_temperature><weather_description>clouds</weather_description><mood>1</mood>"
        let output = try read(
            entry("e1", fields)
                + entry("e2", "<title></title><text>Only text</text><weather_temperature>0</weather_temperature><mood></mood>"))
        #expect(output.items == 3)
        let record = try #require(output.records.first)
        #expect(record.text == "# Day & night\n\n- a\n*b*\n\n![one.jpg](one.jpg)\n![two.jpg](two.jpg)")
        #expect(record.sourceID == "e1")
        #expect(record.day.iso == "2025-08-21" && record.time?.clock == "16:44" && record.offset == 7200)
        #expect(record.tags.map(\.name) == ["Ferien", "Film", "Gute-Idee"])
        #expect(record.rating == ImportedRating(name: "Spitze", level: 5))
        #expect(record.place == Place(name: "Cocoa", latitude: 3.9, longitude: 73.4))
        #expect(record.files.count == 2)
        #expect(record.more["weather"]?["description"] == "clouds" && record.more["folder"] == "Ferien")
        #expect(output.records[1].more["weather"] == nil && output.records[1].rating == nil)
        #expect(output.templates == [Template(name: "Five", text: "# My day\n\nWhat?")])
    }

    @Test func `an entry that is none spoils no other`() throws {
        let output = try read(
            entry("e1", "<text>one</text>") + entry("e2", "<text>x</text>", date: "")
                + entry("e3", "<text>x</text>", date: "99999999999999999")
                + entry("e4", "<text></text>") + entry("e5", "<text>a < b</text>") + entry("e6", "<text>six\u{0B}</text>"))
        #expect(output.records.map(\.text) == ["one\n\n![one.jpg](one.jpg)\n![two.jpg](two.jpg)", "six"])
        #expect(output.problems.map(\.reason) == [.noDate, .impossibleDate, .empty, .malformed])
        #expect(output.problems.map(\.position.line) == [10, 13, 16, 19])
    }

    @Test func `encrypted and hostile backups are refused`() throws {
        let folder = try SampleFolder()
        let sealed = try folder.zip("s.zip", [("DiaroBackup.denc", [9, 9, 9])])
        #expect(throws: ImportError.encryptedSource) { try readSource(sealed) }
        let bomb =
            Array("<?xml version=\"1.0\"?><!DOCTYPE data [<!ENTITY a \"aaaa\">]>".utf8) + backup(entry("e1", "<text>&a;</text>"))
        let hostile = try folder.zip("h.zip", [("DiaroBackup.xml", bomb)])
        #expect(throws: ImportError.hostileXML) { try readSource(hostile, .diaro) }
    }

    @Test func `changed bytes never end the program`() throws {
        let folder = try SampleFolder()
        var random = SplitMix64(seed: 53)
        let sample = backup(entry("e1", "<text>one</text>") + entry("e2", "<title>t</title><text>two</text>"))
        for index in 0..<150 {
            let path = try folder.zip("d.zip", [("DiaroBackup.xml", mutated(sample, &random))])
            guard let output = try? readSource(path, .diaro).output else { continue }
            #expect(output.items < 100, "seed 53, sample \(index)")
        }
    }

    @Test(.realExports) func `a real backup comes in whole`() throws {
        let script = """
            import sys,zipfile,xml.etree.ElementTree as e
            z=zipfile.ZipFile(sys.argv[1]); t={x.get('name'):x for x in e.fromstring(z.read('DiaroBackup.xml'))}
            print(len(t['diaro_entries']),len(t['diaro_templates']),len(t['diaro_attachments']))
            """
        let (path, count) = try countedByPython("diaro/jimmy_test_1_frontmatter/Diaro_20250821.zip", script)
        let found = try readSource(path)
        #expect(found.format == .diaro)
        let output = found.output
        #expect("\(output.records.count) \(output.templates.count) \(output.records.reduce(0) { $0 + $1.files.count })" == count)
    }
}
