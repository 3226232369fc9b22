import HTTP

/// The addresses of the phone's app, where another host serves it: browsers let their pages use the relay (Fetch standard, CORS).
/// A request has its session in a header, so nothing here is about cookies.
struct AppOrigins: Sendable {
    /// As browsers send them: `https://app.example.org`.
    let all: [String]

    private func allowed(_ request: Request) -> String? { request.headers["origin"].flatMap { all.contains($0) ? $0 : nil } }

    /// The answer to a browser that asks in advance; `nil` for other requests.
    func preflight(_ request: Request) -> Response? {
        guard request.method == "OPTIONS", request.path.hasPrefix("/v1/"), allowed(request) != nil,
            request.headers["access-control-request-method"] != nil
        else { return nil }
        return Response(
            .noContent,
            headers: [
                "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
                "access-control-allow-headers": "authorization, content-type, content-range, if-match, range",
                "access-control-max-age": "7200",
            ])
    }

    /// Says where the app is, to a desk that looks for it here; `nil` for other requests.
    func release(_ request: Request) -> Response? {
        guard request.method == "GET", request.path == "/-/release", let app = all.first else { return nil }
        return .redirect(to: app + request.path)
    }

    /// Lets the page that sent a request read the answer.
    func open(_ response: inout Response, to request: Request) {
        guard !all.isEmpty, request.path.hasPrefix("/v1/") else { return }
        response.headers.add("vary", "Origin")
        guard let origin = allowed(request) else { return }
        response.headers.add("access-control-allow-origin", origin)
        response.headers.add(
            "access-control-expose-headers", "content-range, etag, floor, head, head-seq, retry-after, upload-offset")
    }
}
