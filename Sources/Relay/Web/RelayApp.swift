import Basics
import Foundation
import HTTP
import Ledger
import Sync

/// A relay's HTTP interface: routes requests, identifies the sender, and encodes the answers (docs/formats/relay.md).
package struct RelayApp: Sendable {
    package let relay: Relay
    private let log: RelayLog
    private let router: Router
    private let pace: RateLimit
    private let networkPace: RateLimit
    /// Whether `/metrics` is served here, to this machine only.
    private let showsMeters: Bool
    private let phoneApp: PhoneApp?
    private let origins: AppOrigins

    /// `showsMeters`: `/metrics` is served here too, to requests from this machine that no proxy has forwarded.
    package init(relay: Relay, log: RelayLog = .silent, showsMeters: Bool = true, phoneApp: PhoneApp? = nil) {
        (self.relay, self.log, self.showsMeters, self.phoneApp) = (relay, log, showsMeters, phoneApp)
        origins = AppOrigins(all: relay.settings.appOrigins)
        pace = RateLimit(perMinute: relay.settings.requestsPerMinute)
        networkPace = RateLimit(perMinute: min(relay.settings.requestsPerMinute, .max / 16) * 16)
        router = RelayRoutes(relay: relay).router
    }

    /// Answers a request; any failure, with an error of the closed list.
    package func respond(to request: Request) async -> Response {
        let start = ContinuousClock.now
        let kind = RelayApp.kind(of: request)
        var response: Response
        do {
            response = try await answer(request)
        } catch {
            response = RelayApp.response(refusal(for: error))
        }
        origins.open(&response, to: request)
        let time = ContinuousClock.now - start
        relay.meters.count(kind, status: response.status.code, time: time)
        log.say(
            .debug, "request",
            [
                "kind": .string(kind.rawValue), "method": .string(RelayApp.known(request.method)),
                "status": .int(Int64(response.status.code)),
                "ms": .int(time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000),
                "from": log.mark(Array((RelayApp.address(of: request) ?? request.source).utf8)),
            ])
        return response
    }

    private func answer(_ request: Request) async throws -> Response {
        switch request.path {
        case "/healthz":
            return await relay.isHealthy() ? Response.text("ok\n") : RelayApp.response(.unavailable(seconds: 5))
        case "/metrics" where showsMeters && RelayApp.isLocal(request):
            return RelayApp.meters(of: relay)
        default: break
        }
        if let block = RelayApp.block(of: request) {
            // A network has the allowance of 16 blocks: changing the block does not help for long.
            let now = relay.surroundings.now()
            let wait = max(pace.take(1, from: block.bytes, now: now), networkPace.take(1, from: block.network.bytes, now: now))
            guard wait == 0 else { throw RelayRefusal.tooMany(seconds: wait) }
        }
        let aside = phoneApp?.response(for: request) ?? origins.preflight(request) ?? origins.release(request)
        if let aside { return aside }
        return try await router.respond(to: request)
    }

    package static func meters(of relay: Relay) -> Response {
        .text(relay.meters.text(waiting: relay.notifier.count), type: "text/plain; version=0.0.4; charset=utf-8")
    }

    private func refusal(for error: any Error) -> RelayRefusal {
        switch error {
        case let refusal as RelayRefusal: return refusal
        case let fault as HTTPFault:
            switch fault {
            case .notFound, .methodNotAllowed: return .notFound
            case .tooLarge(let limit): return .tooLarge(limit: UInt64(clamping: limit))
            case .tooSlow, .connectionEnded: return .unavailable(seconds: 1)
            case .malformed, .targetTooLong, .unsupportedForm, .headersTooLarge: return .invalid(.shape)
            }
        case RelayStorageError.unavailable, RelayStorageError.conflict:
            log.say(.warning, "storage_unavailable")
            return .unavailable(seconds: 2)
        case RelayStorageError.full:
            log.say(.error, "storage_full")
            return .unavailable(seconds: 60)
        case let error as RelayStorageError:
            log.say(.error, "storage_failed", ["reason": .string("\(error)")])
            return .unavailable(seconds: 30)
        case is CancellationError: return .unavailable(seconds: 1)
        default:
            log.say(.error, "failed", ["reason": .string("\(type(of: error))")])
            return .unavailable(seconds: 30)
        }
    }

    static func response(_ refusal: RelayRefusal, accepted: [PushReceipt.Accepted] = []) -> Response {
        var headers = RelayRoutes.json
        if let seconds = refusal.retryAfter { headers["retry-after"] = String(seconds) }
        return Response(
            Status(refusal.status, phrases[refusal.status] ?? "Refused"), headers: headers,
            body: .bytes(refusal.bytes(accepted: accepted)))
    }

    private static let phrases = [
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
        422: "Unprocessable Content", 426: "Upgrade Required", 429: "Too Many Requests", 503: "Service Unavailable",
    ]

    /// Whether the request comes from this machine, and not from a proxy for someone else.
    private static func isLocal(_ request: Request) -> Bool {
        AddressBlock(request.source).isLoopback && request.headers["x-forwarded-for"] == nil
            && request.headers["forwarded"] == nil
    }

    /// The sender's address: the client's, or the one named by a proxy on this machine. `nil` for this machine itself.
    static func address(of request: Request) -> String? {
        guard AddressBlock(request.source).isLoopback else { return request.source }
        // A proxy appends to the list; anyone may have written the earlier addresses.
        return request.headers.all("x-forwarded-for").last?.split(separator: ",").last
            .map { $0.filter { $0 != " " && $0 != "\t" } }.map { String($0.prefix(64)) }
    }

    /// The block of the sender's addresses, by which limits count; `nil` for this machine itself.
    static func block(of request: Request) -> AddressBlock? { address(of: request).map { AddressBlock($0) } }

    /// Unknown methods are not logged as sent.
    private static func known(_ method: String) -> String {
        ["GET", "HEAD", "POST", "PUT", "DELETE"].contains(method) ? method : "other"
    }

    private static func kind(of request: Request) -> RelayMeters.Kind {
        let path = request.path
        if path.hasSuffix("/ops") {
            if request.method == "POST" { return .push }
            return request.query["wait"] == nil ? .pull : .wait
        }
        if path == "/v1/events" { return .wait }
        return path.has("/blobs/") || path.has("/snapshots/") ? .file : .other
    }
}
