import Backups
import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal

/// Backups: their state and folder, and how to create, check and restore them.
struct BackupPage {
    struct File {
        let name: String
        let day: String
        let tier: BackupTier
        let bytes: Int64
    }

    let state: BackupState
    /// "today", "12 days ago"; `nil` for never.
    let last: String?
    let verified: String?
    let files: [File]
    /// The time of the timer; `nil` if there is none.
    let time: String?
    let hasTimer: Bool
    /// The rejected input, and why.
    var folder: String
    var fault: Explanation?

    /// On a phone, whose browser has no folder on another disk.
    private func download(_ visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
        <section class="card narrow"><h1>Backup</h1>
        <p>Everything in this vault in one encrypted file. Only your recovery code opens it. Keep it outside this phone.</p>
        <form method="post" action="/settings/backup/download" class="stack">\(formToken(visit))
        <div class="actions"><button class="primary">Download a backup</button></div>
        <p class="hint">It is restored and compared before you get it, which can take a minute.</p></form></section>
        <section class="card narrow setting" aria-labelledby="restore-title"><h2 id="restore-title">How to restore</h2>
        <p>At a computer without a vault, choose “Restore from it” on the first page. Then link this phone again.</p></section>
        """
    }

    func html(for visit: Visit) -> HTML {
        if visit.app.site.isInside { return download(visit) }
        let wrong: HTML? = fault.map { fault in
            "<p class=\"fault\" id=\"folder-fault\" role=\"alert\">\(besideField(fault))</p>"
        }
        return """
            <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
            <section class="card narrow"><h1>Backup</h1>
            <dl class="facts-list">
            <div><dt>Last backup</dt><dd>\(last ?? say("none yet"))</dd></div>
            <div><dt>Last checked</dt><dd>\(verified ?? "never")\(state.failed == nil ? "" : say("; the last check found something wrong"))</dd></div>
            <div><dt>Not backed up yet</dt><dd>\(changes)</dd></div></dl>
            <form method="post" action="/settings/backup" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="folder">Folder on this machine</label><span class="hint" id="folder-hint">Best on another disk. Only your recovery code opens the backups.</span>
            <input id="folder" name="folder" value="\(folder)" required autocomplete="off" spellcheck="false" aria-describedby="folder-hint\(" folder-fault", if: fault != nil)"\(" aria-invalid=\"true\"", if: fault != nil)></p>
            <div class="actions"><button class="primary">Back up now</button>
            <button formaction="/settings/backup/verify">Check the newest backup</button></div>
            <p class="hint">The check restores the newest backup to a temporary vault, compares every record, and deletes that vault again.</p></form></section>
            \(timer(visit), if: hasTimer)
            \(list)
            \(restoring)
            """
    }

    private var changes: HTML {
        last == nil ? "everything" : state.since == 0 ? "nothing" : "\(counted(state.since, "change"))"
    }

    private func timer(_ visit: Visit) -> HTML {
        let off: HTML =
            "<button class=\"quiet\" formaction=\"/settings/backup/timer/end\" formnovalidate>Turn off daily backups</button>"
        return """
            <section class="card narrow setting" aria-labelledby="timer-title"><h2 id="timer-title">Daily backups</h2>
            <p>\(time.map { say("A backup is made every day at \($0), or as soon as this machine is on after that.") } ?? say("Daily backups are off."))</p>
            <form method="post" action="/settings/backup/timer" class="stack">\(formToken(visit))
            <input type="hidden" name="folder" value="\(state.folder ?? "")">
            <p class="field"><label for="time">Time of day</label><input id="time" name="time" type="time" value="\(time ?? "12:00")" required></p>
            <p class="hint">This needs a key that unlocks the vault without asking you: turn on the keychain under <a href="/settings/keys">Keys</a>.</p>
            <div class="actions"><button\(" disabled", if: state.folder == nil)>\(time == nil ? say("Turn on daily backups") : say("Change the time"))</button>\(off, if: time != nil)</div>
            \("<p class=\"hint\">Make a first backup above. Daily backups go to the same folder.</p>", if: state.folder == nil)</form></section>
            """
    }

    private var list: HTML {
        guard let folder = state.folder else { return .empty }
        let rows = files.html { file -> HTML in
            "<li class=\"line\"><span>\(file.day) <span class=\"muted\">\(file.tier.contents), \(ExportPlan.size(file.bytes))</span></span><code class=\"path\">\(file.name)</code></li>"
        }
        let none: HTML = "<p class=\"fault\">There are no backups of this vault in the folder. Is the disk connected?</p>"
        return """
            <section class="card narrow setting" aria-labelledby="files-title"><h2 id="files-title">Backups in the folder</h2>
            <p class="hint"><code class="path">\(folder)</code></p>
            \(files.isEmpty ? none : "<ul class=\"lines small\">\(rows)</ul>")</section>
            """
    }

    private var restoring: HTML {
        """
        <section class="card narrow setting" aria-labelledby="restore-title"><h2 id="restore-title">How to restore</h2>
        <p>On a machine without a vault, choose “Restore from it” on the first page. On this machine, run this command. It restores to a new folder and overwrites nothing:</p>
        <p><code class="path">auralyst backup restore \(Shell.quoted(state.folder ?? "FOLDER")) <span class="together">--to NEW-FOLDER</span></code></p>
        <p class="hint">Both ask for the recovery code and a new passphrase. Without Auralyst, <code>age -d</code> decrypts each file.</p></section>
        """
    }
}

extension WebApp {
    func addBackupRoutes(to routes: inout Routes) {
        routes.page("/settings/backup") { visit in try await visit.app.backupPage(visit) }
        routes.form("/settings/backup", limit: 64 << 10) { visit, fields in
            try await visit.app.withFolder(visit, fields) { vault, folder in
                visit.app.begin(.backingUp, for: visit) { progress in
                    let receipt = try await vault.createBackup(in: folder, progress: progress)
                    return WorkResult(
                        heading: say("Backup complete"), lines: WebApp.lines(receipt),
                        next: (say("Back to Backup"), "/settings/backup"))
                }
            }
        }
        routes.form("/settings/backup/download") { visit, _ in
            let (name, file, size) = try await visit.vault().backupToTakeAway()
            return Response(
                headers: ["content-type": "application/octet-stream", "content-disposition": "attachment; filename=\"\(name)\""],
                body: .stream(length: Int(exactly: size)) { writer in
                    while case let piece = try file.read(BodyWriter.pieceBytes), !piece.isEmpty { try await writer.write(piece) }
                })
        }
        routes.form("/settings/backup/verify", limit: 64 << 10) { visit, fields in
            try await visit.app.withFolder(visit, fields) { vault, folder in
                let app = visit.app
                return app.begin(.verifying, for: visit) { progress in
                    let found = try await vault.verifyBackup(at: folder, progress: progress)
                    return WorkResult(
                        heading: say("The backup is good"), lines: app.lines(found),
                        next: (say("Back to Backup"), "/settings/backup")
                    )
                }
            }
        }
        routes.form("/settings/backup/timer", limit: 64 << 10) { visit, fields in
            try visit.app.setTimer(visit, folder: fields["folder"] ?? "", time: fields["time"] ?? "")
        }
        routes.form("/settings/backup/timer/end") { visit, _ in
            guard try visit.app.machine.backups?.remove() ?? true else {
                let words = say("Daily backups are off. systemd did not answer, so a running timer stops when you log out.")
                return visit.done(Notice(sentence: words, tone: .trouble), next: "/settings/backup")
            }
            return visit.done(Notice(sentence: "Daily backups are off."), next: "/settings/backup")
        }
    }

    private func backupPage(
        _ visit: Visit, folder: String? = nil, fault: Explanation? = nil
    ) async throws -> Response {
        let (zone, now) = (CivilTime(zone: surroundings.zone), surroundings.now())
        let page = try await visit.read { vault, preferences in
            let state = try vault.backupState()
            let ago = { (moment: Int64) in BackupState.ago(moment, now: now, zone: zone) }
            let files = (state.folder.map { vault.backups(in: $0) } ?? []).map { file in
                BackupPage.File(
                    name: file.name.text,
                    day: file.made.flatMap { zone.wall(at: $0) }.map { preferences.dates.day($0.day, style: .long) }
                        ?? say("dated in the future"),
                    tier: file.name.tier, bytes: file.bytes)
            }
            return BackupPage(
                state: state, last: state.last.map(ago), verified: state.verified.map(ago),
                files: files, time: self.machine.backups?.time(), hasTimer: self.machine.backups != nil,
                folder: folder ?? state.folder ?? "", fault: fault)
        }
        return try await settings(
            visit, below: .data, "Backup", name: "data", status: fault == nil ? .ok : .unprocessable, page.html(for: visit))
    }

    /// Acts on the typed folder; an error is shown next to it.
    private func withFolder(
        _ visit: Visit, _ fields: FormFields, _ body: (OpenVault, String) async throws -> Response
    ) async throws -> Response {
        guard !site.isInside else { throw HTTPFault.notFound }
        let typed = trimmed(fields["folder"] ?? "")
        guard typed.hasPrefix("/") || typed.hasPrefix("~/") else {
            let fault = Explanation(
                "bad_folder", "this is not the full path of a folder", hint: "start it with / or ~/, such as ~/Backups")
            return try await backupPage(visit, folder: typed, fault: fault)
        }
        return try await body(try await visit.vault(), VaultLocation(folder: typed).folder)
    }

    private func setTimer(_ visit: Visit, folder: String, time: String) throws -> Response {
        guard let timer = machine.backups else { throw HTTPFault.notFound }
        guard !folder.isEmpty, let time = TimeOfDay(clock: time) else {
            let words = say("Nothing was changed. Choose a folder and a time of day first.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/settings/backup")
        }
        let clock = time.clock
        let runs = try timer.set(folder, clock)
        let words = runs ? say("A backup is made every day at \(clock).") : say("The timer is saved, but systemd did not answer.")
        return visit.done(Notice(sentence: words, tone: runs ? .done : .trouble), next: "/settings/backup")
    }

    private static func lines(_ receipt: BackupReceipt) -> [String] {
        var lines = [say("\(grouped(receipt.records)) records come back from it; the file has \(ExportPlan.size(receipt.size)).")]
        if receipt.tier != .monthly { lines.append(say("It builds on earlier backups: keep them together in one folder.")) }
        if receipt.missingAttachments > 0 {
            lines.append(say("\(grouped(receipt.missingAttachments)) files are not in it, because the vault has lost them."))
        }
        lines += receipt.absentAttachments.map {
            say("\(sentence($0.sentence)) Not in this backup; a later one includes what has come by then.")
        }
        return lines
    }

    private func lines(_ found: BackupVerification) -> [String] {
        let day =
            CivilTime(zone: surroundings.zone).wall(at: found.created).map {
                DateLanguage.of(nil).day($0.day, style: .long)
            } ?? ""
        var lines = [
            say(
                "The backup of \(day) was restored and compared. All \(grouped(found.records)) records and \(grouped(found.attachments)) files match."
            )
        ]
        if let since = found.since, since > 0 { lines.append(say("\(grouped(since)) changes were made after it.")) }
        if found.lacking > 0 {
            lines.append(
                say(
                    "It has \(grouped(found.lacking)) changes that this vault does not have. The vault may have been replaced by an older copy. "
                )
                    + say("Restore this backup to get them back."))
        }
        if found.missingAttachments > 0 {
            lines.append(
                say("\(grouped(found.missingAttachments)) files are not in it: the vault did not have them at the time."))
        }
        return lines
    }
}
