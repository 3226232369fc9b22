import Base
import Documents

/// A piece of work that takes longer than anyone waits for a page, as its page shows it.
struct Work: Sendable {
    /// What is done.
    enum Kind: Sendable {
        case importing, exporting, backingUp, verifying, rotating
    }

    /// How far it is.
    struct Step: Hashable, Sendable {
        /// What is being done, as the engine says it: a few words in lower case.
        var what = ""
        var done = 0
        /// 0 while it is not known.
        var total = 0
    }

    /// How it ended.
    enum Outcome: Sendable {
        case done(WorkResult)
        case failed(Explanation)
        /// It was told to stop, by its button or by the lock.
        case stopped
    }

    let kind: Kind
    /// Tells it from every other piece of work of this run.
    let number: Int
    var step = Step()
    /// `nil` while it goes on.
    var outcome: Outcome?
}

/// What came of a piece of work.
struct WorkResult: Sendable {
    /// The heading of the page that shows it, and the sentence on other pages.
    let heading: String
    /// What is below the heading.
    var lines: [String] = []
    /// Whether someone has to look at it.
    var isTroubled = false
    /// What became of every file of an import.
    var imported: [ImportedFile] = []
    /// Where to go from here: words and path.
    var next: (words: String, path: String) = ("Back to your data", "/settings#data")
}

extension Work.Kind {
    /// Heading while it goes on.
    var title: HTML {
        switch self {
        case .importing: "Importing"
        case .exporting: "Exporting"
        case .backingUp: "Backing up"
        case .verifying: "Checking the backup"
        case .rotating: "Making new keys"
        }
    }

    /// What happens when it is stopped, or the journal is locked.
    var whenStopped: HTML {
        switch self {
        case .importing: "If you stop it or lock the journal, the file being read is not imported."
        case .exporting: "If you stop it or lock the journal, the download is incomplete."
        case .backingUp: "If you stop it or lock the journal, no backup is made; older backups stay."
        case .verifying: "If you stop it or lock the journal, nothing changes."
        case .rotating: "You can keep writing. If you stop it or lock the journal, it continues when you unlock again."
        }
    }
}

extension Work.Step {
    /// `Sealing again: 1,024 of 5,000`.
    var words: String {
        guard let first = what.first else { return "Starting" }
        let counts =
            done == 0 && total == 0
            ? "" : total > 0 ? ": \(grouped(min(done, total))) of \(grouped(total))" : ": \(grouped(done))"
        return first.uppercased() + what.dropFirst() + counts
    }
}
