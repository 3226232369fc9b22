import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

@Suite struct PeerTests {
    private static let question = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"

    @Test func `the system names the user at the other end`() async throws {
        let seen = Mutex<[Peer]>([])
        let server = try await RunningServer(
            admits: { peer in
                seen.withLock { $0.append(peer) }
                return true
            }
        ) { _ in .text("in") }
        #expect(try await server.exchange(PeerTests.question).hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(seen.withLock(\.self) == [.user(geteuid())])
        try await server.stop()
    }

    @Test func `a connection that is not accepted gets a refusal, and no request of it is read`() async throws {
        let server = try await RunningServer(admits: { _ in false }) { _ in
            Issue.record("it was answered")
            return .text("in")
        }
        let said = try await server.exchange(PeerTests.question)
        #expect(said.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && said.contains("connection: close"))
        try await server.stop()
    }
}
