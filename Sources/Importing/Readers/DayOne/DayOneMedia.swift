import Journal

/// The files of a Day One export by the names that entries use.
struct DayOneMedia {
    /// The path of each file by its name without extension, in lower case.
    private let paths: [String: String]
    private let isAlone: Bool

    init(_ tree: SourceTree) {
        isAlone = tree.shape == .file
        var paths: [String: String] = [:]
        for file in tree.files where file.ending != "json" && !file.name.hasPrefix(".") && !file.path.hasPrefix("__MACOSX/") {
            let stem = DayOneMedia.stem(file.name)
            if paths[stem] == nil { paths[stem] = file.path }
        }
        self.paths = paths
    }

    private static func stem(_ name: String) -> String {
        (name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]).lowercased()
    }

    /// The kinds of media, and where an entry lists them.
    private static let kinds = [
        (name: "photo", list: "photos", label: "filename"), (name: "video", list: "videos", label: "filename"),
        (name: "audio", list: "audios", label: "title"), (name: "PDF", list: "pdfAttachments", label: "pdfName"),
    ]

    /// The media of an entry, in the order of its lists. A medium without name or kind is skipped.
    func items(of entry: SourceFields) -> Items {
        var items: [Item] = []
        for kind in DayOneMedia.kinds {
            let listed = entry.list(kind.list).compactMap { SourceFields($0) }
            let ordered = listed.enumerated().sorted { a, b in
                (a.element.whole("orderInEntry") ?? 0, a.offset) < (b.element.whole("orderInEntry") ?? 0, b.offset)
            }
            for (_, fields) in ordered { items.append(item(fields, kind.name, label: fields.text(kind.label))) }
        }
        return Items(items: items)
    }

    private func item(_ fields: SourceFields, _ kind: String, label: String?) -> Item {
        let (sum, id) = (fields.text("md5"), fields.text("identifier"))
        let ending = (fields.text("type") ?? fields.text("format")).map { trimmed($0.filter { $0 != "." }) }
        let path = [sum, id].lazy.compactMap { $0.flatMap { paths[$0.lowercased()] } }.first
        let written = (sum ?? id).map { $0 + (ending.map { "." + $0 } ?? "") }
        let name = path.flatMap { $0.split(separator: "/").last.map(String.init) } ?? written
        let left = LeftFile(name: name ?? label ?? kind, reason: isAlone ? .withoutFolder : .notFound)
        return Item(id: id?.lowercased(), label: label ?? kind, name: name, file: path.map { .found(path: $0) } ?? .left(left))
    }

    struct Item {
        let id: String?
        let label: String
        /// Its name in the text; `nil` if the export has none.
        let name: String?
        let file: ShownFile

        /// `![label](name)`; an address may contain neither blanks nor brackets.
        var line: String? {
            name.map { name in
                let escaped = name.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(")", with: "%29")
                return "![" + label.filter { !"[]\\\n\r".contains($0) } + "](" + escaped + ")"
            }
        }
    }

    struct Items {
        private let items: [Item]
        private let byID: [String: Item]

        init(items: [Item]) {
            self.items = items
            byID = Dictionary(items.compactMap { item in item.id.map { ($0, item) } }) { first, _ in first }
        }

        var lines: [String] { items.compactMap(\.line) }

        /// The text with the files' names in place of Day One's addresses, `dayone-moment://ID` or `dayone-moment:/video/ID`; an
        /// address that is not listed stays, and shows what is missing. Adds the files in the order of the text, each once.
        func named(in text: String, _ files: inout DistinctFiles) -> String {
            let bytes = Array(text.utf8)
            let address = Array("](dayone-moment:".utf8)
            var result: [UInt8] = []
            var copied = 0
            var index = 0
            while let bracket = bytes[index...].firstIndex(of: UInt8(ascii: "]")) {
                index = bracket + 1
                // An image's label is short: do not search far back for every address.
                guard bytes[bracket...].starts(with: address),
                    let end = bytes[bracket...].prefix(300).firstIndex(of: UInt8(ascii: ")")),
                    let start = (max(copied, bracket - 300)..<bracket).last(where: { bytes[$0] == UInt8(ascii: "[") }),
                    start > copied, bytes[start - 1] == UInt8(ascii: "!")
                else { continue }
                result += bytes[copied..<(start - 1)]
                result += shown(String(decoding: bytes[(bracket + address.count)..<end], as: UTF8.self), &files).utf8
                (copied, index) = (end + 1, end + 1)
            }
            return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
        }

        private func shown(_ address: String, _ files: inout DistinctFiles) -> String {
            let parts = address.split(separator: "/")
            let id = (parts.last ?? "").lowercased()
            if let item = byID[id], let line = item.line {
                files.add(item.file)
                return line
            }
            let kind = parts.count > 1 ? String(parts[0]) : "photo"
            files.add(.left(LeftFile(name: String(parts.last ?? "photo"), reason: .notFound)))
            return "![" + kind.filter(\.isLetter) + " missing](dayone-moment:" + address + ")"
        }

        /// Adds the media that are not in the text.
        func addRest(to files: inout DistinctFiles) {
            for item in items { files.add(item.file) }
        }
    }
}
