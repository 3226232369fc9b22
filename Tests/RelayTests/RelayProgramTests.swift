import Foundation
import Ledger
import SeededChance
import Sync
import Testing

/// The program that runs a relay, from its start to its end. They are skipped where it was not built.
@Suite(.enabled(if: RunningRelay.program != nil, "AURALYST_PROGRAM names no folder with auralyst-relay in it"))
struct RelayProgramTests {
    @Test func `it starts with nothing, says where it is in its last line, and ends when it is asked to`() async throws {
        let folder = RunningRelay.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try RunningRelay(data: folder, arguments: [])
        let client = SocketClient(ports: [relay.port])
        let info = try await client.send("GET", "/v1/info")
        let said = try #require(RelayInfo(reading: info.body))
        #expect(said == RelayInfo(limits: RelayLimits(), signUp: .invite, relay: said.relay))
        #expect(try await client.send("GET", "/healthz").status == 200)
        var chance = SplitMix64(seed: 61)
        var device = Device(of: Person(&chance), &chance)
        // Without a code, no stranger opens an account.
        await #expect(throws: (any Error).self) { try await client.entered(as: device) }
        let code = try Program.run([try #require(RunningRelay.program), "invite", "--data", folder])
        let mine = try await client.entered(as: device, invitation: code.trimmingCharacters(in: .newlines))
        let genesis = try device.found(&chance)
        _ = try await mine.send("POST", "/v1/journals", body: genesis.bytes)
        // A client that waits for news is sent home: one that is not would be cut off without an answer.
        async let waiting = mine.send("GET", "/v1/journals/\(genesis.header.journal)/ops?after=1&wait=25")
        try await until("a client waits for news") {
            let meters = try await client.send("GET", "/metrics")
            return String(decoding: meters.body, as: UTF8.self).contains("\nauralyst_relay_waiting 1\n")
        }
        #expect(relay.stop() == 0)
        #expect(try await waiting.status == 200)
    }

    @Test func `a second relay on the same folder is told so`() throws {
        let folder = RunningRelay.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try RunningRelay(data: folder)
        let error = #expect(throws: Program.Failed.self) {
            try Program.run([try #require(RunningRelay.program), "--data", folder])
        }
        #expect(error?.words.contains("auralyst-relay: error: another relay uses") ?? false)
        #expect(relay.stop() == 0)
        let code = try Program.run([try #require(RunningRelay.program), "invite", "--data", folder])
        #expect(code.trimmingCharacters(in: .newlines).count == 24)
        for wrong in [["--quota", "much"], ["--listen", "here"], ["--sign-up", "all"], ["--host", "https://a/"]] {
            let refused = #expect(throws: Program.Failed.self) { try Program.run([try #require(RunningRelay.program)] + wrong) }
            #expect(refused?.words.contains("auralyst-relay: hint:") ?? false)
        }
    }

    @Test func `it serves the phone's app, and refuses what is none`() async throws {
        let (folder, app) = (RunningRelay.newFolder(), try ReleaseFolder())
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relay = try RunningRelay(
            data: folder, arguments: ["--app", app.path, "--app-origin", "https://app.example.org:8443"])
        let client = SocketClient(ports: [relay.port])
        #expect(try await client.send("GET", "/").body == Array("<!doctype html>".utf8))
        #expect(try await client.send("GET", "/../etc/passwd").status == 400)
        #expect(relay.stop() == 0)
        let program = try #require(RunningRelay.program)
        try FileManager.default.removeItem(atPath: app.path + "/sw.js")
        let half = #expect(throws: Program.Failed.self) { try Program.run([program, "--data", folder, "--app", app.path]) }
        #expect(half?.words.contains("is incomplete: sw.js is missing\nauralyst-relay: hint:") ?? false)
        let none = #expect(throws: Program.Failed.self) { try Program.run([program, "--data", folder, "--app", folder]) }
        #expect(none?.words.contains("has no release of the phone's app\nauralyst-relay: hint:") ?? false)
        for wrong in [
            "*", "null", "app.example.org", "http://app.example.org", "https://app.example.org/", "https://app.example.org:443",
            "https://App.example.org", "https://*.example.org", "https://a@b", "https://", "http://localhost:80",
            "https://a:0443",
        ] {
            let refused = #expect(throws: Program.Failed.self) { try Program.run([program, "--app-origin", wrong]) }
            #expect(
                refused?.words.contains("error: --app-origin is an address like https://app.example.org") ?? false, "\(wrong)")
        }
    }

    @Test func `nothing that could open what it passes on is linked to it`() throws {
        let program = try #require(RunningRelay.program)
        let symbols = Data(try Program.run(["nm", program]).utf8)
        func has(_ name: String) -> Bool { symbols.range(of: Data(name.utf8)) != nil }
        #expect(has("$s5Relay"), "there are symbols to be read")
        for module in ["5Vault", "6Engine", "5Store", "7Journal"] { #expect(!has("$s" + module), "\(module)") }
        for name in ["argon2", "sqlcipher_vault", "secret_password"] { #expect(!has(name), "\(name)") }
    }

    @Test func `it has the version of the program whose journals it passes on`() throws {
        let relay = try #require(RunningRelay.program)
        let program = URL(fileURLWithPath: relay).deletingLastPathComponent().path + "/auralyst"
        try #require(FileManager.default.isExecutableFile(atPath: program), "both are built into one folder")
        #expect(try Program.run([relay, "--version"]) == Program.run([program, "--version"]))
    }
}
