import Foundation
import Testing

/// Bytes of memory that the process holds at the moment.
func residentMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(pages) * Int(getpagesize())
}
