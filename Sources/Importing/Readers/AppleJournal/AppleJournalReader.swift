import Basics
import Foundation
import Journal
import Ledger

/// Apple's Journal: a folder, or a zip, with an HTML page for each entry and its media beside them; or a single page.
enum AppleJournalReader: ImportReader {
    static let format = ImportFormat.applejournal

    static func recognises(_ tree: SourceTree) throws -> Bool {
        // Each access to an archive reads it from its beginning; a few pages are enough.
        try tree.files.lazy.filter { isPage($0) }.prefix(3).contains { AppleJournalPage.looksLike(try tree.head(of: $0.path)) }
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        let shown = ShownFiles(tree)
        var ordinal = 0
        try tree.each({ isPage($0) }) { file, bytes in
            // The list of all entries is a page as well, but no entry.
            guard AppleJournalPage.looksLike(bytes) else { return }
            ordinal += 1
            let position = SourcePosition(file: tree.shape == .file ? nil : file.path, ordinal: 1)
            do {
                var changes: [ImportChange] = []
                let html = SourceText.text(of: bytes[...], changes: &changes)
                try take(.record(try AppleJournalPage(html).record(of: file, position, shown)))
            } catch let problem as ImportProblem {
                try take(.problem(problem))
            }
        }
        if ordinal == 0 { throw ImportError.notThisFormat }
    }

    private static func isPage(_ file: SourceTree.File) -> Bool {
        ["html", "htm"].contains(file.ending) && !file.name.hasPrefix(".") && !file.path.hasPrefix("__MACOSX/")
    }
}

/// One page, split into its heading, its grid of assets, its title and its text. Its tags are badly nested, so only the order of
/// elements is used, not what encloses what.
struct AppleJournalPage {
    /// Something in the grid above the text: a photo, a feeling, a place.
    private struct Asset {
        var kind = ""
        var header = ""
        var footer = ""
        /// Its further texts: the song of a singer, the kilometres of a walk.
        var details: [String] = []
        var sources: [String] = []
    }

    private enum Part { case none, heading, header, footer, detail, prompt, title, body }

    private var heading = ""
    private var title = ""
    private var prompt = ""
    private var assets: [Asset] = []
    private var body: [HTMLTokens.Token] = []

    private static let mostAssets = 500

    static func looksLike(_ head: [UInt8]) -> Bool {
        let head = Array(head.prefix(64 << 10))
        return head.has("pageHeader")
            && (head.has("bodyText") || head.has("assetGrid") || head.has("pageContainer"))
    }

    init(_ html: String) {
        var part = Part.none
        for token in HTMLTokens(html) {
            switch token {
            case .start(let name, let attributes):
                let kind = name == "div" ? AppleJournalPage.part(attributes["class"] ?? "") : nil
                if part == .body {
                    body.append(token)
                } else if let kind {
                    part = kind
                } else if let asset = AppleJournalPage.assetKind(attributes["class"] ?? ""),
                    assets.count < AppleJournalPage.mostAssets
                {
                    assets.append(Asset(kind: asset))
                    part = .none
                } else if name == "div", !assets.isEmpty, assets[assets.count - 1].details.count < 20 {
                    assets[assets.count - 1].details.append("")
                    part = .detail
                } else if ["img", "video", "audio", "source"].contains(name), let source = attributes["src"], !assets.isEmpty {
                    assets[assets.count - 1].sources.append(source)
                }
            case .text(let words):
                switch part {
                case .none: break
                case .heading: heading += words
                case .header: if !assets.isEmpty { assets[assets.count - 1].header += words }
                case .footer: if !assets.isEmpty { assets[assets.count - 1].footer += words }
                case .detail:
                    if let last = assets.last?.details.indices.last { assets[assets.count - 1].details[last] += words }
                case .prompt: prompt += words
                case .title: title += words
                case .body: body.append(token)
                }
            case .end(let name):
                if part == .body { body.append(token) } else if name == "div" { part = .none }
            }
        }
    }

