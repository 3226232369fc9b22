import Basics
import Crypto
import Foundation
import Synchronization

/// An open file, written or read from beginning to end, and the SHA-256 of those bytes.
package final class HashedFile: Sendable {
    private let descriptor: Int32
    private let passed = Mutex((hash: SHA256(), count: Int64(0)))

    /// The file is neither closed nor synced.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    package func write(_ bytes: [UInt8]) throws(AgeError) {
        try unsafe bytes.withBytes { (bytes) throws(AgeError) in
            do throws(FileFault) { try unsafe Descriptor.write(bytes, to: descriptor) } catch {
                throw .writing(code: error.code)
            }
        }
        note(bytes)
    }

    /// The next bytes, at most `limit`; none at the end.
    package func read(_ limit: Int) throws(AgeError) -> [UInt8] {
        do throws(FileFault) {
            let bytes = try Descriptor.read(descriptor, limit)
            note(bytes)
            return bytes
        } catch {
            throw .reading(code: error.code)
        }
    }

    /// SHA-256 of the bytes written or read, 32 bytes.
    package var digest: [UInt8] { passed.withLock { Array($0.hash.finalize()) } }

    /// How many bytes were written or read.
    package var count: Int64 { passed.withLock { $0.count } }

    private func note(_ bytes: [UInt8]) {
        passed.withLock { passed in
            passed.hash.update(data: bytes)
            passed.count += Int64(bytes.count)
        }
    }
}
