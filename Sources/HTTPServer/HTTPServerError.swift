package enum HTTPServerError: Error, Hashable, Sendable {
    case addressInUse(Int)
    /// The system does not let the program listen there; the code is its `errno`.
    case cannotListen(String, code: Int32)
}
