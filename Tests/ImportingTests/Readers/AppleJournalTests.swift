import Foundation
import GivenValues
import Importing
import Journal
import Ledger
import SeededChance
import Testing

@Suite struct AppleJournalTests {
    @Test(arguments: [
        "Sunday, 3 November 2024", "Sunday, November 3, 2024", "Sonntag, 3. November 2024", "dimanche 3 novembre 2024",
        "domingo, 3 de noviembre de 2024",
        "domenica 3 novembre 2024", "domingo, 3 de novembro de 2024", "zondag 3 november 2024", "niedziela, 3 listopada 2024",
        "söndag 3 november 2024",
        "sunnuntai 3. marraskuuta 2024", "воскресенье, 3 ноября 2024 г.", "neděle 3. listopadu 2024",
        "2024. november 3., vasárnap", "3 Kasım 2024 Pazar",
        "2024年11月3日 日曜日", "2024년 11월 3일 일요일", "2024-11-03", "LUNDI 3 NOV. 2024",
    ])
    func `a date is read in the languages people use`(heading: String) {
        #expect(DateWords.day(heading)?.iso == "2024-11-03")
    }

    @Test(arguments: [
        "", "Sunday", "November 2024", "31 November 2024", "3 Nothing 2024", "3/11/2024", "12 13 November 2024",
        "99999 November 3", "2024年13月3日",
    ])
    func `words that name no one day are none`(heading: String) {
        #expect(DateWords.day(heading) == nil)
    }

    private func page(_ heading: String, grid: String = "", title: String = "Title", body: String) -> String {
        "<html><head><title>x</title></head><body>\n<p class=\"p1\"><span><div class='pageContainer'><div class=\"pageHeader\">\(heading)</div><div class=\"assetGrid\">\(grid)</div><div class='title'>\(title)</div><div class='bodyText'></span></p>\n\(body)<p><span></div></div></span></p></body></html>"
    }

    @Test func `a page comes with its feelings and files`() throws {
        let folder = try SampleFolder()
        let grid =
            "<div id=\"1\" class=\"gridItem assetType_stateOfMind\"><div class=\"gridItemOverlayText gridItemOverlayHeader\">Sad, Overwhelmed</div><img src=\"../Resources/1.heic\"/><div class=\"gridItemOverlayText gridItemOverlayFooter\">Health</div></div><div class=\"gridItem assetType_photo\"><img src=\"../Resources/gone.heic\"/></div><div class=\"gridItem assetType_visit\"><div class=\"gridItemOverlayHeader\">Pier</div></div>"
        try folder.write(
            "Entries/a.html",
            page(
                "Sunday, 3 November 2024", grid: grid,
                body: "<p class=\"p2\"><span>One.</span></p>\n<p><span><b>Two</b>.</span></p>"))
        try folder.write("Entries/b.html", page("no date at all", body: "<p>x</p>"))
        try folder.write("Entries/2024-12-24_Eve.html", page("???", body: "<p>Eve</p>"))
        try folder.write("Entries/c.html", page("Monday, 4 November 2024", title: "", body: ""))
        try folder.write("index.html", "<html><body><a href=Entries/a.html>a</a></body></html>")
        try folder.write("Resources/1.heic", [1])
        let found = try readSource(folder.path)
        #expect(found.format == .applejournal)
        let output = found.output
        #expect(output.items == 4)
        #expect(output.records.map(\.day.iso) == ["2024-12-24", "2024-11-03"])
        #expect(output.problems.map(\.reason) == [.impossibleDate, .empty])
        let record = try #require(output.records.last)
        #expect(record.text == "# Title\n\nOne.\n\n**Two**.\n\n![Sad, Overwhelmed](1.heic)\n![gone.heic](gone.heic)")
        #expect(record.mood == Mood("sad"))
        #expect(record.tags.map(\.name) == ["overwhelmed", "sad"])
        #expect(record.place == Place(name: "Pier"))
        #expect(
            record.files == [
                .found(path: "Resources/1.heic"), .left(LeftFile(name: "../Resources/gone.heic", reason: .notFound)),
            ])
    }

    @Test func `songs, walks, places and questions are kept`() throws {
        let folder = try SampleFolder()
        let grid =
            "<div class=\"gridItem assetType_multiPinMap\"><div class=\"gridItemOverlayFooter\">Harbour</div></div><div class=\"gridItem assetType_motionActivity\"><div class=\"activityType\">Walking</div><div class=\"activityMetrics\">3 km</div></div>"
        let html = page(
            "Sunday, 3 November 2024", grid: grid + "</div><div class='reflectionPrompt'>What went well?</div><div>",
            body: "<p>All.</p>")
        let record = try #require(try readSource(try folder.write("p.html", html)).output.records.first)
        #expect(record.text == "# Title\n\n> What went well?\n\nAll.")
        #expect(record.place == Place(name: "Harbour"))
        #expect(record.more["assets"]?.array?.last == ["kind": "motionActivity", "details": ["Walking", "3 km"]])
    }

    @Test func `changed bytes never end the program`() throws {
        let folder = try SampleFolder()
        var random = SplitMix64(seed: 59)
        let sample = Array(
            page("Sunday, 3 November 2024", grid: "<div class=\"assetType_photo\"><img src=\"x\"></div>", body: "<p>One</p>").utf8
        )
        for index in 0..<150 {
            guard let output = try? readSource(try folder.write("p.html", mutated(sample, &random)), .applejournal).output else {
                continue
            }
            #expect(output.items == 1, "seed 59, sample \(index)")
        }
    }

    @Test(.realExports) func `a real page comes in`() throws {
        let script = "import sys\nprint(open(sys.argv[1]).read().count('pageHeader'))"
        let (path, count) = try countedByPython("apple_journal/entry-with-assets.html", script)
        let found = try readSource(path)
        #expect(found.format == .applejournal)
        #expect(String(found.output.records.count) == count)
        #expect(found.output.records.first?.text.hasPrefix("# Youve Connected\n\nParagraph one.\n\nParagraph two.") == true)
        #expect(found.output.records.first?.files.count == 3)
    }
}
