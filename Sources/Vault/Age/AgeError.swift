/// Why an age file was not opened or written. Never holds anything secret.
package enum AgeError: Error, Equatable, Sendable {
    /// It does not begin like an age file, neither binary nor armored.
    case notAge
    /// An age file of another version than 1.
    case otherVersion
    /// The armor (the text form) is not whole: a line was cut, changed or added.
    case damagedArmor
    /// The header is not written as age writes it, or is longer than `AgeHeader.longest`.
    case damagedHeader
    /// The header's code does not agree: somebody changed the list of recipients.
    case headerCode
    /// The file is sealed for others than the given identity.
    case noMatch
    /// The file is sealed with a passphrase, and this is another one.
    case wrongPassphrase
    /// Trying the passphrase would cost more than 2^20 steps of scrypt; nothing was tried.
    case workFactorTooHigh(Int)
    /// The memory that scrypt asks for is not there.
    case outOfMemory
    /// A piece (64 KiB, counted from 0) was altered, or the file was cut or grew there. What was given before is true, but is
    /// not the whole.
    case damagedPayload(chunk: Int)
    /// A text is no age recipient or identity, or the key in it cannot be agreed with.
    case badKey
    /// Reading failed; the system's `errno`.
    case reading(code: Int32)
    /// Writing failed; the system's `errno`.
    case writing(code: Int32)
}
