import Journal

extension Looks {
    /// A face, or the owner's sign for it.
    package func icon(_ face: MoodFace) -> HTML {
        guard let symbol = faces[face]?.symbol, !symbol.isEmpty else { return Icon.face(face) }
        return "<span class=\"icon sign\" aria-hidden=\"true\">\(symbol)</span>"
    }

    /// What a face is called: `4 of 5`, or as the owner wants.
    package func name(_ face: MoodFace) -> String {
        let own = faces[face]?.label ?? ""
        return own.isEmpty ? "\(face.level) of 5" : own
    }

    /// The face of its number; without a number that of its word.
    package func icon(_ feeling: Feeling) -> HTML { feeling.face.map { icon($0) } ?? Icon.face(feeling.word?.name ?? "") }

    /// Its face, the number and the word: `8 of 10 calm`. Empty without a mood.
    package func words(_ feeling: Feeling) -> HTML {
        let number: HTML? = feeling.score.map { "\($0)<span class=\"of\"> of 10</span>" }
        let word: HTML? = feeling.word.map { "\($0.name)" }
        let both = number != nil && word != nil
        return feeling.isEmpty ? .empty : "\(icon(feeling))<span class=\"mood-words\">\(number)\(" ", if: both)\(word)</span>"
    }

    package func chip(_ feeling: Feeling) -> HTML? {
        feeling.isEmpty ? nil : "<li class=\"chip chip-mood\">\(words(feeling))</li>"
    }

    /// A tag with its icon.
    package func words(_ tag: Tag) -> HTML { "\(icon(ofTag: tag.name))#\(tag.name)" }

    package func icon(ofTag name: String) -> HTML? {
        guard let icon = self[tag: name]?.icon, !icon.isEmpty else { return nil }
        return "<span class=\"tag-icon\" aria-hidden=\"true\">\(icon)</span>"
    }

    /// The class of a tag's colour, with a blank before it.
    package func hue(_ name: String) -> HTML { self[tag: name]?.color.map { " hue-\(HTML.text($0.rawValue))" } ?? .empty }
}
