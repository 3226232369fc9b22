import Foundation
import Journal
import Ledger
import Records

/// Reads the members of one object of a file. Each result is a value that the journal itself could hold; otherwise the faulty
/// member is thrown.
package struct LoggedFileRecord {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    /// A member that is missing or invalid.
    struct Missing: Error { let field: String }

    func entry() throws(Missing) -> (day: LocalDay, tags: [String]) {
        (try day("day"), (json["tags"]?.array ?? []).compactMap { $0.string.flatMap { Tag($0) }?.key })
    }

    func checkIn() throws(Missing) -> CheckIn {
        let (instant, zone, day) = try moment()
        let value = CheckIn(
            instant: instant, zone: zone, day: day, mood: try whole("mood", CheckIn.moodRange),
            craving: try whole("craving", CheckIn.cravingRange), sleep: try whole("sleep", CheckIn.sleepRange),
            triggers: (json["triggers"]?.array ?? []).compactMap(\.string), isUntagged: json["untagged"]?.bool ?? false)
        return value
    }

    func symptom() throws(Missing) -> SymptomEntry {
        let (instant, zone, day) = try moment()
        guard let severity = try whole("severity", SymptomEntry.severityRange) else { throw Missing(field: "severity") }
        let value = SymptomEntry(
            instant: instant, zone: zone, day: day, symptom: try text("symptom"), severity: severity,
            menstruation: json["menstruation"]?.bool)
        if value.fault != nil { throw Missing(field: "symptom") }
        return value
    }

    func measure() throws(Missing) -> MeasureEntry {
        let (instant, zone, day) = try moment()
        var fields = (json.object ?? [:]).filter { !["instant", "zone", "day"].contains($0.key) }
        fields.merge(["instant": .int(instant.milliseconds), "zone": .string(zone), "day": .string(day.iso)]) { $1 }
        guard let value = MeasureEntry(fields: fields), value.fault == nil else { throw Missing(field: "value") }
        return value
    }

    func sample() throws(Missing) -> HealthSample {
        guard let measure = json["sample"]?.string.flatMap(HealthSample.Measure.init(rawValue:)) else {
            throw Missing(field: "sample")
        }
        guard let value = json["value"]?.number, (0...1e7).contains(value) else { throw Missing(field: "value") }
        let (instant, zone, day) = try moment()
        return HealthSample(
            measure: measure, instant: instant, end: instant, zone: zone, day: day, value: value, source: "")
    }

    func medication() throws(Missing) -> Medication {
        let title = json["title"]?.string ?? json["name"]?.string
        guard let title, !trimmed(title).isEmpty else { throw Missing(field: "name") }
        let isNamed = json["name"]?.string != nil
        return Medication(
            name: isNamed ? try text("name") : title, strength: isNamed ? json["strength"]?.string ?? "" : "",
            asNeeded: json["as_needed"]?.bool ?? false, archived: json["archived"]?.bool ?? false)
    }

    func schedule() throws(Missing) -> Schedule {
        guard let phrase = try? SchedulePhrase.parse(text("phrase")), phrase.length == nil, phrase.start == nil else {
            throw Missing(field: "phrase")
        }
        guard let amount = amount(json["amount"]) else { throw Missing(field: "amount") }
        var steps: [Schedule.Step] = []
        for step in json["steps"]?.array ?? [] {
            guard let amount = self.amount(step["amount"]) else { throw Missing(field: "steps") }
            steps.append(Schedule.Step(amount: amount, days: step["days"]?.int.flatMap { Int(exactly: $0) }))
        }
        let schedule = Schedule(
            medication: try link("medication"), cadence: phrase.cadence, times: phrase.times,
            isAnyTime: phrase.isAnyTime, amount: amount, steps: steps,
            start: try day("start"), end: json["end"]?.string.flatMap { LocalDay(iso: $0) }, zone: try text("zone"),
            since: try instant("since"), until: try optionalInstant("until"),
            replaces: json["replaces"]?.string.map { RecordLink($0) })
        if schedule.fault != nil { throw Missing(field: "phrase") }
        return schedule
    }

    /// The text of a required member.
    func text(_ name: String) throws(Missing) -> String {
        guard let text = json[name]?.string, !trimmed(text).isEmpty else { throw Missing(field: name) }
        return text
    }

    /// The record named by a member.
    func link(_ name: String) throws(Missing) -> RecordLink { RecordLink(try text(name)) }

    func day(_ name: String) throws(Missing) -> LocalDay {
        guard let day = json[name]?.string.flatMap({ LocalDay(iso: $0) }) else { throw Missing(field: name) }
        return day
    }

    /// An instant in RFC 3339.
    func instant(_ name: String) throws(Missing) -> Instant {
        guard let instant = LoggedFileRecord.stamp(json[name]?.string ?? "")?.instant else { throw Missing(field: name) }
        return instant
    }

    /// The same for a member that may be null or missing.
    func optionalInstant(_ name: String) throws(Missing) -> Instant? {
        (json[name] ?? .null) == .null ? nil : try instant(name)
    }

    func moment() throws(Missing) -> (instant: Instant, zone: String, day: LocalDay) {
        (try instant("instant"), json["zone"]?.string ?? "", try day("day"))
    }

    /// An amount in documents: a number with at most three decimals.
    func amount(_ json: JSON?) -> Amount? {
        guard let number = json?.number, (0...1_000_000).contains(number) else { return nil }
        return Amount(clamped: Int((number * 1000).rounded()))
    }

    private func whole(_ name: String, _ range: ClosedRange<Int>) throws(Missing) -> Int? {
        guard let value = json[name], value != .null else { return nil }
        guard let number = value.number, let whole = Int(exactly: number), range.contains(whole) else {
            throw Missing(field: name)
        }
        return whole
    }

    /// The instant of a text in RFC 3339, with its local day and time.
    package static func stamp(_ text: String) -> (instant: Instant, day: LocalDay, time: TimeOfDay)? {
        guard text.utf8.count <= 40, let stamp = CivilStamp(Array(text.utf8)[...]), let day = stamp.day(.dayFirst),
            let time = stamp.time, let offset = stamp.offset,
            let instant = Instant(
                milliseconds: Int64(day.number) * Instant.dayMilliseconds + Int64(time.milliseconds - offset * 1000))
        else { return nil }
        return (instant, day, time)
    }
}
