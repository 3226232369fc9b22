import ArgumentParser
import Basics
import CPlatform
import Foundation
import HTTP
import HTTPServer
import Ledger
import Relay
import Sync
import Synchronization

/// Runs the relay until it receives a signal.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the relay (this is what happens without a command).")

    @OptionGroup var storage: StorageOptions

    @Option(name: .long, help: ArgumentHelp("Where to listen.", valueName: "host:port"))
    var listen = "127.0.0.1:4848"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A name under which clients call it, with a port unless 443; again for more (else where it listens).",
            valueName: "name"))
    var host: [String] = []

    @Option(name: .long, help: ArgumentHelp("Who may open an account: open, invite, closed.", valueName: "who"))
    var signUp = RelaySettings().signUp.rawValue

    @Option(name: .long, help: ArgumentHelp("What one account may keep, such as 500M or 20G.", valueName: "size"))
    var quota = "20G"

    @Option(name: .long, help: ArgumentHelp("Operations of one device in a minute.", valueName: "number"))
    var operationsPerMinute = 600_000

    @Option(name: .long, help: ArgumentHelp("Requests of one address in a minute.", valueName: "number"))
    var requestsPerMinute = 3_000

    @Option(name: .long, help: ArgumentHelp("Connections of clients at a time.", valueName: "number"))
    var clients = 4_096

    @Option(name: .long, help: ArgumentHelp("Where to show /metrics, and only there.", valueName: "host:port"))
    var metricsListen: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Serve the phone's app from this folder, a release of it (else none).", valueName: "dir"),
        completion: .directory)
    var app: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Let the phone's app from another address in, like https://app.example.org; again for more.", valueName: "address"))
    var appOrigin: [String] = []

    @Option(name: .long, help: ArgumentHelp("What is logged: debug, info, warning, error.", valueName: "level"))
    var log = "info"

    func validate() throws {
        guard Place(listen) != nil else { throw ValidationError("--listen needs an address and a port, like 127.0.0.1:4848") }
        if let metricsListen, Place(metricsListen) == nil {
            throw ValidationError("--metrics-listen needs an address and a port, like 127.0.0.1:9100")
        }
        guard RelayInfo.SignUp(rawValue: signUp) != nil else { throw ValidationError("--sign-up is open, invite or closed") }
        guard Serve.bytes(quota) != nil else { throw ValidationError("--quota is a size, like 500M or 20G") }
        guard Serve.level(log) != nil else { throw ValidationError("--log is debug, info, warning or error") }
        guard operationsPerMinute > 0, requestsPerMinute > 0, (1...1_000_000).contains(clients) else {
            throw ValidationError("a number of operations, requests or clients is at least 1")
        }
        guard !host.contains(where: { $0.isEmpty || $0.has("/") }) else {
            throw ValidationError("--host is a name like relay.example.org, without https:// before it")
        }
        guard appOrigin.allSatisfy(Place.isOrigin) else {
            throw ValidationError("--app-origin is an address like https://app.example.org: with https, without a path")
        }
    }

    func run() async throws {
        guard let place = Place(listen) else { return }
        let phoneApp = try app.map(Serve.phoneApp)
        try storage.makeFolder()
        let lock = try storage.lock()
        defer { _ = lock }
        let meters = RelayMeters()
        let database = try await storage.open(meters: meters)
        let relay = Relay(
            storage: database, files: storage.files, settings: settings, surroundings: RelaySurroundings.ofThisMachine,
            meters: meters)
        let log = RelayLog(
            least: Serve.level(self.log) ?? .info, salt: RelaySurroundings.ofThisMachine.random(16),
            now: RelaySurroundings.ofThisMachine.now
        ) { line in
            OpenFile.say(line + "\n")
        }
        if let phoneApp { log.say(.info, "app_read", ["version": .string(phoneApp.version)]) }
        let app = RelayApp(relay: relay, log: log, showsMeters: metricsListen == nil, phoneApp: phoneApp)
        do {
            try await serve(app, at: place, log: log)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        log.say(.info, "stopped")
    }

    private var settings: RelaySettings {
        var settings = RelaySettings()
        settings.signUp = RelayInfo.SignUp(rawValue: signUp) ?? .closed
        settings.limits.account = Serve.bytes(quota).map(Int64.init) ?? settings.limits.account
        settings.hosts = Set(host.map { $0.lowercased() })
        settings.appOrigins = appOrigin
        settings.operationsPerMinute = operationsPerMinute
        settings.requestsPerMinute = requestsPerMinute
        return settings
    }

    private static func phoneApp(_ folder: String) throws -> PhoneApp {
        do throws(PhoneAppFault) { return try PhoneApp(folder: folder) } catch { throw Failure(error, folder: folder) }
    }

    private func serve(_ app: RelayApp, at place: Place, log: RelayLog) async throws {
        let relay = app.relay
        var limits = ServerLimits()
        limits.connections = clients
        limits.grace = .seconds(10)
        let server = Server(listen: place.addresses, limits: limits) { await app.respond(to: $0) }
        let hasNames = !host.isEmpty
        let signals = Signals()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.run { port in
                    if !hasNames { relay.answer(to: place.names(port: port)) }
                    log.say(.info, "started")
                    print("http://\(place.shown):\(port)/")
                    _ = platform_finish_output()
                }
            }
            if let second = metricsListen.flatMap(Place.init) {
                let meters = Server(listen: [(second.host, second.port)]) { request in
                    request.path == "/metrics" ? RelayApp.meters(of: relay) : Response(.notFound)
                }
                group.addTask { try await meters.run { _ in } }
            }
            group.addTask { await relay.run() }
            group.addTask {
                await signals.end()
                // Waiting long polls and streams end at once; the server ends running requests.
                relay.stop()
            }
            // Whichever ends first: the server with an error, or a signal.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func bytes(_ text: String) -> Int? {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1)
        return isTooMuch ? nil : bytes
    }

    private static func level(_ text: String) -> RelayLog.Level? { RelayLog.Level.allCases.first { "\($0)" == text } }
}

/// Prints a code for opening one account.
struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print a code with which one person can open an account.")

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try storage.makeFolder()
        let database = try await storage.open(meters: RelayMeters())
        let relay = Relay(
            storage: database, files: storage.files, settings: RelaySettings(), surroundings: RelaySurroundings.ofThisMachine)
        let code = try await relay.invite()
        await database.close()
        print(code)
    }
}

struct Restored: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored", abstract: "Say that this relay was restored from a backup.",
        discussion: """
            Stop the relay first. It gets a new identity and all sessions end: devices
            then ask what it holds, and send what the backup lacks.
            """)

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try storage.makeFolder()
        let lock = try storage.lock()
        let database = try await storage.open(meters: RelayMeters())
        try await Relay.renewID(in: database)
        await database.close()
        withExtendedLifetime(lock) {}
        print("Devices will ask this relay what it holds, and send what it lacks.")
    }
}
