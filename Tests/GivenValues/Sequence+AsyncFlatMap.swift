extension Sequence where Element: Sendable {
    /// The parts that an asynchronous function makes of each, one after the other.
    package func asyncFlatMap<T>(_ transform: (Element) async throws -> [T]) async rethrows -> [T] {
        var list: [T] = []
        for element in self { list += try await transform(element) }
        return list
    }
}
