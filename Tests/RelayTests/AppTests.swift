import Crypto
import Foundation
import HTTP
import Ledger
import Relay
import Testing

/// The phone's app, served by the relay or by another host.
@Suite struct AppTests {
    private func client(_ folder: ReleaseFolder) async throws -> TestClient {
        let relay = try await RelayUnderTest(.memory)
        let app = RelayApp(relay: relay.relay, phoneApp: try PhoneApp(folder: folder.path))
        return TestClient(headers: ["host": RelayUnderTest.host]) { [relay] in
            _ = relay
            return await app.respond(to: $0)
        }
    }

    @Test func `the app is at the root, in the encoding that a browser takes`() async throws {
        let folder = try ReleaseFolder(signing: Curve25519.Signing.PrivateKey())
        let client = try await client(folder)
        let page = try await client.get("/")
        #expect(page.text == "<!doctype html>" && page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["cache-control"] == "no-cache")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "))
        #expect(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && policy.contains("frame-ancestors 'none'"))
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"), ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
        ] {
            #expect(page.headers[name] == value)
        }
        #expect(try await client.get("/sw.js").headers["service-worker-allowed"] == "/")
        #expect(try await client.get("/-/app.0123456789abcdef.wasm").headers["content-type"] == "application/wasm")
        #expect(try await client.get("/-/release").text.hasSuffix("\n"))
        for (accepted, encoding, content) in [
            ("", nil, "host"), ("gzip, br", "br", "br"), ("deflate, gzip;q=0.5", "gzip", "gz"), ("br;q=0, gzip", "gzip", "gz"),
            ("identity", nil, "host"), ("BR", "br", "br"), ("brr", nil, "host"),
        ] {
            let file = try await client.get(ReleaseFolder.host, headers: ["accept-encoding": accepted])
            #expect(file.text == content && file.headers["content-encoding"] == encoding, "\(accepted)")
            #expect(file.headers["vary"] == "Accept-Encoding")
            #expect(file.headers["cache-control"] == "public, max-age=31536000, immutable")
        }
        let tag = try #require(page.headers["etag"])
        #expect(try await client.get("/", headers: ["if-none-match": tag]).status == .notModified)
        #expect(try await client.send("HEAD", "/").headers["etag"] == tag)
    }

    @Test func `nothing is served but what the manifest names`() async throws {
        let folder = try ReleaseFolder()
        try folder.write("secret", to: "secret.txt")
        try folder.write("secret", to: "-/secret.txt")
        let client = try await client(folder)
        for path in [
            "/secret.txt", "/-/secret.txt", "/-", "/-/", "/index.html", "/-/host.0123456789abcdef.js.br", "/.git", "/v2",
        ] {
            #expect(try await client.get(path).status == .notFound, "\(path)")
        }
        #expect(try await client.send("POST", "/").status == .notFound)
        #expect(try await client.get("/v1/info").status == .ok)
        // What was read at the start stays.
        try folder.write("changed", to: "index.html")
        #expect(try await client.get("/").text == "<!doctype html>")
        // A page that is opened before its service worker is there begins with the app.
        let opened = try await client.get("/journal?q=a%20b", headers: ["sec-fetch-dest": "document"])
        #expect(opened.status == .seeOther && opened.headers["location"] == "/?go=/journal%3Fq%3Da%2Bb")
        #expect(try await client.get("/v1/x", headers: ["sec-fetch-dest": "document"]).status == .notFound)
        let none = try await RelayUnderTest(.memory)
        #expect(try await none.stranger.get("/").status == .notFound, "unless asked, there is no app")
    }

    @Test func `a half, mixed or altered release is refused`() throws {
        func refusal(_ folder: ReleaseFolder) -> PhoneAppFault? {
            do throws(PhoneAppFault) { _ = try PhoneApp(folder: folder.path) } catch { return error }
            return nil
        }
        let key = Curve25519.Signing.PrivateKey()
        #expect(refusal(try ReleaseFolder()) == nil)
        #expect(refusal(try ReleaseFolder(signing: key)) == nil)
        for (name, content) in ReleaseFolder.contents {
            let folder = try ReleaseFolder()
            for other in [content + "more", String(content.dropLast()), String(repeating: "x", count: content.utf8.count)] {
                try folder.write(other, to: name)
                #expect(refusal(folder) == .differs(name))
            }
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            #expect(refusal(folder) == .missing(name))
            try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: "/etc/hostname")
            #expect(refusal(folder) == .missing(name), "no link leads out of the folder")
        }
        let signed = try ReleaseFolder(signing: key)
        let text = try String(contentsOfFile: signed.path + "/-/release", encoding: .utf8)
        try signed.write(text.replacing("0.2.0", with: "0.3.0"), to: "-/release")
        #expect(refusal(signed) == .wrongSignature)
        let other = JSON.hexadecimal(Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation))
        #expect(refusal(try ReleaseFolder(signing: key) { $0["key"] = other }) == .wrongSignature)
        #expect(refusal(try ReleaseFolder(signing: key) { $0["key"] = .null }) == .wrongSignature)
        #expect(refusal(try ReleaseFolder { $0["key"] = other }) == .wrongSignature)
        for changed in [text.replacing("\n", with: ""), "", "<!doctype html>", "{}\n\n"] {
            try signed.write(changed, to: "-/release")
            #expect(refusal(signed) == .noRelease)
        }
        for (name, value) in [("app", "other"), ("format", 2), ("version", nil), ("files", []), ("files", "all")]
            as [(String, JSON?)]
        {
            #expect(refusal(try ReleaseFolder { $0[name] = value }) == .noRelease)
        }
        for path in ["/-/../secret", "/v1/info", "/-/.hidden", "/-/", "secret", "/-/a/b"] {
            let folder = try ReleaseFolder { manifest in
                let entry: JSON = ["path": .string(path), "type": "text/plain", "sha256": .hexadecimal(digest([])), "size": 0]
                manifest["files"] = .array((manifest["files"]?.array ?? []) + [entry])
            }
            #expect(refusal(folder) == .noRelease, "\(path)")
        }
    }

    @Test func `exactly the named addresses of an app may use the relay`() async throws {
        let app = "https://app.example.org"
        let relay = try await RelayUnderTest(.memory) { $0.appOrigins = [app, "http://localhost:8080"] }
        let client = relay.stranger
        let asked: Headers = [
            "origin": app, "access-control-request-method": "PUT", "access-control-request-headers": "authorization, if-match",
        ]
        let preflight = try await client.send("OPTIONS", "/v1/vault", headers: asked)
        #expect(preflight.status == .noContent && preflight.headers["access-control-allow-origin"] == app)
        #expect(preflight.headers["access-control-allow-methods"]?.contains("PUT") ?? false)
        for name in ["authorization", "content-type", "content-range", "if-match", "range"] {
            #expect(preflight.headers["access-control-allow-headers"]?.contains(name) ?? false)
        }
        for origin in [app, "http://localhost:8080"] {
            let info = try await client.get("/v1/info", headers: ["origin": origin])
            #expect(info.headers["access-control-allow-origin"] == origin && info.headers["vary"] == "Origin")
            #expect(info.headers["access-control-allow-credentials"] == nil)
            let refused = try await client.get("/v1/journals", headers: ["origin": origin])
            #expect(refused.status.code == 401 && refused.headers["access-control-allow-origin"] == origin)
        }
        for origin in [
            "https://app.example.org.evil", "https://app.example.or", "http://app.example.org", "https://App.example.org", "null",
            "",
        ] {
            let info = try await client.get("/v1/info", headers: ["origin": origin])
            #expect(info.headers["access-control-allow-origin"] == nil && info.headers["vary"] == "Origin", "\(origin)")
            var other = asked
            other["origin"] = origin
            #expect(try await client.send("OPTIONS", "/v1/vault", headers: other).status == .notFound)
        }
        #expect(try await client.get("/healthz", headers: ["origin": app]).headers["access-control-allow-origin"] == nil)
        // Who looks for the app here is told where it is.
        let release = try await client.get("/-/release")
        #expect(release.status == .seeOther && release.headers["location"] == app + "/-/release")
        #expect(try await client.get("/-/other").status == .notFound)
        let closed = try await RelayUnderTest(.memory)
        #expect(try await closed.stranger.get("/-/release").status == .notFound)
        let answer = try await closed.stranger.get("/v1/info", headers: ["origin": app])
        #expect(answer.headers["access-control-allow-origin"] == nil && answer.headers["vary"] == nil)
    }
}
