import Ledger

/// What a device knows of one file of a journal at its relay. Without one, nothing is known.
package struct HeldFile: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The relay has it: it accepted all of it (201), answered a HEAD with 200, or listed it with the right size.
        case held
        /// The relay refused it: see `error`.
        case refused
        /// It is here, but another device wrote it and gets some time to send it first.
        case queued
        /// It is neither here nor at the relay.
        case missing
    }

    package var state: State
    /// Bytes of the sealed file; 0 if unknown.
    package var size: Int64 = 0
    package var tries = 0
    /// When it is retried automatically: milliseconds since 1970.
    package var retryAt: Int64 = 0
    /// The relay asked not to be contacted before this time: milliseconds since 1970.
    package var notBefore: Int64 = 0
    /// Why it was refused: the name of the relay's refusal, `stuck` if three answers made no progress, or `not_kept` if the relay
    /// claims to have the file but does not return it intact.
    package var error: String?

    package init(
        _ state: State, size: Int64 = 0, tries: Int = 0, retryAt: Int64 = 0, notBefore: Int64 = 0, error: String? = nil
    ) {
        (self.state, self.size, self.tries) = (state, size, tries)
        (self.retryAt, self.notBefore, self.error) = (retryAt, notBefore, error)
    }

    /// Three answers made no progress.
    package static let stuck = "stuck"
    /// The relay claims to have it, but does not return it intact.
    package static let notKept = "not_kept"

    /// `{"error"?,"not_before","retry_at","size","state","tries"}`
    package var bytes: [UInt8] {
        var members: [String: JSON] = ["state": .string(state.rawValue), "size": .int(size)]
        if tries > 0 { members["tries"] = .int(Int64(tries)) }
        if retryAt > 0 { members["retry_at"] = .int(retryAt) }
        if notBefore > 0 { members["not_before"] = .int(notBefore) }
        if let error { members["error"] = .string(error) }
        return JSON.object(members).bytes
    }

    /// Reads a row; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let state = json["state"]?.string.flatMap(State.init(rawValue:)),
            let size = json["size"]?.int, size >= 0
        else { return nil }
        self.init(
            state, size: size, tries: json.size("tries") ?? 0, retryAt: json["retry_at"]?.int ?? 0,
            notBefore: json["not_before"]?.int ?? 0, error: json["error"]?.string)
    }
}
