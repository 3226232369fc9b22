/// Where an entry was written, according to its source.
package struct Place: Hashable, Sendable {
    /// `Café Central, Vienna`; may be empty if only the coordinates are known. At most `nameLength` characters.
    package var name: String
    /// Degrees north, −90 to 90; present exactly when `longitude` is.
    package let latitude: Double?
    /// Degrees east, −180 to 180.
    package let longitude: Double?

    /// The most characters of a name.
    package static let nameLength = 300

    /// A name, cut at `nameLength`, and valid coordinates; `nil` if neither is left.
    package init?(name: String, latitude: Double? = nil, longitude: Double? = nil) {
        self.name = String(trimmed(name).filter { !$0.unicodeScalars.contains { $0.isControl } }.prefix(Place.nameLength))
        if let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude) {
            (self.latitude, self.longitude) = (latitude, longitude)
        } else {
            (self.latitude, self.longitude) = (nil, nil)
        }
        if self.name.isEmpty, self.latitude == nil { return nil }
    }
}
