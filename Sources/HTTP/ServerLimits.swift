/// What the server accepts from a client, and how long it waits. Beyond that a request is refused or its connection closed.
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
    /// How long a client may accept no data; then the connection is closed.
    package var stallTime: Duration = .seconds(60)
    /// Connections at a time; further ones get a 503 and are closed.
    package var connections = 512
    /// How many bytes of an unread body are discarded after its response, so that the client sees the response.
    package var drainBytes = 1 << 20
    /// How long the client may take to close after the last response.
    package var lingerTime: Duration = .seconds(5)
    /// How long running requests may continue after the server was told to stop.
    package var grace: Duration = .seconds(5)

    package init() {}
}
