/// The list of a dose's record that keeps a dose which was taken from being overruled by a device that did not know of it.
///
/// Each taking is an element, as the text of its own fields. Merged as every list is, it is in there until a change that had seen it
/// takes it out: skipped or undone elsewhere at the same time, the dose stays taken (docs/decisions/0018).
enum Takings {
    static let (kind, list) = ("intake", "takings")

    /// What belongs to the taking, besides that it was taken; a note stays with the dose.
    private static let own = ["instant", "zone", "day", "amount", "unit", "due", "symptom", "timing"]

    /// The list after fields are set; `nil` if there was none and is none.
    static func list(of state: RecordState, setting values: [String: JSON]) -> JSON? {
        func after(_ field: String) -> JSON? { values[field] ?? state[field] }
        guard after("outcome") == "taken", after("gone") != true else { return state[list] == nil ? nil : [] }
        var taking: [String: JSON] = [:]
        for field in own { if let value = after(field), value != .null { taking[field] = value } }
        return [.string(String(decoding: JSON.object(taking).bytes, as: UTF8.self))]
    }

    /// The fields of the last taking, which overrule the others; `nil` if it cannot be read.
    static func fields(of list: [JSON]) -> [String: JSON]? {
        guard let text = list.last?.string, let taking = (try? JSON(reading: Array(text.utf8)))?.object else { return nil }
        var fields: [String: JSON] = ["outcome": "taken", "gone": false]
        for field in own { fields[field] = taking[field] ?? .null }
        return fields
    }
}
