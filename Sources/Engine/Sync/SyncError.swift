import Journal
import Sync

package enum SyncError: Error, Hashable, Sendable {
    case badAddress(String)
    /// An address without TLS that is not on this machine.
    case notEncrypted(String)
    case notSet
    case alreadySet(String)
    case unreachable(Reach)
    case notARelay
    case refused(RelayRefusal)
    case stoppedFor(SyncFault)
    /// The relay shows a journal of somebody else no more: first found on this day.
    case closed(LocalDay)
    /// The owner of a journal removed this person: first found on this day.
    case removed(LocalDay)
    /// The relay refused files: everything else was sent and fetched.
    case filesRefused(FileStatus.Refused)
    case noLibrary
    /// It was ended from here.
    case stopped
    /// No new device waits under this code.
    case noSuchCode
    case badCode
    /// Nobody approved in time.
    case notApproved
    /// The relay keeps no copy of a vault for this recovery code.
    case noCopy
    case noSuchDevice(String)
    /// This very device cannot drop itself.
    case ownDevice

    /// Whether it goes by itself, soon.
    var isPassing: Bool {
        switch self {
        case .unreachable, .refused(.tooMany), .refused(.unavailable): true
        default: false
        }
    }

    package enum Reach: Hashable, Sendable, CaseIterable {
        case name, connection, otherRelay, trust, time, transfer
    }
}
