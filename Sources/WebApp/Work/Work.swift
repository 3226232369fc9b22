import Base
import Documents

/// A piece of work that takes longer than anybody waits for a page, as its page shows it.
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
    /// What stands below the heading.
    var lines: [String] = []
    /// Whether somebody has to look at it.
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
        case .importing: "Bringing it in"
        case .exporting: "Writing the export"
        case .backingUp: "Making a backup"
        case .verifying: "Checking the backup"
        case .rotating: "Giving the journal a new key"
        }
    }

    /// What happens when it is stopped, or the journal is locked.
    var whenStopped: HTML {
        switch self {
        case .importing: "Stopping it, or locking the journal, leaves the journal as it was before the file that is being read."
        case .exporting: "Stopping it, or locking the journal, ends the download in the middle."
        case .backingUp: "Stopping it, or locking the journal, leaves no backup of today; the older ones stay."
        case .verifying: "Stopping it, or locking the journal, changes nothing."
        case .rotating: "You can go on writing. Stopped, or locked, it goes on when the journal is opened again."
        }
    }
}

extension Work.Step {
    /// `Sealing anew: 1,024 of 5,000`.
    var words: String {
        guard let first = what.first else { return "Beginning" }
        let counts =
            done == 0 && total == 0
            ? "" : total > 0 ? ": \(grouped(min(done, total))) of \(grouped(total))" : ": \(grouped(done))"
        return first.uppercased() + what.dropFirst() + counts
    }
}
