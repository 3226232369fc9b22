import Demo
import Engine
import Journal
import Ledger
import Records

extension OpenVault {
    /// Adds drawn photos to some entries of the demo: one, two, or several.
    package func addDemoPhotos(seed: UInt64 = 2026) async throws {
        var dice = DemoDice(seed: seed &+ 79)
        for (index, entry) in try entries(Selection(limit: 60)).list.enumerated() where index % 5 == 1 {
            var change = EntryChange()
            for number in 0..<[1, 2, 1, 4][index / 5 % 4] {
                let name = "\(entry.entry.day.iso)-\(number + 1).png"
                let upload = try beginAttachment(name: name, limit: 1 << 20, journal: entry.journal)
                try await upload.write(DemoPhoto(seed: UInt64(dice.roll(1_000_000))).png)
                change.staged.append(try await upload.finish())
            }
            _ = try self.change(entry.id, change)
        }
    }
}
