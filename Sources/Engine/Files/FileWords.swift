import Base
import Sync

extension AbsentFile {
    /// Where the file is: "waiting for 'laptop'".
    package var words: String {
        switch self {
        case .waiting(device: ""): say("waiting for another device")
        case .waiting(let device): say("waiting for \(Explanation.quoted(device))")
        case .lost: say("this device lost it")
        }
    }
}

extension FileStatus {
    /// What is left to do for the files: sentences without their full stops; empty if nothing is.
    package var sentences: [String] {
        var sentences: [String] = []
        if waiting.count > 0 {
            sentences.append(say("\(FileStatus.files(waiting)) \(plural(waiting.count, "waits", "wait")) to be sent"))
        }
        sentences += refused.map { say("\(FileStatus.files($0.files)) not sent: \($0.reason)") }
        sentences += missing.map(\.sentence)
        if isUnfaithful {
            sentences.append(say("this relay loses files it accepted: ask whoever runs it, or move to another relay"))
        }
        return sentences
    }

    private static func files(_ figures: FileFigures) -> String {
        say("\(counted(figures.count, "file")) (\(Explanation.size(figures.bytes)))")
    }
}

extension FileStatus.Missing {
    /// What is not here yet, and where it is; without the full stop.
    package var sentence: String { say("\(counted(count, "file is", "files are")) not here yet: \(source.words)") }
}

extension FileStatus.Refused {
    package var reason: String {
        switch error {
        case "quota": say("the account at the relay is full")
        case "too_large": say("the file is too large for the relay")
        case "role": say("you may not add files to this journal")
        case HeldFile.stuck: say("the relay stops before the end of the file")
        case HeldFile.notKept: say("the relay does not return what was sent")
        case "too_many", "unavailable": say("the relay is busy or full right now")
        default: say("the relay does not accept it (\(error))")
        }
    }
}
