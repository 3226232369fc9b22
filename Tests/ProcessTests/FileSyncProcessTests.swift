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
        #expect(told.code == 1 && told.text.contains("Not all is synced with"), told.summary)
        #expect(told.errors.contains("not all files were sent"), told.summary)
        let status = try one.done("sync", "status", "--json").object
        let files = try #require(status["files"] as? [String: Any])
        let refused = try #require(files["refused"] as? [[String: Any]])
        #expect(refused.map { $0["error"] as? String } == ["unavailable"])
        #expect(status["waiting"] as? Int == 0, "words are not kept waiting")
        let named = try #require((status["devices"] as? [[String: Any]])?.first?["name"] as? String)
        try two.link(to: relay, recoveryCode: Given.empty.recoveryCode)
        let came = try two.run("sync", "now")
        #expect(came.isDone && came.text.contains("1 file is not here yet: waiting for '\(named)'"), came.summary)
        #expect(try two.done("show", id).text.contains("its file is not here yet: waiting for '\(named)'"))
        let repaired = try two.run("repair")
        #expect(repaired.isDone && repaired.text.contains("All that is here is in order."), repaired.summary)
        let saved = try two.run("show", id, "--save-attachments", two.root)
        #expect(saved.code == 1 && saved.errors.contains("is not here yet"), saved.summary)
    }
}
