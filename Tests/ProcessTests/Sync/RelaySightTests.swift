import ByteSearch
import Foundation
import Ledger
import SQLite
import Testing

/// What a relay holds and logs of a diary that syncs through it: nothing of it can be read, and its sizes are steps.
@Suite(.enabled(if: RelayProcess.program != nil, "auralyst-relay was not built beside the program under test"))
struct RelaySightTests {
    @Test func `a relay that holds a made-up diary can read nothing of it`() throws {
        let diary = Diary.made
        try check(diary.jrnl, days: diary.entries.map(\.day), words: diary.words + diary.tags, called: "the made-up diary")
    }

    @Test(.enabled(if: RealDiary.isHere, "the diary of Samuel Pepys is not on this machine"))
    func `a relay that holds a real diary can read nothing of it`() throws {
        let diary = try RealDiary()
        try check(diary.text, days: diary.days, words: diary.words(ofAtLeast: 7), called: "the diary of Samuel Pepys")
    }

    /// What stands nowhere but in what the owner writes beside the diary.
    private static let own = [
        "wistfully", "moonlighting", "starlighting", "lanternhouse", "gravelsbury", "bluebellish", "quicksilverling",
        "doctorsletter-zebrafish", "floorboardish", "thunderache", "quietamine", "underthestairs", "wintergreens-nightstand",
        "ottilienwald", "+43660998877", "seconddraftish",
    ]

