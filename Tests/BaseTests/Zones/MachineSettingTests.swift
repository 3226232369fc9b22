import Base
import Foundation
import GivenValues
import Testing

@Suite struct MachineSettingTests {
    private let scratch = ScratchFolder()
    private var link: String { scratch.path + "/localtime" }
    private var text: String { scratch.path + "/timezone" }

    private func zone(_ variable: String? = nil) -> String {
        MachineSetting(variable: variable, link: link, text: text).zone.identifier
    }

    private func point(_ name: String, at target: String) throws {
        try? FileManager.default.removeItem(atPath: scratch.path + "/" + name)
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/" + name, withDestinationPath: target)
    }

    private func copy(_ name: String) throws {
        try? FileManager.default.removeItem(atPath: link)
        let bytes = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name))
        try bytes.write(to: URL(filePath: link))
    }

    private func write(_ name: String) throws { try Data(name.utf8).write(to: URL(filePath: text)) }

    @Test func `a machine that says nothing is in UTC`() { #expect(zone() == "GMT") }

    @Test(arguments: [
        ("Europe/Vienna", "Europe/Vienna"), (":Europe/Vienna", "Europe/Vienna"), ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("UTC", "GMT"), ("Etc/UTC", "Etc/UTC"), ("GMT+8", "GMT+0800"),
        // No zones: what the link says.
        ("", "America/Lima"), (":", "America/Lima"), ("Mars/Base", "America/Lima"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "America/Lima"),
        ("/etc/passwd", "America/Lima"), ("../../etc/passwd", "America/Lima"),
    ])
    func `the variable comes first where it names a zone`(variable: String, expected: String) throws {
        try point("localtime", at: "/usr/share/zoneinfo/America/Lima")
        #expect(zone(variable) == expected)
    }

    @Test func `a link says its zone, also by another link, and before the text`() throws {
        try write("Asia/Tokyo\n")
        for target in [
            "/usr/share/zoneinfo/Europe/Vienna", "../usr/share/zoneinfo/Europe/Vienna", "/var/db/timezone/zoneinfo/Europe/Vienna",
            "/usr/share/zoneinfo/posix/Europe/Vienna", "zoneinfo/Europe/Vienna",
        ] {
            try point("localtime", at: target)
            #expect(zone() == "Europe/Vienna", "\(target)")
        }
        try point("other", at: "/usr/share/zoneinfo/America/Lima")
        try point("localtime", at: "other")
        #expect(zone() == "America/Lima")
        // A link that leads to itself.
        try point("localtime", at: "localtime")
        #expect(zone() == "Asia/Tokyo")
    }

    @Test func `a copy is known by its rules`() throws {
        try copy("Europe/Vienna")
        #expect(zone() == "Europe/Vienna")
        try copy("America/New_York")
        #expect(zone() == "America/New_York")
        // The text names what the rules fit, and is wrong where they do not.
        try copy("Europe/Vaduz")
        try write("Europe/Vaduz\n")
        #expect(zone() == "Europe/Vaduz")
        try write("Asia/Tokyo\n")
        #expect(zone() != "Asia/Tokyo")
    }

    @Test(arguments: [
        ("Asia/Tokyo", "Asia/Tokyo"), ("Asia/Tokyo\n", "Asia/Tokyo"), ("Asia/Tokyo # home\n", "Asia/Tokyo"), ("", "GMT"),
        ("Mars\n", "GMT"),
        ("../../etc/passwd\n", "GMT"),
    ])
    func `a text says the zone where nothing else does`(words: String, expected: String) throws {
        try write(words)
        #expect(zone() == expected)
        try Data("nothing".utf8).write(to: URL(filePath: link))
        #expect(zone() == expected)
    }
}
