package enum QuoteError: Error, Hashable, Sendable {
    /// What stands in `AURALYST_QUOTES_URL` is not the address of a server.
    case badBaseURL
    /// The address that is made from it cannot be asked.
    case badURL
    /// Nobody was reached.
    case unreachable(Reason)
    /// The server answered with another status than 200.
    case status(Int)
    case noData
    /// The answer is not JSON.
    case undecodable
    /// The answer is not what was asked for.
    case invalidData(Fault)
    case noLibrary
    /// This program asks no server for quotes.
    case notHere

    package enum Reason: String, CaseIterable, Sendable {
        /// The server's name is not found.
        case name
        case connection
        /// The server cannot prove who it is.
        case trust
        /// No answer in time.
        case time
    }

    package enum Fault: String, CaseIterable, Sendable {
        /// Far longer than a quote.
        case length
        /// It broke off.
        case end
        /// It leads to an address that is not followed.
        case direction
        /// JSON of another shape.
        case shape
        /// A text or a name that is empty, too long, or holds characters that steer a terminal.
        case text
        /// A notice of the server's in the place of a quote.
        case notice
        /// The library that fetches failed.
        case transfer
    }
}

/// How the end of the last try is kept: one word, or two.
extension QuoteError {
    var stored: String {
        switch self {
        case .badBaseURL: "base"
        case .badURL: "url"
        case .unreachable(let reason): "unreachable \(reason.rawValue)"
        case .status(let code): "status \(code)"
        case .noData: "empty"
        case .undecodable: "undecodable"
        case .invalidData(let fault): "invalid \(fault.rawValue)"
        case .noLibrary: "library"
        case .notHere: "here"
        }
    }

    init?(stored: String) {
        let words = stored.split(separator: " ").map(String.init)
        let second = words.count == 2 ? words[1] : ""
        switch words.first {
        case "base": self = .badBaseURL
        case "url": self = .badURL
        case "unreachable":
            guard let reason = Reason(rawValue: second) else { return nil }
            self = .unreachable(reason)
        case "status":
            guard let code = Int(second) else { return nil }
            self = .status(code)
        case "empty": self = .noData
        case "undecodable": self = .undecodable
        case "invalid":
            guard let fault = Fault(rawValue: second) else { return nil }
            self = .invalidData(fault)
        case "library": self = .noLibrary
        case "here": self = .notHere
        default: return nil
        }
    }
}
