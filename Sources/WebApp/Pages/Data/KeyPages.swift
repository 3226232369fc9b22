import Engine
import HTTP
import Journal

/// Gives the journal a new key: what that means, and how far it is.
private struct RotationPage {
    /// What is under way.
    let states: [RotationState]

    func html(for visit: Visit) -> HTML {
        let begun: HTML? = states.first.map { state in
            "<p class=\"notice\">One was begun and is not at its end: \(grouped(state.done)) of \(grouped(state.total)) changes are under the new key.</p>"
        }
        return """
            <p class="way-back"><a href="/settings#keys">\(Icon.back)Settings</a></p>
            <section class="card narrow"><h1>A new key for the journal</h1>\(begun)
            <p>Everything you write from then on is sealed under a new key. What is there is sealed anew, photos and files too, and the old key is destroyed at the end.</p>
            <p>It is worth doing when somebody may have got hold of the old key: a device was lost, a person is no longer trusted. Passphrase, recovery code and passkeys stay as they are.</p>
            <p class="hint">Backups and copies that were made before still hold the old key, and open as before. You can go on writing meanwhile.</p>
            <form method="post" action="/settings/rotation">\(formToken(visit))
            <div class="actions"><button class="primary">\(states.isEmpty ? "Make a new key" : "Go on with it")</button><a class="button quiet" href="/settings#keys">Leave it</a></div></form></section>
            """
    }
}

/// Rehearses the loss of everything but the paper.
private struct DrillPage {
    var typed = ""
    var fault: Explanation?
    var done: RecoveryDrill?

    func html(for visit: Visit) -> HTML {
        if let done { return passed(done) }
        let wrong: HTML? = fault.map { fault in
            "<span class=\"fault\" id=\"code-fault\">\(sentence(fault.sentence))\(fault.hint.map { " \(sentence($0))" })</span>"
        }
        return """
            <p class="way-back"><a href="/settings#keys">\(Icon.back)Settings</a></p>
            <section class="card narrow"><h1>Rehearse the recovery</h1>
            <p>As if the passphrase were lost: the journal is opened anew from the disk by the code on your paper and by nothing else, and read. Nothing is changed.</p>
            <form method="post" action="/settings/drill" class="stack">\(formToken(visit))
            <p class="field"><label for="code">Recovery code, from the paper</label>
            <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false" required\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: fault != nil)>
            \(typed)</textarea>\(wrong)</p>
            <div class="actions"><button class="primary">Open it by the paper</button><a class="button quiet" href="/settings#keys">Not now</a></div></form></section>
            """
    }

    private func passed(_ drill: RecoveryDrill) -> HTML {
        let read: HTML = drill.hasReadNewest ? " The newest one was read." : ""
        return """
            <section class="card narrow"><h1>The paper opens your journal</h1>
            <p>\(grouped(drill.entries)) \(drill.entries == 1 ? "entry is" : "entries are") there.\(read) Put the paper back where it was, away from this device.</p>
            <div class="actions"><a class="button primary" href="/settings#keys">Back to the keys</a></div></section>
            """
    }
}

extension WebApp {
    func addKeyPageRoutes(to routes: inout Routes) {
        routes.page("/settings/rotation") { visit in
            let page = RotationPage(states: try await visit.vault().rotations())
            return PageFrame(title: "New key", place: .settings, name: "data").page(page.html(for: visit), for: visit)
        }
        routes.form("/settings/rotation") { visit, _ in
            let vault = try await visit.vault()
            return visit.app.begin(.rotating, for: visit) { WebApp.result(of: try await vault.rotateKeys(progress: $0)) }
        }
        routes.page("/settings/drill") { visit in WebApp.drill(DrillPage(), visit) }
        routes.form("/settings/drill", limit: 16 << 10) { visit, fields in
            let typed = fields["code"] ?? ""
            do {
                return WebApp.drill(DrillPage(done: try await visit.app.door.rehearseRecovery(typed: typed)), visit)
            } catch {
                return WebApp.drill(DrillPage(typed: String(typed.prefix(500)), fault: Explanation(error)), visit)
            }
        }
    }

    private static func drill(_ page: DrillPage, _ visit: Visit) -> Response {
        PageFrame(title: "Rehearsal", place: .settings, name: "data")
            .page(page.html(for: visit), for: visit, status: page.fault == nil ? .ok : .unprocessable)
    }

    private static func result(of report: RotationReport) -> WorkResult {
        let files =
            report.attachments == 0 ? "" : report.attachments == 1 ? " and 1 file" : " and \(grouped(report.attachments)) files"
        var lines = ["\(grouped(report.operations)) changes\(files) were sealed anew, and the old key is destroyed."]
        if !report.faultyAttachments.isEmpty {
            lines.append("\(grouped(report.faultyAttachments.count)) files are missing or damaged, and stay as they are.")
        }
        if report.unopened > 0 {
            lines.append("\(grouped(report.unopened)) changes did not open before either, and stay sealed for ever.")
        }
        if report.oldFilesLeft > 0 {
            lines.append("\(grouped(report.oldFilesLeft)) files under the old key could not be removed.")
        }
        return WorkResult(
            heading: "The journal has a new key", lines: lines, isTroubled: lines.count > 1,
            next: ("Back to the keys", "/settings#keys"))
    }

    /// Goes on with a rotation that a lock, a stop or a kill has broken off.
    func resumeRotation() async {
        guard !bench.isBusy, let vault = try? await door.vault(), let begun = try? await vault.rotations(), !begun.isEmpty else {
            return
        }
        _ = begin(.rotating) { progress in
            // Whichever journal's it is; nothing new is begun where another program has ended it meanwhile.
            guard let report = try await vault.resumeRotation(progress: progress) else {
                return WorkResult(heading: "The journal has a new key", next: ("Back to the keys", "/settings#keys"))
            }
            return WebApp.result(of: report)
        }
    }
}
