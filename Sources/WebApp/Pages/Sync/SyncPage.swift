import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync

/// Sync, a page of the settings.
private struct SyncPage {
    let status: SyncStatus
    let now: Int64
    var mark: SyncLoop.Mark?
    var typed = ""
    var fault: Explanation?

    func html(for visit: Visit) -> HTML { status.relay.map { set($0, visit) } ?? start(visit) }

    private var wrong: HTML? { fault.map { "<p class=\"fault\" role=\"alert\">\(besideField($0))</p>" } }

    private var failed: HTML? {
        guard let mark, let problem = mark.problem else { return nil }
        let advice = mark.isUnreachable ? "" : problem.hint?.page.map { " " + sentence($0) } ?? ""
        return
            "<p class=\"\(mark.isUnreachable ? "hint" : "fault")\">The last sync failed: \(problem.sentence).\(advice) Auralyst tries again by itself.</p>"
    }

    private func start(_ visit: Visit) -> HTML {
        """
        <section class="card setting" aria-label="Sync"><p>Keep your journal on several devices. Each works offline, and syncs when it can reach the relay.</p>
        <h2>What the relay sees</h2>
        <p>It sees encrypted changes: how many, roughly how large, when each arrived, and from which device. It sees no text, mood, date, tag or name, and has no key.</p>
        <form method="post" action="/settings/sync/start" class="stack apart">\(formToken(visit))\(wrong)
        <p class="field"><label for="relay">Address of the relay</label><span class="hint" id="relay-hint">Your own, or one run by someone you trust, such as https://relay.example.org</span>
        <input id="relay" name="relay" value="\(typed)" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="relay-hint"></p>
        <p class="field"><label for="invitation">Invitation code of the relay, if it needs one</label>
        <input id="invitation" name="invitation" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
        <div class="actions"><button class="primary">Turn on sync</button></div></form>
        <p class="actions apart"><a class="button" href="/phone">\(PhonePage.title(visit))</a></p></section>
        """
    }

    private func set(_ relay: String, _ visit: Visit) -> HTML {
        let last = status.lastSynced.map { "\(ago($0, now: now))\(status.exchange.map(SyncPage.words) ?? "")" } ?? say("not yet")
        let waiting = status.waiting == 0 ? say("nothing") : say("\(counted(status.waiting, "change"))")
        return """
            <section class="card setting" aria-label="Sync">\(wrong)<div id="sync-state" data-live="sync">
            \(status.faults.html { "<p class=\"fault\">\(sentence($0)) You can keep writing: it stays on this device.</p>" })\(doubt(visit), if: status.isInConflict)
            \(failed)
            \(status.kept.html { "<p class=\"hint\">\(sentence($0.sentence))\(" Sent when the owner lets you write again.", if: $0.role != nil)</p>" })
            <dl class="facts-list"><div><dt>Relay</dt><dd>\(relay)</dd></div><div><dt>Last synced</dt><dd>\(last)</dd></div>
            <div><dt>Waiting to be sent</dt><dd>\(waiting)</dd></div>
            <div><dt>Files</dt><dd>\(status.files.isComplete && !status.files.isUnfaithful ? say("all synced") : say("see below"))</dd></div></dl>
            \(status.files.sentences.html { "<p class=\"\(status.files.refused.isEmpty && !status.files.isUnfaithful ? "hint" : "fault")\">\(sentence($0))</p>" })
            \("<p class=\"hint\">The relay may not have your latest keys yet. Until then, the recovery code alone may not work on a new device.</p>", if: status.isVaultCopyDue)</div>
            <div class="actions"><form method="post" action="/settings/sync/now">\(formToken(visit))<button class="primary">Sync now</button></form>
            <a class="button" href="/settings/sync/seen">What the relay sees</a></div>
            <h2>Devices</h2>
            <ul class="lines">\(status.devices.html { device($0, visit) })</ul>
            <p class="actions"><a class="button" href="/settings/sync/approve">Add a device</a> <a class="button" href="/phone">\(PhonePage.title(visit))</a></p>
            \(visit.offers("/settings/sync/stop") ? stop(visit) : SyncPage.again)</section>
            """
    }

