import Base
import Engine
import Journal

extension Moment {
    /// Reads a moment; prints how an ambiguous date was read, and if it is in the future.
    static func typed(_ text: String) throws -> Moment {
        let surroundings = Environment.surroundings
        let wall = surroundings.wall
        let said = text
        let text = NumericDates.monthFirst(text)
        let moment = try Moment.parse(text, in: surroundings)
        if let phrase = try? WhenPhrase.parseMoment(text, today: wall.day, nowMinutes: wall.time.hour * 60 + wall.time.minute),
            let other = phrase.otherReading
        {
            Terminal.note(say("'\(said)' was read as \(moment.day.longName), not as \(other.longName)"))
        }
        if moment.instant.milliseconds > surroundings.now() + 86_400_000 {
            Terminal.note(say("\(moment.day.longName) is in the future"))
        }
        return moment
    }
}
