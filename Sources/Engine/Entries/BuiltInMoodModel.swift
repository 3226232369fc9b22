import CMoodModel
import Ledger
import MoodClassifier

extension MoodModel {
    /// The model that ships with the program, checked once. A damaged model means a damaged program.
    package static let builtIn: MoodModel = {
        var count = 0
        let start = unsafe mood_model(&count)
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        guard hex(digest(bytes)) == MoodModel.expectedDigest, let model = try? MoodModel(bytes: bytes) else {
            preconditionFailure("the mood model inside the program is whole")
        }
        return model
    }()
}
