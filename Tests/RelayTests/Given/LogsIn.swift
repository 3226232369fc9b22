import Ledger
import SharedJournal
import Sync

/// What can log in at a relay: a device with its key, and somebody who has signed for it.
protocol LogsIn: Sendable {
    var name: DeviceID { get }
    func accountRequest(invitation: String?) throws -> AccountRequest
    func signature(of message: [UInt8]) throws -> [UInt8]
}

extension LogsIn {
    func accountRequest() throws -> AccountRequest { try accountRequest(invitation: nil) }
}

extension Device: LogsIn {}

extension SharedDevice: LogsIn {
    var name: DeviceID { id }

    func accountRequest(invitation: String?) throws -> AccountRequest {
        AccountRequest(
            owner: person.keys, device: key.publicKey, certificate: try person.certificate(for: key.publicKey),
            invitation: invitation)
    }

    func signature(of message: [UInt8]) throws -> [UInt8] { try key.signature(of: message) }
}
