import Ledger
import Sync

extension RelayClient {
    /// The account's copy of its vault, and its generation; `nil` if there is none.
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

    /// Replaces the copy of the vault of a generation, 0 if there is none.
    package func put(vaultCopy bytes: [UInt8], replacing generation: UInt64) async throws {
        let headers = ["If-Match": "\"\(generation)\"", "Content-Type": "application/octet-stream"]
        _ = try await ask(RelayRequest("PUT", "/v1/vault", headers: headers, body: .bytes(bytes)))
    }

    /// Leaves a message in a mailbox, from which it can be taken once within ten minutes. Without a session, 1 KiB at most.
    package func leave(_ message: [UInt8], in mailbox: [UInt8], session: Bool) async throws {
        let headers = ["Content-Type": "application/octet-stream"]
        _ = try await ask(
            RelayRequest("POST", "/v1/mailbox/\(hex(mailbox))", headers: headers, body: .bytes(message)), session: session)
    }

    /// Takes a message out; `nil` if there is none.
    package func takeMessage(from mailbox: [UInt8]) async throws -> [UInt8]? {
        do {
            return try await ask(RelayRequest("GET", "/v1/mailbox/\(hex(mailbox))"), session: false).body
        } catch SyncError.refused(.notFound) {
            return nil
        }
    }
}
