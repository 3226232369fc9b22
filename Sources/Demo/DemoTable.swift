import CTexts

/// The texts of the demo, read once from Sources/Shims/CTexts/demo.txt. That file's head describes its layout.
package enum DemoTable {
    /// The scenes of entries, in the order of the file.
    package static let scenes: [DemoScene] = all.filter { !$0.isEnding }
    /// Closing sentences that fit any entry, in the order of the file.
    package static let endings: [DemoScene] = all.filter { $0.isEnding }
    /// The values of a slot, by its name (`friend`), or by its name and the season (`sky winter`).
    package static let words: [String: [String]] = lines.filter { $0.hasPrefix("=") }.reduce(into: [:]) { words, line in
        let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1)
        precondition(parts.count == 2, "every list of the demo has words")
        words[String(parts[0])] = parts[1].split(separator: "|").map(String.init)
    }

    private static let all: [DemoScene] = lines.reduce(into: []) { scenes, line in
        switch line.first {
        case "=": break
        case "@": scenes.append(DemoScene(line.dropFirst()))
        default: scenes[scenes.count - 1].add(line)
        }
    }

    /// The lines that are neither empty nor a comment.
    private static let lines: [Substring] = unsafe String(cString: demo_text()).split(separator: "\n").filter { $0.first != "#" }
}
