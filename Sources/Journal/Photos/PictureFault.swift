/// A file from which the place cannot be removed, so that it goes nowhere without being asked for.
package enum PictureFault: Error, Hashable, Sendable {
    /// It says more about itself than any picture or film does.
    case tooMuch
}
