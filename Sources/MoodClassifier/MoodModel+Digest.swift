// Written by tools/train_mood.

extension MoodModel {
    /// The SHA-256 of the model of this release, in lower-case hexadecimal.
    package static let expectedDigest =
        "ea115ccb1c468ba24cad61d1e5a4b330c17d8e2c996b8f0fc1f77a9cbe2693b5"
}
