import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Sync

/// Sync in the settings: one line, and the way to its page.
struct SyncSection {
    let status: SyncStatus
    let now: Int64

    var html: HTML {
        let words: HTML
        if let relay = status.relay {
            let last = status.lastSynced.map { "last synced \(ago($0, now: now))" } ?? "not synced yet"
            words = "Through <b>\(relay)</b>, \(status.faults.isEmpty ? last : "and it has stopped")."
        } else {
            words = "This journal is on this device alone. Several devices can have it, through a relay that cannot read it."
        }
        return """
            <section class="card setting" id="sync" aria-labelledby="sync-title"><h2 id="sync-title">Sync</h2><p>\(words)</p>
            <p><a class="button" href="/settings/sync">\(status.relay == nil ? "Set it up" : "Devices and sync")</a></p></section>
            """
    }
}

/// Sync on a page of its own: how it stands, the devices, and what can be done.
private struct SyncPage {
    let status: SyncStatus
    let now: Int64
    var problem: String?
    var typed = ""
    var fault: Explanation?

    func html(for visit: Visit) -> HTML {
        "<p class=\"way-back\"><a href=\"/settings#sync\">\(Icon.back)Settings</a></p>\(status.relay.map { set($0, visit) } ?? start(visit))"
    }

    private var wrong: HTML? {
        fault.map { "<p class=\"fault\" role=\"alert\">\(besideField($0))</p>" }
    }

    private var failed: HTML? {
        problem.map { "<p class=\"fault\">The last try failed: \($0). It is tried again by itself.</p>" }
    }

    private func start(_ visit: Visit) -> HTML {
        """
        <section class="card narrow"><h1>Sync</h1>
        <p>Your journal on several devices, each of which works by itself: what you write is sent when the relay can be reached.</p>
        <h2>What the relay sees</h2>
        <p>Sealed operations: how many, how large within a few steps, and when each came; which devices there are. It sees no text, mood, date, tag or name, and has no key.</p>
        <form method="post" action="/settings/sync/start" class="stack apart">\(formToken(visit))\(wrong)
        <p class="field"><label for="relay">Address of the relay</label><span class="hint" id="relay-hint">Your own, or one of somebody you trust to keep it running: https://relay.example.org</span>
        <input id="relay" name="relay" value="\(typed)" required inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="relay-hint"></p>
        <p class="field"><label for="invitation">Invitation code, if the relay asks for one</label>
        <input id="invitation" name="invitation" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
        <div class="actions"><button class="primary">Begin to sync</button><a class="button quiet" href="/settings#sync">Not now</a></div></form></section>
        """
    }

    private func set(_ relay: String, _ visit: Visit) -> HTML {
        let last = status.lastSynced.map { ago($0, now: now) } ?? "not yet"
        let waiting = status.waiting == 0 ? "nothing" : status.waiting == 1 ? "1 change" : "\(grouped(status.waiting)) changes"
        return """
            <section class="card narrow"><h1>Sync</h1>\(wrong)
            \(status.faults.html { "<p class=\"fault\">\(sentence($0)) You can go on writing; nothing is lost.</p>" })\(doubt(visit), if: status.isInDoubt)
            \(failed)
            \(status.kept.html { "<p class=\"hint\">\(sentence($0.sentence))\(" What stays is sent when its owner lets you write again.", if: $0.role != nil)</p>" })
            <dl class="facts-list"><div><dt>Relay</dt><dd>\(relay)</dd></div><div><dt>Last synced</dt><dd>\(last)</dd></div>
            <div><dt>Waiting to be sent</dt><dd>\(waiting)</dd></div>
            <div><dt>Files</dt><dd>\(status.files.isSettled && !status.files.isUnfaithful ? "all at the relay and here" : "see below")</dd></div></dl>
            \(status.files.sentences.html { "<p class=\"\(status.files.refused.isEmpty && !status.files.isUnfaithful ? "hint" : "fault")\">\(sentence($0))</p>" })
            \("<p class=\"hint\">The relay is not known to have the present copy of this vault. The recovery code alone may not open it on a new device yet.</p>", if: status.isVaultCopyDue)
            <div class="actions"><form method="post" action="/settings/sync/now">\(formToken(visit))<button class="primary">Sync now</button></form>
            <a class="button" href="/settings/sync/seen">What the relay sees</a></div>
            <h2>Devices</h2>
            <ul class="lines">\(status.devices.html { device($0, visit) })</ul>
            <p><a class="button" href="/settings/sync/approve">Add a device</a></p>
            <details class="removal apart"><summary>Stop syncing on this device</summary>
            <form method="post" action="/settings/sync/stop">\(formToken(visit))
            <p>What is here stays here, and what the relay has stays there. You can begin again at any time.</p><button class="danger">Stop syncing here</button></form></details></section>
            """
    }

    private func doubt(_ visit: Visit) -> HTML {
        """
        <form method="post" action="/settings/sync/confirm">\(formToken(visit))
        <p class="hint">If you trust the relay, go on with the history that it shows now. What it lacks is sent to it again, and your other devices hear of it.</p>
        <button>Go on with this history</button></form>
        """
    }

