import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Records
import SeededChance
import Store
import Synchronization
import Testing

/// Exports that nobody of ours wrote.
@Suite struct ExportHostileTests {
    private static let head = #"{"kind":"export","format":"auralyst","version":1,"records":["#
    private static let id = "810m4gt48n34ej29995mrkae9w"

    private static func entry(_ more: String = "", id: String = id) -> String {
        #"{"kind":"entry","id":"\#(id)","instant":"2026-03-14T21:00:00Z","zone":"UTC","day":"2026-03-14","text":"t"\#(more)}"#
    }

    private struct Broken: Sendable {
        let text: String
        let error: ExportReadingError

        init(_ parts: String..., error: ExportReadingError) { (text, self.error) = (parts.joined(), error) }
    }

    private static let broken: [Broken] = [
        Broken("", error: .notAnExport), Broken("{}", error: .notAnExport), Broken("[]", error: .notAnExport),
        Broken("no", error: .notAnExport), Broken("{\"a\"", error: .cutOff),
        Broken(#"{"kind":"export","records":[]}"#, error: .notAnExport),
        Broken(#"{"kind":"export","format":"other","records":[]}"#, error: .notAnExport),
        Broken(#"{"kind":"export","format":"auralyst","version":2,"records":[]}"#, error: .newerVersion(2)),
        Broken(#"{"kind":"export","format":"auralyst","records":[],"version":9}"#, error: .newerVersion(9)),
        Broken(head, error: .cutOff), Broken(head, entry(), error: .cutOff), Broken(head, entry(), "]", error: .cutOff),
        Broken(head, #"{"kind":"entry","text":"#, error: .cutOff),
        Broken(head, entry(), "] }x", error: .malformed(afterRecord: 1)),
        Broken(head, entry(), entry(), "]}", error: .malformed(afterRecord: 1)),
        Broken(head, "1]}", error: .malformed(afterRecord: 0)),
        Broken(head, #"{"kind":"attachment","data":"*"}]}"#, error: .malformed(afterRecord: 0)),
        Broken(head, ",", entry(), "]}", error: .malformed(afterRecord: 0)),
    ]

    @Test(arguments: broken.indices)
    func `what is no whole export is refused, and nothing comes of it`(place: Int) async throws {
        let (text, error) = (Self.broken[place].text, Self.broken[place].error)
        let vault = try TestVault()
        let open = try vault.create()
        let path = try vault.scratch.write(text, to: "x.json")
        let found = await #expect(throws: (any Error).self) { _ = try await open.importExport(path: path) }
        #expect(
            found as? ExportReadingError == error || text.isEmpty && found as? ExportReadingError == .cutOff,
            "\(String(describing: found))")
        #expect(try await open.entries(Selection()).list.isEmpty)
        #expect(names(in: vault.location.attachments).isEmpty)
    }

    @Test(arguments: [
        #"{"kind":"entry"}"#, #"{"id":"810m4gt48n34ej29995mrkae9w"}"#, #"{"kind":"","id":"810m4gt48n34ej29995mrkae9w"}"#,
        entry(id: "00000000000000000000000000"), #"{"kind":"entry","id":"short","text":"t"}"#,
        #"{"kind":"entry","id":"810m4gt48n34ej29995mrkae9w","text":"t"}"#,
        entry(#","tags":["a","b"],"tags":[]"#), entry(#","created":"yesterday""#), entry(#","deleted":"0001-01-01T00:00:00Z""#),
        entry(#","more":[]"#), entry(#","attachments":[{"id":"x"}]"#), entry(#","attachments":"x""#),
        #"{"kind":"entry","id":"810m4gt48n34ej29995mrkae9w","instant":"9999999-01-01T00:00:00Z","zone":"UTC","day":"2026-03-14","text":"t"}"#,
        #"{"kind":"symptom_entry","id":"810m4gt48n34ej29995mrkae9w","instant":"2026-03-14T21:00:00Z","zone":"UTC","day":"2026-03-14","symptom":"x","severity":11}"#,
        #"{"kind":"medication_schedule","id":"810m4gt48n34ej29995mrkae9w","medication":"x","rule":{},"amount":1}"#,
        #"{"kind":"intake","id":"810m4gt48n34ej29995mrkae9w","amount":1e300}"#,
        #"{"kind":"medication","id":"810m4gt48n34ej29995mrkae9w","name":"m","amount":"1"}"#,
        #"{"kind":"trial","id":"810m4gt48n34ej29995mrkae9w","more":{"plan":{}}}"#, "{\"kind\":\"entry\",\"text\":\"\u{0001}\"}",
        String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200),
        #"{"kind":"attachment","id":"810m4gt48n34ej29995mrkae9w","name":"../../etc/x","data":"QUJD"}"#,
    ])
    func `a record that cannot be used is named and skipped, and stops no other`(record: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let good = ExportHostileTests.entry(id: "a10m4gt48n34ej29995mrkae9w")
        let path = try vault.scratch.write(ExportHostileTests.head + record + "," + good + "]}", to: "x.json")
        let receipt = try await open.importExport(path: path)
        #expect(receipt.counts == [1, 0, 0, 1], "\(receipt.lines)")
        #expect(receipt.lines.first?.source.hasPrefix("record 1") == true && receipt.lines.first?.why != nil)
        #expect(try await open.texts() == ["t"])
    }

    @Test(arguments: ["instant", "zone", "day", "text"])
    func `a record without a member is named by its number, its kind and that member`(member: String) async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let good = ExportHostileTests.entry(id: "a10m4gt48n34ej29995mrkae9w")
        // A member with another name is one that Auralyst does not know: the needed one is missing.
        let record = ExportHostileTests.entry().replacing("\"\(member)\"", with: "\"other\"")
        let path = try vault.scratch.write(ExportHostileTests.head + good + "," + record + "]}", to: "x.json")
        let line = try await open.importExport(path: path).lines.last
        #expect(line?.source == "record 2 ('entry')" && line?.why == "'\(member)' is missing or not valid")
    }

    @Test func `fields that only the vault itself sets are not taken from an export`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let more = #","more":{"gone":true,"gone_since":1,"modified":5,"origin_journal":"x"},"odd":1"#
        let path = try vault.scratch.write(ExportHostileTests.head + ExportHostileTests.entry(more) + "]}", to: "x.json")
        let receipt = try await open.importExport(path: path)
        #expect(receipt.lines.map(\.why) == ["left out: 'odd'"])
        #expect(try await open.entries(Selection()).list.first?.modified == TestVault.start)
    }

    @Test func `a file that is not what its digest says, or that nobody asked for, is not kept`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let file = "b10m4gt48n34ej29995mrkae9w"
        let sha = String(repeating: "0", count: 64)
        let text =
            ExportHostileTests.head + ExportHostileTests.entry(#","attachments":[{"id":"\#(file)"}]"#)
            + #",{"kind":"attachment","id":"\#(file)","name":"a","data":"QUJD","sha256":"\#(sha)"}"#
            + #",{"kind":"attachment","id":"c10m4gt48n34ej29995mrkae9w","name":"b","data":"QUJD"}]}"#
        let receipt = try await open.importExport(path: vault.scratch.write(text, to: "x.json"))
        #expect(receipt.counts == [1, 0, 0, 2])
        #expect(names(in: vault.location.attachments).isEmpty, "nothing is left of them")
    }

    @Test func `a text of escapes alone is not kept in memory, however long it is, and stops no other record`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        // 512 MiB in one text, made as they are read.
        let given = EndlessText(
            before: ExportHostileTests.head + #"{"kind":"entry","text":""#, "\\", mebibytes: 512,
            after: #""},"# + ExportHostileTests.entry() + "]}")
        let receipt = try await open.importExport(opening: { { given.next() } }, into: open.journalToShare(nil))
        #expect(receipt.counts == [1, 0, 0, 1] && receipt.lines.first?.why == "longer than anything that can be written")
        // Other tests run beside this one, and take some.
        #expect(given.mostMemory < 400 << 20)
    }

    @Test func `whatever bytes change in an export, the import ends, and with an error nothing is written`() async throws {
        let given = try await FullVault(health: false)
        let bytes = try await given.json()
        let seed: UInt64 = 20_260_314
        var chance = SplitMix64(seed: seed)
        let vault = try TestVault()
        let open = try vault.create()
        for round in 0..<60 {
            var changed = bytes
            for _ in 0...Int(chance.next() % 4) {
                let place = Int(chance.next() % UInt64(changed.count))
                switch chance.next() % 3 {
                case 0: changed[place] = UInt8(truncatingIfNeeded: chance.next())
                case 1: changed.removeSubrange(place..<min(changed.count, place + Int(chance.next() % 40)))
                default: changed.insert(contentsOf: #"{"[,]:\"#.utf8, at: place)
                }
            }
            let path = try vault.scratch.write(changed, to: "x.json")
            if let receipt = try? await open.importExport(path: path, dryRun: true) {
                #expect(receipt.read == receipt.counts.reduce(0, +), "seed \(seed), round \(round)")
            }
        }
        #expect(try await open.entries(Selection()).list.isEmpty)
    }
}

/// An export with a long text, made piece by piece, and the memory that this process has taken meanwhile.
private final class EndlessText: Sendable {
    private let pieces: Mutex<[[UInt8]]>
    private let most = Mutex(0)
    private let atFirst = EndlessText.memory()

    init(before: String, _ sign: Unicode.Scalar, mebibytes: Int, after: String) {
        let piece = [UInt8](repeating: UInt8(ascii: sign), count: 1 << 20)
        pieces = Mutex([Array(after.utf8)] + Array(repeating: piece, count: mebibytes) + [Array(before.utf8)])
    }

    /// Bytes above those at the beginning.
    var mostMemory: Int { most.withLock { $0 } - atFirst }

    func next() -> [UInt8] {
        let now = EndlessText.memory()
        most.withLock { $0 = max($0, now) }
        return pieces.withLock { $0.popLast() ?? [] }
    }

    /// Bytes that this process has in memory (proc(5), statm).
    private static func memory() -> Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}
