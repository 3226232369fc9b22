import ArgumentParser
import Base
import Basics
import CPlatform
import Commands
import Engine
import Foundation
import HTTP
import HTTPServer
import Ledger
import Quotes
import Reminders
import Synchronization
import WebApp

struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: say("Open Auralyst in your browser."),
        discussion: say(
            """
            Serves the app on this machine only, and opens the browser. The printed
            address lets one browser in; another is printed for the next. Ctrl-C
            locks the vault and stops. Without a vault, it helps you make one. A
            browser in which you unlocked the vault needs no new address (Settings,
            Browsers). If the app is already running, you get its address.

              auralyst open                             here, in the browser
              auralyst open --no-browser --port 4747    prints the address only

            Behind your own TLS proxy, for your phone (docs/phone.md):

              auralyst open --address https://journal.example
            """))

    @OptionGroup var options: GlobalOptions

    @Option(
        name: .long,
        help: ArgumentHelp(say("The port on this machine (default: last time's, 4747, or a free one)."), valueName: "number"))
    var port: Int?

    @Flag(name: .long, help: say("Do not open the browser."))
    var noBrowser = false

    @Flag(name: .long, help: say("First sign out every browser that was let in before."))
    var forgetBrowsers = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("The https address at which your TLS proxy is reached; no other Host and Origin is answered."), valueName: "url"))
    var address: String?

    func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError(say("a port is a number from 0 to 65535")) }
        if let address, Site.origin(of: address) == nil {
            throw ValidationError(say("--address needs the bare https address of your proxy, like https://journal.example"))
        }
    }

    func run() async throws {
        // It runs for long, and texts pass through it.
        platform_overwrite_freed()
        // A browser that goes away ends its connection, not the program.
        _ = signal(SIGPIPE, SIG_IGN)
        // The desktop's entry is clicked again, say: one app of a vault is enough.
        if address == nil, !forgetBrowsers, let running = ReminderLease.window(at: try options.location) {
            return try await show(running)
        }
        let door = VaultDoor(at: try options.location, surroundings: Environment.surroundings)
        let state = try await door.state()
        if forgetBrowsers { try KnownBrowsers(at: options.location).forgetAll() }
        if address != nil, state == .absent {
            throw Refusal(
                "no_vault", "there is no vault in \(try options.location.folder) yet, so no one can reach it from elsewhere",
                hint: "make it on this machine first, with 'auralyst init' or 'auralyst open'", exit: .failed)
        }
        var opensFirstBrowser = false
        if address == nil, state == .locked, let unlocked = try Unlocking.withoutAsking(options.location) {
            await door.enter(try Unlocking.open(unlocked, at: options.location))
            opensFirstBrowser = true
        }
        let serving = Serving(
            door: door, origin: address.flatMap(Site.origin), opensFirstBrowser: opensFirstBrowser,
            opensBrowser: !noBrowser, isJSON: options.json)
        do {
            try await serving.run(port: port)
        } catch let error as HTTPServerError {
            throw Open.refusal(error)
        }
        if !options.json { Terminal.error(say("\nLocked and stopped.")) }
    }

    /// Opens a browser at the app that runs, also one that it does not know.
    private func show(_ running: (port: UInt16, token: String)) async throws {
        let base = "http://localhost:\(running.port)/"
        let address = running.token.isEmpty ? base : base + "?token=" + running.token
        if !options.json { Terminal.error(say("Auralyst is already running. Open this address:")) }
        Serving.print(address: address, port: Int(running.port), isJSON: options.json)
        guard !noBrowser, Browser.isThere else { return }
        let page = LaunchPage(leadingTo: address)
        Browser.open(page?.address ?? base)
        // The page goes with this program: it stays until the browser has used its token.
        let location = try options.location
        for _ in 0..<100 where page != nil && ReminderLease.window(at: location)?.token == running.token {
            try await Task.sleep(for: .milliseconds(200))
        }
        withExtendedLifetime(page) {}
    }

    private static func refusal(_ error: HTTPServerError) -> Refusal {
        switch error {
        case .addressInUse(let port):
            Refusal(
                "port_in_use", "port \(port) is taken by another program",
                hint: "choose another --port, or leave it out", exit: .failed)
        case .cannotListen(let address, let code):
            Refusal(
                "cannot_listen", "the system does not let programs listen at \(address) (code \(code))",
                hint: "ports below 1024 belong to the system: choose a higher one", exit: .failed)
        }
    }
}

