/// Names one write of one field: a device never reuses a stamp.
package struct WriteName: Hashable, Comparable, Sendable {
    /// The time by the device's hybrid clock.
    package let stamp: Stamp
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

/// One value that a device wrote to a field.
package struct Write: Hashable, Sendable {
    package let name: WriteName
    package let value: JSON
    /// The write that its author saw and replaced; `nil` if the author saw no value.
    package let replaced: WriteName?
    /// The upper bound of its stamp, from when a relay received it; `nil` if its own stamp is not later.
    package private(set) var ceiling: Stamp?

    package init(name: WriteName, value: JSON, replaced: WriteName?, ceiling: Stamp? = nil) {
        self.name = name
        self.value = value
        self.replaced = replaced
        self.ceiling = ceiling.flatMap { $0 < name.stamp ? $0 : nil }
    }

    /// The stamp used for ordering.
    package var effective: Stamp { ceiling ?? name.stamp }

    /// The same write, once it is known when a relay received it.
    package func received(by ceiling: Stamp) -> Write {
        Write(name: name, value: value, replaced: replaced, ceiling: ceiling)
    }

    /// Whether it loses to another: the later effective stamp wins, then the later stamp, then the device.
    package func loses(to other: Write) -> Bool {
        (effective, name) < (other.effective, other.name)
    }
}

extension Stamp {
    /// How far ahead of the relay's clock a stamp may be: 5 minutes, in milliseconds.
    private static let tolerance: Int64 = 300_000

    /// Whether it is further ahead of a clock than clocks differ. Stamps stay in order after a write with the clock years ahead: all later
    /// ones come after it, and say nothing about when they were made.
    package func isAhead(of now: Int64) -> Bool { Int64(milliseconds) > max(0, now) + Stamp.tolerance }

    /// The time of receipt for a ceiling: the inverse of `ceiling(received:)`.
    package static func received(_ ceiling: Stamp) -> Int64 { max(0, Int64(ceiling.milliseconds) - tolerance) }

    /// The latest effective stamp of a write that a relay received at this moment (milliseconds since 1970). A clock that is a
    /// year ahead cannot win forever, and nothing is ever refused for its clock.
    package static func ceiling(received: Int64) -> Stamp {
        let latest: Int64 = 1 << 48 - 1
        let milliseconds = min(max(0, min(received, latest)) + tolerance, latest)
        return Stamp(milliseconds: UInt64(milliseconds), counter: 0) ?? .zero
    }
}
