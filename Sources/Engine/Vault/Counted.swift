/// Counts over all entries, kept until the log grows: a page asks for the same ones again and again.
///
/// A class, so that what is counted may ask for other counts meanwhile. Only the vault that owns it uses it.
package final class Counted {
    private var position = -1
    private var results: [String: any Sendable] = [:]

    /// What was counted at this end of the log under this name, or what is counted now.
    package func at<T: Sendable>(_ position: Int, _ name: String, count: () throws -> T) rethrows -> T {
        if position != self.position {
            results = [:]
            self.position = position
        }
        // In two steps: where T is an optional, nothing at all would pass for a known nil.
        if let known = results[name], let result = known as? T { return result }
        let counted = try count()
        results[name] = counted
        return counted
    }
}