/// The app while it runs.
private struct Serving: Sendable {
    let door: VaultDoor
    /// Of the proxy before it; `nil` for this machine alone.
    let origin: String?
    let opensFirstBrowser: Bool
    let opensBrowser: Bool
    let isJSON: Bool
    private let launch: LaunchTokens
    private let page: PageSlot
    private let app: AppSlot

    init(door: VaultDoor, origin: String?, opensFirstBrowser: Bool, opensBrowser: Bool, isJSON: Bool) {
        self.door = door
        self.origin = origin
        self.opensFirstBrowser = opensFirstBrowser
        self.opensBrowser = opensBrowser
        self.isJSON = isJSON
        let (app, page) = (AppSlot(), PageSlot())
        (self.app, self.page) = (app, page)
        launch = LaunchTokens(
            announce: { token in
                guard let port = app.port else { return }
                if !isJSON { Terminal.error(say("A browser used that address. For another one:")) }
                Serving.print(address: "http://localhost:\(port)/?token=" + token, port: port, isJSON: isJSON)
                app.tell(token)
            }, opened: { page.page.withLock { $0 = nil } })
    }

    /// Where the app is when no port was asked for.
    private static let usualPort = 4747

    /// The port at which this vault's browsers know the app: their bookmarks lead there.
    private var knownPort: Int? { origin == nil ? KnownBrowsers(at: VaultLocation(folder: door.folder)).port : nil }

    /// Serves until a signal comes; the vault is locked when this returns.
    func run(port: Int?) async throws {
        let signals = Signals()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await serve(port: port ?? knownPort ?? Serving.usualPort)
                } catch HTTPServerError.addressInUse(let taken) where port == nil {
                    // Only the usual port is taken, perhaps by another vault: any other will do.
                    if taken == knownPort {
                        Terminal.error(
                            say(
                                "Port \(taken) is used by another program. Bookmarks and open pages of Auralyst work again when it is free."
                            )
                        )
                    }
                    try await serve(port: 0)
                }
            }
            group.addTask { await app.work() }
            group.addTask { await remind() }
            group.addTask { await tellReminders() }
            group.addTask { await signals.end() }
            // Whichever ends first: the server by an error, or a signal.
            defer { group.cancelAll() }
            try await group.next()
        }
        await door.lock()
    }

    /// Shows reminders on this desktop while the app runs, if its owner wants that.
    private func remind() async {
        let loop = ReminderLoop(
            door: door, location: VaultLocation(folder: door.folder), surroundings: Environment.surroundings,
            desk: DesktopNotifications()
        ) { event in
            guard case .wantsApp = event, let port = app.port else { return }
            Browser.open((origin ?? "http://localhost:\(port)") + "/")
        }
        await loop.run()
    }

    /// Lets `auralyst remind run` find the app, once there is a folder to say it in. Behind a proxy no request to the port itself is
    /// answered, so there nothing is said.
    private func tellReminders() async {
        while !Task.isCancelled {
            if !app.isTold, origin == nil, let port = app.port.flatMap(UInt16.init(exactly:)) {
                app.keep(ReminderLease(.window, at: VaultLocation(folder: door.folder), port: port, token: launch.printed))
            }
            try? await Task.sleep(for: .seconds(app.isTold ? 3600 : 1))
        }
        app.keep(nil)
    }

    private func serve(port: Int) async throws {
        let app = app
        let server = Server(listen: [("127.0.0.1", port), ("::1", port)], admits: origin == nil ? Neighbours().admit : nil) {
            request in
            guard let app = app.app else { return Response(.unavailable) }
            return await app.respond(to: request)
        }
        try await server.run { port in
            app.start(
                WebApp(
                    door: door, surroundings: Environment.surroundings,
                    site: Site(origin.map { .proxied(origin: $0) } ?? .loopback(port: port, tokens: launch)),
                    quotes: Variables["AURALYST_QUOTES_URL"] ?? QuoteSource.standardBase, opensFirstBrowser: opensFirstBrowser,
                    machine: machine),
                port: port)
            tell(port: port)
        }
    }

    /// What this machine has beside the vault's folder.
    private var machine: Machine {
        var machine = Machine(relays: { CurlTransport($0) })
        (machine.holders, machine.units, machine.profiles) = (Environment.keyHolders, ReminderUnit.vaultUnits, Profiles.file)
        machine.thumbnail = { await ThumbnailProcess.shared.thumbnail(of: $0) }
        let location = VaultLocation(folder: door.folder)
        machine.backups = BackupTimer(
            time: { BackupUnit.installed?.time }, set: { try BackupUnit.install(for: location, to: $0, at: $1) },
            remove: { try BackupUnit.remove() })
        return machine
    }

    /// Says where the app is, in the last line before it waits.
    private func tell(port: Int) {
        let base = "http://localhost:\(port)/"
        let inside = base + "?token=" + launch.printed
        if let origin, !isJSON {
            Terminal.error(say("Behind your proxy at \(origin). Let it forward requests to this address (Ctrl-C stops):"))
        } else if !isJSON {
            Terminal.error(
                opensBrowser && Browser.isThere
                    ? say("Auralyst opens in your browser; its address (Ctrl-C locks and stops):")
                    : say("Auralyst is running. Open this address in your browser (Ctrl-C locks and stops):"))
        }
        let address = isJSON ? origin ?? inside : origin == nil ? inside : base
        Serving.print(address: address, port: port, isJSON: isJSON)
        guard origin == nil, opensBrowser, Browser.isThere else { return }
        guard let made = LaunchPage(leadingTo: base + "?token=" + launch.opening) else {
            return Terminal.error(say("The browser could not be started. Open the address in it yourself."))
        }
        page.page.withLock { $0 = made }
        Browser.open(made.address)
    }

    /// Prints an address at once, in one line: a script reads it while this goes on.
    fileprivate static func print(address: String, port: Int, isJSON: Bool) {
        let members: [String: JSON] = ["kind": "open", "address": .string(address), "port": .int(Int64(port))]
        Swift.print(isJSON ? String(decoding: JSON.object(members).bytes, as: UTF8.self) : address)
        _ = platform_finish_output()
    }
}

