import Journal
import Ledger

/// A value stored as a record of its own: the encoding of its fields.
package protocol RecordValue: Hashable, Sendable {
    static var kind: String { get }
    /// Its fields as in an operation; `null` for an empty one.
    var fields: [String: JSON] { get }
    /// Reads the fields of a record; `nil` if a required one is missing or malformed. Fields of newer versions are ignored.
    init?(fields: [String: JSON])
}

extension RecordValue {
    /// The write that makes it a new record. `now`: in milliseconds since 1970.
    package func made(_ id: RecordID, at now: Int64) -> Mutation {
        var fields = fields.filter { $0.value != .null }
        fields["created"] = .int(now)
        return Mutation(kind: Self.kind, record: id, fields: fields)
    }
}

package protocol MomentValue: RecordValue {
    var instant: Instant { get set }
    /// IANA name of the writer's time zone.
    var zone: String { get set }
    /// The civil day for the writer.
    var day: LocalDay { get set }
}

package struct Stored<Value: RecordValue>: Hashable, Sendable {
    package let id: RecordID
    package let journal: JournalID
    package let value: Value
    /// When it was first saved, in milliseconds since 1970.
    package let created: Int64
    package let modified: Int64
    /// When it was changed last: as `modified`, but deleting or restoring it with another record does not count.
    package let said: Int64
    /// When it was deleted; `nil` if it is not.
    package let deleted: Int64?

    /// `nil` if the record is incomplete.
    package init?(id: RecordID, journal: JournalID, state: RecordState) {
        guard let value = Value(fields: state.values), let stamps = state.stamps else { return nil }
        self.id = id
        self.journal = journal
        self.value = value
        created = state.created ?? Int64(stamps.lowerBound.milliseconds)
        modified = state.modified ?? Int64(stamps.upperBound.milliseconds)
        said = state.said ?? modified
        deleted = state.goneSince.map { Int64($0.milliseconds) }
    }
}

extension RecordState {
    /// When the record was first saved by its own statement, in milliseconds since 1970; `nil` if that is not a valid date.
    var created: Int64? { self["created"]?.int.flatMap(Instant.init(milliseconds:))?.milliseconds }
}

struct FieldReader {
    let fields: [String: JSON]

    func instant(_ name: String = "instant") -> Instant? { fields[name]?.int.flatMap(Instant.init(milliseconds:)) }
    func day(_ name: String = "day") -> LocalDay? { fields[name]?.string.flatMap { LocalDay(iso: $0) } }
    func text(_ name: String) -> String? { fields[name]?.string }
    func number(_ name: String) -> Int? { fields[name]?.int.flatMap { Int(exactly: $0) } }
    func number(_ name: String, in range: ClosedRange<Int>) -> Int? { number(name).flatMap { range.contains($0) ? $0 : nil } }
    func amount(_ name: String) -> Amount? { number(name).flatMap(Amount.init(thousandths:)) }
    /// Only in the one form that is written: the database compares texts.
    func id(_ name: String) -> RecordID? {
        guard let text = text(name), let id = RecordID(text: text), id.description == text else { return nil }
        return id
    }
    /// For a required field: what is no id must not take the whole record away.
    func neededID(_ name: String) -> RecordID? { text(name).map { _ in id(name) ?? .unknown } }
    func truth(_ name: String) -> Bool? { fields[name]?.bool }
    func list(_ name: String) -> [String] { (fields[name]?.array ?? []).compactMap(\.string) }
    func double(_ name: String) -> Double? { fields[name].flatMap(\.number) }
    func numbers(_ name: String) -> [String: Double] { (fields[name]?.object ?? [:]).compactMapValues(\.number) }

    var moment: (instant: Instant, zone: String, day: LocalDay)? {
        guard let instant = instant(), let zone = text("zone"), let day = day() else { return nil }
        return (instant, zone, day)
    }
}

extension JSON {
    /// A number with or without a fraction.
    package var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    static func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
    static func number(_ number: Int?) -> JSON { number.map { .int(Int64($0)) } ?? .null }
    static func truth(_ truth: Bool?) -> JSON { truth.map(JSON.bool) ?? .null }
    static func amount(_ amount: Amount?) -> JSON { number(amount?.thousandths) }
    static func instant(_ instant: Instant?) -> JSON { instant.map { .int($0.milliseconds) } ?? .null }
    static func numbers(_ numbers: [String: Double]) -> JSON { .object(numbers.mapValues(JSON.double)) }
}

extension MomentValue {
    var momentFields: [String: JSON] { ["instant": .int(instant.milliseconds), "zone": .string(zone), "day": .string(day.iso)] }
}
