import Journal

/// Small line drawings of 24 × 24, in the color of the surrounding text. Decorative: a text is always next to them.
package enum Icon {
    /// A pencil.
    package static let today: HTML = icon("<path d=\"M4 20l4-1L19 8a2.1 2.1 0 0 0-3-3L5 16z\"/><path d=\"M13.5 6.5l4 4\"/>")
    /// A book.
    package static let journal: HTML = icon("<path d=\"M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2z\"/><path d=\"M9 9h6M9 13h4\"/>")
    /// A heartbeat.
    package static let health: HTML = icon("<path d=\"M4 12h4l2-5 4 10 2-5h4\"/>")
    /// A chart.
    package static let insights: HTML = icon(
        "<path d=\"M4 17.500l5-5.500 4 3 6-7.500\"/><circle cx=\"9\" cy=\"12\" r=\"1.400\"/><circle cx=\"19\" cy=\"7.500\" r=\"1.400\"/>"
    )
    /// A hand.
    package static let support: HTML = icon(
        "<circle cx=\"12\" cy=\"12\" r=\"8\"/><circle cx=\"12\" cy=\"12\" r=\"3.2\"/><path d=\"M6.4 6.4l3.3 3.3M14.3 14.3l3.3 3.3M17.6 6.4l-3.3 3.3M9.7 14.3l-3.3 3.3\"/>"
    )
    package static let people: HTML = icon(
        "<circle cx=\"9\" cy=\"8.500\" r=\"3\"/><path d=\"M3.500 19a5.500 5.500 0 0 1 11 0\"/><path d=\"M15.500 5.800a3 3 0 0 1 0 5.400M17 13.800a5.500 5.500 0 0 1 3.500 5.200\"/>"
    )
    /// A capsule.
    package static let pill: HTML = icon(
        "<rect x=\"3.5\" y=\"8.500\" width=\"17\" height=\"7\" rx=\"3.5\" transform=\"rotate(-45 12 12)\"/><path d=\"M9.500 9.500l5 5\"/>"
    )
    /// A telephone.
    package static let phone: HTML = icon(
        "<path d=\"M6 4h4l1.500 4-2 1.500a11 11 0 0 0 5 5l1.500-2 4 1.500v4a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z\"/>")
    /// A plus sign.
    package static let plus: HTML = icon("<path d=\"M12 5v14M5 12h14\"/>")
    package static let more: HTML = icon(
        "<circle class=\"dot\" cx=\"5\" cy=\"12\" r=\"1.5\"/><circle class=\"dot\" cx=\"12\" cy=\"12\" r=\"1.5\"/><circle class=\"dot\" cx=\"19\" cy=\"12\" r=\"1.5\"/>"
    )
    /// A cogwheel.
    package static let settings: HTML = icon(
        "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>")
    package static let lock: HTML = icon(
        "<rect x=\"5\" y=\"11\" width=\"14\" height=\"9\" rx=\"2\"/><path d=\"M8 11V8a4 4 0 0 1 8 0v3\"/>")
    package static let star: HTML = icon("<path d=\"M12 4l2.4 5 5.6.700-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7l5.6-.7z\"/>")
    /// A picture.
    package static let photo: HTML = icon(
        "<rect x=\"4\" y=\"5\" width=\"16\" height=\"14\" rx=\"2\"/><circle cx=\"9\" cy=\"10\" r=\"1.5\"/><path d=\"M20 16l-5-5-8 8\"/>"
    )
    /// A label.
    package static let tag: HTML = icon("<path d=\"M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8z\"/><circle cx=\"8.5\" cy=\"8.5\" r=\"1\"/>")
    package static let clock: HTML = icon("<circle cx=\"12\" cy=\"12\" r=\"8\"/><path d=\"M12 8v4l3 2\"/>")
    /// A magnifying glass.
    package static let search: HTML = icon("<circle cx=\"11\" cy=\"11\" r=\"6\"/><path d=\"M20 20l-4.5-4.5\"/>")
    /// A bin.
    package static let trash: HTML = icon("<path d=\"M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13\"/>")
    /// An arrow to the left.
    package static let back: HTML = icon("<path d=\"M14 6l-6 6 6 6\"/>")
    /// A sheet.
    package static let file: HTML = icon("<path d=\"M7 4h7l4 4v12H7z\"/><path d=\"M14 4v4h4\"/>")
    /// A pencil, for changing.
    package static let edit: HTML = icon("<path d=\"M4 20l4-1L19 8a2.1 2.1 0 0 0-3-3L5 16z\"/>")
    /// A clock that runs back.
    package static let history: HTML = icon("<path d=\"M4 12a8 8 0 1 0 2.5-5.8L4 8.5\"/><path d=\"M4 4v4.5h4.5M12 8v4l3 2\"/>")
    package static let calendar: HTML = icon(
        "<rect x=\"4\" y=\"5\" width=\"16\" height=\"15\" rx=\"2\"/><path d=\"M4 10h16M8 3v4M16 3v4\"/>")
    package static let printer: HTML = icon(
        "<path d=\"M7 9V4h10v5M7 17H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2\"/><path d=\"M7 14h10v6H7z\"/>"
    )
    package static let key: HTML = icon("<circle cx=\"8\" cy=\"15\" r=\"4\"/><path d=\"M11 12l8-8M16 7l3 3\"/>")

    private static func icon(_ drawing: HTML) -> HTML {
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">\(drawing)</svg>"
    }

    /// A face for a mood that Auralyst knows; a quiet dot for another word.
    package static func face(_ mood: String) -> HTML {
        let mouth: HTML =
            switch mood {
            case "happy": "<path d=\"M8 13.5a4.5 4.5 0 0 0 8 0\"/>"
            case "relaxed": "<path d=\"M9 14.5q3 2 6 0\"/><path d=\"M8 10q1 1 2 0M14 10q1 1 2 0\"/>"
            case "sad": "<path d=\"M8.5 16.5a4 4 0 0 1 7 0\"/>"
            case "angry": "<path d=\"M9 16h6M7.5 8l3 1.5M16.5 8l-3 1.5\"/>"
            case "anxious": "<path d=\"M8 15.5l2-1.5 2 1.5 2-1.5 2 1.5\"/>"
            case "tired": "<path d=\"M10 15.5h4\"/><path d=\"M7.5 10.5h3M13.5 10.5h3\"/>"
            default: "<circle cx=\"12\" cy=\"15\" r=\"1.5\"/>"
            }
        let eyes: HTML =
            ["relaxed", "tired"].contains(mood)
            ? "" : "<circle class=\"dot\" cx=\"9\" cy=\"10.5\" r=\"1\"/><circle class=\"dot\" cx=\"15\" cy=\"10.5\" r=\"1\"/>"
        return
            "<svg class=\"icon face\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><circle cx=\"12\" cy=\"12\" r=\"9\"/>\(eyes)\(mouth)</svg>"
    }

    /// A face of a check-in: its mouth goes from down to up.
    package static func face(_ face: MoodFace) -> HTML {
        let mouth: HTML =
            switch face.level {
            case 1: "<path d=\"M8 16.75a4.25 4.25 0 0 1 8 0\"/>"
            case 2: "<path d=\"M8.5 15.75q3.5-2.25 7 0\"/>"
            case 3: "<path d=\"M8.5 15h7\"/>"
            case 4: "<path d=\"M8.5 14.25q3.5 2.75 7 0\"/>"
            default: "<path d=\"M7.75 13.25h8.5a4.25 4.25 0 0 1-8.5 0z\"/>"
            }
        return
            "<svg class=\"icon face\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><circle cx=\"12\" cy=\"12\" r=\"9\"/><circle class=\"dot\" cx=\"9\" cy=\"10\" r=\"1\"/><circle class=\"dot\" cx=\"15\" cy=\"10\" r=\"1\"/>\(mouth)</svg>"
    }

    /// The mark of Auralyst: a rising line with two nodes.
    package static let mark: HTML =
        "<svg class=\"mark\" viewBox=\"0 0 32 32\" aria-hidden=\"true\" focusable=\"false\"><path class=\"mark-line\" d=\"M4 24l7-5 6 2 10-13\"/><circle class=\"mark-node\" cx=\"11\" cy=\"19\" r=\"3\"/><circle class=\"mark-tip\" cx=\"27\" cy=\"8\" r=\"3\"/></svg>"
}
