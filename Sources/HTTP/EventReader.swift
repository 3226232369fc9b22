/// Reads server-sent events (WHATWG HTML, 9.2.6) from bytes, however they are split. For tests.
struct EventReader {
    private var buffer: [UInt8] = []
    private var name = ""
    private var lines: [String] = []

    /// The events completed by these bytes, without comments.
    mutating func read(_ bytes: [UInt8]) -> [ServerEvent] {
        buffer += bytes
        var events: [ServerEvent] = []
        while let end = buffer.firstIndex(of: 0x0a) {
            let line = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end + 1)
            if let event = take(line) { events.append(event) }
        }
        return events
    }

    private mutating func take(_ line: String) -> ServerEvent? {
        guard line.isEmpty else {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
            if parts[0] == "event" { name = value }
            if parts[0] == "data" { lines.append(value) }
            return nil
        }
        defer { (name, lines) = ("", []) }
        return lines.isEmpty ? nil : ServerEvent(name, lines.joined(separator: "\n"))
    }
}
