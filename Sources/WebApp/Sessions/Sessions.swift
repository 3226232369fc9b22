import HTTP
import Ledger
import Synchronization

/// All sessions. An unknown cookie is invalid, so ending the program ends them all.
final class Sessions: Sendable {
    private let all = Mutex<[SessionKey: Session]>([:])

    /// The most sessions that are not signed in, of one source and of all: requests without cookies take no more memory than
    /// this, and only replace sessions of the same source.
    private static let unsignedLimit = (ofSource: 50, ofAll: 5000)

    static func key(of cookie: String) -> SessionKey { SessionKey(bytes: digest(Array(cookie.utf8))) }

    /// The session of a cookie; `nil` for one that is not known (any more).
    func find(cookie: String) -> Session? {
        all.withLock { $0[Sessions.key(of: cookie)] }
    }

    func find(_ key: SessionKey) -> Session? { all.withLock { $0[key] } }

    func begin(now: Int64, isSignedIn: Bool = false, source: String = "") -> (session: Session, cookie: String) {
        let cookie = RandomName.make()
        var session = Session(
            key: Sessions.key(of: cookie), formToken: RandomName.make(), isSignedIn: isSignedIn, lastActive: now)
        session.source = source
        all.withLock { [session] sessions in
            let unsigned = sessions.values.filter { !$0.isSignedIn }
            let own = unsigned.filter { $0.source == source }
            let crowd =
                own.count >= Sessions.unsignedLimit.ofSource
                ? own : unsigned.count >= Sessions.unsignedLimit.ofAll ? unsigned : []
            if let oldest = crowd.min(by: { $0.lastActive < $1.lastActive }) { sessions[oldest.key] = nil }
            sessions[session.key] = session
        }
        return (session, cookie)
    }

    /// Signing in changes the cookie, so that one planted before is useless.
    func signIn(replacing old: SessionKey, now: Int64) -> (session: Session, cookie: String) {
        all.withLock { $0[old] = nil }
        return begin(now: now, isSignedIn: true)
    }

    /// Changes a session, if it is still there.
    func update<T>(_ key: SessionKey, _ change: (inout Session) -> T) -> T? {
        all.withLock { sessions in
            guard var session = sessions[key] else { return nil }
            let result = change(&session)
            sessions[key] = session
            return result
        }
    }

    /// Keeps the answer to a form for its browser, the newest 8 for one that is signed in. Anyone who reaches the app may send forms
    /// without that: there it is one answer in each of 16 sessions.
    /// - Returns: the name by which it is fetched; `nil` if there is no such session.
    func keep(_ answer: Response, for key: SessionKey) -> String? {
        all.withLock { sessions in
            guard var session = sessions[key] else { return nil }
            let others = sessions.values.filter { !$0.isSignedIn && !$0.answers.isEmpty && $0.key != key }
            if !session.isSignedIn, others.count >= 16, let oldest = others.min(by: { $0.lastActive < $1.lastActive }) {
                sessions[oldest.key]?.answers = []
            }
            let name = RandomName.make()
            session.answers = session.answers.suffix(session.isSignedIn ? 7 : 0) + [(name, answer)]
            sessions[key] = session
            return name
        }
    }

    /// Signs out the given session, or all of them: their views are dropped, their cookies become invalid.
    /// - Returns: those that were signed in.
    func signOut(_ key: SessionKey? = nil) -> [SessionKey] {
        signOut { session in key == nil || session.key == key }
    }

    /// Signs out sessions idle since `moment`, in milliseconds since 1970.
    func signOutIdle(since moment: Int64) -> [SessionKey] {
        signOut { $0.lastActive < moment }
    }

    /// Drops files waiting to be imported since before `moment`, in milliseconds since 1970.
    func forgetImports(since moment: Int64) {
        // Released outside the lock: with its last reference, the folder in memory is removed.
        let old = all.withLock { sessions in
            var old: [PendingImport] = []
            for (key, session) in sessions {
                guard let pending = session.pendingImport, pending.since < moment else { continue }
                old.append(pending)
                sessions[key]?.pendingImport = nil
            }
            return old
        }
        withExtendedLifetime(old) {}
    }

    private func signOut(where isMeant: (Session) -> Bool) -> [SessionKey] {
        all.withLock { sessions in
            let meant = sessions.values.filter { $0.isSignedIn && isMeant($0) }
            for session in meant {
                var locked = Session(key: session.key, formToken: RandomName.make(), lastActive: session.lastActive)
                locked.browser = session.browser
                sessions[session.key] = locked
            }
            return meant.map(\.key)
        }
    }

    /// Ends sessions: their cookies become invalid. Returns their keys.
    func end(where isMeant: (Session) -> Bool) -> [SessionKey] {
        all.withLock { sessions in
            let meant = sessions.values.filter(isMeant).map(\.key)
            for key in meant { sessions[key] = nil }
            return meant
        }
    }

    /// The last use of the session that has been idle for longest, in milliseconds since 1970; `nil` if none is signed in.
    var firstUse: Int64? { all.withLock { $0.values.lazy.filter(\.isSignedIn).map(\.lastActive).min() } }

    var areAnySignedIn: Bool { all.withLock { $0.values.contains(where: \.isSignedIn) } }
}
