import Ledger
import SQLite
import Store
import Testing

/// What a device keeps for itself.
@Suite struct DeviceRowTests {
    @Test(arguments: Place.allCases)
    func `a row and a draft are kept until they are replaced or dropped, also over a rebuild`(place: Place) throws {
        let scratch = try ScratchStore(place)
        try scratch.store.write { writer in
            try writer.keep([1, 2, 3], in: .quote)
            try writer.keep(draft: [4], as: "new")
            try writer.keep(draft: [5], as: "new")
            try writer.keep(draft: [6], as: "a-b")
            try writer.keep(draft: [7], as: "")
            try writer.keep(backup: [8], inFolder: "/b")
        }
        try scratch.reopen()
        _ = try scratch.store.rebuild(open: Given.open)
        #expect(try scratch.store.bytes(of: .quote) == [1, 2, 3] && scratch.store.bytes(of: .sync) == nil)
        #expect(try scratch.store.draft("new") == [5] && scratch.store.draftNames() == ["", "a-b", "new"])
        #expect(try scratch.store.write { try $0.drop(.quote) } && scratch.store.bytes(of: .quote) == nil)
        #expect(try scratch.store.write { try $0.dropDraft("new") })
        #expect(try !scratch.store.write { try $0.dropDraft("new") })
        #expect(try scratch.store.draft("new") == nil && scratch.store.draftNames() == ["", "a-b"])
        #expect(try scratch.store.backupFolders() == ["/b"] && scratch.store.backup(inFolder: "/b") == [8])
    }

    @Test(arguments: Place.allCases)
    func `what is known of a journal's files is kept for each, and forgotten at once`(place: Place) throws {
        let scratch = try ScratchStore(place)
        let (one, other) = (Chronicle(seed: 1).journals[0], Chronicle(seed: 2).journals[0])
        try scratch.store.write { writer in
            for journal in [one, other] {
                try writer.keep(holding: [1], of: journal)
                for hash in 1...3 as ClosedRange<UInt8> { try writer.keep(held: [hash], [hash], of: journal) }
            }
            try writer.keep(held: nil, [2], of: one)
            try writer.keep(held: [9], [3], of: one)
        }
        try scratch.reopen()
        #expect(try scratch.store.heldFiles(of: one) == [[1]: [1], [3]: [9]] && scratch.store.holdingRow(of: one) == [1])
        try scratch.store.write { try $0.forgetHeldFiles(of: one) }
        #expect(try scratch.store.heldFiles(of: one).isEmpty && scratch.store.holdingRow(of: one) == nil)
        #expect(try scratch.store.heldFiles(of: other).count == 3 && scratch.store.holdingRow(of: other) == [1])
    }

    @Test func `drafts are taken over from another database, and what is there stays`() throws {
        let (old, new) = (try ScratchStore(.file), try ScratchStore(.file))
        try old.store.write { writer in
            for number in 0..<30 { try writer.keep(draft: [UInt8](repeating: 1, count: 9000), as: "d\(number)") }
            try writer.keep([1], in: .quote)
        }
        try new.store.write { try $0.keep(draft: [2], as: "d7") }
        #expect(try new.store.takeOverDrafts(from: old.store) == 29)
        #expect(try new.store.draftNames().count == 30 && new.store.draft("d7") == [2])
        #expect(try new.store.bytes(of: .quote) == nil)
    }

    @Test func `whichever page is damaged, the drafts on the others are taken over`() throws {
        let old = try ScratchStore(.file)
        try old.store.write { writer in
            for number in 10..<40 { try writer.keep(draft: [UInt8](repeating: UInt8(number), count: 6000), as: "d\(number)") }
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
                    #expect(try new.store.draft(name) == [UInt8](repeating: number, count: 6000), "page \(page)")
                }
            }
        }
        // Only the page from which all the others hang hides them all.
        #expect(counts.filter { $0 < 20 }.count <= 1 && counts.filter { $0 < 30 }.count > 30, "\(counts)")
    }
}
