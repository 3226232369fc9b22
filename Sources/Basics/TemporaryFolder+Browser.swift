#if os(WASI)
    import Foundation

    /// A folder in the memory of the browser's worker, removed with all its content when it is released, and with the worker.
    package final class TemporaryFolder: Sendable {
        package let path: String

        /// Creates one in the first place that allows it; `nil` if none does.
        package init?(_ prefix: String, in places: [String]) {
            let name = prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
            guard let place = places.first(where: { unsafe mkdir($0 + "/" + name, 0o700) == 0 }) else { return nil }
            path = place + "/" + name
        }

        deinit { Folder.remove(path) }

        /// The host keeps `/tmp` in memory, whatever the variables say.
        package static func placesInMemory() -> [String] { ["/tmp"] }
    }
#endif
