import Engine

/// A sentence that a page says once, after something was done, perhaps with a way to undo it.
struct Notice: Sendable, Hashable {
    /// One sentence with a full stop.
    let sentence: String
    /// How it is meant.
    var tone: Tone = .done
    /// Where a form goes that takes the action back, and what its button says.
    var undo: Undo?
    /// The name of an entry that was saved without a mood, and what is offered for it.
    var offer: Offer?

    enum Tone: String, Sendable {
        /// It was done.
        case done
        /// It was not done, or needs a look.
        case trouble
    }

    struct Offer: Sendable, Hashable {
        /// The entry.
        let entry: String
        /// One or two moods.
        let hint: MoodHint
    }

    struct Undo: Sendable, Hashable {
        /// Path of the form, POST.
        let path: String
        /// The word on the button.
        let label: String
    }

    /// What is deleted at a path, and can be restored there.
    static func deleted(_ sentence: String, at path: String) -> Notice {
        Notice(sentence: sentence, undo: Undo(path: path + "/restore", label: "Undo"))
    }
}
