import Documents
import HTTP

/// A browser's session. Everything here is only in memory and ends with the program.
struct Session: Sendable {
    /// Names the session inside the program: the SHA-256 of the cookie's value. The cookie itself is not kept.
    let key: SessionKey
    /// What every form of this session carries, so that no other site can send one.
    let formToken: String
    /// Where it came from (`Site.source`).
    var source = ""
    /// The name of the browser, where it is known (`KnownBrowsers`).
    var browser: String?
    /// Whether the owner has unlocked the vault in this browser since the last lock.
    var isSignedIn = false
    /// When the owner last did something here, in milliseconds since 1970.
    var lastActive: Int64
    /// Searches and filters that this session has open, by a random name, the newest last: no address contains a search. At most
    /// `Session.viewLimit`.
    var views: [(name: String, filter: JournalFilter)] = []
    /// Pages that answer forms, by a random name, the newest last (`WebApp.setAside`).
    var answers: [(name: String, response: Response)] = []
    var notice: Notice?
    /// Encrypted files for an entry that is not saved yet.
    var staged: [StagedFile] = []

    var pendingImport: PendingImport?

    /// Whether the settings show the address of the calendar, which is a secret.
    var showsCalendarAddress = false

    static let viewLimit = 50

    /// Used on an error page for a request without a session.
    static let nobody = Session(key: SessionKey(bytes: []), formToken: "", lastActive: 0)
}

/// Names a session: SHA-256 of its cookie's value.
struct SessionKey: Hashable, Sendable {
    let bytes: [UInt8]
}
