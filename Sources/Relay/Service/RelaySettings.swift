import Sync

/// How a relay was set up by whoever runs it.
package struct RelaySettings: Sendable {
    /// How much it takes at once, and what an account may keep.
    package var limits = RelayLimits()
    /// Who may open an account.
    package var signUp: RelayInfo.SignUp = .open
    /// The names under which clients call it, in lower case, with the port where it is not the scheme's own. A session is
    /// given only for one of them (`Relay.answer`).
    package var hosts: Set<String> = []
    /// The most requests of one address in a minute; those from this machine itself are not counted.
    package var requestsPerMinute = 3_000
    /// The most operations of one device in a minute.
    package var operationsPerMinute = 600_000
    /// How long a session lasts: milliseconds.
    package var sessionTime: Int64 = 24 * 3_600_000
    /// How often news is looked for in a database that other relays write to.
    package var pollTime: Duration = .milliseconds(500)

    package init() {}
}

/// What a relay has of the world around it: passed in, so that a simulation can give it its own.
package struct RelaySurroundings: Sendable {
    /// Milliseconds since 1970.
    package var now: @Sendable () -> Int64
    /// So many random bytes.
    package var random: @Sendable (_ count: Int) -> [UInt8]

    package init(now: @escaping @Sendable () -> Int64, random: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        (self.now, self.random) = (now, random)
    }
}
