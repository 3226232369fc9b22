import ArgumentParser

/// Measures a relay, and reading the log of a shared journal.
@main
struct MeasureRelay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure-relay", abstract: "Measure relays, and logs of shared journals.",
        subcommands: [MeasurePushing.self, MeasureMembers.self], defaultSubcommand: MeasurePushing.self)
}

struct Refused: Error, CustomStringConvertible {
    let description: String

    init(_ answer: Connection.Answer) {
        description = "\(answer.status): \(String(decoding: answer.body.prefix(200), as: UTF8.self))"
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
