import MoodClassifier
import Testing

/// The program and the trainer see the same features and come to the same probabilities.
struct ParityTests {
    @Test func `the features of 200 texts are those of the trainer`() throws {
        let model = try Given.model()
        let samples = try Given.samples()
        #expect(samples.count == 200)
        for sample in samples {
            let counts = model.bucketCounts(in: sample.text)
            #expect(counts.count == 2 * sample.buckets, "\(sample.text.debugDescription)")
            #expect(
                Given.checksum(counts.flatMap { Given.littleEndian(UInt32($0)) }) == sample.checksum,
                "\(sample.text.debugDescription)")
            if let expected = sample.counts { #expect(counts == expected, "\(sample.text.debugDescription)") }
        }
    }

    @Test func `the probabilities of 200 texts are those of the trainer`() throws {
        let model = try Given.model()
        for sample in try Given.samples() {
            for (found, expected) in zip(model.moods(in: sample.text).probabilities, sample.p) {
                #expect(abs(found - expected) < 1e-4, "\(sample.text.debugDescription)")
            }
        }
    }

    @Test func `probabilities are six and sum to one`() throws {
        let model = try Given.model()
        for sample in try Given.samples() {
            let found = model.moods(in: sample.text).probabilities
            #expect(found.count == MoodLabel.allCases.count)
            #expect(abs(found.reduce(0, +) - 1) < 1e-9)
            #expect(found.allSatisfy { 0...1 ~= $0 })
        }
    }

    @Test func `the same text gets the same answer from another copy of the model`() throws {
        let (one, other) = (try Given.model(), try Given.model())
        for sample in try Given.samples() { #expect(one.moods(in: sample.text) == other.moods(in: sample.text)) }
    }
}
