import Base
import Journal

/// A time of day as a source writes it, with what may follow it: `21:05`, `9 pm`, `0930`, `23:30Z`, `07:15+01:00`.
struct WrittenTime: Hashable {
    let time: TimeOfDay
    /// Seconds east of UTC.
    var offset: Int?
    /// A name with a slash.
    var zone: String?
    /// It ends in `Z`, `UTC` or `GMT`, as in `CivilStamp`.
    var isInstant = false
}

extension WrittenTime {
    /// Reads all of `words`; `nil` if there is anything else, or the time does not exist.
    init?(_ words: String) {
        var cursor = StampCursor(Array(words.utf8.prefix(60))[...])
        guard let time = (cursor.clock(capitalsOnly: false) ?? cursor.basicClock())?.time else { return nil }
        self.time = time
        (offset, zone, isInstant) = cursor.offsetOrZone()
        cursor.skipBlanks()
        guard cursor.isAtEnd else { return nil }
    }

    /// This time of a day on the writer's clock. An instant is of that day in UTC, and becomes the day and time of the zone that
    /// the source names elsewhere (`zone`), otherwise of the owner's; `nil` outside the years 1 to 9999.
    func on(_ day: LocalDay, in zone: String?, _ surroundings: Surroundings) -> LocalStamp? {
        if isInstant { return SourceMoment(day, time).flatMap { LocalStamp($0, in: zone, surroundings) } }
        return LocalStamp(day: day, time: time, offset: offset, zone: self.zone ?? zone)
    }
}
