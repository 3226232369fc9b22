import Base
import Journal

/// A date in a source as its writer saw it on the clock.
struct LocalStamp {
    var day: LocalDay
    var time: TimeOfDay?
    /// Seconds east of UTC, if they are known.
    var offset: Int?
    var zone: String?
    var timeIsImpossible = false
}

extension LocalStamp {
    /// An instant in the zone that the source names, otherwise in the owner's; `nil` outside the years 1 to 9999.
    init?(_ moment: SourceMoment, in zone: String?, _ surroundings: Surroundings) {
        guard let wall = moment.wall(in: zone, surroundings) else { return nil }
        self.init(day: wall.day, time: wall.time, offset: wall.offset, zone: wall.zone)
    }

    /// The moment of a record at this date.
    func record(_ position: SourcePosition) -> ImportedRecord {
        ImportedRecord(
            position: position, day: day, time: time, offset: offset, zone: zone, text: "",
            changes: timeIsImpossible ? [.impossibleTime] : [])
    }
}

extension ImportedRecord {
    /// The record with the day and the time of its own zone, otherwise of the owner's, if its date is an instant.
    func local(_ surroundings: Surroundings) -> ImportedRecord {
        guard isInstant, let time, let moment = SourceMoment(day, time), let local = LocalStamp(moment, in: zone, surroundings)
        else { return self }
        var record = self
        (record.day, record.time, record.offset, record.zone) = (local.day, local.time, local.offset, local.zone)
        record.isInstant = false
        return record
    }
}

extension CivilStamp {
    /// The date on the writer's clock; `nil` if the day does not exist. What ends in `Z` is an instant: its day and time are those
    /// of the zone that the source names elsewhere (`zone`), otherwise of the owner's.
    func local(_ order: DateOrder, in zone: String? = nil, _ surroundings: Surroundings) -> LocalStamp? {
        guard let day = day(order) else { return nil }
        if let time {
            return WrittenTime(time: time, offset: offset, zone: self.zone, isInstant: isInstant).on(day, in: zone, surroundings)
        }
        return LocalStamp(day: day, time: nil, offset: offset, zone: self.zone ?? zone, timeIsImpossible: timeIsImpossible)
    }
}
