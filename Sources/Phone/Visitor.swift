import Engine
import Journal
import Ledger
import Synchronization

/// The one visitor of a phone's pages. An answer that the program gives in the browser can set no cookie: what a browser would keep
/// and send is kept here, and what lasts, in a file.
final class Visitor: Sendable {
    private struct Cookie {
        let value: String
        let lasts: Bool
    }

    private let folder: String
    private let cookies: Mutex<[String: Cookie]>
    private static let file = "open.visitor"

    init(folder: String) {
        self.folder = folder
        let kept = OwnFile.read(Visitor.file, in: folder)?["cookies"]?.object ?? [:]
        cookies = Mutex(kept.compactMapValues { $0.string.map { Cookie(value: $0, lasts: true) } })
    }

    /// What a request brings; `nil` for nothing.
    var header: String? {
        let cookies = cookies.withLock { $0 }
        return cookies.isEmpty ? nil : cookies.map { $0.key + "=" + $0.value.value }.sorted().joined(separator: "; ")
    }

    /// Keeps what an answer sets.
    func keep(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let (before, after) = cookies.withLock { cookies in
            let before = Visitor.lasting(cookies)
            for line in lines {
                let parts = line.split(separator: ";").map { trimmed(String($0)) }
                guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
                    pair.count == 2
                else { continue }
                let age = parts.first { $0.hasPrefix("Max-Age=") }.flatMap { Int($0.dropFirst(8)) }
                cookies[String(pair[0])] = age == 0 ? nil : Cookie(value: String(pair[1]), lasts: age != nil)
            }
            return (before, Visitor.lasting(cookies))
        }
        // Without the file the theme is forgotten at the next start, and nothing else.
        if before != after { try? OwnFile.write(["cookies": .object(after)], as: Visitor.file, in: folder) }
    }

    private static func lasting(_ cookies: [String: Cookie]) -> [String: JSON] {
        cookies.compactMapValues { $0.lasts ? .string($0.value) : nil }
    }
}
