import Basics
import Foundation
import Journal

/// The rows of the tables, read in a stream.
struct DiaroXML {
    /// A table whose rows are used; `damaged` means a row that is no XML.
    enum Table: Sendable {
        case folders, tags, moods, locations, entries, attachments, templates, other, damaged

        init(name: String) {
            self =
                switch name {
                case "diaro_folders": .folders
                case "diaro_tags": .tags
                case "diaro_moods": .moods
                case "diaro_locations": .locations
                case "diaro_entries": .entries
                case "diaro_attachments": .attachments
                case "diaro_templates": .templates
                default: .other
                }
        }
    }

    private let bytes: [UInt8]

    /// The most bytes of one field; a longer one is cut one byte beyond the limit of a text, and then refused.
    private static let longest = Limits.textBytes + 1
    /// The most places at which reading starts again after invalid XML.
    private static let mostDamage = 1000

    init(_ source: [UInt8]) throws(ImportError) {
        var changes: [ImportChange] = []
        var bytes = Array(SourceText.text(of: try SourceText(source).bytes[...], changes: &changes).utf8)
        AppleHealthText.dropControls(&bytes)
        let start = AppleHealthText.Mark("<data").position(in: bytes[...]) ?? bytes.startIndex
        // Without a document type there can be no entity.
        guard !Array(bytes[..<start]).has("<!DOCTYPE") else { throw .hostileXML }
        self.bytes = Array(bytes[start...])
        lineOffset = AppleHealthText.lines(in: bytes[..<start])
    }

    private let lineOffset: Int

    /// The state while reading; a class, because the parser's closures share it.
    private final class State {
        weak var parser: XMLElements?
        var table = Table.other
        var tableName = ""
        var row: [String: String]?
        var rowLine = 0
        var field = ""
        var text: [UInt8] = []
        var rows: [(Table, [String: String], Int)] = []
        /// The lines above the parser's first line.
        var linesAbove = 0
    }

    /// Hands over every row: its table, its fields by name, and its line.
    func eachRow(_ body: (Table, [String: String], Int) throws -> Void) throws {
        let state = State()
        state.linesAbove = lineOffset
        guard let parser = DiaroXML.parser(state) else { throw ImportError.notThisFormat }
        state.parser = parser
        var (place, damage) = (bytes.startIndex, 0)
        var counted = (place: bytes.startIndex, lines: lineOffset)
        while place < bytes.endIndex {
            let end = min(place + (64 << 10), bytes.endIndex)
            let broken = parser.feed(bytes[place..<end])
            for (table, row, line) in state.rows { try body(table, row, line) }
            state.rows = []
            guard let broken else {
                place = end
                continue
            }
            damage += 1
            let at = place + broken
            counted = (at, counted.lines + AppleHealthText.lines(in: bytes[counted.place..<max(at, counted.place)]))
            try body(.damaged, [:], state.row == nil ? counted.lines + 1 : state.rowLine)
            guard damage < DiaroXML.mostDamage, let next = AppleHealthText.Mark("<r").position(in: bytes[at...]) else { return }
            counted = (next, counted.lines + AppleHealthText.lines(in: bytes[counted.place..<next]))
            begin(again: parser, state, linesAbove: counted.lines)
            place = next
        }
        // The file ends inside a row.
        if state.row != nil { try body(.damaged, [:], state.rowLine) }
    }

    /// Puts the parser into the state between two rows of the same table.
    private func begin(again parser: XMLElements, _ state: State, linesAbove: Int) {
        let name = state.tableName
        parser.reset()
        (state.row, state.text, state.linesAbove) = (nil, [], linesAbove)
        _ = parser.feed(Array("<data><table name=\"\(name)\">".utf8)[...])
    }

    private static func parser(_ state: State) -> XMLElements? {
        XMLElements(
            start: { [state] tag, level in
                switch level {
                case 2:
                    let name = tag["name"]?.string ?? ""
                    // Only plain names, since the name is written again when reading restarts.
                    state.tableName = name.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") } ? name : ""
                    state.table = Table(name: name)
                case 3: (state.row, state.rowLine) = ([:], state.linesAbove + (state.parser?.line ?? 1))
                case 4: (state.field, state.text) = (tag.name.string, [])
                default: break
                }
            },
            end: { [state] level in
                if level == 4, let count = state.row?.count, count < 100 {
                    state.row?[state.field] = String(decoding: state.text, as: UTF8.self)
                    state.text = []
                } else if level == 3, let row = state.row {
                    state.rows.append((state.table, row, state.rowLine))
                    state.row = nil
                }
            },
            text: { [state] words in
                guard state.row != nil, state.text.count < DiaroXML.longest else { return }
                state.text += words.copy.prefix(DiaroXML.longest - state.text.count)
            })
    }
}
