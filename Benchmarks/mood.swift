// What the mood model costs inside the program; compiled together with Sources/MoodClassifier by scripts/bench-mood.
import Foundation

/// Arguments: the model, a file of ordinary entries, a file of long ones, one a line. Prints one JSON object of microseconds.
@main
struct MoodBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { fatalError("usage: mood MODEL TYPICAL LONG") }
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
        let loads = try (0..<40).map { _ in try loading(bytes) }
        let model = try MoodModel(bytes: bytes)
        let typical = pace(model, try lines(of: arguments[2]))
        let long = pace(model, try lines(of: arguments[3]))
        print("{\"load\": \(median(loads)), \"typical\": \(typical), \"long\": \(long)}")
    }

    private static func lines(of path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// From the bytes, which the program carries inside, to a model that answers.
    private static func loading(_ bytes: [UInt8]) throws -> Double {
        let start = ContinuousClock.now
        let model = try MoodModel(bytes: bytes)
        let took = ContinuousClock.now - start
        precondition(model.moods(in: "a day at last").probabilities.count == 6)
        return took / .microseconds(1)
    }

    /// Microseconds a text: the quickest of twenty rounds through all of them, so that what else the machine does counts least.
    private static func pace(_ model: MoodModel, _ texts: [String]) -> Double {
        var chips = 0
        let rounds = (0..<20).map { _ in
            let start = ContinuousClock.now
            for text in texts { chips += model.moods(in: text).suggestions.count }
            return (ContinuousClock.now - start) / .microseconds(1) / Double(texts.count)
        }
        precondition(chips >= 0)
        return rounds.min() ?? .nan
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
