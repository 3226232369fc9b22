import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync

/// The first page of a phone without a vault: links it to the journal on another device, or begins one together with a relay.
struct PhoneWelcomePage {
    var relay: String
    var device: String?
    var relayFault: Explanation?
    var fault: NewPassphrase.Fault?

    /// What every person should know before the journal is on a phone.
    static let eviction: HTML =
        "<p class=\"hint\">A phone’s system may remove what a browser keeps. Linking again takes a minute, and brings back all that was sent to the relay.</p>"

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = relayFault.map { "<p class=\"fault\" role=\"alert\">\(besideField($0))</p>" }
        return """
            <section class="narrow first-step">
            <div class="brand">\(Icon.mark)<span>Auralyst</span></div>
            <h1>Your journal on this phone</h1>
            <ul class="facts">
            <li>\(Icon.lock)<div><b>All of it is here, encrypted, and works without a network.</b> No one can open it without your passphrase, a passkey or your recovery code.</div></li>
            <li>\(Icon.key)<div><b>A phone’s system may remove what a browser keeps.</b> Linking again takes a minute. What was not sent yet would be lost: every page says how much that is.</div></li>
            <li>\(Icon.care)<div><b>It is not medical advice and not an emergency service.</b> If you are in danger, call the emergency number of your country.</div></li>
            </ul>
            \(PhoneWelcomePage.install, if: visit.app.site.mustInstall)\(beginning(visit, wrong), if: !visit.app.site.mustInstall)
            """
    }

    /// Safari removes what was not visited for a week, and its storage is not that of the app.
    private static let install: HTML = """
        <h2>First add it to the home screen</h2>
        <ol><li>Tap Share, then “Add to Home Screen”.</li><li>Open Auralyst from the home screen, and link it there.</li></ol>
        <p class="hint">The app on the home screen has a storage of its own. A journal that is linked here would not be there.</p></section>
        """

    /// What this phone is called among the owner's devices.
    static func nameField(_ visit: Visit, _ typed: String?) -> HTML {
        """
        <p class="field"><label for="device">Name of this phone</label>
        <input id="device" name="device" value="\(typed ?? visit.app.door.deviceName)" maxlength="60" autocomplete="off" spellcheck="false"></p>
        """
    }

    /// The name in a form; `nil` if it is empty.
    static func name(in fields: FormFields) -> String? {
        let name = String(trimmed(fields["device"] ?? "").prefix(60))
        return name.isEmpty ? nil : name
    }

    private func beginning(_ visit: Visit, _ wrong: HTML?) -> HTML {
        """
        <div class="actions"><a class="button primary wide" href="/welcome/link">Link this phone to my journal</a></div></section>
        <section class="card narrow"><details\(" open", if: fault != nil || relayFault != nil)><summary>I have no journal yet</summary>
        <p>A journal begins on a phone only together with a relay that has accepted it. Otherwise its only copy would be where a phone’s system may remove it.</p>
        <form method="post" action="/welcome" class="stack">\(formToken(visit))\(wrong)
        <p class="field"><label for="relay">Address of the relay</label>
        <input id="relay" name="relay" value="\(relay)" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
        <p class="field"><label for="invitation">Invitation code of the relay, if it needs one</label>
        <input id="invitation" name="invitation" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
        \(PhoneWelcomePage.nameField(visit, device))\(NewPassphrase(fault: fault, hasFocus: fault != nil).html)
        <div class="actions"><button class="wide">Create my journal</button></div>
        <p class="hint">The recovery code comes next. Have paper and a pen ready.</p></form></details></section>
        """
    }
}

extension WebApp {
    func phoneWelcome(_ visit: Visit, _ page: PhoneWelcomePage? = nil) -> Response {
        let shown = page ?? PhoneWelcomePage(relay: site.origins[0])
        return PageFrame(title: "Welcome", isOutside: true, name: "welcome")
            .page(shown.html(for: visit), for: visit, status: page == nil ? .ok : .unprocessable)
    }

    /// Makes a vault that a relay accepts, or none. A relay that is not there, or takes no one new, is found out first.
    func makeVaultWithRelay(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var page = PhoneWelcomePage(relay: String(trimmed(fields["relay"] ?? "").prefix(300)))
        page.device = PhoneWelcomePage.name(in: fields)
        let passphrase: [UInt8]
        switch NewPassphrase.read(fields) {
        case .failure(let refused):
            page.fault = refused.fault
            return phoneWelcome(visit, page)
        case .success(let bytes): passphrase = bytes
        }
        let invitation = trimmed(fields["invitation"] ?? "")
        return try await answer("Asking the relay", to: visit) { [page] _ in
            do {
                let address = try RelayAddress(page.relay)
                let asked = RelayClient(address, device: DeviceID(publicKey: []), transport: self.machine.relays(address)) { $0 }
                guard try await asked.info().signUp != .closed else { throw SyncError.refused(.role) }
                try await self.door.create(
                    passphrase: passphrase, with: address, over: self.machine.relays(address),
                    invitation: invitation.isEmpty ? nil : invitation, deviceName: page.device)
                return { visit in await self.signIn(visit, next: "/welcome/recovery") }
            } catch {
                var page = page
                page.relayFault = Explanation(error)
                return { [page] visit in self.phoneWelcome(visit, page) }
            }
        }
    }
}
