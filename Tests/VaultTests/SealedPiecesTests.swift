import Basics
import Crypto
import Foundation
import SeededChance
import Testing
import Vault

/// Sealing what comes in pieces, and opening a sealed file piece by piece from any place.
@Suite struct SealedPiecesTests {
    private let temporary = TemporaryFolder()
    private let context = Label.bytes("blob") + [1, 2, 3]
    private func newKey() -> Secret { Secret(copying: (0..<32).map { UInt8($0) }) }

    /// Opens a file of the folder for the time of the closure.
    private func lend<R>(_ name: String, _ flags: Int32, _ body: (Int32) throws -> R) throws -> R {
        let file = unsafe open(temporary.path + "/" + name, flags | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        return try body(file)
    }

    /// A file that takes nothing, as a full disk.
    private func withFullDisk(_ body: (Int32) throws -> Void) throws {
        let file = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        try body(file)
    }

    /// Seals bytes that come in pieces of these lengths, again and again.
    private func seal(_ plaintext: [UInt8], pieces: [Int], to name: String = "sealed") throws -> SealedStream.Receipt {
        try lend(name, O_WRONLY | O_CREAT | O_TRUNC) { file in
            var writer = try SealedFileWriter(to: file, key: newKey(), context: context)
            var (place, turn) = (0, 0)
            while place < plaintext.count {
                let end = min(place + pieces[turn % pieces.count], plaintext.count)
                try writer.write(Array(plaintext[place..<end]))
                (place, turn) = (end, turn + 1)
            }
            #expect(writer.plaintextCount == plaintext.count)
            return try writer.finish()
        }
    }

    /// What is read from a place on, and the error where there is one.
    private func read(
        _ name: String = "sealed", count: Int, from offset: Int = 0, hash: [UInt8]? = nil
    ) throws -> (bytes: [UInt8], error: SealedStreamError?) {
        try lend(name, O_RDONLY) { file in
            var bytes: [UInt8] = []
            do throws(SealedStreamError) {
                var reader = try SealedFileReader(
                    file, plaintextCount: Int64(count), from: Int64(offset), name: hash, key: newKey(), context: context)
                while let piece = try reader.next() {
                    #expect((1...16_384).contains(piece.count))
                    bytes += piece
                }
            } catch { return (bytes, error) }
            return (bytes, nil)
        }
    }

    private static let counts = [0, 1, 255, 256, 257, 16_383, 16_384, 16_385, 32_768, 32_769, 65_536, 100_000, 300_003]

    @Test(arguments: counts, [[1 << 20], [16_384], [1], [16_383, 2, 0, 7], [40_000, 3]])
    func `what comes in pieces is sealed as one file`(count: Int, pieces: [Int]) throws {
        guard count <= 70_000 || pieces != [1] else { return }
        var generator = SplitMix64(seed: UInt64(count))
        let plaintext = generator.bytes(count)
        let receipt = try seal(plaintext, pieces: pieces)
        let sealed = try #require(temporary.read("sealed"))
        #expect(receipt.plaintextCount == count && receipt.sealedCount == sealed.count)
        #expect(receipt.name == Array(SHA256.hash(data: sealed)))
        let inside = try Cobblestone.open(sealed, key: newKey(), context: context)
        #expect(inside.count == Padding.paddedCount(of: count))
        #expect(inside.starts(with: plaintext) && inside.dropFirst(count).allSatisfy { $0 == 0 })
        #expect(try read(count: count, hash: receipt.name) == (plaintext, nil))
    }

    @Test(arguments: counts)
    func `a file is read from any place in it`(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let plaintext = generator.bytes(count)
        _ = try seal(plaintext, pieces: [count + 1])
        let near = [0, 1, 16_383, 16_384, 16_385, 32_768, count / 2, count - 1, count]
        for offset in near + (0..<20).map({ _ in Int.random(in: 0...count, using: &generator) }) {
            guard (0...count).contains(offset) else { continue }
            let (bytes, error) = try read(count: count, from: offset)
            #expect(error == nil && bytes == Array(plaintext[offset...]), "from \(offset) of \(count)")
        }
    }

    @Test(arguments: [-1, 300_001, Int.max, Int.min])
    func `a place outside the file is refused`(offset: Int) throws {
        _ = try seal([UInt8](repeating: 1, count: 300_000), pieces: [300_000])
        #expect(try read(count: 300_000, from: offset) == ([], .sealed(.badLength)))
    }

    @Test(arguments: [(1 << 31) - 1, 1 << 31, (1 << 31) + 1, 1 << 32, 1 << 50, (1 << 50) + 1, .max] as [Int64])
    func `a length that the file does not have is refused, however large`(count: Int64) throws {
        _ = try seal([UInt8](repeating: 1, count: 20_000), pieces: [20_000])
        // No disk has a place so far on.
        let offsets: [Int64] = count > 1 << 40 ? [0] : [0, count / 2, count]
        for offset in offsets {
            let error =
                try lend("sealed", O_RDONLY) { file in
                    do throws(SealedStreamError) {
                        var reader = try SealedFileReader(
                            file, plaintextCount: count, from: offset, key: newKey(), context: context)
                        while try reader.next() != nil {}
                        return nil
                    } catch { return error }
                } as SealedStreamError?
            #expect(error == .sealed(.badLength), "from \(offset) of \(count)")
        }
    }

    @Test func `a flipped byte ends the reading before its chunk, from wherever it began`() throws {
        let plaintext = [UInt8](repeating: 1, count: 100_000)
        _ = try seal(plaintext, pieces: [100_000])
        let sealed = try #require(temporary.read("sealed"))
        for place in [56, 56 + 16_400 * 2 + 5, 56 + 16_400 * 4 + 16_399, sealed.count - 1] {
            var altered = sealed
            altered[place] ^= 4
            temporary.write(altered, to: "altered")
            let chunk = (place - 56) / 16_400
            for offset in [0, 1, 16_384 * 2 + 9, 99_999] {
                let (bytes, error) = try read("altered", count: 100_000, from: offset)
                let first = offset / 16_384
                #expect(error == (chunk < first ? nil : .sealed(.damaged(chunk: chunk))))
                let whole = chunk < first ? plaintext.count - offset : max(0, min(chunk * 16_384, plaintext.count) - offset)
                #expect(bytes.count == whole)
            }
        }
    }

    @Test(arguments: [1, 16, 5_000, 16_400, 60_000])
    func `a file that was cut off is noticed, also behind the place where reading began`(missing: Int) throws {
        _ = try seal([UInt8](repeating: 1, count: 100_000), pieces: [100_000])
        let sealed = try #require(temporary.read("sealed"))
        temporary.write(Array(sealed.dropLast(missing)), to: "altered")
        for offset in [0, 20_000, 100_000] {
            #expect(try read("altered", count: 100_000, from: offset).error == .sealed(.badLength))
        }
        temporary.write(sealed + [0], to: "altered")
        #expect(try read("altered", count: 100_000, from: 50_000).error == .sealed(.badLength))
    }

    @Test func `another name is noticed only at the end, and not asked for from the middle`() throws {
        let receipt = try seal([1, 2, 3], pieces: [3])
        let other = Array(receipt.name.reversed())
        #expect(try read(count: 3, hash: other).error == .otherName)
        #expect(try read(count: 3, from: 1, hash: other) == ([2, 3], nil))
    }

    #if !os(WASI)
        @Test func `faults of the system are told apart from faults of the file`() throws {
            #expect(throws: SealedStreamError.writing(code: EBADF)) {
                _ = try SealedFileWriter(to: -1, key: newKey(), context: context)
            }
            #expect(throws: SealedStreamError.reading(code: EBADF)) {
                _ = try SealedFileReader(-1, plaintextCount: 3, key: newKey(), context: context)
            }
            #expect(throws: SealedStreamError.writing(code: ENOSPC)) {
                try withFullDisk { file in
                    _ = try SealedFileWriter(to: file, key: newKey(), context: context)
                }
            }
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(count: 56))
            #expect(throws: SealedStreamError.self) {
                try withExtendedLifetime(pipe) {
                    _ = try SealedFileReader(
                        pipe.fileHandleForReading.fileDescriptor, plaintextCount: 40_000, from: 20_000, key: newKey(),
                        context: context)
                }
            }
        }
    #endif
}
