import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync

/// What the relay has of this vault, byte for byte.
private struct SeenPage {
    let holdings: RelayHoldings
    let moment: @Sendable (Int64) -> String

    var html: HTML {
        """
        <p class="way-back"><a href="/settings/sync">\(Icon.back)Sync</a></p>
        <section class="card"><h1>What the relay sees</h1>
        <p>The relay sent this just now. Anyone who runs it or breaks into it sees this, your internet address, and your public keys, which do not name you. They see nothing else.</p>
        \(holdings.journals.html(journal))</section>
        """
    }

    private func journal(_ journal: RelayHoldings.Journal) -> HTML {
        let listing = journal.listing
        return """
            <h2>Journal <code>\(listing.journal.description)</code></h2>
            <dl class="facts-list"><div><dt>Changes</dt><dd>\(grouped(Int(clamping: listing.headPosition)))</dd></div></dl>
            <p class="hint">The newest ones. What you wrote, and for which day, is encrypted.</p>
            \(journal.newest.reversed().html(operation))
            """
    }

    private func operation(_ held: RelayedOperation) -> HTML {
        guard let header = held.header else { return .empty }
        let lane: HTML =
            switch header.lane {
            case .control: "members and keys, not encrypted"
            case .record: "record"
            case .note: "note"
            // Relays do not accept these.
            case .snapshot: "part of a full copy"
            }
        return """
            <details class="held"><summary><span class="held-number">No. \(grouped(Int(clamping: held.position)))</span> <span class="muted">arrived \(moment(held.received)), \(lane), \(grouped(held.bytes.count)) bytes, device \(header.device.short)</span></summary>
            <pre class="bytes">\(SeenPage.dump(held.bytes))</pre></details>
            """
    }

    /// Sixteen bytes a line, as numbers and as letters; the first 2 KB.
    private static func dump(_ bytes: [UInt8]) -> String {
        var lines: [String] = []
        for start in stride(from: 0, to: min(bytes.count, 2048), by: 16) {
            let row = bytes[start..<min(start + 16, bytes.count)]
            let letters = String(decoding: row.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
            let place = String(start, radix: 16)
            let numbers = stride(from: row.startIndex, to: row.endIndex, by: 2)
                .map { hex(row[$0..<min($0 + 2, row.endIndex)]) }.joined(separator: " ")
            lines.append(
                String(repeating: "0", count: max(0, 4 - place.count)) + place + "  " + numbers
                    + String(repeating: " ", count: max(0, 40 - numbers.count)) + " " + letters)
        }
        if bytes.count > 2048 { lines.append(say("… and \(bytes.count - 2048) bytes more")) }
        return lines.joined(separator: "\n")
    }
}

extension WebApp {
    func addSeenRoutes(to routes: inout Routes) {
        routes.page("/settings/sync/seen") { visit in
            let app = visit.app
            let vault = try await visit.vault()
            guard try await vault.syncStatus().relay != nil else { return .redirect(to: "/settings/sync") }
            return try await app.answer("Asking the relay", to: visit) { _ in
                let holdings = try await vault.relayHoldings(app.machine.relays)
                let (dates, zone) = (try await visit.preferences().dates, CivilTime(zone: app.surroundings.zone))
                let page = SeenPage(holdings: holdings) { dates.moment($0, in: zone) }
                return { visit in
                    try await app.settings(visit, below: .sync, "What the relay sees", name: "sync", page.html)
                }
            }
        }
    }
}
