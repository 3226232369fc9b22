package enum RelayProduct {
    /// Its version (semver.org), the same as that of `auralyst`; a test checks this.
    package static let version = "0.1.0"
}
