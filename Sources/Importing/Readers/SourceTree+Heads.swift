extension SourceTree {
    /// The first bytes of some files, in no particular order; an archive is read once, up to the last of them.
    func heads(of files: some Sequence<File>, count: Int = 64 << 10) throws -> [[UInt8]] {
        guard shape == .archive else { return try files.map { try head(of: $0.path, count: count) } }
        let wanted = Set(files.map(\.path))
        var heads: [[UInt8]] = []
        do {
            try stream({ wanted.contains($0) }) { _, read in
                var head: [UInt8] = []
                while head.count < count, let piece = try read() { head += piece }
                heads.append(Array(head.prefix(count)))
                if heads.count == wanted.count { throw Enough() }
            }
        } catch is Enough {}
        return heads
    }

    /// Ends reading an archive.
    private struct Enough: Error {}
}
