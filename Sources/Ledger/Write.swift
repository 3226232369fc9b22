/// Names one write of one field: a device never uses a stamp twice.
package struct WriteName: Hashable, Comparable, Sendable {
    /// When, by the hybrid clock of the device.
    package let stamp: Stamp
    /// Which device wrote.
    package let device: DeviceID

    package init(stamp: Stamp, device: DeviceID) {
        self.stamp = stamp
        self.device = device
    }

    /// The later stamp wins; devices break ties, so that all devices agree.
    package static func < (a: WriteName, b: WriteName) -> Bool {
        (a.stamp, a.device) < (b.stamp, b.device)
    }

    /// `[milliseconds, counter, "device"]`
    package var json: JSON {
        [.int(Int64(stamp.milliseconds)), .int(Int64(stamp.counter)), .string(device.description)]
    }

    /// `nil` for another shape.
    package init?(json: JSON) {
        guard let parts = json.array, parts.count == 3, let stamp = Stamp(json: .array(Array(parts[..<2]))),
            let device = parts[2].string.flatMap({ DeviceID(text: $0) })
        else { return nil }
        self.init(stamp: stamp, device: device)
    }
}

/// One value that one device once gave to one field.
package struct Write: Hashable, Sendable {
    /// Which write it is.
    package let name: WriteName
    /// What was written.
    package let value: JSON
    /// The write that its author saw and replaced; `nil` where the field was empty to him.
    package let replaced: WriteName?

    package init(name: WriteName, value: JSON, replaced: WriteName?) {
        self.name = name
        self.value = value
        self.replaced = replaced
    }
}