    private func device(_ device: SyncStatus.Device, _ visit: Visit) -> HTML {
        let name = device.name.isEmpty ? "Device \(device.id.short)" : device.name
        let heard = device.lastHeard.map { "last heard of \(ago($0, now: now))" } ?? "nothing heard of it yet"
        let note = device.isThis ? "this device" : device.isDropped ? "dropped; it writes no more" : heard
        let drop: HTML = """
            <details class="removal"><summary>Drop<span class="hidden"> \(name)</span></summary>
            <form method="post" action="/settings/sync/drop">\(formToken(visit))<input type="hidden" name="device" value="\(device.id.description)">
            <p>For a device that was lost while it was locked. It writes no more, for ever. What it has read already it keeps: if somebody may have opened it, give the journal a new key as well.</p>
            <button class="danger">Drop it</button></form></details>
            """
        return """
            <li class="line slot"><span class="slot-name"><b>\(name)</b><span class="muted">\(note)</span></span>\(drop, if: !device.isThis && !device.isDropped)</li>
            """
    }
}

/// Hands the vault to a new device that shows a code.
private struct ApprovePage {
    var typed = ""
    var fault: Explanation?

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { fault in
            "<span class=\"fault\" id=\"code-fault\">\(besideField(fault))</span>"
        }
        return """
            <p class="way-back"><a href="/settings/sync">\(Icon.back)Sync</a></p>
            <section class="card narrow"><h1>Add a device</h1>
            <ol><li>On the new device open Auralyst and choose “Link to another device of mine”, or type <code>auralyst sync link</code>.</li>
            <li>It shows a code of five groups. Type it here: from no other place than its screen.</li></ol>
            <form method="post" action="/settings/sync/approve" class="stack">\(formToken(visit))
            <p class="field"><label for="code">Code of the new device</label>
            <input id="code" name="code" value="\(typed)" class="code-field" required autocomplete="off" autocapitalize="characters" spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: fault != nil)>\(wrong)</p>
            <p class="hint">The new device then has the whole journal and can do what this one can. The code goes to it alone: the relay between cannot take its place.</p>
            <div class="actions"><button class="primary">Hand it the journal</button><a class="button quiet" href="/settings/sync">Not now</a></div></form></section>
            """
    }
}

extension WebApp {
    func addSyncRoutes(to routes: inout Routes) {
        routes.page("/settings/sync") { visit in try await visit.app.syncPage(visit) }
        routes.form("/settings/sync/start", limit: 16 << 10) { visit, fields in try await visit.app.startSync(visit, fields) }
        routes.form("/settings/sync/now") { visit, _ in
            visit.app.sync.wake(.due)
            return visit.done(Notice(sentence: "It asks the relay now."), next: "/settings/sync")
        }
        routes.form("/settings/sync/confirm") { visit, _ in
            try await visit.vault().confirmLogs()
            visit.app.sync.wake(.due)
            return visit.done(Notice(sentence: "It goes on with the relay’s history."), next: "/settings/sync")
        }
        routes.form("/settings/sync/stop") { visit, _ in
            visit.app.sync.end()
            let vault = try await visit.vault()
            try await vault.stopSync()
            await visit.app.sync.begin(vault)
            return visit.done(
                Notice(sentence: "This device syncs no more. Everything stays where it is."), next: "/settings/sync")
        }
        routes.form("/settings/sync/drop") { visit, fields in
            guard let device = fields["device"].flatMap({ DeviceID(text: $0) }) else { throw HTTPFault.notFound }
            try await visit.vault().dropDevice(device)
            visit.app.sync.wake(.wrote)
            return visit.done(Notice(sentence: "The device is dropped: it writes no more."), next: "/settings/sync")
        }
        routes.page("/settings/sync/approve") { visit in WebApp.approvePage(ApprovePage(), visit) }
        routes.form("/settings/sync/approve", limit: 4 << 10) { visit, fields in try await visit.app.approve(visit, fields) }
        addSeenRoutes(to: &routes)
        addLinkRoutes(to: &routes)
    }

    private func syncPage(_ visit: Visit, typed: String = "", fault: Explanation? = nil) async throws -> Response {
        let status = try await visit.vault().syncStatus()
        // Another program has begun or ended it: the loop need not wait until it looks for that by itself.
        if (status.relay != nil) != (sync.mark != nil) { sync.wake(.due) }
        let page = SyncPage(
            status: status, now: surroundings.now(), problem: sync.mark?.problem, typed: typed, fault: fault)
        return PageFrame(title: "Sync", place: .settings, name: "sync")
            .page(page.html(for: visit), for: visit, status: fault == nil ? .ok : .unprocessable)
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
                return { visit in try await self.syncPage(visit, typed: String(typed.prefix(300)), fault: Explanation(error)) }
            }
            await self.sync.begin(vault)
            return { visit in
                visit.done(Notice(sentence: "This journal syncs now. The first time takes a while."), next: "/settings/sync")
            }
        }
    }

    private static func approvePage(_ page: ApprovePage, _ visit: Visit) -> Response {
        PageFrame(title: "Add a device", place: .settings, name: "sync")
            .page(page.html(for: visit), for: visit, status: page.fault == nil ? .ok : .unprocessable)
    }

    private func approve(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = String((fields["code"] ?? "").prefix(200))
        let vault = try await visit.vault()
        return try await answer("Handing the journal over", to: visit) { _ in
            do {
                try await vault.approve(typed: typed, over: self.machine.relays)
            } catch {
                let fault = Explanation(error)
                return { visit in WebApp.approvePage(ApprovePage(typed: typed, fault: fault), visit) }
            }
            return { visit in
                visit.done(Notice(sentence: "The new device has the journal. It reads everything now."), next: "/settings/sync")
            }
        }
    }
}
