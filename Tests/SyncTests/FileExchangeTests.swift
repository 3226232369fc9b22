import Ledger
import SeededChance
import Sync
import Testing

/// What a device asks of a relay about files, step by step.
@Suite struct FileExchangeTests {
    private static let key = [UInt8](repeating: 7, count: 32)
    private static let day: Int64 = 86_400_000

    private func file(_ number: UInt8, size: Int64 = 300, isHere: Bool = true, isOwn: Bool = true) -> FileExchange.File {
        FileExchange.File(
            hash: [UInt8](repeating: number, count: 32), size: isHere ? size : 0, isHere: isHere, isOwn: isOwn)
    }

    private func exchange(
        _ files: [FileExchange.File], held: [[UInt8]: HeldFile] = [:], listed: Int64 = 1_000, figures: FileFigures? = nil,
        isAsked: Bool = false, now: Int64 = 2_000
    ) -> FileExchange {
        var holding = Holding(key: Self.key, now: 1_000)
        (holding.listed, holding.expected) = (listed, figures)
        return FileExchange(
            files: files, held: held, holding: holding, key: Self.key,
            access: .init(canList: true, maySend: true, figures: figures), isAsked: isAsked, now: now,
            chance: SplitMix64(seed: Seed.value))
    }

    @Test(arguments: [(1 << 31) - 1, 1 << 31, 3_000_000_000, (1 << 32) + 1] as [Int64])
    func `a long file goes on from where the relay has it`(size: Int64) {
        var exchange = exchange([file(1, size: size)])
        #expect(exchange.next() == .look(file(1).hash))
        exchange.handle(.looked(offset: size - 2))
        #expect(exchange.next() == .send(file(1).hash, from: size - 2))
        exchange.handle(.sent(isComplete: false, offset: size - 1))
        #expect(exchange.next() == .send(file(1).hash, from: size - 1))
        exchange.handle(.sent(isComplete: true, offset: size))
        _ = exchange.next()
        #expect(exchange.held[file(1).hash] == HeldFile(.held, size: size))
    }

    @Test func `a file that is too large for this device keeps no other waiting, and is fetched again in a day`() {
        let files = [file(1, isHere: false), file(2, isHere: false)]
        var exchange = exchange(files)
        #expect(exchange.next() == .fetch(file(1).hash))
        exchange.handle(.refused(.tooLarge(limit: 100), .fetch(file(1).hash)))
        #expect(exchange.next() == .fetch(file(2).hash))
        exchange.handle(.fetched(300))
        let held = exchange.held
        #expect(held[file(1).hash]?.state == .missing && held[file(2).hash]?.state == .held)
        exchange = self.exchange([files[0]], held: held, now: 2_000 + Self.day - 1)
        #expect(exchange.next() == nil)
        exchange = self.exchange([files[0]], held: held, now: 2_000 + Self.day)
        #expect(exchange.next() == .fetch(file(1).hash))
    }

    @Test func `with another key nothing that was known counts, and the relay is asked what it holds`() {
        let held = [file(1).hash: HeldFile(.held, size: 300)]
        var exchange = FileExchange(
            files: [file(1)], held: held, holding: Holding(key: Self.key, now: 0), key: [UInt8](repeating: 8, count: 32),
            access: .init(canList: true, maySend: true), isAsked: false, now: 5)
        #expect(exchange.held.isEmpty && exchange.changed == [file(1).hash])
        #expect(exchange.next() == .list(after: nil))
        exchange.handle(.listed([], more: false))
        #expect(exchange.next() == .send(file(1).hash, from: 0))
        exchange.handle(.sent(isComplete: true, offset: 300))
        #expect(exchange.next() == nil && exchange.held[file(1).hash] == HeldFile(.held, size: 300))
        #expect(exchange.holding.expected == FileFigures(bytes: 300, count: 1))
    }

    @Test func `a file counts as held only with the size that it has here`() {
        var exchange = exchange([file(1), file(2)], listed: 0)
        #expect(exchange.next() == .list(after: nil))
        exchange.handle(.listed([.init(hash: file(1).hash, size: 299), .init(hash: file(2).hash, size: 300)], more: false))
        #expect(exchange.next() == .send(file(1).hash, from: 0))
        #expect(exchange.held[file(2).hash]?.state == .held && exchange.held[file(1).hash] == nil)
    }

