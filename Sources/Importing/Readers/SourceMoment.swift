import Base
import Journal

/// An instant in a source, within the years 1 to 9999, and its local time.
struct SourceMoment: Hashable {
    /// Since 1970.
    let milliseconds: Int64

    /// The local date and time.
    struct Wall: Hashable {
        let day: LocalDay
        let time: TimeOfDay
        /// Seconds east of UTC.
        let offset: Int
        /// The zone in the source, normalised; `nil` if it names none.
        let zone: String?
        let zoneIsKnown: Bool
    }

    /// `nil` outside the years 1 to 9999, with a day to spare at either end for all zones.
    init?(milliseconds: Int64) {
        guard (-62_135_510_400_000...253_402_214_399_999).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Seconds with a fraction, since 1970 or since `epoch` seconds after it; `nil` if that is no valid instant.
    init?(seconds: Double, epoch: Double = 0) {
        guard seconds.isFinite, let milliseconds = Int64(exactly: ((seconds + epoch) * 1000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// A date and a time in UTC.
    init?(_ day: LocalDay, _ time: TimeOfDay) {
        self.init(milliseconds: Int64(day.number) * Instant.dayMilliseconds + Int64(time.milliseconds))
    }

    /// A date with a time in one of the forms of `CivilStamp`; without an offset it is UTC. `nil` for anything else, including a
    /// date alone.
    init?(iso text: String) {
        guard text.utf8.count <= 60, let stamp = CivilStamp(Array(text.utf8)[...]), let day = stamp.day(.dayFirst),
            let time = stamp.time
        else { return nil }
        let local = Int64(day.number) * Instant.dayMilliseconds + Int64(time.milliseconds)
        self.init(milliseconds: local - Int64(stamp.offset ?? 0) * 1000)
    }

    /// The local time in the source's zone, otherwise in the owner's. Some programs write a backslash before the slash.
    func wall(in name: String?, _ surroundings: Surroundings) -> Wall? {
        let name = name.map { trimmed($0.filter { $0 != "\\" }) }
        let named = name.flatMap { $0.utf8.count <= 64 ? CivilTime(named: $0) : nil }
        let civil = named ?? CivilTime(zone: surroundings.zone)
        guard let (day, time) = civil.wall(at: milliseconds) else { return nil }
        let said = name.flatMap { $0.isEmpty ? nil : String($0.prefix(64)) }
        return Wall(
            day: day, time: time, offset: civil.offset(at: milliseconds), zone: said, zoneIsKnown: named != nil)
    }
}
