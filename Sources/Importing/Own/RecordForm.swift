import Journal
import Ledger
import Records

/// Converts the fields of one kind of record into members of an object in our JSON (docs/formats/export.md) and back.
///
/// A field without a member, or with a value that its member cannot show, is in `more` under its own name. So nothing is lost,
/// whatever a newer version has written.
package struct RecordForm {
    package enum Shape: Sendable {
        case plain
        /// Milliseconds as RFC 3339 with the offset of the record's own zone.
        case instant
        /// Milliseconds as RFC 3339 in UTC.
        case utc
        /// Thousandths as a number.
        case amount
        /// `[thousandths, milliseconds]` as `{"amount","instant"}`.
        case counted
        /// `[[thousandths, days]…]` as `[{"amount","days"}…]`.
        case steps
        /// Names of records as `[{"id","kind"}…]`; the writer adds further members.
        case attachments
    }

    package struct Member: Sendable {
        /// In our JSON.
        package let name: String
        /// In an operation.
        package let field: String
        package let shape: Shape
        /// The member's value if the field has none.
        package let absent: JSON

        init(_ name: String, _ field: String? = nil, _ shape: Shape = .plain, absent: JSON = .null) {
            (self.name, self.field, self.shape, self.absent) = (name, field ?? name, shape, absent)
        }
    }

    /// The members of a kind; none for kinds whose fields are all in `more`.
    package let members: [Member]

    /// Fields that all records have, which are elsewhere in the object, and those that only say how a dose can be undone.
    package static let kept: Set<String> = [
        "created", "modified", "gone", "gone_since", originField, AnyRecord.originField, AnyRecord.originNonceField, "takings",
        Intake.undoField,
    ]

    /// In a journal's own record: the id of the imported journal.
    package static let originField = "origin_journal"

    package static func of(_ kind: String) -> RecordForm { known[kind] ?? RecordForm(members: []) }

    private static let moment = [Member("instant", nil, .instant), Member("zone"), Member("day")]

    private static let support = RecordForm(members: [
        Member("name"), Member("phone", absent: ""), Member("note", absent: ""), Member("rank"),
    ])

    private static let known: [String: RecordForm] = [
        Entry.kind: RecordForm(
            members: moment + [
                Member("text"), Member("mood"), Member("mood_source"), Member("tags", absent: []),
                Member("starred", absent: false),
                Member("attachments", nil, .attachments, absent: []),
            ]),
        CheckIn.kind: RecordForm(
            members: moment + [
                Member("mood", "mood_score"), Member("craving"), Member("sleep", "sleep_quality"), Member("note", absent: ""),
                Member("triggers", absent: []), Member("helped", absent: []), Member("untagged", absent: false),
            ]),
        SymptomEntry.kind: RecordForm(
            members: moment + [
                Member("symptom"), Member("severity"), Member("metrics", absent: [:]), Member("menstruation"),
                Member("note", absent: ""), Member("follows"), Member("end", nil, .instant), Member("relieved_by"),
            ]),
        MeasureEntry.kind: RecordForm(
            members: moment + [
                Member("measure"), Member("form"), Member("unit", absent: ""), Member("lower"), Member("upper"), Member("value"),
                Member("second"), Member("note", absent: ""), Member("source", absent: ""),
            ]),
        HealthSample.kind: RecordForm(
            members: moment + [
                Member("sample"), Member("end", nil, .instant), Member("value"), Member("unit"), Member("source", absent: ""),
                Member("parts", absent: [:]),
            ]),
        Intake.kind: RecordForm(
            members: moment + [
                Member("medication"), Member("amount", nil, .amount), Member("unit", absent: ""), Member("outcome"),
                Member("schedule"), Member("occurrence"), Member("due", nil, .instant), Member("symptom"),
                Member("note", absent: ""), Member("timing"),
            ]),
        Medication.kind: RecordForm(members: [
            Member("name"), Member("strength", absent: ""), Member("amount", nil, .amount), Member("unit", absent: ""),
            Member("as_needed", absent: false), Member("acute"), Member("counted", "stock", .counted),
            Member("refill_at", nil, .amount),
            Member("expires", "expiry"), Member("notes", absent: ""), Member("archived", absent: false),
            Member("open_hours"), Member("substance"), Member("gap_minutes"), Member("day_most", nil, .amount),
        ]),
        Schedule.kind: RecordForm(members: [
            Member("medication"), Member("rule"), Member("amount", nil, .amount), Member("steps", nil, .steps, absent: []),
            Member("start"), Member("end"), Member("zone"), Member("travel"), Member("since", nil, .utc),
            Member("until", nil, .utc), Member("replaces"),
        ]),
        JournalName.kind: RecordForm(members: [Member("name")]),
        Template.kind: RecordForm(members: [Member("name"), Member("text"), Member("rank")]),
        SupportItem.Part.trigger.rawValue: support, SupportItem.Part.step.rawValue: support,
        SupportItem.Part.buddy.rawValue: support, SupportItem.Part.contact.rawValue: support,
    ]
}

extension RecordForm {
    /// Why a record cannot be used: the name of the faulty member.
    package struct Fault: Error {
        package let member: String

        package init(member: String) { self.member = member }
    }

