/// All past and present values of a field, newest first, from the set of its writes: the same on every device.
package enum FieldHistory {
    package struct Version: Hashable, Sendable {
        package let write: Write
        package let isCurrent: Bool
        /// Whether it lost to a write whose author had not seen it: two devices wrote at the same time.
        package let isConcurrent: Bool
    }

    /// Orders the writes of one field. Omits a write with the same value as the next newer one, as it changed nothing.
    package static func versions(of writes: some Collection<Write>) -> [Version] {
        let seen = Set(writes.compactMap { $0.replaced })
        let sorted = Set(writes).sorted { $1.loses(to: $0) }
        var versions: [Version] = []
        for write in sorted where versions.last?.write.value != write.value {
            let isCurrent = versions.isEmpty
            versions.append(
                Version(write: write, isCurrent: isCurrent, isConcurrent: !isCurrent && !seen.contains(write.name)))
        }
        return versions
    }
}
