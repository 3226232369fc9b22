import CAssets
import HTTP
import Ledger

/// The static files of the app, built into the program: style, scripts, icons, the heading's font.
package struct Assets: Sendable {
    private let files: StaticFiles

    package init() {
        // One digest for all: scripts refer to each other by relative addresses.
        let all = Assets.builtIn
        let digest = Ledger.digest(all.flatMap { Array($0.name.utf8) + $0.bytes })
        files = StaticFiles(all.map { Asset(name: $0.name, type: $0.type, bytes: $0.bytes, digest: digest) })
    }

    /// The address of a file; changes whenever any file does.
    package func path(_ name: String) -> String { files.path(of: name) }

    /// The response to a request for a file; `nil` for other requests.
    package func response(for request: Request) -> Response? {
        if request.path == "/favicon.ico" { return .redirect(to: path("icon-192.png")) }
        guard request.path.hasPrefix("/static/") else { return nil }
        return files.response(for: request)
    }

    /// The text of a file for embedding in a page; empty if there is none of this name.
    static func text(_ name: String) -> String {
        builtIn.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    static var scripts: [String] {
        builtIn.filter { $0.name.hasSuffix(".js") && $0.name != "chart.js" }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static var builtIn: [(name: String, type: String, bytes: [UInt8])] {
        var list: [(String, String, [UInt8])] = []
        var index = 0
        while let file = unsafe asset_at(Int32(index)) {
            unsafe list.append(
                (
                    String(cString: file.pointee.name), String(cString: file.pointee.type),
                    Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
                ))
            index += 1
        }
        return list
    }
}
