import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync
import Synchronization

/// The web app: answers requests of the owner's browsers with pages made from the vault.
///
/// It uses use cases, never SQL or keys. Run it with `run()` beside a `Server` that calls `respond(to:)`.
package final class WebApp: Sendable {
    /// The vault, absent, locked or open.
    let door: VaultDoor
    let surroundings: Surroundings
    let site: Site
    let sessions = Sessions()
    /// Known browsers, from any run.
    let browsers: KnownBrowsers
    /// Answers to browsers without a session.
    let handedBack = HandedBack()
    /// Limits guessing of passphrases.
    let gate: AttemptGate
    /// The same for passkeys, separately, so that guessing passphrases does not delay a passkey.
    let passkeyGate: AttemptGate
    let listeners = Listeners()
    let machine: Machine
    let runner = WorkRunner()
    let sync: SyncLoop
    /// Something has happened that open pages, or the program around the app, may want to know.
    package let news: Bell
    /// Forms whose answer takes a while.
    let waiting: Waiting
    /// Style, scripts, icons and the heading's font.
    let assets = Assets()
    /// The base address of online quotes, if the owner wants them.
    let quotes: String
    /// The owner's preferences that requests need before they reach the vault.
    let current = Mutex(Preferences.standard)
    /// The last known end of the log: a new page shows at least this.
    private let seenPosition = Mutex(0)
    /// A notice for the first page after unlocking.
    let greeting: Mutex<Notice?> = Mutex(nil)
    /// Pictures of which this machine makes no thumbnail: it does not try again.
    let unthumbed = Mutex<Set<RecordID>>([])
    /// Whether a key from the start of the program may still open the first browser.
    private let launchKey: Mutex<Bool>
    private let router = Mutex(Router())
    /// The program is about to end, though it still answers.
    let isStopping = Mutex(false)
    /// When the app began, in milliseconds since 1970.
    let started: Int64

    /// - Parameter quotes: base address of online quotes.
    /// - Parameter opensFirstBrowser: the vault was opened with a stored key (`unlock --for`, keychain, passphrase file), and the
    ///   first browser with the launch token is admitted without the passphrase.
    /// - Parameter patience: how long a browser waits for an answer before it sees the progress.
    package init(
        door: VaultDoor, surroundings: Surroundings, site: Site, quotes: String, opensFirstBrowser: Bool = false,
        machine: Machine, patience: Duration = .seconds(2)
    ) {
        self.door = door
        self.surroundings = surroundings
        self.site = site
        self.quotes = quotes
        self.machine = machine
        browsers = KnownBrowsers(at: VaultLocation(folder: door.folder))
        waiting = Waiting(patience: patience)
        // A browser has six connections to a host, and those that listen must leave some.
        let news = Bell()
        self.news = news
        sync = SyncLoop(
            now: surroundings.now, relays: machine.relays, mostListened: site.isInside ? 2 : 8,
            look: site.isInside ? nil : .milliseconds(500), changed: news.ring)
        gate = AttemptGate(now: surroundings.now)
        passkeyGate = AttemptGate(now: surroundings.now)
        launchKey = Mutex(opensFirstBrowser)
        started = surroundings.now()
        var routes = Routes(app: self)
        addDoorRoutes(to: &routes)
        addEntryRoutes(to: &routes)
        addThumbnailRoutes(to: &routes)
        addPhotoRoutes(to: &routes)
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

    package func respond(to request: Request) async -> Response {
        var response: Response
        do {
            response = try await answer(request)
        } catch {
            response = await page(for: error, request: request)
        }
        response = setAside(response, to: request)
        addGuards(to: &response)
        return response
    }

    private func answer(_ request: Request) async throws -> Response {
        try checkOrigin(of: request)
        if let file = assets.response(for: request) { return file }
        if request.path == "/manifest.webmanifest" { return manifest }
        if site.isInside, let words = AtAComputer.words(for: request.path) {
            return page(status: .notFound, words, request: request)
        }
        if let answer = try await answerSetAside(request) { return answer }
        if request.path == "/" { return try await enter(request) }
        return try await router.withLock { $0 }.respond(to: request)
    }

    /// Uses up the key from the start of the program; `false` if it was used before.
    func takeLaunchKey() -> Bool {
        launchKey.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
    }

    /// The last known end of the log.
    var position: Int { seenPosition.withLock { $0 } }

    /// What open pages know of sync.
    let toldMark: Mutex<SyncMark?> = Mutex(nil)

    /// Whether the open vault is one to look around in.
    let isDemo = Mutex(false)

    func note(position: Int) { seenPosition.withLock { $0 = position } }

    /// The order of day, month and year on pages: `day,month,year`.
    var dateOrder: String { current.withLock(\.dates).order }

    /// How many changes wait to be sent to the relay; `nil` if the vault is locked or does not sync.
    package var unsent: Int? { sync.mark?.waiting }

    /// Counts them again at once, before a page says it.
    package func countUnsent() async { if let vault = try? await door.vault() { await sync.countWaiting(in: vault) } }

    /// A person is there, perhaps with a network again: a relay that was not reached is tried before its pause ends.
    package func tryRelayAgain() { if sync.mark?.isUnreachable == true { sync.wake(.due) } }

    /// Whether something long runs, such as an import: a lock waits for its end.
    package var isAtWork: Bool { runner.isBusy }

    /// Seconds of inactivity after which a browser is locked.
    package var idleSeconds: Int { current.withLock { $0.idleMinutes } * 60 }

    /// Seconds out of sight after which a phone locks.
    package var hiddenSeconds: Int { current.withLock { $0.hiddenMinutes } * 60 }

    var today: LocalDay { surroundings.wall.day }
}
