import ArgumentParser
import Foundation
import Ledger

/// Pushes to relays as many devices would, pulls everything again, and prints the times.
struct MeasurePushing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Measure relays that run already.",
        discussion: "Prints one JSON object. Operations are signed before the clock starts.")

    @Option(name: .long, help: "The port of a relay on this machine; again for more.")
    var port: [Int]

    @Option(name: .long, help: "Devices that push at the same time.")
    var clients = 1

    @Option(name: .long, help: "Journals that they push to.")
    var journals = 1

    @Option(name: .long, help: "Operations of each device.")
    var operations = 2_000

    @Option(name: .long, help: "Operations of one push.")
    var batch = 1

    @Option(name: .long, help: "Bytes of a sealed body.")
    var bytes = 584

    func run() throws {
        let writers = try Writers(count: clients, journals: journals, ports: port)
        let work = try writers.signed(operations: operations, batch: batch, bytes: bytes)
        let latencies = Collected()
        let start = ContinuousClock.now
        try Writers.atOnce(work.count) { index in
            let connection = try Connection(port: port[index % port.count])
            for push in work[index].pushes {
                let begin = ContinuousClock.now
                let answer = try connection.send(
                    "POST", "/v1/journals/\(push.journal)/ops", token: work[index].token, body: push.body)
                guard answer.status == 200 else { throw Refused(answer) }
                latencies.add(ContinuousClock.now - begin)
            }
        }
        let pushTime = (ContinuousClock.now - start).seconds
        let sorted = latencies.sorted
        let (pulled, pullTime) = try writers.pullAll(ports: port)
        let count = clients * (operations / batch) * batch
        let result: JSON = [
            "clients": .int(Int64(clients)), "journals": .int(Int64(journals)), "relays": .int(Int64(port.count)),
            "batch": .int(Int64(batch)), "bytes": .int(Int64(bytes)), "operations": .int(Int64(count)),
            "pushed_per_second": .int(Int64(Double(count) / pushTime)), "p50_ms": .double(sorted[sorted.count / 2] * 1000),
            "p99_ms": .double(sorted[min(sorted.count - 1, sorted.count * 99 / 100)] * 1000),
            "pulled_per_second": .int(Int64(Double(pulled) / pullTime)),
        ]
        print(String(decoding: result.bytes, as: UTF8.self))
    }
}
