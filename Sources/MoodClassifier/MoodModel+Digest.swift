// Written by tools/train_mood.

extension MoodModel {
    /// The SHA-256 of the model of this release, in lower-case hexadecimal.
    package static let expectedDigest =
        "7433ae4a1d60d5c02884c260292ab8f87c550507441b2ca9889a2127069dcd28"
}
