#if os(WASI) && !canImport(FoundationInternationalization)
    import Foundation
    @_spi(_Unicode) import Swift

    package let NSFilePathErrorKey = "NSFilePath"
    /// What the C library makes by a cast, which Swift does not import.
    package let O_TRUNC: Int32 = 8 << 12

    /// There are no pipes; the tests of them are left out.
    @unsafe package func mkfifo(_ path: String, _ mode: mode_t) -> Int32 { -1 }

    extension String {
        package var decomposedStringWithCanonicalMapping: String { String(UnicodeScalarView(_nfd)) }
    }

    /// As Foundation's, of which scripts/wasm-sdk has only the essentials.
    package final class FileHandle {
        package let fileDescriptor: Int32
        private let closes: Bool

        package init(fileDescriptor: Int32, closeOnDealloc: Bool) {
            (self.fileDescriptor, closes) = (fileDescriptor, closeOnDealloc)
        }

        private convenience init(opening path: String, _ way: Int32) throws {
            let opened = unsafe open(path, way)
            guard opened >= 0 else { throw CocoaError(.fileNoSuchFile) }
            self.init(fileDescriptor: opened, closeOnDealloc: true)
        }

        package convenience init?(forReadingAtPath path: String) { try? self.init(opening: path, O_RDONLY) }
        package convenience init?(forWritingAtPath path: String) { try? self.init(opening: path, O_WRONLY) }
        package convenience init(forReadingFrom url: URL) throws { try self.init(opening: url.path, O_RDONLY) }
        package convenience init(forWritingTo url: URL) throws { try self.init(opening: url.path, O_WRONLY) }
        package convenience init(forUpdating url: URL) throws { try self.init(opening: url.path, O_RDWR) }

        deinit { if closes { WASILibc.close(fileDescriptor) } }

        /// It is closed with this object.
        package func close() throws {}

        package func read(upToCount count: Int) throws -> Data? {
            var bytes = [UInt8](repeating: 0, count: count)
            let size = unsafe WASILibc.read(fileDescriptor, &bytes, count)
            guard size >= 0 else { throw CocoaError(.fileReadUnknown) }
            return Data(bytes.prefix(size))
        }

        package func readToEnd() throws -> Data? {
            var all = Data()
            while let piece = try read(upToCount: 65_536), !piece.isEmpty { all += piece }
            return all
        }

        package func readData(ofLength count: Int) -> Data {
            var all = Data()
            while all.count < count, let piece = try? read(upToCount: count - all.count), !piece.isEmpty { all += piece }
            return all
        }

        package func write(contentsOf data: some Sequence<UInt8>) throws {
            var rest = Array(data)
            while !rest.isEmpty {
                let size = unsafe WASILibc.write(fileDescriptor, rest, rest.count)
                guard size > 0 else { throw CocoaError(.fileWriteUnknown) }
                rest.removeFirst(size)
            }
        }

        package func write(_ data: Data) {
            do { try write(contentsOf: data) } catch { preconditionFailure("\(error)") }
        }

        package func seek(toOffset offset: UInt64) throws { lseek(fileDescriptor, off_t(offset), SEEK_SET) }
        @discardableResult package func seekToEnd() throws -> UInt64 { UInt64(lseek(fileDescriptor, 0, SEEK_END)) }
        package func truncate(atOffset offset: UInt64) throws { ftruncate(fileDescriptor, off_t(offset)) }
    }
#endif
