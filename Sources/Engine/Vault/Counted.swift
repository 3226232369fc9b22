/// A cache of counts over all entries, valid until the log grows: pages ask for the same ones repeatedly.
///
/// A class, so that a count may ask for other counts meanwhile. Only the vault that owns it uses it.
package final class Counted {
    private var position = -1
    private var results: [String: any Sendable] = [:]

    /// The cached count of this name at this end of the log, or a new one.
    package func at<T: Sendable>(_ position: Int, _ name: String, count: () throws -> T) rethrows -> T {
        if position != self.position {
            results = [:]
            self.position = position
        }
        // In two steps: if T is an optional, a missing entry would look like a cached nil.
        if let known = results[name], let result = known as? T { return result }
        let counted = try count()
        results[name] = counted
        return counted
    }
}