    @Test func `a list that does not go on is not asked for without end`() {
        var exchange = exchange([file(1)], listed: 0)
        for last in [3, 9] {
            #expect(exchange.next() != nil)
            exchange.handle(.listed([.init(hash: file(UInt8(last)).hash, size: 5)], more: true))
        }
        #expect(exchange.next() == .list(after: file(9).hash))
        exchange.handle(.listed([.init(hash: file(3).hash, size: 5)], more: true))
        #expect(exchange.next() == nil)
        #expect(exchange.holding.listed == 0, "it is asked for again in the next round")
    }

    @Test func `a relay that takes one byte at a time is not sent to without end`() {
        var exchange = exchange([file(1, size: 5_000)])
        var count = 0
        while case .send(_, from: let offset)? = exchange.next(), count < 1_000 {
            exchange.handle(.sent(isComplete: false, offset: offset + 1))
            count += 1
        }
        #expect(count < 200 && exchange.held[file(1).hash]?.error == "stuck")
    }

    @Test func `of an account that is full no larger file is tried, and smaller ones are`() {
        var exchange = exchange([file(1, size: 900), file(2, size: 950), file(3, size: 40)])
        #expect(exchange.next() == .send(file(1).hash, from: 0))
        exchange.handle(.refused(.quota(used: 900, limit: 1_000), .send(file(1).hash, from: 0)))
        #expect(exchange.next() == .send(file(3).hash, from: 0))
        exchange.handle(.sent(isComplete: true, offset: 40))
        #expect(exchange.next() == nil)
        #expect([1, 2].allSatisfy { exchange.held[file($0).hash]?.error == "quota" })
    }

    @Test func `pauses double up to a day, and the relay's own wish is kept also when the owner asks`() {
        var (held, pauses): ([[UInt8]: HeldFile], [Int64]) = ([:], [])
        var now: Int64 = 2_000
        for _ in 0..<7 {
            var exchange = exchange([file(1)], held: held, listed: now, now: now)
            while let action = exchange.next() {
                if case .look = action { exchange.handle(.looked(offset: 0)) } else { exchange.handle(.refused(.role, action)) }
            }
            held = exchange.held
            pauses.append((held[file(1).hash]?.retryAt ?? 0) - now)
            now += pauses.last ?? 0
        }
        #expect(pauses == [1, 2, 4, 8, 16, 24, 24].map { $0 * 3_600_000 })
        var busy = exchange([file(1)])
        busy.handle(.refused(.unavailable(seconds: 300), busy.next() ?? .list(after: nil)))
        #expect(busy.next() == nil && busy.holding.pausedUntil == 302_000)
        var asked = FileExchange(
            files: [file(1), file(2)], held: busy.held, holding: busy.holding, key: Self.key,
            access: .init(canList: true, maySend: true), isAsked: true, now: 301_999)
        #expect(asked.next() == nil)
    }

    @Test func `another device's file waits up to ten minutes for that device, and is asked for before it is sent`() {
        var first = exchange([file(1, isOwn: false)])
        #expect(first.next() == nil)
        let row = first.held[file(1).hash]
        #expect(row?.state == .queued && (2_000...602_000).contains(row?.retryAt ?? 0))
        var later = exchange([file(1, isOwn: false)], held: first.held, now: 602_001)
        #expect(later.next() == .look(file(1).hash))
        var asked = exchange([file(1, isOwn: false)], isAsked: true)
        #expect(asked.next() == .look(file(1).hash))
    }

    @Test func `who may not send sends nothing, and still fetches`() {
        var exchange = FileExchange(
            files: [file(1), file(2, isHere: false)], held: [:], holding: nil, key: Self.key,
            access: .init(canList: false, maySend: false), isAsked: false, now: 5)
        #expect(exchange.next() == .fetch(file(2).hash))
        exchange.handle(.fetched(300))
        #expect(exchange.next() == nil)
    }
}
