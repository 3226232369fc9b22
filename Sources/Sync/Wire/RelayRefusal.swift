import Ledger

/// Why a relay refused a request: the complete list, with what a client needs to continue.
package enum RelayRefusal: Error, Hashable, Sendable {
    /// 401: no session, or an expired one.
    case noSession
    /// 403: the account may not do this in this journal, or sign-up is closed.
    case role
    /// 404: it does not exist or is not yours; the answer does not tell which.
    case notFound
    /// 409: the operation was encrypted for an earlier epoch; the current one, and where the log ends.
    case staleEpoch(epoch: UInt32, position: UInt64)
    /// 409: another control operation came first; where the log ends.
    case controlConflict(position: UInt64)
    /// 409: the device's chain has another operation at this place.
    case deviceFork(place: UInt64)
    /// 409: operations before it are missing; the expected position on the device's chain.
    case gap(expected: UInt64)
    /// 409: the stored vault copy is newer than the request says.
    case staleVault(generation: UInt64)
    /// 410: the relay has deleted what was asked for, up to `floor`; the checkpoint's position.
    case gone(floor: UInt64, checkpoint: UInt64)
    /// 413: the account is full; bytes.
    case quota(used: UInt64, limit: UInt64)
    /// 413: the body is longer than this relay accepts; bytes.
    case tooLarge(limit: UInt64)
    /// 422: it can never be accepted.
    case invalid(Fault)
    /// 426: the relay speaks only newer versions of the protocol.
    case upgrade
    /// 429: too many requests; retry after this many seconds.
    case tooMany(seconds: UInt64)
    /// 503: temporarily unavailable; retry after this many seconds.
    case unavailable(seconds: UInt64)

    package enum Fault: String, Hashable, Sendable, CaseIterable {
        /// A signature or certificate that does not match.
        case signature = "bad_signature"
        /// A rotation whose wraps are not for exactly the members.
        case coverage = "bad_coverage"
        /// Not the required shape.
        case shape = "bad_shape"
        /// Bytes whose hash is not the one given.
        case hash = "bad_hash"
    }

    package var status: Int {
        switch self {
        case .noSession: 401
        case .role: 403
        case .notFound: 404
        case .staleEpoch, .controlConflict, .deviceFork, .gap, .staleVault: 409
        case .gone: 410
        case .quota, .tooLarge: 413
        case .invalid: 422
        case .upgrade: 426
        case .tooMany: 429
        case .unavailable: 503
        }
    }

    /// How long a client must wait before it retries, in seconds: the header `Retry-After`.
    package var retryAfter: UInt64? {
        switch self {
        case .tooMany(let seconds), .unavailable(let seconds): seconds
        default: nil
        }
    }

    package var name: String {
        switch self {
        case .noSession: "no_session"
        case .role: "role"
        case .notFound: "not_found"
        case .staleEpoch: "stale_epoch"
        case .controlConflict: "control_conflict"
        case .deviceFork: "device_fork"
        case .gap: "gap"
        case .staleVault: "stale_vault"
        case .gone: "gone"
        case .quota: "quota"
        case .tooLarge: "too_large"
        case .invalid(let fault): fault.rawValue
        case .upgrade: "upgrade"
        case .tooMany: "too_many"
        case .unavailable: "unavailable"
        }
    }

    private var numbers: [String: UInt64] {
        switch self {
        case .staleEpoch(let epoch, let position): ["epoch": UInt64(epoch), "seq": position]
        case .controlConflict(let position): ["seq": position]
        case .deviceFork(let place): ["wseq": place]
        case .gap(let expected): ["expected_wseq": expected]
        case .staleVault(let generation): ["generation": generation]
        case .gone(let floor, let checkpoint): ["floor": floor, "checkpoint_seq": checkpoint]
        case .quota(let used, let limit): ["used": used, "limit": limit]
        case .tooLarge(let limit): ["limit": limit]
        case .tooMany(let seconds), .unavailable(let seconds): ["retry_after": seconds]
        default: [:]
        }
    }

    /// The answer's body. `accepted`: earlier operations of the same push that were accepted.
    package func bytes(accepted: [PushReceipt.Accepted] = []) -> [UInt8] {
        var members = numbers.mapValues { JSON.int(Int64(clamping: $0)) }
        members["error"] = .string(name)
        if !accepted.isEmpty { members["accepted"] = .array(accepted.map({ $0.json })) }
        return JSON.object(members).bytes
    }

    /// Reads an answer with its status; `nil` for one not in the list: then it did not come from a relay.
    package static func read(status: Int, body: [UInt8]) -> (refusal: RelayRefusal, accepted: [PushReceipt.Accepted])? {
        guard let json = try? JSON(reading: body), let name = json["error"]?.string,
            let refusal = RelayRefusal(name, json), refusal.status == status
        else { return nil }
        return (refusal, (json["accepted"]?.array ?? []).compactMap(PushReceipt.Accepted.init))
    }

    private init?(_ name: String, _ json: JSON) {
        func number(_ name: String) -> UInt64? { json.count(name) }
        let found: RelayRefusal?
        switch name {
        case "no_session": found = .noSession
        case "role": found = .role
        case "not_found": found = .notFound
        case "stale_epoch":
            found = number("epoch").flatMap(UInt32.init(exactly:)).flatMap { epoch in
                number("seq").map { .staleEpoch(epoch: epoch, position: $0) }
            }
        case "control_conflict": found = number("seq").map { .controlConflict(position: $0) }
        case "device_fork": found = number("wseq").map { .deviceFork(place: $0) }
        case "gap": found = number("expected_wseq").map { .gap(expected: $0) }
        case "stale_vault": found = number("generation").map { .staleVault(generation: $0) }
        case "gone":
            found = number("floor").flatMap { floor in number("checkpoint_seq").map { .gone(floor: floor, checkpoint: $0) } }
        case "quota": found = number("used").flatMap { used in number("limit").map { .quota(used: used, limit: $0) } }
        case "too_large": found = number("limit").map { .tooLarge(limit: $0) }
        case "upgrade": found = .upgrade
        case "too_many": found = number("retry_after").map { .tooMany(seconds: $0) }
        case "unavailable": found = number("retry_after").map { .unavailable(seconds: $0) }
        default: found = Fault(rawValue: name).map(RelayRefusal.invalid)
        }
        guard let found else { return nil }
        self = found
    }
}
