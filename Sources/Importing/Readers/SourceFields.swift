import Basics
import Journal
import Ledger

/// The members of another program's JSON object, by name: one of another type counts as missing.
struct SourceFields {
    let members: [String: JSON]

    init(members: [String: JSON]) { self.members = members }

    /// `nil` for anything but an object.
    init?(_ value: JSON?) {
        guard let members = value?.object else { return nil }
        self.members = members
    }

    /// A text that is not empty.
    func text(_ name: String) -> String? {
        members[name]?.string.flatMap { text in text.contains { !$0.isWhitespace } ? text : nil }
    }

    func number(_ name: String) -> Double? {
        switch members[name] {
        case .int(let whole): Double(whole)
        case .double(let number): number
        default: nil
        }
    }

    /// A whole number in any notation.
    func whole(_ name: String) -> Int64? { number(name).flatMap { Int64(exactly: $0) } }

    /// `true`, 1 or `"1"`.
    func flag(_ name: String) -> Bool {
        switch members[name] {
        case .bool(let truth): truth
        case .int(let number): number == 1
        case .string(let word): ["1", "true"].contains(word.lowercased())
        default: false
        }
    }

    /// The elements of an array; none for anything else.
    func list(_ name: String) -> [JSON] { members[name]?.array ?? [] }

    func texts(_ name: String) -> [String] { list(name).compactMap(\.string) }

    func fields(_ name: String) -> SourceFields? { SourceFields(members[name]) }

    /// The other members that have a value: one that is empty, zero or false has none.
    func rest(without names: Set<String>) -> [String: JSON] {
        members.filter { !names.contains($0.key) && SourceFields.says($0.value) }
    }

    private static func says(_ value: JSON) -> Bool {
        switch value {
        case .null, .bool(false), .int(0): false
        // Journey's "no value" is the largest possible number.
        case .double(let number): number != 0 && abs(number) < 1e300
        case .string(let text): !text.isEmpty
        case .array(let list): !list.isEmpty
        case .object(let members): members.values.contains(where: says)
        default: true
        }
    }
}

extension ImportedRecord {
    /// Sets the text; throws the problem if it cannot be an entry's.
    mutating func take(text raw: String) throws(ImportProblem) {
        guard raw.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: raw.utf8.count))
        }
        text = raw.utf8.contains(0) ? SourceText.text(of: Array(raw.utf8)[...], changes: &changes) : raw
        text = text.withOrderedMarks
        guard text.contains(where: { !$0.isWhitespace }) else { throw ImportProblem(position: position, reason: .empty) }
    }
}

extension ImportItem {
    /// The record made by the closure, or the problem with it.
    init(_ make: () throws(ImportProblem) -> ImportedRecord) {
        do throws(ImportProblem) { self = .record(try make()) } catch { self = .problem(error) }
    }
}
