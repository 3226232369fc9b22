import Base
import Documents
import Engine
import Exchange
import Journal
import Records

/// Exports everything: the format, who can read it, and what will be readable.
struct ExportPage {
    enum Protection: String, CaseIterable {
        case recovery, passphrase, clear
    }

    let plan: ExportPlan
    /// Unencrypted exports made on the command line that still exist on this machine.
    let known: [(export: ClearExport, made: String)]
    /// The choices, if something was rejected.
    var format = ExportFormat.json
    var hasFiles = true
    var keepsPlaces = false
    var protection = Protection.recovery
    var fault: Fault?

    enum Fault {
        /// Unencrypted, without the confirmation.
        case notConfirmed
        case passphrase(NewPassphrase.Fault)
    }

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
        <section class="card narrow"><h1>Export</h1>
        <dl class="facts-list">\(plan.facts())</dl>
        <form method="post" action="/settings/export" class="stack">\(formToken(visit))
        <fieldset class="choices"><legend>Format</legend>\(ExportFormat.allCases.html(choice))</fieldset>
        <p class="choice"><label><input type="checkbox" name="files" value="yes"\(" checked", if: hasFiles)> Include photos and files, if the format can hold them</label></p>
        <p class="choice"><label><input type="checkbox" name="places" value="yes" aria-describedby="places-hint"\(" checked", if: keepsPlaces)> Keep the place in photos</label></p>
        <p class="hint" id="places-hint">Otherwise the exported photos and videos do not say where they were taken. “Everything (JSON)” keeps it if it is encrypted.</p>
        <fieldset class="choices"><legend>Who can read it</legend>
        \(reader(.recovery, "Encrypted with my recovery code", "Auralyst and the program age open it with the code."))
        \(reader(.passphrase, "Encrypted with a passphrase", "Type a passphrase for this file below."))
        \(reader(.clear, "Not encrypted: anyone with the file", "\(plan.readableWords(isOnPhone: visit.app.site.isInside))"))</fieldset>
        \(passphrase)\(confirmation(isOnPhone: visit.app.site.isInside))
        <div class="actions"><button class="primary">Export</button></div>
        <p class="hint">The file goes to your browser’s downloads and nowhere else. A format with several files comes as a zip archive.</p></form></section>
        \(clearExports(visit), if: !known.isEmpty)
        """
    }

    private func choice(_ format: ExportFormat) -> HTML {
        let (name, words) = format.words
        return radio("format", "\(format.rawValue)", isOn: format == self.format, name, words)
    }

    private func reader(_ protection: Protection, _ name: HTML, _ words: HTML) -> HTML {
        radio("protection", "\(protection.rawValue)", isOn: protection == self.protection, name, words)
    }

    private func radio(_ field: HTML, _ value: HTML, isOn: Bool, _ name: HTML, _ words: HTML) -> HTML {
        """
        <div class="way"><label class="choice"><input type="radio" name="\(field)" value="\(value)" aria-describedby="\(field)-\(value)"\(" checked", if: isOn)> \(name)</label><p class="hint" id="\(field)-\(value)">\(words)</p></div>
        """
    }

    // The page's style shows it only with the choices that need it.
    private var passphrase: HTML {
        var fields = NewPassphrase(label: "Passphrase for this export")
        if case .passphrase(let fault) = fault { fields.fault = fault }
        return "<div class=\"with-passphrase\">\(fields.optional)</div>"
    }

    private func confirmation(isOnPhone: Bool) -> HTML {
        let after: HTML =
            isOnPhone
            ? "delete it from your downloads." : "run <code>shred -u FILE</code> in your downloads folder."
        var wrong: HTML?
        if case .notConfirmed = fault {
            wrong =
                "<p class=\"fault\" id=\"in-clear-fault\" role=\"alert\">Nothing was exported. Confirm first that the file may be unencrypted.</p>"
        }
        return """
            <div class="with-clear">\(wrong)
            <p class="choice"><label><input type="checkbox" name="in-clear" value="yes"\(" aria-describedby=\"in-clear-fault\"", if: wrong != nil)> I know that the file is not encrypted: anyone who gets it can read everything</label></p>
            <p class="hint">When you no longer need it, \(after)</p></div>
            """
    }

    private func clearExports(_ visit: Visit) -> HTML {
        let rows = known.html { known -> HTML in
            """
            <li class="line"><span><code class="path">\(known.export.path)</code> <span class="muted">\(known.made)</span></span>
            <form method="post" action="/settings/export/wipe">\(formToken(visit))<input type="hidden" name="path" value="\(known.export.path)"><button class="danger">Overwrite and delete<span class="hidden"> \(known.export.path)</span></button></form></li>
            """
        }
        return """
            <section class="card narrow"><h2>Unencrypted exports on this machine</h2><ul class="lines">\(rows)</ul><p class="hint">\(WipeReport.limits)</p></section>
            """
    }
}

extension ExportFormat {
    fileprivate var words: (HTML, HTML) {
        switch self {
        case .json: ("Everything (JSON)", "Everything, without loss. Auralyst can import it again, and the format is documented.")
        case .html: ("A page to read (HTML)", "Entries, pictures and the health log on one page for any browser.")
        case .markdown:
            ("Notes (Markdown)", "One file per entry with its photos, for Obsidian and similar programs. Entries only.")
        case .csv: ("Tables (CSV)", "One table for each kind of record, for spreadsheets. No photos or files.")
        case .jrnl:
            ("Text (jrnl)", "One text file with all entries, without moods, photos, files, and tags outside the text.")
        }
    }
}

extension ExportPlan {
    /// The number of records of each kind, one row each; `days` follows the number of entries.
    func facts(days: HTML? = nil) -> HTML {
        // Of the support plan, only that there is something.
        let kinds = RecordKind.all.filter { $0.title != nil && SupportItem.Part(rawValue: $0.name) == nil }
        var rows: [(name: HTML, count: HTML)] = [("Entries", "\(grouped(entries))\(days)")]
        if attachments > 0 {
            rows.append(("Photos and files", "\(grouped(attachments)) (\(ExportPlan.size(attachmentBytes)))"))
        }
        let counts = Dictionary(others.map { ($0.name, $0.count) }, uniquingKeysWith: +)
        rows += kinds.compactMap { kind in
            counts[kind.name].flatMap { $0 > 0 ? (HTML.text(kind.title ?? ""), "\(grouped($0))") : nil }
        }
        let rest = counts.filter { count in !kinds.contains { $0.name == count.key } }.values.reduce(0, +)
        if rest > 0 { rows.append(("Notes, settings and other records", "\(grouped(rest))")) }
        return rows.html { "<div><dt>\($0.name)</dt><dd>\($0.count)</dd></div>" }
    }

    /// What an unencrypted export shows.
    fileprivate func readableWords(isOnPhone: Bool) -> HTML {
        let readers: HTML =
            isOnPhone
            ? "Every app that may read your downloads, and anyone who gets the unlocked phone"
            : "Every program that runs as you, every administrator of this machine, and anyone who gets the disk"
        let more = others.reduce(0) { $0 + $1.count }
        let rest: HTML = more == 0 ? "" : " and \(grouped(more)) other records"
        return """
            It contains \(grouped(entries)) \(plural(entries, "entry", "entries"))\(rest). \(readers) can read it, in your downloads and in every backup or synced copy of them.
            """
    }
}
