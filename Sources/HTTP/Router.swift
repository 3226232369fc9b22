/// Finds the handler of a request by method and path, with placeholders for names (`/entry/:id`).
package struct Router: Sendable {
    /// Answers one request. The router's caller turns errors into a page.
    package typealias Handler = @Sendable (Request) async throws -> Response

    private struct Route: Sendable {
        let method: String
        let parts: [Substring]
        let handler: Handler
    }

    private var routes: [Route] = []

    package init() {}

    /// Answers GET (and HEAD) at a path.
    package mutating func get(_ path: String, _ handler: @escaping Handler) { add("GET", path, handler) }

    package mutating func post(_ path: String, _ handler: @escaping Handler) { add("POST", path, handler) }

    /// Answers a method at a path; of two that match, the first added wins.
    package mutating func add(_ method: String, _ path: String, _ handler: @escaping Handler) {
        routes.append(Route(method: method, parts: Router.parts(of: path), handler: handler))
    }

    /// Method and path of every route, in order of matching.
    package var patterns: [String] { routes.map { $0.method + " /" + $0.parts.joined(separator: "/") } }

    /// Passes the request to its handler. Throws `HTTPFault.notFound` or `.methodNotAllowed`, and what the handler throws.
    package func respond(to request: Request) async throws -> Response {
        let parts = Router.parts(of: request.path)
        let method = request.method == "HEAD" ? "GET" : request.method
        var allowed: [String] = []
        for route in routes {
            guard let parameters = Router.match(route.parts, parts) else { continue }
            guard route.method == method else {
                if !allowed.contains(route.method) { allowed.append(route.method) }
                continue
            }
            var request = request
            request.parameters = parameters
            return try await route.handler(request)
        }
        throw allowed.isEmpty ? HTTPFault.notFound : HTTPFault.methodNotAllowed(allowed: allowed)
    }

    private static func parts(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
    }

    private static func match(_ pattern: [Substring], _ parts: [Substring]) -> [String: String]? {
        guard pattern.count == parts.count else { return nil }
        var found: [String: String] = [:]
        for (wanted, part) in zip(pattern, parts) {
            if wanted.hasPrefix(":") {
                guard !part.isEmpty else { return nil }
                found[String(wanted.dropFirst())] = String(part)
            } else if wanted != part {
                return nil
            }
        }
        return found
    }
}
