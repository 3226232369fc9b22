import Engine

/// A sentence that a page shows once, after an action, perhaps with an undo button.
struct Notice: Sendable, Hashable {
    /// One sentence with a full stop.
    let sentence: String
    var tone: Tone = .done
    /// The page where something can be done about it, and its link.
    var way: Undo?
    /// The form that undoes the action, and its button.
    var undo: Undo?
    /// The id of an entry saved without a mood, and the suggestions for it.
    var offer: Offer?
    /// Asks whether `#words` become tags, from now on and in the entry that was saved.
    var question: Question?
    /// Whether the way to the support plan belongs below it.
    var showsSupport = false

    enum Tone: String, Sendable {
        /// Success.
        case done
        /// Failure, or a warning.
        case trouble
    }

    struct Offer: Sendable, Hashable {
        let entry: String
        /// One or two moods.
        let hint: MoodHint
    }

    struct Question: Sendable, Hashable {
        let entry: String
        /// `Make #swim a tag?`
        let words: String
    }

    struct Undo: Sendable, Hashable {
        /// Path of the form, POST.
        let path: String
        let label: String
    }

    /// What is deleted at a path, and can be restored there.
    static func deleted(_ sentence: String, at path: String) -> Notice {
        Notice(sentence: sentence, undo: Undo(path: path + "/restore", label: "Undo"))
    }
}
