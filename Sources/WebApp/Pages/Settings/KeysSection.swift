import Base
import Documents
import Engine
import Ledger

/// The keys in the settings: what unlocks the journal, and how to change it.
struct KeysSection {
    let slots: [KeyslotSummary]
    let passkeys: [Passkey]
    /// When the recovery code was last checked, in words; `nil` for never.
    let provenOn: String?
    /// Whether that was long ago, or never.
    let reminder: RecoveryReminder?
    /// Whether a new recovery code can still be shown.
    let isCodeShown: Bool
    /// Whether to offer this desktop's keychain: on the machine itself only.
    let offersKeychain: Bool
    let challenge: String

    func html(for visit: Visit, fault: HTML?) -> HTML {
        """
        \(fault)<section class="card setting" aria-labelledby="passphrase-title"><h2 id="passphrase-title">Passphrase</h2>
        <p><a class="button" href="/settings/passphrase">Change the passphrase</a></p></section>
        <section class="card setting" aria-labelledby="recovery-title"><h2 id="recovery-title">Recovery code</h2>
        \(recovery)</section>
        <section class="card setting" aria-labelledby="passkeys-title"><h2 id="passkeys-title">Passkeys</h2>
        \(passkeyForm(visit))</section>
        \(keychain(visit))
        \(KeysSection.rotation, if: visit.offers("/settings/rotation"))<section class="card setting" aria-labelledby="slots"><h2 id="slots">What unlocks this journal</h2>
        <ul class="lines" id="slot-list">\(slots.html { row($0, visit) })</ul></section>
        """
    }

    private static let rotation: HTML = """
        <section class="card setting" aria-labelledby="rotation-title"><h2 id="rotation-title">New keys</h2>
        <p class="hint">Make new keys if someone may have an old device or an old copy of your vault. They then can’t read what you write from now on.</p>
        <p><a class="button" href="/settings/rotation">Make new keys</a></p></section>

        """

    private var recovery: HTML {
        let state: HTML =
            switch (provenOn, reminder) {
            case (let day?, .longAgo): "Last checked on \(day), more than a year ago. Is the paper still there?"
            case (let day?, _): "Checked on \(day)."
            case (nil, _): "Not checked yet. Check that you wrote it down correctly."
            }
        return """
            <p>\(state)</p>
            <div class="actions"><a class="button" href="/welcome/proof">Check what I wrote down</a>
            <a class="button" href="/settings/drill">Unlock with it as a test</a>
            \("<a class=\"button\" href=\"/welcome/recovery\">Show it</a>", if: isCodeShown)
            <a class="button quiet" href="/settings/recovery">Create a new one</a></div>
            """
    }

    private func passkeyForm(_ visit: Visit) -> HTML {
        if visit.isReachedByNumber {
            return
                "<p class=\"hint\">To use passkeys, open Auralyst at http://localhost\(visit.port). Passkeys need an address with a name.</p>"
        }
        let known = JSON.array(passkeys.filter { $0.rp == visit.relyingParty }.map { .string($0.credential) })
        return """
            <p class="hint">A fingerprint, a face or a security key can unlock the journal. A system may delete passkeys without warning: keep your passphrase and recovery code.</p>
            <form method="post" action="/settings/passkeys" id="add-passkey" data-host="\(visit.relyingParty)" data-challenge="\(challenge)" data-known="\(known.line)" hidden>\(formToken(visit))
            <input type="hidden" name="credential" value=""><input type="hidden" name="salt" value=""><input type="hidden" name="output" value=""><input type="hidden" name="client-data" value="">
            \(SecretField(name: "passkey-proof", label: "Your passphrase, to add a passkey").html)
            <button type="button">\(Icon.key)Add a passkey</button></form>
            <p id="passkey-state" class="hint" role="status">This browser can’t add passkeys on this page.</p>
            """
    }

    private func keychain(_ visit: Visit) -> HTML {
        guard offersKeychain, !slots.contains(where: { $0.type == "keychain" }) else { return .empty }
        return """
            <section class="card setting" aria-labelledby="keychain"><h2 id="keychain">Keychain</h2>
            <p class="hint">The keychain of your desktop can unlock Auralyst when it starts, and for the command line. After a lock, this page still asks.</p>
            <form method="post" action="/settings/keychain">\(formToken(visit))
            \(SecretField(name: "keychain-proof", label: "Your passphrase, to use the keychain").html)<button>Use the keychain</button></form></section>
            """
    }

    private func row(_ slot: KeyslotSummary, _ visit: Visit) -> HTML {
        let (name, note) = KeysSection.words(for: slot)
        let noteLine: HTML? = note.map { "<span class=\"muted\">\($0)</span>" }
        let isRemovable = slot.type != "argon2id" && !["recovery", "recipient"].contains(slot.type)
        let short = String(slot.id.prefix(8))
        let removal: HTML = """
            <details class="removal"><summary>Remove<span class="hidden"> \(name) \(short)</span></summary>
            <form method="post" action="/settings/slots/\(slot.id)/remove">\(formToken(visit))<p>It will no longer unlock the journal.</p>
            <button class="danger">Remove it</button></form></details>
            """
        return
            "<li class=\"line slot\"><span class=\"slot-name\"><b>\(name)</b>\(noteLine)</span>\(removal, if: isRemovable)</li>"
    }

    static func words(for slot: KeyslotSummary) -> (name: String, note: String?) {
        switch slot.type {
        case "argon2id": ("Passphrase", nil)
        case "recovery", "recipient": (say("Recovery code"), say("on paper"))
        case "keychain": (say("Keychain of this desktop"), say("while you are logged in"))
        case "prf": ("Passkey", "for \(slot.detail ?? say("another address")), \(slot.id.prefix(8))")
        default: (say("A key from a newer version of Auralyst"), slot.type)
        }
    }
}
