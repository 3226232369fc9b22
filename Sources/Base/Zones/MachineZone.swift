import Foundation
import Synchronization

/// The zone of this machine, even if it changes while the program runs.
///
/// The file that names the zone is checked each time, which costs almost nothing; the zone is read again only if that file has
/// changed.
package final class MachineZone: Sendable {
    private let path: String
    private let read: @Sendable () -> Zone
    private let last = Mutex<(mark: [Int64], zone: Zone)?>(nil)

    /// - Parameter path: the file that names the zone.
    /// - Parameter read: reads the zone.
    package init(path: String = "/etc/localtime", read: @escaping @Sendable () -> Zone = { MachineSetting().zone }) {
        (self.path, self.read) = (path, read)
    }

    package var zone: Zone {
        let mark = mark
        return last.withLock { last in
            if let last, last.mark == mark { return last.zone }
            let zone = read()
            last = (mark, zone)
            return zone
        }
    }

    /// A value that changes with the file, or the link in its place.
    private var mark: [Int64] {
        var about = stat()
        guard unsafe lstat(path, &about) == 0 else { return [] }
        #if canImport(Darwin)
            let changed = about.st_ctimespec
        #else
            let changed = about.st_ctim
        #endif
        return [Int64(clamping: about.st_dev), Int64(clamping: about.st_ino), Int64(changed.tv_sec), Int64(changed.tv_nsec)]
    }
}