    /// A phone does not stop, but can begin again.
    private static let again: HTML = """
        <h2 id="again">Link this phone again</h2>
        <p>If it was removed, or lacks something. What is still to be sent would be lost: sync first, if you can. Then destroy the vault on this phone, and link it to your journal as a new device.</p>
        <p class="actions"><a class="button" href="/settings/wipe">Destroy it here</a></p>
        """

    private func stop(_ visit: Visit) -> HTML {
        """
        <details class="removal apart"><summary>Turn off sync on this device</summary>
        <form method="post" action="/settings/sync/stop">\(formToken(visit))
        <p>Your data stays here, and the relay keeps its copy. You can turn sync on again at any time.</p><button class="danger">Turn off sync</button></form></details>
        """
    }

    /// `: 3 changes sent, 1 received`.
    private static func words(_ exchange: SyncStatus.Exchange) -> String {
        let (sent, received) = (exchange.sent, exchange.received)
        let words = [
            sent > 0 ? say("\(counted(sent, "change")) sent") : nil,
            received > 0 ? sent > 0 ? say("\(grouped(received)) received") : say("\(counted(received, "change")) received") : nil,
        ].compactMap(\.self)
        return ": " + (words.isEmpty ? say("nothing new") : words.joined(separator: ", "))
    }

    private func doubt(_ visit: Visit) -> HTML {
        """
        <form method="post" action="/settings/sync/confirm">\(formToken(visit))
        <p class="hint">If you trust the relay, continue with the history it shows now. Missing changes are sent again, and your other devices are told.</p>
        <button>Continue with this history</button></form>
        """
    }

    private func device(_ device: SyncStatus.Device, _ visit: Visit) -> HTML {
        let name = device.name.isEmpty ? "Device \(device.id.short)" : device.name
        let heard = device.lastHeard.map { say("last seen \(ago($0, now: now))") } ?? say("not seen yet")
        let note = device.isThis ? say("this device") : device.isDropped ? "removed" : heard
        let drop: HTML = """
            <details class="removal"\(" open", if: device.isReplaced)><summary>Remove<span class="hidden"> \(name)</span></summary>
            <form method="post" action="/settings/sync/drop">\(formToken(visit))<input type="hidden" name="device" value="\(device.id.description)">
            <p>For a device that was lost while locked. It can never write again, but it keeps what it has. If someone may have unlocked it, <a href="/settings/rotation">make new keys</a> as well.</p>
            <button class="danger">Remove device</button></form></details>
            """
        return """
            <li class="line slot"><span class="slot-name"><b>\(name)</b><span class="muted">\(note)</span>\(device.offer.map { "<span class=\"hint\">\(sentence($0))</span>" })</span>\(drop, if: !device.isThis && !device.isDropped)</li>
            """
    }
}

/// Sends the vault to a new device that shows a code.
private struct ApprovePage {
    var typed = ""
    var fault: Explanation?

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { fault in "<span class=\"fault\" id=\"code-fault\">\(besideField(fault))</span>" }
        return """
            <p class="way-back"><a href="/settings/sync">\(Icon.back)Sync</a></p>
            <section class="card narrow"><h1>Add a device</h1>
            <ol><li>On the new device, open Auralyst and choose “Link this one to it”, or “Link this phone to my journal”.</li>
            <li>It shows a code of five groups, which works for ten minutes. Type it here, and only from that screen.</li></ol>
            <form method="post" action="/settings/sync/approve" class="stack">\(formToken(visit))
            <p class="field"><label for="code">Code of the new device</label>
            <input id="code" name="code" value="\(typed)" class="code-field" required autocomplete="off" autocapitalize="characters" spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: fault != nil)>\(wrong)</p>
            <p class="hint">The new device then has the whole journal and can do everything this one can.</p>
            <div class="actions"><button class="primary">Add this device</button><a class="button quiet" href="/settings/sync">Cancel</a></div></form></section>
            """
    }
}

