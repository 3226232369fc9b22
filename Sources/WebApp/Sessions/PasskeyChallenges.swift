import Basics
import Ledger
import Synchronization

/// Challenges for passkeys: random, for one session, valid once and for five minutes.
///
/// A passkey's answer is itself a secret that opens the vault or does not. The challenge adds that it was given now, on one of
/// our pages, for this session.
final class PasskeyChallenges: Sendable {
    private struct Challenge {
        let text: String
        let until: Int64
    }

    /// Shared by all apps in this program: a session's key is random and belongs to one of them.
    static let shared = PasskeyChallenges()

    private let all = Mutex<[SessionKey: [Challenge]]>([:])
    /// The most pages of one session that wait for an answer.
    private static let limitPerSession = 8
    private static let lifetime: Int64 = 300_000

    /// A new challenge for a session, base64url of 32 random bytes.
    func make(for session: SessionKey, now: Int64) -> String {
        let challenge = Challenge(text: RandomName.make(), until: now + PasskeyChallenges.lifetime)
        all.withLock { all in
            // Endless requests take no more memory than the existing sessions.
            if all.count >= 1000 { all = all.filter { $0.value.contains { $0.until > now } } }
            if all.count >= 1000 { all = [:] }
            all[session] = (all[session] ?? []).suffix(PasskeyChallenges.limitPerSession - 1) + [challenge]
        }
        return challenge.text
    }

    /// Whether a browser's `clientDataJSON` (WebAuthn Level 3, 5.8.1) is the answer to a challenge of this session; the
    /// challenge is used up by the question.
    /// - Parameter type: `webauthn.create` or `webauthn.get`.
    func isAnswered(
        by clientData: String, type: String, origins: [String], session: SessionKey, now: Int64
    ) -> Bool {
        guard clientData.utf8.count <= 4096, let bytes = Base64URL.bytes(clientData), let data = try? JSON(reading: bytes),
            data["type"]?.string == type, let origin = data["origin"]?.string, origins.contains(origin.lowercased()),
            let challenge = data["challenge"]?.string
        else { return false }
        return all.withLock { all in
            guard let place = all[session]?.firstIndex(where: { RandomName.areEqual($0.text, challenge) }),
                let found = all[session]?.remove(at: place)
            else { return false }
            return found.until > now
        }
    }
}

extension JSON {
    /// In one line, for an attribute of an element that a script reads.
    var line: String { String(decoding: bytes, as: UTF8.self) }
}
