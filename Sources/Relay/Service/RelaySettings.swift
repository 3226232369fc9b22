import Sync

package struct RelaySettings: Sendable {
    /// Its size limits, including the storage of an account.
    package var limits = RelayLimits()
    package var signUp: RelayInfo.SignUp = .invite
    /// The names under which clients call it, in lower case, with the port unless it is the scheme's default. Sessions are given
    /// only for these (`Relay.answer`).
    package var hosts: Set<String> = []
    /// The addresses of the phone's app where another host serves it, as browsers send them (`Origin`); the first is shown to desks.
    package var appOrigins: [String] = []
    /// The most requests per minute from one block of addresses; those from this machine are not counted.
    package var requestsPerMinute = 3_000
    /// The most operations per minute from one device.
    package var operationsPerMinute = 600_000
    /// How long a session lasts: milliseconds.
    package var sessionTime: Int64 = 24 * 3_600_000
    /// How often to check for news in a database that other relays write to.
    package var pollTime: Duration = .milliseconds(500)

    package init() {}
}

/// A relay's clock and random generator, passed in so that a simulation can provide its own.
package struct RelaySurroundings: Sendable {
    /// Milliseconds since 1970.
    package var now: @Sendable () -> Int64
    /// `count` random bytes.
    package var random: @Sendable (_ count: Int) -> [UInt8]

    package init(now: @escaping @Sendable () -> Int64, random: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        (self.now, self.random) = (now, random)
    }
}
