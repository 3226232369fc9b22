import Foundation
import GivenValues
import Vault

/// Looks for a key in the memory of this very process. It keeps the key only in a disguise, so that it does not find itself.
package struct KeyTrace: Sendable {
    private static let mask: UInt8 = 0xA5
    private let disguised: [UInt8]

    package init(of key: borrowing Secret) { disguised = unsafe key.withBytes { unsafe $0.map { $0 ^ KeyTrace.mask } } }

    /// In how many places the key stands in memory that can be written to.
    package func count() throws -> Int {
        let maps = String(decoding: try Self.contents(of: "/proc/self/maps"), as: UTF8.self)
        let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw POSIXError(.EACCES) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer {
            close(memory)
            unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe buffer.deallocate()
        }
        let own = Int(bitPattern: buffer.baseAddress)..<(Int(bitPattern: buffer.baseAddress) + buffer.count)
        var count = 0
        for line in maps.split(separator: "\n") where line.contains(" rw") {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
            guard ends.count == 2 else { continue }
            var place = ends[0]
            while place < ends[1] {
                let wanted = min(buffer.count, ends[1] - place)
                let found = unsafe pread(memory, buffer.baseAddress, wanted, off_t(place))
                guard found > disguised.count else { break }
                let start = place
                count += unsafe hits(in: UnsafeRawBufferPointer(rebasing: buffer[..<found])) { !own.contains(start + $0) }
                // Pieces overlap, so that no key is cut in two.
                place += found == wanted && place + found < ends[1] ? found - disguised.count + 1 : max(found, 1)
            }
        }
        return count
    }

    /// The system gives such a file a page at a time, which Foundation takes for its end.
    private static func contents(of path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(.EACCES) }
        defer { close(file) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            guard count > 0 else { return contents }
            contents += piece.prefix(count)
        }
    }

    private func hits(in bytes: UnsafeRawBufferPointer, where counts: (Int) -> Bool) -> Int {
        let first = disguised[0] ^ KeyTrace.mask
        var (place, hits) = (0, 0)
        // The system's own search steps over what cannot be the beginning.
        while place <= bytes.count - disguised.count, let start = bytes.baseAddress,
            let found = unsafe memchr(start + place, Int32(first), bytes.count - disguised.count - place + 1)
        {
            place = unsafe UnsafeRawPointer(found) - start
            var length = 1
            while length < disguised.count, unsafe bytes[place + length] ^ KeyTrace.mask == disguised[length] { length += 1 }
            if length == disguised.count, counts(place) { hits += 1 }
            place += 1
        }
        return hits
    }
}