    private static func part(_ names: String) -> Part? {
        let names = names.split(separator: " ")
        if names.contains("bodyText") { return .body }
        if names.contains("title") { return .title }
        if names.contains("reflectionPrompt") { return .prompt }
        if names.contains("pageHeader") { return .heading }
        if names.contains("gridItemOverlayHeader") { return .header }
        return names.contains("gridItemOverlayFooter") ? .footer : nil
    }

    private static func assetKind(_ names: String) -> String? {
        names.split(separator: " ").first { $0.hasPrefix("assetType_") }.map { String($0.dropFirst("assetType_".count)) }
    }

    /// The page as a record; throws the problem if it is none.
    func record(of file: SourceTree.File, _ position: SourcePosition, _ shown: ShownFiles) throws(ImportProblem) -> ImportedRecord
    {
        var changes: [ImportChange] = []
        guard let day = DateWords.day(heading) ?? NoteName(path: file.name).day else {
            throw ImportProblem(position: position, reason: trimmed(heading).isEmpty ? .noDate : .impossibleDate)
        }
        let words = HTMLText.markdown(of: body)
        let name = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let grid = gridWords
        let asked = prompt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var text = [
            name.isEmpty ? "" : "# " + MarkdownWords.escaped(name, startsLine: false),
            asked.isEmpty ? "" : "> " + MarkdownWords.escaped(asked, startsLine: true), words, grid,
        ].filter { !$0.isEmpty }
        if name.isEmpty, words.isEmpty {
            if let feeling = feelings.first {
                text.insert(feeling.words, at: 0)
                changes.append(.wordsFromFacts)
            }
        }
        var record = ImportedRecord(position: position, day: day, text: text.joined(separator: "\n\n"))
        guard !record.text.isEmpty else { throw ImportProblem(position: position, reason: .empty) }
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        record.files = shown.files(assets.flatMap(\.sources).map { $0.withoutPercents ?? $0 }, shownIn: file.path)
        let names = feelings.flatMap(\.names)
        record.mood = names.first.flatMap { Mood($0) }
        record.tags = TagChoice(names.map { $0.lowercased() }).taken(&changes)
        let maps = assets.filter { asset in
            ["visit", "map", "location", "place"].contains { asset.kind.lowercased().has($0) }
        }
        record.place = maps.lazy.compactMap { Place(name: trimmed($0.header)) ?? Place(name: trimmed($0.footer)) }.first
        let facts = assets.compactMap(AppleJournalPage.fact)
        if !facts.isEmpty { record.more["assets"] = .array(facts) }
        record.changes += changes
        return record
    }

    /// `Sad, Overwhelmed`, and what the feelings are about.
    private var feelings: [(names: [String], words: String)] {
        assets.filter { $0.kind == "stateOfMind" && !trimmed($0.header).isEmpty }.map { asset in
            let names = asset.header.split { ",、،".contains($0) }.map { trimmed($0) }.filter { !$0.isEmpty }
            let about = trimmed(asset.footer)
            return (names, names.joined(separator: ", ") + (about.isEmpty ? "" : " (" + about + ")"))
        }
    }

    /// Pictures and recordings in Markdown, after the text.
    private var gridWords: String {
        assets.flatMap { asset in
            asset.sources.map { source in
                let name = source.split(separator: "/").last.map(String.init) ?? source
                let words = asset.header.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return "![" + MarkdownWords.label(words.isEmpty ? name : words) + "](" + MarkdownWords.target(name) + ")"
            }
        }.joined(separator: "\n")
    }

    private static func fact(_ asset: Asset) -> JSON? {
        let (header, footer) = (trimmed(asset.header), trimmed(asset.footer))
        let details = asset.details.map { trimmed($0) }.filter { !$0.isEmpty }
        guard !header.isEmpty || !footer.isEmpty || !details.isEmpty else { return nil }
        var members: [String: JSON] = ["kind": .string(asset.kind)]
        if !header.isEmpty { members["header"] = .string(header) }
        if !footer.isEmpty { members["footer"] = .string(footer) }
        if !details.isEmpty { members["details"] = .array(details.map { .string($0) }) }
        return .object(members)
    }
}
