import Ledger
import Sync

extension RelayClient {
    /// The account's copy of its vault, and its generation there; `nil` where there is none.
    package func vaultCopy() async throws -> (generation: UInt64, bytes: [UInt8])? {
        do {
            let answer = try await ask(RelayRequest("GET", "/v1/vault"))
            guard let generation = (answer.headers["etag"]?.filter { $0 != "\"" }).flatMap(UInt64.init)
            else { throw SyncError.notARelay }
            return (generation, answer.body)
        } catch SyncError.refused(.notFound) {
            return nil
        }
    }

    /// Puts a copy of the vault in the place of the one of a generation, 0 where there is none.
    package func put(vaultCopy bytes: [UInt8], replacing generation: UInt64) async throws {
        let headers = ["If-Match": "\"\(generation)\"", "Content-Type": "application/octet-stream"]
        _ = try await ask(RelayRequest("PUT", "/v1/vault", headers: headers, body: .bytes(bytes)))
    }

    /// Lays a message into a mailbox, from where it can be taken once within ten minutes.
    package func leave(_ message: [UInt8], in mailbox: [UInt8]) async throws {
        let headers = ["Content-Type": "application/octet-stream"]
        _ = try await ask(
            RelayRequest("POST", "/v1/mailbox/\(hex(mailbox))", headers: headers, body: .bytes(message)), session: false)
    }

    /// Takes a message out; `nil` where none lies.
    package func takeMessage(from mailbox: [UInt8]) async throws -> [UInt8]? {
        do {
            return try await ask(RelayRequest("GET", "/v1/mailbox/\(hex(mailbox))"), session: false).body
        } catch SyncError.refused(.notFound) {
            return nil
        }
    }
}
