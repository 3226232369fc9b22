import Basics
import Foundation
import GivenValues
import Importing
import Journal
import Testing

@Suite struct RealExportTests {
    @Test(
        .realExports,
        arguments: [
            ("jrnl/basic_onefile.journal", 3, 1), ("jrnl/simple.journal", 2, 0), ("jrnl/tags.journal", 2, 0),
            ("jrnl/multiline.journal", 1, 0),
        ])
    func `journals of jrnl are read and written again`(path: String, count: Int, stars: Int) throws {
        let file = try fixture(path)
        let reading = try JrnlText.read(file)
        #expect(reading.entries.count == count)
        #expect(reading.entries.count(where: \.starred) == stars)
        #expect(reading.problems.isEmpty && reading.findings.isEmpty)
        let items = reading.entries.map {
            JrnlText.Item(day: $0.day, time: $0.time, text: $0.text, starred: $0.starred)
        }
        let written = JrnlText.write(items)
        #expect(written.starts(with: file) && written.count - file.count <= 2)
    }

    @Test(.realExports, arguments: [("jrnl/jimmy_myjournal.json", 5), ("jrnl/minidiarium_jrnl-sample.json", 3)])
    func `exports of jrnl are read`(path: String, count: Int) throws {
        let file = try fixture(path)
        let reading = try JrnlJSON.read(file)
        #expect(reading.entries.count == count)
        #expect(reading.problems.isEmpty)
    }

    @Test(
        .realExports,
        arguments: [
            ("jrnl/basic_folder", 3, 3, 0), ("markdown_daily/pepys_1661-01_vault", 31, 0, 0),
            ("obsidian/jimmy_test_1_frontmatter/vault", 3, 0, 3),
        ])
    func `folders are read`(path: String, entries: Int, skipped: Int, files: Int) throws {
        let root = try #require(sharedFixtures).appendingPathComponent(path)
        print("checking the real folder \(path)")
        var paths: [String] = []
        Folder.forEachPath(below: root.path) { path, about in
            if about.st_mode & S_IFMT != S_IFDIR { paths.append(path) }
        }
        let isJournal = MarkdownNote.isJrnlFolder(paths)
        var counts = (entries: 0, skipped: 0, files: 0)
        for path in paths {
            let bytes = Array(try Data(contentsOf: root.appendingPathComponent(path)))
            let time = try #require(TimeOfDay(hour: 8, minute: 0))
            let reading = try MarkdownNote.read(
                path: path, bytes, modified: (.of("2020-01-01"), time), inJrnlFolder: isJournal)
            switch reading {
            case .note(let entry, let shown):
                counts.entries += 1
                counts.files += shown.count
                #expect(entry.text.utf8.count > 0)
            case .journal(let reading): counts.entries += reading.entries.count
            case .skipped: counts.skipped += 1
            case .problem(let problem): Issue.record("\(problem)")
            }
        }
        #expect(counts.entries == entries)
        #expect(counts.files == files)
        if skipped > 0 { #expect(counts.skipped == skipped) }
    }
}
