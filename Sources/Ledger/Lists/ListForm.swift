import Basics

/// Which fields of a record are lists that merge by element, and how elements are identified (docs/formats/operation.md, Lists).
package enum ListForm: Hashable, Sendable {
    /// Names as people type them: names that differ only in case are one element.
    case names
    /// Exact texts: names of records, fixed words.
    case texts
    /// Whole numbers.
    case numbers

    private static let forms: [String: [String: ListForm]] = [
        "entry": ["tags": .names, "attachments": .texts], "check_in": ["triggers": .names, "helped": .names],
        "preferences": ["check_in_times": .numbers], Takings.kind: [Takings.list: .texts],
    ]

    private static let fields = Set(forms.values.flatMap { $0.keys })

    package static func lists(of kind: String) -> [String: ListForm] { forms[kind] ?? [:] }

    package static var kinds: [String] { forms.keys.sorted() }

    /// Whether a list follows from the other fields of its record, and is written with them.
    package static func follows(_ list: String) -> Bool { list == Takings.list }

    /// Whether a field holds an element of a list, and no value of its own.
    package static func isElement(_ field: String) -> Bool {
        guard let space = field.utf8.firstIndex(of: UInt8(ascii: " ")) else { return false }
        return fields.contains(String(field[..<space]))
    }

    /// The element's key in a field name; `nil` for other fields.
    package func key(inField field: String, of list: String) -> String? {
        guard field.utf8.count > list.utf8.count, field.utf8.starts(with: list.utf8),
            field.utf8.dropFirst(list.utf8.count).first == UInt8(ascii: " ")
        else { return nil }
        return folded(String(decoding: field.utf8.dropFirst(list.utf8.count + 1), as: UTF8.self))
    }

    /// The key of an element; `nil` for a value that is neither text nor a whole number, which keeps its place in the order.
    func key(of element: JSON) -> String? {
        switch element {
        case .string(let text): folded(text)
        case .int(let number): String(number)
        default: nil
        }
    }

    /// Whether a list is what its first write says: no element is in it twice.
    package func isPlain(_ list: [JSON]) -> Bool {
        var keys: Set<String> = []
        return list.count < 2 || list.compactMap(key).allSatisfy { keys.insert($0).inserted }
    }

    /// The list's element for a key whose field is `true`.
    func element(forKey key: String) -> JSON {
        if self == .numbers, let number = Int64(key) { .int(number) } else { .string(key) }
    }

    func fieldValue(of element: JSON) -> JSON { self == .names ? element : true }

    private func folded(_ text: String) -> String {
        self == .names ? text.lowercased().composed : text
    }
}
