import ByteSearch
import Foundation
import Testing

extension Outcome {
    /// The exit code, and on stderr one error and at most one hint, in clear words; nothing on stdout, nothing of any entry.
    func expectRefusal(
        _ code: Int32, _ name: String? = nil, asJSON: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(ending == .exited(code), summary, sourceLocation: sourceLocation)
        guard ending == .exited(code) else { return }
        #expect(output.isEmpty, "stdout should be empty: \(text.prefix(300))", sourceLocation: sourceLocation)
        #expect(Outcome.traces.allSatisfy { !errors.contains($0) }, summary, sourceLocation: sourceLocation)
        #expect(Outcome.diary.hits(in: Array(errors.utf8)) == [], summary, sourceLocation: sourceLocation)
        if asJSON { expectJSON(name, sourceLocation) } else { expectLines(sourceLocation) }
    }

    private func expectLines(_ sourceLocation: SourceLocation) {
        let lines = errorLines
        #expect((1...2).contains(lines.count), summary, sourceLocation: sourceLocation)
        let starts = ["auralyst: error: ", "auralyst: hint: "]
        for (line, start) in zip(lines, starts) {
            #expect(
                line.hasPrefix(start) && line.count > start.count + 5 && !line.hasSuffix("."), summary,
                sourceLocation: sourceLocation)
        }
    }

    private func expectJSON(_ name: String?, _ sourceLocation: SourceLocation) {
        let document = try? JSONSerialization.jsonObject(with: Data(errorLines.joined(separator: "\n").utf8))
        let error = (document as? [String: Any])?["error"] as? [String: Any]
        #expect(error != nil, summary, sourceLocation: sourceLocation)
        guard let error else { return }
        #expect(
            (document as? [String: Any])?.keys.allSatisfy(["error", "notes"].contains) == true, summary,
            sourceLocation: sourceLocation)
        #expect(Set(error.keys) == ["code", "message", "hint"], summary, sourceLocation: sourceLocation)
        #expect((error["message"] as? String)?.isEmpty == false, summary, sourceLocation: sourceLocation)
        if let name { #expect(error["code"] as? String == name, summary, sourceLocation: sourceLocation) }
    }

    /// What only a program that has lost its way prints.
    private static let traces = [
        "Fatal error", "Stack dump", "Program crashed", "backtrace", "NSError", "NSCocoa", "EngineError", "VaultError", "SQLITE",
        "unexpected failure", "please report",
    ]

    private static let diary = {
        var search = ByteSearch()
        for word in Diary.made.words { search.add(text: word) }
        return search
    }()
}

extension Sandbox {
    /// Runs a command that must be refused, once for a person and once for a program.
    func refused(
        _ arguments: [String], _ code: Int32, _ name: String? = nil, input: Child.Input = .nothing, extra: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let plain = try start(arguments, input: input, extra: extra).wait()
        plain.expectRefusal(code, name, sourceLocation: sourceLocation)
        let json = try start(["--json"] + arguments, input: input, extra: extra).wait()
        json.expectRefusal(code, name, asJSON: true, sourceLocation: sourceLocation)
    }
}
