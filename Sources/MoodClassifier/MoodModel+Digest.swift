// Written by tools/train_mood.

extension MoodModel {
    /// The SHA-256 of the model of this release, in lower-case hexadecimal.
    package static let expectedDigest =
        "9a07de0732e3ad56ca6866f1597d43e02c253df2aa3077baff5560be57d87d60"
}
