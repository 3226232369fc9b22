import Base
import Documents
import Engine
import HTTP
import Journal
import Synchronization

/// The web app: answers the requests of the owner's browsers with pages made of what the vault holds.
///
/// It knows use cases and pages, neither SQL nor keys. Run it with `run()` beside a `Server` that calls `respond(to:)`.
package final class WebApp: Sendable {
    /// The vault, absent, locked or open.
    let door: VaultDoor
    /// Clock, zone and chance.
    let surroundings: Surroundings
    /// Where the app is reached.
    let site: Site
    /// Browsers.
    let sessions = Sessions()
    /// Browsers that were let in once, in any run.
    let browsers: KnownBrowsers
    /// Holds back the guessing of passphrases.
    let gate: AttemptGate
    /// The same for passkeys, apart: whoever guesses passphrases shall not keep a passkey waiting.
    let passkeyGate: AttemptGate
    /// Open pages that want to hear what happens.
    let listeners = Listeners()
    /// What the program lends of the machine.
    let machine: Machine
    /// What takes long.
    let bench = Workbench()
    /// What makes the open vault sync by itself.
    let sync: SyncLoop
    /// Forms whose answer takes a while.
    let waiting: Waiting
    /// Style, scripts, icons and the heading's font.
    let assets = Assets()
    /// Where the quote of the day comes from, if its owner wants it from outside: the base of the address.
    let quotes: String
    /// What the owner has set, as far as requests need it before they reach the vault.
    let current = Mutex(Preferences.standard)
    /// The end of the log as it was seen last: a page that is made now shows at least what is there.
    private let seenPosition = Mutex(0)
    /// What the program wants its owner to hear, said on the first page after unlocking.
    let greeting: Mutex<Notice?> = Mutex(nil)
    /// Whether the program has brought a key along that still opens the first browser.
    private let launchKey: Mutex<Bool>
    private let router = Mutex(Router())
    /// The program is about to end, though it still answers.
    let isStopping = Mutex(false)
    /// When the app began, in milliseconds since 1970.
    let started: Int64

    /// - Parameter quotes: base of the address that an online quote comes from.
    /// - Parameter opensFirstBrowser: the vault was opened by a key that waited (`unlock --for`, keychain, passphrase file),
    ///   and the first browser that brings the launch token is let in without the passphrase.
    /// - Parameter patience: how long a browser waits for an answer before it is shown how far the work is.
    package init(
        door: VaultDoor, surroundings: Surroundings, site: Site, quotes: String, opensFirstBrowser: Bool = false,
        machine: Machine = Machine(), patience: Duration = .seconds(2)
    ) {
        self.door = door
        self.surroundings = surroundings
        self.site = site
        self.quotes = quotes
        self.machine = machine
        browsers = KnownBrowsers(at: VaultLocation(folder: door.folder))
        waiting = Waiting(patience: patience)
        sync = SyncLoop(now: surroundings.now, relays: machine.relays)
        gate = AttemptGate(now: surroundings.now)
        passkeyGate = AttemptGate(now: surroundings.now)
        launchKey = Mutex(opensFirstBrowser)
        started = surroundings.now()
        var routes = Routes(app: self)
        addDoorRoutes(to: &routes)
        addEntryRoutes(to: &routes)
        addMoodRoutes(to: &routes)
        addHealthRoutes(to: &routes)
        addInsightRoutes(to: &routes)
        addJournalRoutes(to: &routes)
        addKeyRoutes(to: &routes)
        addLiveRoutes(to: &routes)
        addMedicineRoutes(to: &routes)
        addNoteRoutes(to: &routes)
        addPeopleRoutes(to: &routes)
        addReportRoutes(to: &routes)
        addReviewRoutes(to: &routes)
        addSettingsRoutes(to: &routes)
        addSupportRoutes(to: &routes)
        addSyncRoutes(to: &routes)
        addTodayRoutes(to: &routes)
        addTrialRoutes(to: &routes)
        addWelcomeRoutes(to: &routes)
        addImportRoutes(to: &routes)
        addExportRoutes(to: &routes)
        addBackupRoutes(to: &routes)
        addKeyPageRoutes(to: &routes)
        addProfileRoutes(to: &routes)
        addWipeRoutes(to: &routes)
        addWorkRoutes(to: &routes)
        addWaitingRoutes(to: &routes)
        let made = routes.router
        router.withLock { $0 = made }
    }

    /// `Router.patterns`, for tests that walk all of them.
    package var routes: [String] { router.withLock { $0.patterns } }

    /// Answers one request, whatever it is.
    package func respond(to request: Request) async -> Response {
        var response: Response
        do {
            response = try await answer(request)
        } catch {
            response = await page(for: error, request: request)
        }
        addGuards(to: &response)
        return response
    }

    private func answer(_ request: Request) async throws -> Response {
        try checkOrigin(of: request)
        if let file = assets.response(for: request) { return file }
        if request.path == "/manifest.webmanifest" { return manifest }
        if request.path == "/" { return try await enter(request) }
        return try await router.withLock { $0 }.respond(to: request)
    }

    /// Whether the key that the program has brought along is still there to be used: once.
    func takeLaunchKey() -> Bool {
        launchKey.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
    }

    /// The end of the log as it was seen last.
    var position: Int { seenPosition.withLock { $0 } }

    func note(position: Int) { seenPosition.withLock { $0 = position } }

    /// The order of day, month and year on pages: `day,month,year`.
    var dateOrder: String { dates(current.withLock { $0 }).order }

    /// Seconds without a sign of life after which a browser is locked.
    var idleSeconds: Int { current.withLock { $0.idleMinutes } * 60 }

    /// What today is for the owner.
    var today: LocalDay { surroundings.wall.day }
}
