import Journal
import Sync

/// Why something about sync was not done.
package enum SyncError: Error, Hashable, Sendable {
    /// What was typed is no relay's address.
    case badAddress(String)
    /// An address without TLS that is not on this machine.
    case notEncrypted(String)
    /// This vault does not sync.
    case notSet
    /// It syncs with a relay already.
    case alreadySet(String)
    /// The relay could not be reached.
    case unreachable(Reach)
    /// Something answers there that is no relay.
    case notARelay
    case refused(RelayRefusal)
    /// A journal's sync has stopped.
    case stoppedFor(SyncFault)
    /// The relay shows a journal of somebody else no more: first found on this day.
    case closed(LocalDay)
    /// The owner of a journal removed this person: first found on this day.
    case removed(LocalDay)
    /// The relay refused files: everything else was sent and fetched.
    case filesRefused(FileStatus.Refused)
    /// libcurl is not installed.
    case noLibrary
    /// It was ended from here.
    case stopped
    /// No new device waits under this code.
    case noSuchCode
    /// What was typed is no such code.
    case badCode
    /// Nobody approved in time.
    case notApproved
    /// The relay keeps no copy of a vault for this recovery code.
    case noCopy
    /// No device has a name that begins so.
    case noSuchDevice(String)
    /// This very device cannot drop itself.
    case ownDevice

    /// What of the way to the relay failed.
    package enum Reach: Hashable, Sendable, CaseIterable {
        case name, connection, trust, time, transfer
    }
}