    /// The fields of an object in our JSON; throws the member that has another shape.
    package func fields(of object: [String: JSON]) throws(Fault) -> [String: JSON] {
        var fields: [String: JSON] = [:]
        for member in members {
            guard let shown = object[member.name], shown != .null else { continue }
            guard let value = member.shape.read(shown) else { throw Fault(member: member.name) }
            fields[member.field] = value
        }
        guard let more = (object["more"] ?? [:]).object, !more.keys.contains("") else { throw Fault(member: "more") }
        // An export has whole lists; an element's field would mean that the list beside it is no addition.
        for (field, value) in more where !RecordForm.kept.contains(field) && !ListForm.isElement(field) { fields[field] = value }
        return fields
    }
}

extension RecordForm.Shape {
    /// A field's value in its member; `nil` if it cannot be shown without loss.
    package func shown(_ value: JSON, offset: (Int64) -> Int) -> JSON? {
        switch self {
        case .plain: value
        case .instant: RecordForm.time(value, offset: offset)
        case .utc: RecordForm.time(value) { _ in 0 }
        case .amount: RecordForm.decimal(value)
        case .counted: counted(value)
        case .steps: RecordForm.list(value, RecordForm.step)
        case .attachments: RecordForm.list(value) { $0.string.flatMap { RecordID(text: $0) } == nil ? nil : ["id": $0] }
        }
    }

    private func counted(_ value: JSON) -> JSON? {
        guard let parts = value.array, parts.count == 2, let amount = RecordForm.decimal(parts[0]),
            let instant = RecordForm.time(parts[1], offset: { _ in 0 })
        else { return nil }
        return ["amount": amount, "instant": instant]
    }

    /// The field's value from a member; `nil` if it does not have this shape.
    func read(_ member: JSON) -> JSON? {
        switch self {
        case .plain: return member
        case .instant, .utc: return RecordForm.milliseconds(member)
        case .amount: return RecordForm.thousandths(member)
        case .counted:
            guard let amount = member["amount"].flatMap(RecordForm.thousandths),
                let instant = member["instant"].flatMap(RecordForm.milliseconds)
            else { return nil }
            return [amount, instant]
        case .steps:
            return RecordForm.list(member) { step in
                step["amount"].flatMap(RecordForm.thousandths).map { [$0, step["days"] ?? .null] }
            }
        case .attachments:
            return RecordForm.list(member) { item in
                item["id"]?.string.flatMap { RecordID(text: $0) }.map { .string($0.description) }
            }
        }
    }
}

// Conversions of single values, both ways.
extension RecordForm {
    static func list(_ value: JSON, _ each: (JSON) -> JSON?) -> JSON? {
        guard let elements = value.array else { return nil }
        let made = elements.compactMap(each)
        return made.count == elements.count ? .array(made) : nil
    }

    fileprivate static func step(_ value: JSON) -> JSON? {
        guard let parts = value.array, parts.count == 2, let amount = decimal(parts[0]) else { return nil }
        return ["amount": amount, "days": parts[1]]
    }

    /// Milliseconds as RFC 3339; `nil` outside the calendar's range.
    package static func time(_ value: JSON, offset: (Int64) -> Int) -> JSON? {
        guard let milliseconds = value.int, let instant = Instant(milliseconds: milliseconds) else { return nil }
        let text = JSON.string(instant.rfc3339(offset: offset(milliseconds)))
        // At the ends of the calendar the local time may be in a year without four digits.
        let isAtAnEnd =
            min(instant.milliseconds - Instant.first.milliseconds, Instant.last.milliseconds - instant.milliseconds) < 172_800_000
        return !isAtAnEnd || RecordForm.milliseconds(text) == value ? text : nil
    }

    /// The milliseconds of a time in RFC 3339.
    package static func milliseconds(_ text: JSON) -> JSON? { (stamp(text)?.instant.milliseconds).map(JSON.int) }

    /// The instant of a time in RFC 3339, with its local day and time.
    static func stamp(_ text: JSON?) -> (instant: Instant, day: LocalDay, time: TimeOfDay)? {
        guard let text = text?.string, text.utf8.count <= 40, let stamp = CivilStamp(Array(text.utf8)[...]),
            let day = stamp.day(.dayFirst), let time = stamp.time, let offset = stamp.offset,
            let instant = Instant(
                milliseconds: Int64(day.number) * Instant.dayMilliseconds + Int64(time.milliseconds - offset * 1000))
        else { return nil }
        return (instant, day, time)
    }

    /// Thousandths as a number; `nil` if that number would not convert back to them.
    fileprivate static func decimal(_ value: JSON) -> JSON? {
        guard let thousandths = value.int else { return nil }
        if thousandths % 1000 == 0 { return .int(thousandths / 1000) }
        let number = JSON.double(Double(thousandths) / 1000)
        return self.thousandths(number) == value ? number : nil
    }

    fileprivate static func thousandths(_ number: JSON) -> JSON? {
        guard let number = number.number, abs(number) <= 1e12 else { return nil }
        return Int64(exactly: (number * 1000).rounded()).map(JSON.int)
    }
}
