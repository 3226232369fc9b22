import CPlatform
import NIOCore

/// Who is at the other end of a connection from this machine, as far as the system tells.
package enum Peer: Hashable, Sendable {
    /// A program of the user with this number.
    case user(UInt32)
    /// No program: it has closed its end already.
    case none
    case unknown

    /// Asks the system. It takes some microseconds.
    init(of channel: any Channel) {
        let user = unsafe channel.remoteAddress?.withSockAddr { peer, _ in
            unsafe channel.localAddress?.withSockAddr { own, _ in unsafe platform_peer_user(peer, own) }
        }
        switch user ?? nil {
        case nil, -2: self = .unknown
        case -1: self = .none
        case let user?: self = UInt32(exactly: user).map(Peer.user) ?? .unknown
        }
    }
}
