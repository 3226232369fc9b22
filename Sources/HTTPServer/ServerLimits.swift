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
    /// How long a body that is being read is waited for, in one pause or in many; longer: 408. Bytes that arrive bring it back.
    package var bodyPause: Duration = .seconds(30)
    /// How many bytes of a body bring back a second of `bodyPause`.
    package var bodyRate = 1 << 10
    /// How long a client may accept no data; then the connection is closed.
    package var stallTime: Duration = .seconds(60)
    /// Connections at a time. A further one takes the place of one that is waited for and whose sender is unknown (`Places`); if
    /// there is none, it gets a 503 and is closed.
    package var connections = 512
    /// How many bytes of an unread body are discarded after its response, so that the client sees the response.
    package var drainBytes = 1 << 20
    /// How long the client may take to close after the last response.
    package var lingerTime: Duration = .seconds(5)
    /// How long running requests may continue after the server was told to stop.
    package var grace: Duration = .seconds(5)

    package init() {}
}
