import Ledger
import SQLite
import Store
import Testing

@Suite struct DeviceRowTests {
    @Test(arguments: Place.allCases)
    func `a row is kept until it is replaced or dropped, also over a rebuild`(place: Place) throws {
        let scratch = try ScratchStore(place)
        try scratch.store.write { writer in
            try writer.keep([1, 2, 3], in: .quote)
            try writer.keep([4], in: .draft("new"))
            try writer.keep([5], in: .draft("new"))
            try writer.keep([6], in: .draft("a-b"))
        }
        try scratch.reopen()
        _ = try scratch.store.rebuild(open: Given.open)
        #expect(try scratch.store.bytes(of: .quote) == [1, 2, 3])
        #expect(try scratch.store.bytes(of: .draft("new")) == [5])
        #expect(try scratch.store.draftNames() == ["a-b", "new"])
        #expect(try scratch.store.write { try $0.drop(.draft("new")) })
        #expect(try !scratch.store.write { try $0.drop(.draft("new")) })
        #expect(try scratch.store.bytes(of: .draft("new")) == nil && scratch.store.draftNames() == ["a-b"])
    }

    @Test func `rows of other names are no drafts`() throws {
        let scratch = try ScratchStore(.memory)
        try scratch.store.write { writer in
            _ = try writer.tick(wallMilliseconds: 5)
            try writer.keep([1], in: .quote)
            try writer.keep([1], in: .draft("\u{10FFFF}"))
            try writer.keep([1], in: .draft(""))
        }
        #expect(try scratch.store.draftNames() == ["", "\u{10FFFF}"])
    }

    @Test func `drafts are taken over from another database, and what is there stays`() throws {
        let (old, new) = (try ScratchStore(.file), try ScratchStore(.file))
        try old.store.write { writer in
            for number in 0..<30 { try writer.keep([UInt8](repeating: 1, count: 9000), in: .draft("d\(number)")) }
            try writer.keep([1], in: .quote)
        }
        try new.store.write { try $0.keep([2], in: .draft("d7")) }
        #expect(try new.store.takeOverDrafts(from: old.store) == 29)
        #expect(try new.store.draftNames().count == 30 && new.store.bytes(of: .draft("d7")) == [2])
        #expect(try new.store.bytes(of: .quote) == nil)
    }

    @Test func `whichever page is damaged, the drafts on the others are taken over`() throws {
        let old = try ScratchStore(.file)
        try old.store.write { writer in
            for number in 10..<40 { try writer.keep([UInt8](repeating: UInt8(number), count: 6000), in: .draft("d\(number)")) }
        }
        let bytes = try old.settledBytes()
        let path = try old.place(bytes, as: "broken.db")
        var counts: [Int] = []
        for page in 1..<bytes.count / 4096 {
            try old.flipping(at: page * 4096 + 100, of: path) {
                guard let store = try? ScratchStore.open(.file(path, mustExist: true)) else { return }
                let new = try ScratchStore(.memory)
                counts.append(try new.store.takeOverDrafts(from: store))
                for name in try new.store.draftNames() {
                    let number = try #require(UInt8(name.dropFirst()))
                    #expect(try new.store.bytes(of: .draft(name)) == [UInt8](repeating: number, count: 6000), "page \(page)")
                }
            }
        }
        // Only the page from which all the others hang hides them all.
        #expect(counts.filter { $0 < 20 }.count <= 1 && counts.filter { $0 < 30 }.count > 30, "\(counts)")
    }
}
