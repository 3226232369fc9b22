import Crypto
import Foundation
import Ledger
import SeededChance

/// A release of the phone's app, as scripts/phone-release makes it.
struct ReleaseFolder {
    private let folder = PassingFolder("app")
    var path: String { folder.path }

    static let host = "/-/host.0123456789abcdef.js"
    static let contents = [
        "index.html": "<!doctype html>", "sw.js": "self", "manifest.webmanifest": "{}", "-/host.0123456789abcdef.js": "host",
        "-/host.0123456789abcdef.js.br": "br", "-/host.0123456789abcdef.js.gz": "gz", "-/app.0123456789abcdef.wasm": "\0asm",
    ]

    init(signing key: Curve25519.Signing.PrivateKey? = nil, manifest change: (inout [String: JSON]) -> Void = { _ in }) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/-", withIntermediateDirectories: true)
        for (name, content) in ReleaseFolder.contents { try write(content, to: name) }
        let types = ["html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "wasm": "application/wasm"]
        let files = ReleaseFolder.contents.keys.filter { !$0.hasSuffix(".br") && !$0.hasSuffix(".gz") }.sorted().map { name in
            var entry = ReleaseFolder.about(name)
            entry["path"] = .string(name == "index.html" ? "/" : "/" + name)
            entry["type"] = .string(types[String(name.split(separator: ".").last ?? "")] ?? "application/manifest+json")
            if name.contains("host") {
                entry["packed"] = .object([
                    "br": .object(ReleaseFolder.about(name + ".br")), "gzip": .object(ReleaseFolder.about(name + ".gz")),
                ])
            }
            return JSON.object(entry)
        }
        var manifest: [String: JSON] = [
            "format": 1, "app": "auralyst-phone", "version": "0.2.0", "number": 7, "changes": "",
            "key": key.map { .hexadecimal(Array($0.publicKey.rawRepresentation)) } ?? .null, "files": .array(files),
        ]
        change(&manifest)
        let line = JSON.object(manifest).bytes
        let signature = try key.map { hex(Array(try $0.signature(for: [UInt8].label("phone-release") + line))) } ?? ""
        try write(String(decoding: line, as: UTF8.self) + "\n" + signature + "\n", to: "-/release")
    }

    private static func about(_ name: String) -> [String: JSON] {
        let content = Array((contents[name] ?? "").utf8)
        return ["sha256": .hexadecimal(digest(content)), "size": .int(Int64(content.count))]
    }

    func write(_ content: String, to name: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
}
