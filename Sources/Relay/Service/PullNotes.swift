import Ledger
import Synchronization

/// How far each device has pulled from this relay. Written at most once a minute for a device and a journal, since only a
/// checkpoint needs it, a month later.
final class PullNotes: Sendable {
    private struct Place: Hashable {
        let journal: JournalID
        let device: DeviceID
    }

    private static let most = 50_000
    private let written = Mutex<[Place: (position: UInt64, moment: Int64)]>([:])

    /// Whether to write that a device has pulled everything up to a position.
    func isDue(_ device: DeviceID, of journal: JournalID, position: UInt64, now: Int64) -> Bool {
        written.withLock { written in
            let place = Place(journal: journal, device: device)
            if let last = written[place],
                now - last.moment < 60_000 || (last.position >= position && now - last.moment < 3_600_000)
            {
                return false
            }
            if written.count > PullNotes.most { written = [:] }
            written[place] = (position, now)
            return true
        }
    }
}
