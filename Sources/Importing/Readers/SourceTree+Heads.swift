extension SourceTree {
    /// The first bytes of some files, in no particular order; an archive is read once, up to the last of them.
    func heads(of files: some Sequence<File>, count: Int = 64 << 10) throws -> [[UInt8]] {
        var heads: [[UInt8]] = []
        try eachHead(of: files, count: count) { _, head in heads.append(head) }
        return heads
    }

    /// Hands out the same one by one, each with the file's path.
    func eachHead(of files: some Sequence<File>, count: Int, _ take: (String, [UInt8]) -> Void) throws {
        guard shape == .archive else {
            for file in files { take(file.path, try head(of: file.path, count: count)) }
            return
        }
        let wanted = Set(files.map(\.path))
        var met = 0
        do {
            try stream({ wanted.contains($0) }) { path, read in
                var head: [UInt8] = []
                while head.count < count, let piece = try read() { head += piece }
                take(path, Array(head.prefix(count)))
                met += 1
                if met == wanted.count { throw Enough() }
            }
        } catch is Enough {}
    }

    /// Ends reading an archive.
    private struct Enough: Error {}
}
