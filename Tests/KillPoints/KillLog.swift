package struct KillLog: Sendable {
    package private(set) var points: [KillPoint] = []
    package private(set) var kill: (moment: Kill.Moment, point: KillPoint)?

    /// A line that the hook does not write.
    package struct BadLine: Error { let line: Substring }

    package init(_ text: String) throws(BadLine) {
        for line in text.split(separator: "\n") {
            if let point = KillPoint(line) {
                points.append(point)
            } else if let tab = line.firstIndex(of: "\t"),
                let moment = Kill.Moment.allCases.first(where: { $0.description == line[..<tab] }),
                let point = KillPoint(line[line.index(after: tab)...])
            {
                kill = (moment, point)
            } else {
                throw BadLine(line: line)
            }
        }
    }
}

extension KillLog: CustomStringConvertible {
    package var description: String {
        switch kill {
        case (.before, let point)?: "killed before \(point), point \(point.number)"
        case (.torn, let point)?: "killed in the middle of \(point), point \(point.number)"
        case (.after, let point)?: "killed after \(point), point \(point.number)"
        case nil: "finished after \(points.count) points"
        }
    }
}
