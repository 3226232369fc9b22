import Base
import Importing
import Journal

enum ReceiptPrinter {
    /// Notes, changed records, and the counts.
    static func show(_ receipt: Receipt, dryRun: Bool) {
        for finding in receipt.findings.prefix(20) { Terminal.note(finding.sentence) }
        if receipt.findings.count > 20 { Terminal.note(say("and \(receipt.findings.count - 20) more remarks")) }
        for case .ambiguousDates(_, _, let example?) in receipt.findings.prefix(20) {
            Terminal.note(say("if that is wrong: --date-order \(example.other.part)"))
            break
        }
        let groups = receipt.remarks
        for group in groups.prefix(20) {
            let records = group.count > 1 ? say("\(group.count) records, the first \(group.source)") : group.source
            print("\(group.outcome.rawValue.leftPadded(to: 8))  \(Terminal.harmless(records)): \(Terminal.harmless(group.why))")
        }
        let more = groups.dropFirst(20).reduce(0) { $0 + $1.count }
        if more > 0 { print(say("          and \(more) more: --json shows all")) }
        if dryRun {
            for rating in receipt.ratings.prefix(30) { print(say("  rating  ") + line(rating)) }
            if let days = receipt.days { print(say("From \(days.lowerBound.iso) to \(days.upperBound.iso).")) }
        }
        let counts = Receipt.Outcome.allCases.map { "\(receipt.count($0)) \($0.rawValue)" }.joined(separator: ", ")
        print(say("\(dryRun ? say("Would read") : say("Read")) \(receipt.read) from \(title(receipt.format)): \(counts)."))
        let here = receipt.hereAlready
        if here > 0 {
            let few = say("\(here) of the skipped \(plural(here, "was", "were")) here already.")
            print(here == receipt.read ? say("All of it was here already.") : few)
        }
        if dryRun { print(say("Nothing was written.")) }
    }

    /// A rating of the source and its meaning here.
    static func line(_ rating: Receipt.RatingCount) -> String {
        let level = rating.level.map { "\($0) of 5" } ?? say("no level: kept as a word")
        return Terminal.harmless("\(rating.name) (\(rating.count)): \(level)")
    }

    private static func title(_ format: String) -> String {
        format == "auralyst" ? "Auralyst" : ImportFormat(rawValue: format)?.title ?? format
    }
}