    private func check(_ jrnl: String, days: [String], words: [String], called name: String) throws {
        let plain = try plainWords(among: words)
        let words = words.filter { !plain.contains($0) }
        #expect(words.count >= 2000)
        let relay = try RelayProcess()
        let (first, code) = try devices(of: jrnl, days: days.count, relay)

        var search = ByteSearch()
        for word in words + RelaySightTests.own { search.add(text: word) }
        search.add(days: days + ["2019-04-05", "2031-04-05"])
        for secret in [code, Given.passphrase] { search.add(text: secret) }
        // While it runs there is a log of what is not yet in the database file.
        #expect(FileManager.default.fileExists(atPath: relay.database + "-wal"))
        let running = search.hits(below: [relay.folder])
        let said = relay.stop()
        let stopped = search.hits(below: [relay.folder])
        let logged = Array(said.errors.utf8) + Array(said.output)
        #expect(running.hits.isEmpty && stopped.hits.isEmpty && search.hits(in: logged).isEmpty)
        #expect(stopped.bytes > jrnl.utf8.count && logged.count > 1_000, "too little was looked through to mean anything")
        #expect(said.ending == .exited(0))

        // The same search finds what a relay does see, and the diary's words where they stand in clear.
        var sight = ByteSearch()
        let device = try #require(first["id"] as? String)
        sight.add(bytes: try #require(DeviceID(text: device)).bytes, named: "the device's name")
        sight.add(text: "head_received")
        #expect(Set(sight.hits(below: [relay.folder], atMost: .max).hits.map { $0.prefix(10) }).count == 2)
        #expect(!search.hits(in: Array(jrnl.utf8)).isEmpty)

        let sizes = try checkSizes(relay)
        print(
            "\(name): \(words.count) words, \(Set(days).count) days, moods, tags, names, places, keys: \(search.count) patterns,",
            "\(running.files + stopped.files) files, \(running.bytes + stopped.bytes) bytes, \(logged.count) bytes of log,",
            "\(running.hits.count + stopped.hits.count) hits; \(sizes)")
    }

    /// Words that stand in clear in every relay: names of its tables, of what it logs, of members of its messages.
    private func plainWords(among words: [String]) throws -> Set<String> {
        let relay = try RelayProcess()
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("sync", "start", relay.address, "--yes")
        var search = ByteSearch()
        for word in words + ["journal", "recovery"] { search.add(text: word) }
        let hits = search.hits(below: [relay.folder], atMost: .max).hits
        let found = Set(hits.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(found.contains("journal") && found.contains("recovery") && found.count < 60, "\(found.sorted())")
        return found
    }

    /// Two devices that write the diary and much beside, and hand it to each other through the relay: the first one as `sync
    /// devices` lists it, and the recovery code.
    private func devices(of jrnl: String, days: Int, _ relay: RelayProcess) throws -> ([String: Any], String) {
        let (one, two) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        let code = Given.empty.recoveryCode
        let diary = try one.write(jrnl, to: "journal.txt")
        #expect(try one.done("import", "jrnl", diary, "--json").object["kept"] as? Int == days)
        let other = """
            {"metadata":{"version":"1.0"},"entries":[{"uuid":"0123456789ABCDEF0123456789ABCDEF",
            "creationDate":"2031-04-05T14:30:00Z","timeZone":"Etc/UTC","text":"# Lanternhouse\\n\\nNothing bluebellish.",
            "tags":["starlighting"],"location":{"placeName":"Gravelsbury","latitude":48.1,"longitude":16.3}}]}
            """
        #expect(try one.done("import", try one.write(other, to: "Journal.json"), "--json").object["kept"] as? Int == 1)
        let letter = try one.write("attached: quicksilverling, floorboardish\n", to: "doctorsletter-zebrafish.txt")
        let id = try one.add("firstdraftish", "--mood", "wistfully", "--tag", "moonlighting", "--at", "2019-04-05 06:07")
        try one.done("edit", id, "--text", "seconddraftish", "--attach", letter)
        try one.done("symptom", "thunderache", "7", "--note", "underthestairs")
        try one.done("medication", "add", "Quietamine", "--strength", "50 mg")
        try one.done("check-in", "--mood", "3", "--note", "underthestairs")
        try one.done("support", "buddy", "add", "Ottilienwald", "--phone", "+43660998877")
        try one.done("sync", "start", relay.address, "--yes")

        try two.link(to: relay, recoveryCode: code, "--name", "Wintergreens-Nightstand")
        #expect(try two.list("--limit", "100000").count == days + 2)
        try two.done("edit", id, "--tag", "starlighting")
        try two.done("sync", "now")
        // Everything once more in its re-sealed form.
        try one.done("keys", "rotate")
        try one.done("sync", "now")
        try two.done("sync", "now")
        #expect(try one.done("show", id, "--json").object["tags"] as? [String] == two.shownTags(of: id))
        let devices = try one.done("sync", "devices", "--json").list
        #expect(Set(devices.compactMap { $0["name"] as? String }).contains("Wintergreens-Nightstand"))
        return (try #require(devices.first { $0["this"] as? Bool == true }), code)
    }

    /// Every sealed operation and every file has a length that padding gives (docs/formats/vault.md, PAD), and nothing else.
    private func checkSizes(_ relay: RelayProcess) throws -> String {
        let connection = try unsafe Connection(.file(relay.database, mustExist: true))
        let held = try connection.all("SELECT lane, size, op FROM op") { (lane: $0.int(0), size: $0.int(1), bytes: $0.blob(2)) }
        var sizes: Set<Int> = []
        var resealed = 0
        for operation in held {
            #expect(operation.size == operation.bytes.count)
            guard operation.lane != 0 else { continue }
            let isResealed = operation.bytes.first == 0x81
            resealed += isResealed ? 1 : 0
            let padded = PaddingTable.padded(sealed: operation.size - (isResealed ? 1 + 124 + 32 + 64 + 4 + 172 : 124 + 64))
            #expect(padded.map(PaddingTable.isStep) ?? false, "an operation of \(operation.size) bytes tells a length")
            if let padded { sizes.insert(padded) }
        }
        #expect(resealed > 0 && held.count > 300)
        let files = relay.files
        #expect(!files.isEmpty)
        for file in files {
            let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
            #expect(PaddingTable.padded(sealed: size).map(PaddingTable.isStep) ?? false, "a file of \(size) bytes tells a length")
        }
        return "\(held.count) operations in \(sizes.count) sizes, \(files.count) files"
    }
}

/// The lengths that are padded to, after the formats' own page.
enum PaddingTable {
    /// What stood sealed in so many bytes; `nil` for a length that sealing never gives.
    static func padded(sealed count: Int) -> Int? {
        let (full, last) = (count - 56).quotientAndRemainder(dividingBy: 16_384 + 16)
        return count >= 56 + 16 && last >= 16 ? full * 16_384 + last - 16 : nil
    }

    /// 256, and beyond it what has zeros in all but its upper bits.
    static func isStep(_ count: Int) -> Bool {
        guard count > 256 else { return count == 256 }
        let exponent = Int(log2(Double(count)))
        return count % (1 << (exponent - Int(log2(Double(exponent))) - 1)) == 0
    }
}

extension Sandbox {
    fileprivate func shownTags(of id: String) throws -> [String]? { try done("show", id, "--json").object["tags"] as? [String] }
}
