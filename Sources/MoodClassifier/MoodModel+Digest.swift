// Written by tools/train_mood.

extension MoodModel {
    /// The SHA-256 of the model of this release, in lower-case hexadecimal.
    package static let expectedDigest =
        "90f2bad0dd7e65865241697310e4aec99b94e5ec5dc12ed53b8511cf39e766d9"
}
