import CAssets
import HTTP
import Ledger

/// The files that the app serves besides its pages, built into the program: style, scripts, icons, the heading's font.
package struct Assets: Sendable {
    private let files: StaticFiles

    package init() {
        // One digest for all: scripts name each other by relative addresses.
        let all = Assets.builtIn
        let digest = Ledger.digest(all.flatMap { Array($0.name.utf8) + $0.bytes })
        files = StaticFiles(all.map { Asset(name: $0.name, type: $0.type, bytes: $0.bytes, digest: digest) })
    }

    /// Where a file is served; changes whenever any file does.
    package func path(_ name: String) -> String { files.path(of: name) }

    /// The answer where a request is for a file; `nil` where it is for something else.
    package func response(for request: Request) -> Response? {
        if request.path == "/favicon.ico" { return .redirect(to: path("icon-192.png")) }
        guard request.path.hasPrefix("/static/") else { return nil }
        return files.response(for: request)
    }

    /// The text of a file, for a page that carries it inside; empty where there is none of this name.
    static func text(_ name: String) -> String {
        builtIn.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
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
