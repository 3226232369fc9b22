import Base
import Documents

struct Work: Sendable {
    enum Kind: Sendable {
        case importing, exporting, backingUp, verifying, rotating, removingPlaces
    }

    struct Step: Hashable, Sendable {
        /// The current step, in the engine's words: a few words in lower case.
        var what = ""
        var done = 0
        /// 0 while unknown.
        var total = 0
    }

    enum Outcome: Sendable {
        case done(WorkResult)
        case failed(Explanation)
        /// Stopped by its button or by the lock.
        case stopped
    }

    let kind: Kind
    /// Identifies it within this run of the program.
    let number: Int
    var step = Step()
    /// `nil` while it runs.
    var outcome: Outcome?
}

struct WorkResult: Sendable {
    let heading: String
    var lines: [String] = []
    var isTroubled = false
    var imported: [ImportedFile] = []
    var next: (words: String, path: String) = (say("Back to your data"), "/settings/data")
}

extension Work.Kind {
    /// Where to go on if it did not end well.
    var back: (words: String, path: String) {
        self == .removingPlaces ? (say("Back to People"), "/people") : (say("Back to your data"), "/settings/data")
    }

    /// Heading while it goes on.
    var title: HTML {
        switch self {
        case .importing: "Importing"
        case .exporting: "Exporting"
        case .backingUp: "Backing up"
        case .verifying: "Checking the backup"
        case .rotating: "Making new keys"
        case .removingPlaces: "Removing places"
        }
    }

    var whenStopped: HTML {
        switch self {
        case .importing: "If you stop it or lock the journal, the file being read is not imported."
        case .exporting: "If you stop it or lock the journal, the download is incomplete."
        case .backingUp: "If you stop it or lock the journal, no backup is made; older backups stay."
        case .verifying: "If you stop it or lock the journal, nothing changes."
        case .rotating: "You can keep writing. If you stop it or lock the journal, it continues when you unlock again."
        case .removingPlaces: "If you stop it or lock the journal, the other photos keep their place until you start again."
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
