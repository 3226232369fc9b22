/// The relay as a product.
package enum RelayProduct {
    /// Its version (semver.org), that of `auralyst` too: a test holds them together.
    package static let version = "0.1.0"
}
