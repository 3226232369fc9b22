import Ledger

/// What a device knows of one file of a journal at its relay. Where there is none of this, nothing is known.
package struct HeldFile: Hashable, Sendable {
    /// How far the file is.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The relay has it: it took all of it (201), answered a HEAD with 200, or listed it with the right size.
        case held
        /// The relay refused it: see `error`.
        case refused
        /// It is here, another device wrote it, and that one is given some time to send it first.
        case queued
        /// It is neither here nor at the relay.
        case missing
    }

    /// How far it is.
    package var state: State
    /// Bytes of the sealed file; 0 where that is not known.
    package var size = 0
    /// How often it was tried in vain.
    package var tries = 0
    /// When it is tried again by itself: milliseconds since 1970.
    package var retryAt: Int64 = 0
    /// Until when the relay asked not to be asked: milliseconds since 1970.
    package var notBefore: Int64 = 0
    /// Why it was refused: the name of the relay's refusal, `stuck` where three answers took nothing more of it, or `not_kept` where the
    /// relay says that it has the file, and does not hand it out as it was.
    package var error: String?

    package init(
        _ state: State, size: Int = 0, tries: Int = 0, retryAt: Int64 = 0, notBefore: Int64 = 0, error: String? = nil
    ) {
        (self.state, self.size, self.tries) = (state, size, tries)
        (self.retryAt, self.notBefore, self.error) = (retryAt, notBefore, error)
    }

    /// Three answers took nothing more of it.
    package static let stuck = "stuck"
    /// The relay says that it has it, and does not hand it out as it was.
    package static let notKept = "not_kept"

    /// `{"error"?,"not_before","retry_at","size","state","tries"}`
    package var bytes: [UInt8] {
        var members: [String: JSON] = ["state": .string(state.rawValue), "size": .int(Int64(size))]
        if tries > 0 { members["tries"] = .int(Int64(tries)) }
        if retryAt > 0 { members["retry_at"] = .int(retryAt) }
        if notBefore > 0 { members["not_before"] = .int(notBefore) }
        if let error { members["error"] = .string(error) }
        return JSON.object(members).bytes
    }

    /// Reads a row; `nil` for one of another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let state = json["state"]?.string.flatMap(State.init(rawValue:)),
            let size = json.size("size")
        else { return nil }
        self.init(
            state, size: size, tries: json.size("tries") ?? 0, retryAt: json["retry_at"]?.int ?? 0,
            notBefore: json["not_before"]?.int ?? 0, error: json["error"]?.string)
    }
}