/// The page for the browser, until it was used.
private final class PageSlot: Sendable {
    let page = Mutex<LaunchPage?>(nil)
}

/// Whose programs may connect to the port of a machine that several people use: the owner's, and the system's. Behind a proxy it is
/// anyone's, as the proxy may run as any user; there no one gets further than the Unlock page.
private final class Neighbours: Sendable {
    private let isSaid = Mutex(false)

    func admit(_ peer: Peer) -> Bool {
        switch peer {
        case .user(let user): return user == geteuid() || user == 0
        case .none: return false
        case .unknown:
            let isNew = isSaid.withLock { isSaid in
                defer { isSaid = true }
                return !isSaid
            }
            if isNew {
                Terminal.error(
                    say(
                        "This system does not tell which user a connection comes from. Anyone on it who learns an unused address gets in."
                    ))
            }
            return true
        }
    }
}

/// The app, once the port is known.
private final class AppSlot: Sendable {
    private let slot = Mutex<(app: WebApp, port: Int)?>(nil)

    var app: WebApp? { slot.withLock { $0?.app } }
    var port: Int? { slot.withLock { $0?.port } }

    /// Tells other programs of this owner where the app is, as long as it is kept.
    private let lease = Mutex<ReminderLease?>(nil)

    var isTold: Bool { lease.withLock { $0 != nil } }

    func keep(_ lease: ReminderLease?) { self.lease.withLock { $0 = lease } }

    /// The token that admits the next browser.
    func tell(_ token: String) {
        guard let port = port.flatMap(UInt16.init(exactly:)) else { return }
        lease.withLock { $0?.tell(port, token) }
    }

    func start(_ app: WebApp, port: Int) { slot.withLock { $0 = (app, port) } }

    /// Does the app's own work until it is cancelled.
    func work() async {
        while app == nil, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
        await app?.run()
    }
}
