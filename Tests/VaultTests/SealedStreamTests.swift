import Basics
import Crypto
import Foundation
import SeededChance
import Testing
import Vault

@Suite struct SealedStreamTests {
    private let context = Label.bytes("blob") + [1, 2, 3]
    private func newKey() -> Secret { Secret(copying: (0..<32).map { UInt8($0) }) }

    private func sealed(_ plaintext: [UInt8]) throws -> (bytes: [UInt8], receipt: SealedStream.Receipt) {
        let (input, output) = (try UnnamedFile(plaintext), try UnnamedFile())
        let receipt = try input.lend { input in
            try output.lend { try SealedStream.seal(from: input, to: $0, key: newKey(), context: context) }
        }
        return (try output.contents(), receipt)
    }

    /// What is written, and the error if there was one.
    private func opened(
        _ sealed: [UInt8], count: Int, name: [UInt8]? = nil, context other: [UInt8]? = nil
    ) throws -> (bytes: [UInt8], error: SealedStreamError?) {
        let (input, output) = (try UnnamedFile(sealed), try UnnamedFile())
        var failure: SealedStreamError?
        input.lend { input in
            output.lend { output in
                do throws(SealedStreamError) {
                    try SealedStream.open(
                        from: input, to: output, plaintextCount: Int64(count), name: name, key: newKey(),
                        context: other ?? context)
                } catch { failure = error }
            }
        }
        return (try output.contents(), failure)
    }

    private func verify(_ sealed: [UInt8], count: Int, name: [UInt8]? = nil, key: borrowing Secret) throws {
        let input = try UnnamedFile(sealed)
        try input.lend {
            try SealedStream.verify($0, plaintextCount: Int64(count), name: name, key: key, context: context)
        }
    }

    private func verify(_ sealed: [UInt8], count: Int, name: [UInt8]? = nil) throws {
        try verify(sealed, count: count, name: name, key: newKey())
    }

    @Test(arguments: [0, 1, 255, 256, 257, 16_383, 16_384, 16_385, 32_767, 32_768, 32_769, 65_536, 100_000, 1_000_003])
    func `a file comes back as it was, padded on the way`(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let plaintext = generator.bytes(count)
        let (bytes, receipt) = try sealed(plaintext)
        #expect(receipt.plaintextCount == Int64(count))
        #expect(receipt.sealedCount == Int64(bytes.count))
        #expect(bytes.count == Cobblestone.sealedCount(of: Padding.paddedCount(of: count)))
        #expect(receipt.name == Array(SHA256.hash(data: bytes)))
        #expect(try opened(bytes, count: count, name: receipt.name) == (plaintext, nil))
        try verify(bytes, count: count, name: receipt.name)
    }

    @Test func `a sealed file is one message with zeros at its end`() throws {
        let plaintext = [UInt8](repeating: 3, count: 20_000)
        let inside = try Cobblestone.open(try sealed(plaintext).bytes, key: newKey(), context: context)
        #expect(inside.starts(with: plaintext))
        #expect(inside.count == 20_480)
        #expect(inside.dropFirst(20_000).allSatisfy { $0 == 0 })
    }

    #if !os(WASI)
        @Test func `a pipe is read to its end though it gives little at a time`() throws {
            let pipe = Pipe()
            let plaintext = [UInt8](repeating: 8, count: 40_000)
            let writer = Thread {
                for start in stride(from: 0, to: plaintext.count, by: 700) {
                    try? pipe.fileHandleForWriting.write(contentsOf: plaintext[start..<min(start + 700, plaintext.count)])
                }
                try? pipe.fileHandleForWriting.close()
            }
            writer.start()
            let output = try UnnamedFile()
            let receipt = try withExtendedLifetime(pipe) {
                try output.lend {
                    try SealedStream.seal(
                        from: pipe.fileHandleForReading.fileDescriptor, to: $0, key: newKey(), context: context)
                }
            }
            #expect(receipt.plaintextCount == plaintext.count)
            #expect(try opened(output.contents(), count: plaintext.count) == (plaintext, nil))
        }
    #endif

