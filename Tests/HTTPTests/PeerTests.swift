import Foundation
import HTTP
import Synchronization
import Testing

/// Whose connections a server accepts.
@Suite struct PeerTests {
    private func answer(host: String, port: Int) throws -> (Int32, String) {
        // A program of its own, as any user may start one.
        let ask =
            "import http.client,sys; r=http.client.HTTPConnection(sys.argv[1],int(sys.argv[2]));r.request('GET','/');print(r.getresponse().status)"
        let process = Process()
        (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/usr/bin/python3"), ["-c", ask, host, String(port)])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no Python to connect with"),
        arguments: ["127.0.0.1", "::1"])
    func `the system names the user at the other end`(host: String) async throws {
        let seen = Mutex<[Peer]>([])
        let server = try await RunningServer(
            listen: [(host, 0)],
            admits: { peer in
                seen.withLock { $0.append(peer) }
                return true
            }
        ) { _ in .text("in") }
        #expect(try answer(host: host, port: server.port) == (0, "200"))
        #expect(seen.withLock(\.self) == [.user(geteuid())])
        try await server.stop()
    }

    @Test func `a connection that is not accepted gets a refusal, and no request of it is read`() async throws {
        let server = try await RunningServer(admits: { _ in false }) { _ in
            Issue.record("it was answered")
            return .text("in")
        }
        let said = try await server.exchange("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        #expect(said.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && said.contains("connection: close"))
        try await server.stop()
    }
}
