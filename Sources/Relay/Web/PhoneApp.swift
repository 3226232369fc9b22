import Basics
import Foundation
import HTTP
import Ledger

/// The phone's app: a release (docs/formats/phone-release.md), read whole at the start. Nothing is read from its folder later.
package struct PhoneApp: Sendable {
    private struct File {
        let type: String
        let mark: String
        /// By encoding, smallest first; the last is the file itself, without one.
        let bodies: [(encoding: String?, bytes: [UInt8])]
    }

    package let version: String
    private let files: [String: File]

    /// Reads a release and checks each file against its manifest.
    package init(folder: String) throws(PhoneAppFault) {
        let text = try PhoneApp.read("-/release", in: folder, limit: 1 << 20)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        guard lines.count == 3, let manifest = try? JSON(reading: lines[0]), manifest["app"]?.string == "auralyst-phone",
            manifest["format"]?.int == 1, let version = manifest["version"]?.string, let listed = manifest["files"]?.array
        else { throw .noRelease }
        if let key = manifest["key"]?.hexBytes(count: 32) {
            let signature = Ledger.bytes(fromHex: String(decoding: lines[1], as: UTF8.self)) ?? []
            guard Ed25519.isValid(signature, of: [UInt8].label("phone-release") + lines[0], by: key) else {
                throw .wrongSignature
            }
        } else if manifest["key"] != .null || !lines[1].isEmpty {
            throw .wrongSignature
        }
        var files = [
            "/-/release": File(type: "text/plain; charset=utf-8", mark: hex(digest(text).prefix(8)), bodies: [(nil, text)])
        ]
        for one in listed {
            guard let path = one["path"]?.string, PhoneApp.isPath(path), let type = one["type"]?.string,
                let hash = one["sha256"]?.hexBytes(count: 32)
            else { throw .noRelease }
            let name = path == "/" ? "index.html" : String(path.dropFirst())
            var bodies: [(encoding: String?, bytes: [UInt8])] = []
            for (encoding, ending) in [("br", ".br"), ("gzip", ".gz")] {
                guard let packed = one["packed"]?[encoding] else { continue }
                bodies.append((encoding, try PhoneApp.file(packed, name + ending, in: folder)))
            }
            bodies.append((nil, try PhoneApp.file(one, name, in: folder)))
            files[path] = File(type: type, mark: hex(hash.prefix(8)), bodies: bodies)
        }
        guard PhoneApp.entries.allSatisfy({ files[$0] != nil }) else { throw .noRelease }
        (self.version, self.files) = (version, files)
    }

    private static let entries = ["/", "/sw.js", "/manifest.webmanifest"]

    private static func isPath(_ path: String) -> Bool {
        let name = path.dropFirst(3)
        return entries.contains(path)
            || path.hasPrefix("/-/") && !name.isEmpty && !name.hasPrefix(".") && !name.contains("/" as Character)
                && !name.utf8.contains(0)
    }

    /// The file that the manifest describes, checked.
    private static func file(_ entry: JSON, _ name: String, in folder: String) throws(PhoneAppFault) -> [UInt8] {
        guard let size = entry.count("size").flatMap(Int.init(exactly:)), size < 1 << 30,
            let hash = entry["sha256"]?.hexBytes(count: 32)
        else { throw .noRelease }
        let bytes = try read(name, in: folder, limit: size + 1)
        guard bytes.count == size, digest(bytes) == hash else { throw .differs(name) }
        return bytes
    }

    private static func read(_ name: String, in folder: String, limit: Int) throws(PhoneAppFault) -> [UInt8] {
        do throws(FileFault) {
            // Nothing outside the folder by a link.
            _ = try OpenFile(path: folder + "/-", flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            return try OpenFile(path: folder + "/" + name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK).read(limit)
        } catch {
            throw name == "-/release" ? .noRelease : .missing(name)
        }
    }

    // MARK: answers

    /// The file at the path; for a page of the app that is opened without its service worker, the way to the app. `nil` for others.
    func response(for request: Request) -> Response? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        guard let file = files[request.path] else { return PhoneApp.start(request) }
        var headers = PhoneApp.guards
        let isEntry = request.path == "/-/release" || PhoneApp.entries.contains(request.path)
        headers.add("cache-control", isEntry ? "no-cache" : "public, max-age=31536000, immutable")
        headers.add("vary", "Accept-Encoding")
        if request.path == "/sw.js" { headers.add("service-worker-allowed", "/") }
        // The last body has no encoding.
        guard let body = file.bodies.first(where: { $0.encoding.map { PhoneApp.accepts($0, request) } ?? true }) else {
            return nil
        }
        let tag = "\"\(file.mark)\(body.encoding.map { "-" + $0 } ?? "")\""
        headers.add("etag", tag)
        if StaticFiles.holds(request.headers.all("if-none-match"), tag) { return Response(.notModified, headers: headers) }
        headers.add("content-type", file.type)
        if let encoding = body.encoding { headers.add("content-encoding", encoding) }
        return Response(headers: headers, body: .bytes(body.bytes))
    }

    private static func start(_ request: Request) -> Response? {
        guard request.headers["sec-fetch-dest"] == "document", !request.path.hasPrefix("/v1/"), !request.path.hasPrefix("/-/")
        else { return nil }
        let page = request.path + (request.query.pairs.isEmpty ? "" : "?" + request.query.encoded)
        var response = Response.redirect(to: "/?go=" + PercentCoding.encode(page, keeping: "/-._~"))
        response.headers.add("cache-control", "no-store")
        return response
    }

    /// RFC 9110, 12.5.3, without `*`.
    private static func accepts(_ encoding: String, _ request: Request) -> Bool {
        request.headers.all("accept-encoding").flatMap { $0.lowercased().split(separator: ",") }.contains { one in
            let parts = one.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            return parts.first.map { $0 == encoding } ?? false && !parts.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
        }
    }

    /// As `WebApp.addGuards`, and what the app's frame needs: WebAssembly, workers, and a frame with its pages. Whoever ends the TLS
    /// says whether a browser must insist on it.
    private static let guards: Headers = [
        "content-security-policy": [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob:",
            "media-src 'self'", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "frame-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; "),
        "x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY",
        "permissions-policy":
            "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
    ]
}

package enum PhoneAppFault: Error, Equatable {
    case noRelease, wrongSignature
    /// A file of the manifest is not there, or has other bytes; its name in the folder.
    case missing(String), differs(String)
}
