/// What this program is.
package enum Product {
    /// Its version (semver.org), as every face of it shows it.
    package static let version = "0.1.0"
}
