import Engine
import Exchange
import GivenValues
import GivenVault
import Journal
import Synchronization
import Testing

/// What others do in a vault while an export of it is written.
@Suite struct ExportMeanwhileTests {
    @Test func `while an export is written others use the vault, and it holds what was there at its beginning`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for number in 1...3 { _ = try await open.add(NewEntry(text: "before, \(number)")) }
        let writer = RepeatingWriter()
        let target = vault.scratch.path + "/page.html"
        let written = Task { try await open.export(ExportRequest(.html, writer: writer), to: target) }
        for await _ in writer.begun {}
        _ = try await open.add(NewEntry(text: "meanwhile"))
        writer.isAnswered.withLock { $0 = true }
        _ = try await written.value
        #expect(writer.passes.withLock { $0 } < RepeatingWriter.most, "the entry was saved while the export was written")
        #expect(writer.counts.withLock { $0 } == [3])
        #expect(try await open.texts().count == 4)
    }
}

/// Goes through all entries until someone else had their turn.
private final class RepeatingWriter: ExportWriter {
    static let most = 300_000
    let isAnswered = Mutex(false)
    let passes = Mutex(0)
    /// The numbers of entries that it met.
    let counts = Mutex<Set<Int>>([])
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)

    nonisolated(nonsending) func write(_ source: ExportSource, to output: any ExportOutput) async throws {
        defer { beginning.finish() }
        repeat {
            var count = 0
            try await source.eachEntry { _ in count += 1 }
            counts.withLock { _ = $0.insert(count) }
            passes.withLock { $0 += 1 }
            beginning.finish()
        } while !isAnswered.withLock { $0 } && passes.withLock { $0 } < RepeatingWriter.most
    }
}
