package struct Request: Sendable {
    /// `GET`, `POST`, …, in upper case.
    package var method: String
    /// Percent-decoded, begins with `/`, without empty, `.` and `..` parts (`Target` refuses them).
    package var path: String
    /// Names and values after the `?`, decoded, in order.
    package var query: FormFields
    package var headers: Headers
    /// Address of the client, without port: `127.0.0.1`, `::1`.
    package var source: String
    /// The body, readable once, piece by piece.
    package var body: RequestBody
    /// Says that the sender is known: the connection keeps its place while this request lasts, even if the server is full.
    package var keepPlace: @Sendable () -> Void = {}
    /// The values of the route's placeholders, such as `:name`.
    package var parameters: [String: String] = [:]

    package init(
        method: String, path: String, query: FormFields = FormFields(), headers: Headers = Headers(),
        source: String = "127.0.0.1", body: RequestBody = .empty
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.source = source
        self.body = body
    }

    /// The value of a cookie; the first of several with the same name.
    package func cookie(_ name: String) -> String? {
        for line in headers.all("cookie") {
            for pair in line.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].trimmingBlanks == name else { continue }
                return parts[1].trimmingBlanks
            }
        }
        return nil
    }
}

extension Substring {
    /// Without spaces and tabs at both ends.
    var trimmingBlanks: String {
        var part = self
        while let first = part.first, first == " " || first == "\t" { part.removeFirst() }
        while let last = part.last, last == " " || last == "\t" { part.removeLast() }
        return String(part)
    }
}
