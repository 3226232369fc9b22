import Base
import Basics
import Engine
import HTTP

extension WebApp {
    func addPasskeyRoutes(to routes: inout Routes) {
        routes.form("/settings/passkeys", limit: 64 << 10) { visit, fields in try await visit.app.addPasskey(visit, fields) }
    }

    /// Reads what the page's script got from an authenticator: the credential, the salt, its answer.
    private func addPasskey(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let isAnswer = PasskeyChallenges.shared.isAnswered(
            by: fields["client-data"] ?? "", type: "webauthn.create", origins: site.origins, session: visit.session.key,
            now: surroundings.now())
        let parts = ["credential", "salt", "output"].compactMap { Base64URL.bytes(fields[$0] ?? "") }
        guard isAnswer, parts.count == 3, !visit.isReachedByNumber else {
            let words = "The passkey was not added: the answer came too late, or was not for this page. Try again."
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/settings#keys")
        }
        if let refusal = try await refusal(visit, passphrase: fields["passkey-proof"]) {
            return visit.done(refusal, next: "/settings#keys")
        }
        let rp = visit.relyingParty
        return try await changeKeys(
            visit, "Passkey added: it now unlocks the journal. Keep your passphrase and recovery code as well."
        ) {
            _ = try await $0.addPasskey(credential: parts[0], rp: rp, salt: parts[1], output: parts[2])
        }
    }
}
