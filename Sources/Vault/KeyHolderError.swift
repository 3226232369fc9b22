/// Why a key could not be kept between two commands, or not be fetched.
package enum KeyHolderError: Error, Equatable, Sendable {
    /// The kernel offers no keyring here, as in many containers.
    case noKeyring
    /// No agent listens at the socket.
    case noAgent
    case agentRunning
    /// The kernel's quota or the agent's table is full.
    case full
    /// The time is outside `KeyHolder.durations`.
    case badDuration
    /// The socket's folder belongs to another user or is open to others.
    case unsafeFolder(path: String)
    /// The path of the socket is longer than the system allows.
    case pathTooLong(path: String)
    /// The answer is not one of our keys, or the agent broke off.
    case damaged
    /// Another failure of the system, with its `errno`.
    case system(code: Int32)
}
