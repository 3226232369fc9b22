import Documents
import Testing

@Suite struct QRCodeTests {
    @Test func `a terminal shows the same modules as a page`() throws {
        let code = try #require(QRCode("https://relay.example.org"))
        var (onPage, inTerminal): (Set<[Int]>, Set<[Int]>) = ([], [])
        for run in code.html(label: "").markup.matches(of: /M(\d+) (\d+)h(\d+)v/) {
            let (start, row, count) = (try #require(Int(run.1)), try #require(Int(run.2)), try #require(Int(run.3)))
            for column in start..<start + count { onPage.insert([column, row]) }
        }
        for (row, line) in code.lines.enumerated() {
            for (column, character) in line.enumerated() {
                if "█▀".contains(character) { inTerminal.insert([column, 2 * row]) }
                if "█▄".contains(character) { inTerminal.insert([column, 2 * row + 1]) }
            }
        }
        #expect(onPage == inTerminal && onPage.count > 200)
        #expect(code.lines.allSatisfy { $0.count == code.lines.count * 2 - 1 })
    }
}
