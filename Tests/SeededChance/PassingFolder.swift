import Basics
import Foundation
import Synchronization

/// A folder for the files of one test, gone with it; at the latest when the process ends, since a task that nobody waits for any more can
/// hold what belongs to a test, or be writing into its folder while it is removed.
package final class PassingFolder: Sendable {
    package let path: String

    /// Those that are still there.
    private static let folders = Mutex<Set<String>>([])
    private static let removesAtExit: Bool = {
        keepOpenSSL()
        return atexit {
            for path in PassingFolder.folders.withLock({ $0 }) {
                // What is being written there comes to its end, or has no folder any more.
                for _ in 1...100 where !PassingFolder.remove(path) {}
            }
        } == 0
    }()

    /// A vault that a task still holds may be encrypting when the process ends: OpenSSL must not take its locks away then.
    private static func keepOpenSSL() {
        #if os(Linux)
            typealias Begin = @convention(c) (UInt64, OpaquePointer?) -> Int32
            guard let begin = unsafe dlsym(nil, "OPENSSL_init_crypto") else { return }
            // OPENSSL_INIT_NO_ATEXIT
            _ = unsafe unsafeBitCast(begin, to: Begin.self)(0x0008_0000, nil)
        #endif
    }

    /// - Parameter name: what the tests are about.
    /// - Parameter isMade: whether it is there from the beginning.
    package init(_ name: String, isMade: Bool = true) {
        precondition(PassingFolder.removesAtExit, "the folders of the tests could stay behind")
        let path = FileManager.default.temporaryDirectory.path + "/\(name)-\(UUID().uuidString)"
        self.path = path
        PassingFolder.folders.withLock { _ = $0.insert(path) }
        if isMade { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    }

    deinit { remove() }

    package func remove() {
        let path = path
        if PassingFolder.remove(path) { PassingFolder.folders.withLock { _ = $0.remove(path) } }
    }

    private static func remove(_ path: String) -> Bool {
        Folder.remove(path)
        return !FileManager.default.fileExists(atPath: path)
    }
}
