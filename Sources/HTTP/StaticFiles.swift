/// A static file, held in memory: nothing is ever read from a folder.
package struct Asset: Sendable {
    package let name: String
    package let type: String
    package let bytes: [UInt8]
    /// SHA-256 of the content, computed by the caller.
    package let digest: [UInt8]

    package init(name: String, type: String, bytes: [UInt8], digest: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
        self.digest = digest
    }

    /// The first 16 hexadecimal digits of the digest.
    var mark: String {
        String(decoding: digest.prefix(8).flatMap { [Asset.digit($0 >> 4), Asset.digit($0 & 15)] }, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }
}

/// Serves assets under their digest, `/static/<digest>/<name>`: browsers cache them for a year, yet get new versions at once.
package struct StaticFiles: Sendable {
    private let assets: [String: Asset]

    /// Names are unique: a duplicate is a programming error.
    package init(_ assets: [Asset]) {
        self.assets = Dictionary(assets.map { ($0.name, $0) }) { first, _ in
            preconditionFailure("two assets are named \(first.name)")
        }
    }

    /// The path of an asset. An unknown name is a programming error.
    package func path(of name: String) -> String {
        guard let asset = assets[name] else { preconditionFailure("there is no asset \(name)") }
        return "/static/\(asset.mark)/\(name)"
    }

    /// The asset at the path, or 304 if the client has it already; 404 if there is no such asset or version.
    package func response(for request: Request) -> Response {
        let parts = request.path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1] == "static", let asset = assets[String(parts[3])], parts[2] == asset.mark else {
            return .text("not found\n", status: .notFound)
        }
        let tag = "\"\(asset.mark)\""
        var response = Response(headers: ["cache-control": "public, max-age=31536000, immutable", "etag": tag])
        if StaticFiles.holds(request.headers.all("if-none-match"), tag) {
            response.status = .notModified
        } else {
            response.headers["content-type"] = asset.type
            response.body = .bytes(asset.bytes)
        }
        return response
    }

    /// RFC 9110, 13.1.2; compared weakly.
    package static func holds(_ lines: [String], _ tag: String) -> Bool {
        lines.flatMap { $0.split(separator: ",") }.map(\.trimmingBlanks).contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
}
