/// Something that a test takes for granted is not there.
package struct Missing: Error { package init() {} }

extension Optional {
    /// The value, or a failure of the test.
    package func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
