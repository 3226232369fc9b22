import Journal
import Ledger
import Records

/// Converts the fields of a record into members of an object in our JSON (docs/formats/export.md) and back, as the table of kinds has it.
///
/// A field without a member, or with a value that its member cannot show, is in `more` under its own name. So nothing is lost,
/// whatever a newer version has written.
package enum RecordForm {
    /// Fields that all records have, which are elsewhere in the object, and those that only say how a dose can be undone.
    package static let kept: Set<String> = [
        "created", "modified", "gone", "gone_since", originField, AnyRecord.originField, AnyRecord.originNonceField, "takings",
        Intake.undoField,
    ]

    /// In a journal's own record: the id of the imported journal.
    package static let originField = "origin_journal"
}

extension RecordForm {
    /// Why a record cannot be used: the name of the faulty member.
    package struct Fault: Error {
        package let member: String

        package init(member: String) { self.member = member }
    }

    /// The fields of an object in our JSON; throws the member that has another shape.
    package static func fields(of object: [String: JSON], kind: String) throws(Fault) -> [String: JSON] {
        var fields: [String: JSON] = [:]
        for member in RecordKind.of(kind).members {
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

extension RecordKind.Member {
    /// Its value for a record's fields; `nil` if it cannot show that without loss.
    package func shown(_ fields: [String: JSON], offset: (Int64) -> Int) -> JSON? {
        let value = fields[field] ?? .null
        return value == .null ? absent : shape.shown(value, offset: offset)
    }
}

extension RecordKind.Shape {
    /// A field's value in its member; `nil` if it cannot be shown without loss.
    func shown(_ value: JSON, offset: (Int64) -> Int) -> JSON? {
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