extension WebApp {
    func addSyncRoutes(to routes: inout Routes) {
        routes.page("/settings/sync") { visit in try await visit.app.syncPage(visit) }
        routes.form("/settings/sync/start", limit: 16 << 10) { visit, fields in try await visit.app.startSync(visit, fields) }
        routes.form("/settings/sync/now") { visit, _ in
            visit.app.sync.wake(.asked)
            return visit.done(Notice(sentence: "Syncing now."), next: "/settings/sync")
        }
        routes.form("/settings/sync/confirm") { visit, _ in
            try await visit.vault().confirmLogs()
            visit.app.sync.wake(.asked)
            return visit.done(Notice(sentence: "Continuing with the relay’s history."), next: "/settings/sync")
        }
        routes.form("/settings/sync/stop") { visit, _ in
            visit.app.sync.end()
            let vault = try await visit.vault()
            try await vault.stopSync()
            await visit.app.sync.begin(vault)
            return visit.done(Notice(sentence: "Sync is off on this device. Your data stays."), next: "/settings/sync")
        }
        routes.form("/settings/sync/drop") { visit, fields in
            guard let device = fields["device"].flatMap({ DeviceID(text: $0) }) else { throw HTTPFault.notFound }
            try await visit.vault().dropDevice(device)
            visit.app.sync.wake(.wrote)
            return visit.done(Notice(sentence: "Device removed. It can no longer write."), next: "/settings/sync")
        }
        routes.page("/settings/sync/approve") { visit in try await visit.app.approvePage(ApprovePage(), visit) }
        routes.form("/settings/sync/approve", limit: 4 << 10) { visit, fields in try await visit.app.approve(visit, fields) }
        addSeenRoutes(to: &routes)
        addLinkRoutes(to: &routes)
        addPhoneRoutes(to: &routes)
    }

    private func syncPage(_ visit: Visit, typed: String = "", fault: Explanation? = nil) async throws -> Response {
        try await settings(visit, .sync, isRefused: fault != nil) { vault, _ in
            let (status, mark) = (try vault.syncStatus(), self.sync.mark)
            // Another program has turned sync on or off: the loop is told at once.
            if (status.relay != nil) != (mark != nil) { self.sync.wake(.due) }
            return SyncPage(status: status, now: self.surroundings.now(), mark: mark, typed: typed, fault: fault)
                .html(for: visit)
        }
    }

    private func startSync(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = trimmed(fields["relay"] ?? "")
        let invitation = trimmed(fields["invitation"] ?? "")
        let vault = try await visit.vault()
        return try await answer("Asking the relay", to: visit) { _ in
            do {
                let address = try RelayAddress(typed)
                try await vault.startSync(
                    with: address, over: self.machine.relays(address), invitation: invitation.isEmpty ? nil : invitation)
            } catch {
                var fault = Explanation(error)
                if fault.code == "relay_unreachable" || fault.code == "relay_busy" {
                    // Nothing waits to be sent: sync is not on.
                    fault = Explanation(fault.code, Sentence(of: fault.sentence), hint: "nothing was started: check the address")
                }
                return { [fault] visit in try await self.syncPage(visit, typed: String(typed.prefix(300)), fault: fault) }
            }
            await self.sync.begin(vault)
            return { visit in visit.done(Notice(sentence: "Sync is on. The first sync takes a while."), next: "/settings/sync") }
        }
    }

    private func approvePage(_ page: ApprovePage, _ visit: Visit) async throws -> Response {
        try await settings(
            visit, below: .sync, "Add a device", name: "sync", status: page.fault == nil ? .ok : .unprocessable,
            page.html(for: visit))
    }

    private func approve(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = String((fields["code"] ?? "").prefix(200))
        let vault = try await visit.vault()
        return try await answer("Adding the device", to: visit) { _ in
            do {
                try await vault.approveDevice(typed: typed, over: self.machine.relays)
            } catch {
                let fault = Explanation(error)
                return { visit in try await self.approvePage(ApprovePage(typed: typed, fault: fault), visit) }
            }
            return { visit in visit.done(Notice(sentence: "Device added. It now has the journal."), next: "/settings/sync") }
        }
    }
}
