/// What the server takes from a client, and how long it waits. Beyond it a request is refused or its connection closed.
package struct ServerLimits: Sendable {
    /// Bytes of the request's target; longer: 414.
    package var targetBytes = 8 << 10
    /// Bytes of all header fields together; more: 431.
    package var headerBytes = 32 << 10
    /// Number of header fields; more: 431.
    package var headerFields = 100
    /// From the first byte of a head to its last; slower: 408.
    package var headTime: Duration = .seconds(10)
    /// How long a connection may wait between two requests; then it is closed.
    package var idleTime: Duration = .seconds(60)
    /// The longest pause between two pieces of a body that is being read; longer: 408.
    package var bodyPause: Duration = .seconds(30)
    /// How long a client may take nothing of what is sent to it; then the connection is closed.
    package var stallTime: Duration = .seconds(60)
    /// Connections at a time; further ones are answered 503 and closed.
    package var connections = 512
    /// Bytes of a body that are still taken and thrown away when it was answered before it was read, so that the client
    /// comes to see the answer.
    package var drainBytes = 1 << 20
    /// How long the other end may take to close after the last response.
    package var lingerTime: Duration = .seconds(5)
    /// How long running requests may go on after the server was told to stop.
    package var grace: Duration = .seconds(5)

    package init() {}
}
