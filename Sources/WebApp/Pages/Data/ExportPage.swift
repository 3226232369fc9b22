import Base
import Documents
import Engine
import Exchange

/// Takes everything along: which form, for whom, and what will be readable.
struct ExportPage {
    /// Who can read the export.
    enum Protection: String, CaseIterable {
        case recovery, passphrase, clear
    }

    let plan: ExportPlan
    /// Exports in clear that were made by the command line and still lie on this machine.
    let known: [(export: ClearExport, made: String)]
    /// What was chosen, where something was refused.
    var format = ExportFormat.json
    var hasFiles = true
    var protection = Protection.recovery
    var fault: Fault?

    enum Fault {
        /// In clear, without the tick.
        case notConfirmed
        case passphrase(NewPassphrase.Fault)
    }

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings#data">\(Icon.back)Settings</a></p>
        <section class="card narrow"><h1>Export</h1>
        <dl class="facts-list">\(counts)</dl>
        <form method="post" action="/settings/export" class="stack">\(formToken(visit))
        <fieldset class="choices"><legend>In which form</legend>\(ExportFormat.allCases.html(choice))</fieldset>
        <p class="choice"><label><input type="checkbox" name="files" value="yes"\(" checked", if: hasFiles)> With photos and files, where the form has a place for them</label></p>
        <fieldset class="choices"><legend>Who can read it</legend>
        \(reader(.recovery, "Encrypted: whoever has my recovery code", "age and Auralyst open it with the code on paper."))
        \(reader(.passphrase, "Encrypted: whoever knows a passphrase", "One for this file alone, typed below."))
        \(reader(.clear, "In clear: whoever gets the file", "\(plan.readableWords)"))</fieldset>
        \(passphrase)\(confirmation)
        <div class="actions"><button class="primary">Export</button></div>
        <p class="hint">It goes straight into the browser’s downloads, and nowhere else on this machine. A folder comes as a zip archive.</p></form></section>
        \(clearExports(visit), if: !known.isEmpty)
        """
    }

    private var counts: HTML {
        let names: [(String, String, String)] = [
            ("check_in", "Check-ins", ""), ("symptom_entry", "Symptoms", ""), ("medication", "Medicines", ""),
            ("intake", "Doses", ""),
            ("medication_schedule", "Schedules", ""), ("health_sample", "Days of sleep and steps", ""), ("trial", "Trials", ""),
            ("template", "Templates", ""),
        ]
        var rows: [(HTML, HTML)] = [("Entries", "\(grouped(plan.entries))")]
        if plan.attachments > 0 {
            rows.append(("Photos and files", "\(grouped(plan.attachments)), \(ExportPlan.size(plan.attachmentBytes))"))
        }
        for name in names {
            guard let kind = plan.others.first(where: { $0.name == name.0 }), kind.count > 0 else { continue }
            rows.append(("\(name.1)", "\(grouped(kind.count))"))
        }
        return rows.html { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
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

    // Shown, by the page's style, with the choice that needs them.
    private var passphrase: HTML {
        var fields = NewPassphrase(label: "Passphrase of this export")
        if case .passphrase(let fault) = fault { fields.fault = fault }
        return "<div class=\"with-passphrase\">\(fields.optional)</div>"
    }

    private var confirmation: HTML {
        var wrong: HTML?
        if case .notConfirmed = fault {
            wrong =
                "<p class=\"fault\" id=\"in-clear-fault\" role=\"alert\">Nothing was exported. Say first that it may be in clear.</p>"
        }
        return """
            <div class="with-clear">\(wrong)
            <p class="choice"><label><input type="checkbox" name="in-clear" value="yes"\(" aria-describedby=\"in-clear-fault\"", if: wrong != nil)> I know that the file is in clear: whoever gets it can read everything</label></p>
            <p class="hint">When you are done with it: <code>shred -u FILE</code> in the folder of downloads.</p></div>
            """
    }

    private func clearExports(_ visit: Visit) -> HTML {
        let rows = known.html { known -> HTML in
            """
            <li class="line"><span><code class="path">\(known.export.path)</code> <span class="muted">\(known.made)</span></span>
            <form method="post" action="/settings/export/wipe">\(formToken(visit))<input type="hidden" name="path" value="\(known.export.path)"><button class="danger">Write over it<span class="hidden"> \(known.export.path)</span></button></form></li>
            """
        }
        return """
            <section class="card narrow"><h2>Exports in clear on this machine</h2><ul class="lines">\(rows)</ul><p class="hint">\(WipeReport.limits)</p></section>
            """
    }
}

extension ExportFormat {
    /// Its name and what it is good for.
    fileprivate var words: (HTML, HTML) {
        switch self {
        case .json: ("Everything (JSON)", "All there is, without loss. Auralyst reads it back, and its form is documented.")
        case .html: ("A page to read (HTML)", "Entries, pictures and the health log on one page that any browser shows.")
        case .markdown:
            ("Notes (Markdown)", "One file an entry, its photos beside it, as Obsidian and others read them. Entries alone.")
        case .csv: ("Tables (CSV)", "One table for each kind of record, for a spreadsheet. Without files.")
        case .jrnl:
            ("Text (jrnl)", "One text file of all entries. Moods, tags outside the text, photos and files have no place in it.")
        }
    }
}

extension ExportPlan {
    /// What an export in clear shows to whom.
    fileprivate var readableWords: HTML {
        let more = others.reduce(0) { $0 + $1.count }
        let rest: HTML = more == 0 ? "" : " and \(grouped(more)) other records"
        return """
            Readable: \(grouped(entries)) \(entries == 1 ? "entry" : "entries")\(rest). By: every program that runs as you, whoever administers this machine, whoever gets hold of the disk. Where: in your downloads, and in every copy that a backup or a synchronised folder makes of them.
            """
    }
}
