import Base
import Documents
import Engine
import HTTP
import Journal
import Synchronization

/// Links this device to a journal on another one, or recovers it with the recovery code and the relay's copy.
private struct LinkPage {
    var relay = ""
    var byPaper = false
    var device: String?
    var fault: HTML?
    var passphraseFault: NewPassphrase.Fault?

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        return """
            <p class="way-back"><a href="/welcome">\(Icon.back)\(visit.app.site.isInside ? "Back" : "Create a new journal" as HTML)</a></p>
            <section class="card narrow first-step"><h1>Link to my other device</h1>
            <p>Your journal is copied here through your relay. Use a device that has it open, or your recovery code.</p>\(PhoneWelcomePage.eviction, if: visit.app.site.isInside)
            <form method="post" action="/welcome/link" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="relay">Address of the relay</label>
            <input id="relay" name="relay" value="\(relay)" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
            <fieldset class="choices"><legend>How</legend>
            <label class="choice"><input type="radio" name="how" value="device"\(" checked", if: !byPaper)> With my other device: this one shows a code</label>
            <label class="choice"><input type="radio" name="how" value="paper"\(" checked", if: byPaper)> With my recovery code</label></fieldset>
            <p class="field"><label for="code">Recovery code, only if you choose to type it</label>
            <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false"></textarea></p>
            \(PhoneWelcomePage.nameField(visit, device), if: visit.app.site.isInside)\(NewPassphrase(label: "Passphrase on this device", fault: passphraseFault).html)
            <div class="actions"><button class="primary wide">Link this device</button></div></form></section>
            """
    }
}

extension WebApp {
    func addLinkRoutes(to routes: inout Routes) {
        routes.page("/welcome/link", .open) { visit in
            // The relay that serves a phone's app is likely the one.
            let relay = visit.app.site.isInside ? visit.app.site.origins[0] : ""
            return try await visit.app.whereThereIsNoVault(visit) { WebApp.linkPage(LinkPage(relay: relay), visit) }
        }
        routes.form("/welcome/link", .open, limit: 64 << 10) { visit, fields in
            try await visit.app.whereThereIsNoVault(visit) { try await visit.app.link(visit, fields) }
        }
    }

    private static func linkPage(_ page: LinkPage, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: "Link", isOutside: true, name: "welcome").page(page.html(for: visit), for: visit, status: status)
    }

    private func link(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var page = LinkPage(relay: trimmed(fields["relay"] ?? ""), byPaper: fields["how"] == "paper")
        page.device = PhoneWelcomePage.name(in: fields)
        let passphrase: [UInt8]
        switch NewPassphrase.read(fields) {
        case .failure(let refused):
            page.passphraseFault = refused.fault
            return WebApp.linkPage(page, visit, status: .unprocessable)
        case .success(let bytes): passphrase = bytes
        }
        let code = page.byPaper ? fields["code"] ?? "" : nil
        return try await answer("Copying your journal here", to: visit) { [page] progress in
            do {
                let address = try RelayAddress(page.relay)
                let missing = try await self.door.link(
                    through: address, over: self.machine.relays, recoveryCode: code, passphrase: passphrase,
                    deviceName: page.device, progress: progress
                ) { shown in
                    self.waiting.show { shown.map { self.codeToType($0.code, until: $0.expiry) } ?? .empty }
                }
                return { visit in
                    let words = missing.map {
                        say("Not all of your journal is here yet: \($0.sentence).") + " "
                            + ($0.code == "relay_unreachable"
                                ? say("The rest comes by itself with the next sync.") : say("Settings, Sync says what to do."))
                    }
                    self.greeting.withLock {
                        $0 = Notice(
                            sentence: words ?? say("This device now has your journal."), tone: words == nil ? .done : .trouble)
                    }
                    return await self.signIn(visit, next: "/today")
                }
            } catch {
                let explanation = Explanation(error)
                return { visit in
                    var page = page
                    page.fault = "\(besideField(explanation))"
                    return WebApp.linkPage(page, visit, status: .unprocessable)
                }
            }
        }
    }

    private func codeToType(_ code: String, until expiry: Int64) -> HTML {
        let left = counted(max(1, Int(clamping: (expiry - surroundings.now() + 59_999) / 60_000)), "minute")
        let time = CivilTime(zone: surroundings.zone).wall(at: expiry)?.time.clock ?? ""
        return """
            <p>On the device that has the journal, open Settings, Sync, “Add a device”, and type this code there:</p>
            <div class="kit-code"><p class="link-code">\(code)</p>\(QRCode(code)?.html(label: say("QR code of the link code")))</div>
            <p class="hint">It expires at \(time), in \(left). After that, link again to get a new code.</p>
            """
    }
}