    @Test func `a flipped byte anywhere is refused, and nothing of its chunk is written`() throws {
        let plaintext = [UInt8](repeating: 1, count: 40_000)
        let (bytes, _) = try sealed(plaintext)
        let places = Array(0..<60) + stride(from: 60, to: bytes.count, by: 997) + [bytes.count - 1]
        for place in places {
            var altered = bytes
            altered[place] ^= 0x10
            let chunk = (place - 56) / 16_400
            let expected: SealError = place < 56 ? .commitmentMismatch : .damaged(chunk: chunk)
            let (written, error) = try opened(altered, count: 40_000)
            #expect(error == .sealed(expected))
            #expect(written == Array(plaintext.prefix(place < 56 ? 0 : chunk * 16_384)))
            #expect(throws: SealedStreamError.sealed(expected)) { try verify(altered, count: 40_000) }
        }
    }

    @Test(arguments: [0, 1, 55, 56, 72, 16_455, 16_456, 16_457, 40_000])
    func `a file that is cut off is refused`(count: Int) throws {
        let (bytes, _) = try sealed([UInt8](repeating: 1, count: 40_000))
        #expect(throws: SealedStreamError.sealed(.badLength)) { try verify(Array(bytes[..<count]), count: 40_000) }
    }

    @Test func `bytes behind the end are refused`() throws {
        let (bytes, _) = try sealed([1, 2, 3])
        #expect(throws: SealedStreamError.sealed(.badLength)) { try verify(bytes + [0], count: 3) }
    }

    @Test(arguments: [-1, 2, 257, 300, 1 << 40, Int.max])
    func `a length that is not the file's is refused`(count: Int) throws {
        let (bytes, _) = try sealed([1, 2, 3])
        #expect(throws: SealedStreamError.self) { try verify(bytes, count: count) }
    }

    @Test func `another context, key or name is refused`() throws {
        let (bytes, receipt) = try sealed([1, 2, 3])
        let elsewhere = try opened(bytes, count: 3, context: Label.bytes("blob") + [1, 2, 4])
        #expect(elsewhere == ([], .sealed(.commitmentMismatch)))
        #expect(throws: SealedStreamError.sealed(.commitmentMismatch)) {
            try verify(bytes, count: 3, key: .random(count: 32))
        }
        #expect(throws: SealedStreamError.otherName) { try verify(bytes, count: 3, name: receipt.name.reversed()) }
    }

    @Test func `faults of the system are told apart from faults of the file`() throws {
        let (bytes, _) = try sealed([1, 2, 3])
        let (empty, full) = (try UnnamedFile(), try UnnamedFile(bytes))
        #expect(throws: SealedStreamError.reading(code: EBADF)) {
            try empty.lend { try SealedStream.seal(from: -1, to: $0, key: newKey(), context: context) }
        }
        #expect(throws: SealedStreamError.writing(code: EBADF)) {
            try full.lend {
                try SealedStream.open(from: $0, to: -1, plaintextCount: 3, key: newKey(), context: context)
            }
        }
    }
}

/// A file without a name, at its start.
private struct UnnamedFile {
    private let handle: FileHandle

    init(_ bytes: [UInt8] = []) throws {
        let folder = TemporaryFolder()
        let descriptor = try withExtendedLifetime(folder) {
            let descriptor = unsafe open(folder.path + "/file", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            return descriptor
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: bytes)
        try handle.seek(toOffset: 0)
    }

    func lend<R>(_ body: (Int32) throws -> R) rethrows -> R {
        try withExtendedLifetime(handle) { try body(handle.fileDescriptor) }
    }

    func contents() throws -> [UInt8] {
        try handle.seek(toOffset: 0)
        return Array(try handle.readToEnd() ?? Data())
    }
}
