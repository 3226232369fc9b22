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

    /// `Café Central, Vienna (48.21034, 16.36554)`, as it is typed too.
    package var words: String {
        guard let latitude, let longitude else { return name }
        return name.isEmpty ? "\(latitude), \(longitude)" : "\(name) (\(latitude), \(longitude))"
    }

    /// Reads what `words` gives, or a name alone; `nil` for blanks.
    package init?(typed: String) {
        let text = trimmed(typed)
        let open = text.hasSuffix(")") ? text.lastIndex(of: "(") : nil
        let inside = open.map { text[text.index(after: $0)...].dropLast() } ?? text[...]
        let numbers = inside.split(separator: ",").map { Double(trimmed($0)) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        {
            self.init(name: open.map { String(text[..<$0]) } ?? "", latitude: latitude, longitude: longitude)
        } else {
            self.init(name: text)
        }
    }
}
