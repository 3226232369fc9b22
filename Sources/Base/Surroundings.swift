import Foundation
import Journal

/// The outside that use cases need: the clock, the zone and random numbers. Passed in, so that a test can fix them.
package struct Surroundings: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z by the system clock.
    package var now: @Sendable () -> Int64
    /// The owner's present time zone: it may change while a program runs.
    package var zone: Zone {
        get { readZone() }
        set { readZone = { newValue } }
    }
    private var readZone: @Sendable () -> Zone
    /// Makes random bytes; keys come from the system instead.
    package var generator: any RandomNumberGenerator & Sendable

    package init(
        now: @escaping @Sendable () -> Int64, zone: Zone,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.init(now: now, readingZone: { zone }, generator: generator)
    }

    /// With a zone that is read again each time.
    package init(
        now: @escaping @Sendable () -> Int64, readingZone: @escaping @Sendable () -> Zone,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (self.now, self.readZone, self.generator) = (now, readingZone, generator)
    }

    package static var machine: Surroundings {
        let zone = MachineZone()
        return Surroundings(
            now: { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }, readingZone: { zone.zone })
    }

    /// Today and the time of day in the owner's local time.
    package var wall: (day: LocalDay, time: TimeOfDay) {
        CivilTime(zone: zone).wall(at: now()) ?? (LocalDay.epoch, TimeOfDay.midnight)
    }
}

extension LocalDay {
    /// 1970-01-01.
    package static var epoch: LocalDay {
        guard let day = LocalDay(number: 0) else { preconditionFailure("the calendar has a 1970-01-01") }
        return day
    }
}
