import Synchronization

/// A counter that only increases.
package final class Meter: Sendable {
    private let value = Atomic(0)

    package init() {}

    package func add(_ count: Int) { value.add(count, ordering: .relaxed) }

    package var count: Int { value.load(ordering: .relaxed) }
}

/// Counters of a relay's work: totals only, nothing about any person.
package final class RelayMeters: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case push
        case pull
        /// A poll or stream waiting for news.
        case wait
        /// Blobs and snapshots.
        case file
        /// Everything else.
        case other
    }

    package let pushed = Meter()
    package let pulled = Meter()
    package let sessions = Meter()
    /// Transactions of the writer, if there is one.
    package let commits = Meter()
    /// The writes in these transactions.
    package let commitJobs = Meter()

    /// Upper bounds of the histogram's buckets: milliseconds.
    private static let bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 30_000]

    private struct Requests {
        var count = 0
        var milliseconds = 0.0
        var classes = [Int](repeating: 0, count: bounds.count)
    }

    private struct State {
        var byKind: [Kind: Requests] = [:]
        var byStatus: [Int: Int] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    func count(_ kind: Kind, status: Int, time: Duration) {
        let milliseconds =
            Double(time.components.seconds) * 1_000 + Double(time.components.attoseconds) / 1_000_000_000_000_000
        state.withLock { state in
            state.byStatus[status, default: 0] += 1
            state.byKind[kind, default: Requests()].count += 1
            state.byKind[kind]?.milliseconds += milliseconds
            for (index, bound) in RelayMeters.bounds.enumerated() where milliseconds <= Double(bound) {
                state.byKind[kind]?.classes[index] += 1
            }
        }
    }

    /// All counters in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/). `waiting`: the
    /// number of requests waiting for news.
    package func text(waiting: Int) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        func counter(_ name: String, _ help: String, _ value: Int) {
            lines += [
                "# HELP auralyst_relay_\(name) \(help)", "# TYPE auralyst_relay_\(name) counter",
                "auralyst_relay_\(name) \(value)",
            ]
        }
        counter("operations_pushed_total", "Operations that came in.", pushed.count)
        counter("operations_pulled_total", "Operations that were handed out.", pulled.count)
        counter("sessions_total", "Sessions that were given.", sessions.count)
        counter("commits_total", "Transactions of the SQLite writer.", commits.count)
        counter("commit_jobs_total", "Tasks that shared those transactions.", commitJobs.count)
        lines += ["# HELP auralyst_relay_waiting Clients that wait for news.", "# TYPE auralyst_relay_waiting gauge"]
        lines.append("auralyst_relay_waiting \(waiting)")
        lines += ["# HELP auralyst_relay_requests_total Requests by status.", "# TYPE auralyst_relay_requests_total counter"]
        for (status, count) in state.byStatus.sorted(by: { $0.key < $1.key }) {
            lines.append("auralyst_relay_requests_total{status=\"\(status)\"} \(count)")
        }
        let name = "auralyst_relay_request_seconds"
        lines += ["# HELP \(name) Time to answer, by kind.", "# TYPE \(name) histogram"]
        for kind in Kind.allCases {
            guard let requests = state.byKind[kind] else { continue }
            for (bound, count) in zip(RelayMeters.bounds, requests.classes) {
                lines.append("\(name)_bucket{kind=\"\(kind.rawValue)\",le=\"\(Double(bound) / 1_000)\"} \(count)")
            }
            lines.append("\(name)_bucket{kind=\"\(kind.rawValue)\",le=\"+Inf\"} \(requests.count)")
            lines.append("\(name)_sum{kind=\"\(kind.rawValue)\"} \(requests.milliseconds / 1_000)")
            lines.append("\(name)_count{kind=\"\(kind.rawValue)\"} \(requests.count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
