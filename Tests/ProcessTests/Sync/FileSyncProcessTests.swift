import Foundation
import Testing

/// Files between two devices through a relay, as whoever types the commands sees it.
@Suite(.enabled(if: RelayProcess.program != nil, "auralyst-relay was not built beside the program under test"))
struct FileSyncProcessTests {
    @Test func `a relay that takes no files is no success, and the other device says for whom it waits`() throws {
        let relay = try RelayProcess()
        let (one, two) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        try one.done("sync", "start", relay.address, "--yes")
        // A file stands where the relay would make its folder.
        _ = FileManager.default.createFile(atPath: relay.folder + "/data/blobs", contents: nil)
        let photo = try one.write("a photo", to: one.root + "/photo.txt")
        let id = try one.add("With a photo.", "--attach", photo)
        let told = try one.run("sync", "now")
        #expect(told.code == 1 && told.text.contains("Not everything is synced with"), told.summary)
        #expect(told.errors.contains("some files were not sent"), told.summary)
        let status = try one.done("sync", "status", "--json").object
        let files = try #require(status["files"] as? [String: Any])
        let refused = try #require(files["refused"] as? [[String: Any]])
        #expect(refused.map { $0["error"] as? String } == ["unavailable"])
        #expect(status["waiting"] as? Int == 0, "words are not kept waiting")
        let named = try #require((status["devices"] as? [[String: Any]])?.first?["name"] as? String)
        try two.link(to: relay, recoveryCode: Given.empty.recoveryCode)
        let came = try two.run("sync", "now")
        #expect(came.isDone && came.text.contains("1 file is not here yet: waiting for '\(named)'"), came.summary)
        let backup = try two.run("backup", "create", "--to", two.root + "/backups")
        #expect(backup.isDone && backup.errors.contains("not in this backup: 1 file is not here yet"), backup.summary)
        #expect(!backup.errors.contains("lost them"), backup.summary)
        #expect(try two.done("show", id).text.contains("its file is not here yet: waiting for '\(named)'"))
        let repaired = try two.run("repair")
        #expect(repaired.isDone && repaired.text.contains("Everything that is here is in order."), repaired.summary)
        let saved = try two.run("show", id, "--save-attachments", two.root)
        #expect(saved.code == 1 && saved.errors.contains("is not here yet"), saved.summary)
    }

    @Test func `starting to sync is no success either where a file is refused`() throws {
        let relay = try RelayProcess()
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try FileManager.default.createDirectory(atPath: relay.folder + "/data", withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: relay.folder + "/data/blobs", contents: nil)
        _ = try sandbox.add("With a photo.", "--attach", try sandbox.write("a photo", to: sandbox.root + "/photo.txt"))
        let told = try sandbox.run("sync", "start", relay.address, "--yes")
        #expect(told.code == 1 && told.text.contains("Not everything is synced with"), told.summary)
        #expect(told.errors.contains("some files were not sent"), told.summary)
    }

    @Test func `a round says what went and what came, and takes its own notes for no news`() throws {
        let relay = try RelayProcess()
        let (one, two) = (try Sandbox(copying: Given.empty.folder), try Sandbox())
        try one.done("sync", "start", relay.address, "--yes")
        try two.link(to: relay, recoveryCode: Given.empty.recoveryCode)
        for sandbox in [one, two, one, two] { try sandbox.done("sync", "now") }
        _ = try one.add("From the first.")
        let sent = try one.done("sync", "now").text
        #expect(sent.contains("Synced with \(relay.address). Sent 1 change. Nothing new from other devices."), "\(sent)")
        let came = try two.done("sync", "now").text
        #expect(came.contains("1 change came from other devices.") && !came.contains("Sent"), "\(came)")
        #expect(try two.done("sync", "now").text.contains("Nothing new from other devices."))
    }
}
