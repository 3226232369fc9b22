import Foundation

/// How much a run of the tests does. Every test runs in every lane; what differs is how many seeds, kills, histories or
/// inputs it takes. Tests/README.md has the table.
package enum Lane: String, Sendable {
    /// `make test`: what shows that a fresh machine can be trusted, in a few minutes.
    case quick
    /// `.ci/run`: a bounded slice of each heavy test.
    case ci
    /// `make test-all`: everything, with new seeds.
    case all

    /// The lane of this run: that of `AURALYST_LANE`, otherwise `quick`.
    package static let current =
        ProcessInfo.processInfo.environment["AURALYST_LANE"].map {
            Lane(rawValue: $0) ?? { preconditionFailure("AURALYST_LANE must be quick, ci or all") }()
        } ?? .quick

    /// How many of something this lane does. The environment variable, where it is set, overrules the lane.
    package static func amount(quick: Int, ci: Int, all: Int, _ variable: String? = nil) -> Int {
        if let variable, let text = ProcessInfo.processInfo.environment[variable] {
            guard let number = Int(text), number >= 0 else { preconditionFailure("\(variable) must be a whole number") }
            return number
        }
        return switch current {
        case .quick: quick
        case .ci: ci
        case .all: all
        }
    }
}
