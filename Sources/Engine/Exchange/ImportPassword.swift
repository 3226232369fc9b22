import Vault

/// The password of an encrypted source, overwritten when the import lets go of it.
package final class ImportPassword: Sendable {
    /// Its bytes, as typed.
    package let secret: Secret

    package init(_ secret: consuming Secret) { self.secret = secret }
}
