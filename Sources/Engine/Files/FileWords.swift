import Base
import Sync

extension AbsentFile {
    /// Where the file is: "waiting for 'laptop'".
    package var words: String {
        switch self {
        case .waiting(device: ""): "waiting for another device"
        case .waiting(let device): "waiting for \(Explanation.quoted(device))"
        case .lost: "this device lost it"
        }
    }
}

extension FileStatus {
    /// What is left to do for the files: sentences without their full stops; empty if nothing is.
    package var sentences: [String] {
        var sentences: [String] = []
        if waiting.count > 0 {
            sentences.append("\(FileStatus.files(waiting)) \(waiting.count == 1 ? "waits" : "wait") to be sent")
        }
        sentences += refused.map { "\(FileStatus.files($0.files)) not sent: \($0.reason)" }
        sentences += missing.map(\.sentence)
        if isUnfaithful {
            sentences.append("this relay loses files it accepted: ask whoever runs it, or move to another relay")
        }
        return sentences
    }

    private static func files(_ figures: FileFigures) -> String {
        "\(figures.count == 1 ? "1 file" : "\(figures.count) files") (\(Explanation.size(Int(clamping: figures.bytes))))"
    }
}

extension FileStatus.Missing {
    /// What is not here yet, and where it is; without the full stop.
    package var sentence: String { "\(count == 1 ? "1 file is" : "\(count) files are") not here yet: \(source.words)" }
}

extension FileStatus.Refused {
    /// Why the relay refused them.
    package var reason: String {
        switch error {
        case "quota": "the account at the relay is full"
        case "too_large": "the file is too large for the relay"
        case "role": "you may not add files to this journal"
        case HeldFile.stuck: "the relay stops before the end of the file"
        case HeldFile.notKept: "the relay does not return what was sent"
        case "too_many", "unavailable": "the relay is busy or full right now"
        default: "the relay does not accept it (\(error))"
        }
    }
}
