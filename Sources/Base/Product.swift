package enum Product {
    /// Its version (semver.org), as shown everywhere.
    package static let version = "0.1.0"
}
