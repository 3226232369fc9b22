import Base
import Sync

extension AbsentFile {
    /// Where it is: "waiting for 'laptop'".
    package var words: String {
        switch self {
        case .waiting(device: ""): "waiting for another device"
        case .waiting(let device): "waiting for \(Explanation.quoted(device))"
        case .lost: "this device has lost it"
        }
    }
}

extension FileStatus {
    /// What of the files is not done, a sentence each without its full stop; empty where all is.
    package var sentences: [String] {
        var sentences: [String] = []
        if waiting.count > 0 {
            sentences.append("\(FileStatus.files(waiting)) \(waiting.count == 1 ? "waits" : "wait") to be sent")
        }
        sentences += refused.map { "\(FileStatus.files($0.files)) not sent: \($0.reason)" }
        sentences += missing.map(\.sentence)
        if isUnfaithful {
            sentences.append("this relay loses what it accepts: ask its owner, or move to another relay")
        }
        return sentences
    }

    private static func files(_ figures: FileFigures) -> String {
        "\(figures.count == 1 ? "1 file" : "\(figures.count) files") (\(Explanation.size(Int(clamping: figures.bytes))))"
    }
}

extension FileStatus.Missing {
    /// What is not here yet, and where it is; without its full stop.
    package var sentence: String { "\(count == 1 ? "1 file is" : "\(count) files are") not here yet: \(source.words)" }
}

extension FileStatus.Refused {
    /// Why the relay did not take them.
    package var reason: String {
        switch error {
        case "quota": "the account at the relay is full"
        case "too_large": "the relay does not accept files this large"
        case "role": "you may not add files there now"
        case HeldFile.stuck: "the relay stops the upload before it is complete"
        case HeldFile.notKept: "the relay returns them changed"
        case "too_many", "unavailable": "the relay is busy or full right now"
        default: "the relay doesn't accept them (\(error))"
        }
    }
}
