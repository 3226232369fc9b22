import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import Testing

/// Google Keep's part of a Takeout, and Simplenote's export.
@Suite struct NotesAppsTests {
    private func keep(_ fields: String, created: Int64 = 1_773_518_700_123_456, isTrashed: Bool = false) -> String {
        #"{"color":"DEFAULT","isTrashed":\#(isTrashed),"userEditedTimestampUsec":1773600000000000,"createdTimestampUsec":\#(created)\#(fields)}"#
    }

    @Test(arguments: [true, false])
    func `a Takeout's notes come in once each, and nothing else of Keep`(isZip: Bool) throws {
        let folder = try SampleFolder()
        let files = [
            ("Takeout/Keep/Labels.txt", "Home\nWork\n"), ("Takeout/Keep/Walk.html", "<html>Walk</html>"),
            (
                "Takeout/Keep/Walk.json",
                keep(
                    #","title":"Walk","textContent":"It rained.","isPinned":true,"labels":[{"name":"Home"},{"name":"long way"}],"attachments":[{"filePath":"a.png","mimetype":"image/png"},{"filePath":"b.jpeg","mimetype":"image/jpeg"}]"#
                )
            ),
            (
                "Takeout/Keep/List.json",
                keep(#","title":"","listContent":[{"text":"bread","isChecked":true},{"text":"tea","isChecked":false}]"#)
            ),
            (
                "Takeout/Keep/Old.json",
                keep(#","textContent":"gone","isArchived":true"#, created: 1_773_000_000_000_000, isTrashed: true)
            ),
            ("Takeout/Keep/Empty.json", keep(#","title":"","textContent":"""#, created: 5)),
            ("Takeout/Keep/a.png", "png"), ("Takeout/Keep/b.jpg", "jpg"),
        ]
        for (name, text) in files where !isZip { try folder.write(name, text) }
        let path = isZip ? try folder.zip("takeout.zip", files.map { ($0, Array($1.utf8)) }) : folder.path
        let found = try readSource(path)
        #expect(found.format == .keep)
        let records = Dictionary(uniqueKeysWithValues: found.output.records.map { ($0.position.file ?? "", $0) })
        #expect(records.count == 3 && found.output.problems.map(\.reason) == [.empty])
        let walk = try #require(records["Takeout/Keep/Walk.json"])
        #expect(walk.text == "# Walk\n\nIt rained.")
        #expect(walk.day.iso == "2026-03-14" && shown(walk.time) == "21:05")
        #expect(walk.tags.map(\.name) == ["Home", "long-way"] && walk.starred)
        #expect(walk.files == [.found(path: "Takeout/Keep/a.png"), .found(path: "Takeout/Keep/b.jpg")])
        #expect(records["Takeout/Keep/List.json"]?.text == "- [x] bread\n- [ ] tea")
        #expect(records["Takeout/Keep/Old.json"]?.changes == [.fromTrash])
        #expect(records["Takeout/Keep/Old.json"]?.more["isArchived"] == .bool(true))
        // Two notes of one microsecond are two.
        #expect(Set(records.values.map(\.sourceID)).count == 3)
    }

    @Test(arguments: [true, false])
    func `Keep's folder is found in a Takeout by its notes, in any language and behind a long text`(isZip: Bool) throws {
        let folder = try SampleFolder()
        let long = String(repeating: "x", count: 70_000)
        let note =
            #"{"isTrashed":false,"isPinned":false,"textContent":"\#(long)","userEditedTimestampUsec":1773600000000000,"createdTimestampUsec":1773518700123456}"#
        let files =
            (1...9).map { ("Takeout/Fit/\($0).json", "{}") } + [
                ("Takeout/Fit/readme.md", "Fit"), ("Takeout/Google Notizen/Labels.txt", "Home\n"),
                ("Takeout/Google Notizen/Walk.json", note),
            ]
        for (name, text) in files where !isZip { try folder.write(name, text) }
        let found = try readSource(isZip ? try folder.zip("takeout.zip", files.map { ($0, Array($1.utf8)) }) : folder.path)
        #expect(found.format == .keep)
        #expect(found.output.records.map(\.text) == [long])
        #expect(!found.output.problems.contains { $0.position.file?.hasPrefix("Takeout/Google") == true })
    }

    @Test func `Keep's pages alone are refused, and its list of labels is no note`() throws {
        let folder = try SampleFolder()
        try folder.write("Keep/Labels.txt", "Home\n")
        try folder.write("Keep/Walk.html", "<html>Walk</html>")
        #expect(throws: ImportError.pagesOnly(.keep)) { try readSource(folder.path) }
        try folder.write("2026-03-14.md", "Rain.")
        #expect(try readSource(folder.path).output.records.map(\.text) == ["Rain."])
    }

    @Test(arguments: ["zip", "folder", "file"])
    func `Simplenote's notes come in once each`(shape: String) throws {
        let notes =
            #"{"activeNotes":[{"id":"a1","content":"Walk\r\nIt rained.","creationDate":"2026-03-14T23:30:00.123Z","lastModified":"2026-03-15T08:00:00Z","tags":["sea"],"pinned":true,"markdown":true}],"trashedNotes":[{"id":"a2","content":"gone","creationDate":"2026-03-01T08:00:00Z","lastModified":"2026-03-01T08:00:00Z"}]}"#
        let folder = try SampleFolder()
        let files = [("source/notes.json", notes), ("Walk.txt", "Walk\nIt rained."), ("trash-gone.txt", "gone")]
        let path: String
        switch shape {
        case "zip": path = try folder.zip("notes.zip", files.map { ($0, Array($1.utf8)) })
        case "folder":
            for (name, text) in files { try folder.write(name, text) }
            path = folder.path
        default: path = try folder.write("notes.json", notes)
        }
        let found = try readSource(path)
        #expect(found.format == .simplenote)
        #expect(found.output.records.map(\.text) == ["Walk\nIt rained.", "gone"] && found.output.problems == [])
        let walk = try #require(found.output.records.first)
        #expect(walk.day.iso == "2026-03-15" && walk.sourceID == "a1" && walk.starred && walk.tags.map(\.name) == ["sea"])
        #expect(found.output.records.last?.changes == [.fromTrash])
    }
}
