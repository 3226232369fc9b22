/// Why a server does not start.
package enum HTTPServerError: Error, Hashable, Sendable {
    /// Another program listens at this port.
    case addressInUse(Int)
    /// The system does not let the program listen there; the code is its `errno`.
    case cannotListen(String, code: Int32)
}
