// Written by Tools/train_mood.

extension MoodModel {
    /// The SHA-256 of the model of this release, in lower-case hexadecimal.
    package static let expectedDigest =
        "61c26d27111fb853df36bbc19d9524685959284379c8d02c54382b9bc48ad720"
}
