import CPlatform
import Crypto
import Foundation

/// Secret bytes with one owner, kept out of swap, and overwritten when released.
///
/// Cannot be copied, printed or compared by accident. Pass it to primitives with `withBytes`; do not keep the closure's bytes.
@safe
package struct Secret: ~Copyable, @unchecked Sendable {
    // Sendable: the bytes are written once, in `init`, and only read afterwards; deinit runs once, as the value has one owner.
    private let start: UnsafeMutableRawPointer
    /// Whole pages.
    private let room: Int

    /// Makes `count` bytes (≥ 0), zeroed, and lets the closure fill them.
    package init<E: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        precondition(count >= 0, "a secret has no negative length")
        // Whole pages of its own: locks do not nest, so unlocking one secret would unlock a neighbour on the same page.
        let page = max(Int(getpagesize()), 16)
        let (upTo, overflow) = max(count, 1).addingReportingOverflow(page - 1)
        precondition(!overflow, "a secret fits the memory")
        room = upTo / page * page
        unsafe start = .allocate(byteCount: room, alignment: page)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: room)
        unsafe MemoryLock.take(start, room)
        self.count = count
        try unsafe fill(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// Copies the bytes. The caller overwrites its own copy.
    package init(copying bytes: some ContiguousBytes) {
        let count = unsafe bytes.withUnsafeBytes { $0.count }
        unsafe self.init(count: count) { target in
            unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }

    /// `count` bytes from the system's random generator.
    package static func random(count: Int) -> Secret {
        unsafe Secret(count: count) { target in
            var generator = SystemRandomNumberGenerator()
            for index in target.indices { unsafe target[index] = generator.next() }
        }
    }

    /// How many bytes.
    package let count: Int

    /// Lends the bytes for reading.
    package borrowing func withBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A copy with its own owner: explicit, since it doubles what has to be overwritten.
    package borrowing func duplicate() -> Secret {
        unsafe Secret(count: count) { target in
            unsafe withBytes { source in unsafe target.copyMemory(from: source) }
        }
    }

    /// Equal in constant time for equal lengths.
    package borrowing func isEqual(to other: borrowing Secret) -> Bool {
        guard count == other.count else { return false }
        return unsafe withBytes { a in
            unsafe other.withBytes { b in
                var difference: UInt8 = 0
                for index in a.indices { unsafe difference |= a[index] ^ b[index] }
                return difference == 0
            }
        }
    }

    deinit {
        unsafe platform_wipe(start, room)
        unsafe MemoryLock.release(start, room)
        unsafe start.deallocate()
    }
}
