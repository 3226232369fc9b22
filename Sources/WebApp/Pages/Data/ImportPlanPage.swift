import Base
import Documents
import Importing

/// A preview of an import, which the owner can correct; nothing is written yet.
struct ImportPlanPage {
    let pending: PendingImport
    let dates: DateLanguage

    /// The most records listed individually, of each kind.
    private static let named = 50

    func html(for visit: Visit) -> HTML {
        let isReady = pending.files.contains { $0.plan.isReady }
        let left: HTML =
            "<p>\(counted(pending.left, "file was", "files were")) left out, because another has the same name.</p>"
        let empty: HTML = "<p>\(counted(pending.empty, "file was", "files were")) empty.</p>"
        let primary: HTML = "<button class=\"primary\" formaction=\"/import/run\">Import</button>"
        return """
            <p class="way-back"><a href="/import">\(Icon.back)Other files</a></p>
            <header><h1>Preview</h1><p class="muted">Nothing has been imported yet.</p></header>
            <form method="post" action="/import/plan" class="plan">\(formToken(visit))
            \(pending.files.enumerated().html { index, file in section(file, index) })
            \(left, if: pending.left > 0)\(empty, if: pending.empty > 0)
            \(salvage, if: pending.offersSalvage)
            \(password, if: pending.needsPassword)
            \(dateOrder, if: pending.offersDateOrder)
            \(columns, if: pending.hasTables)
            \(ratings, if: !pending.ratings.isEmpty)
            \(update, if: pending.offersUpdate)
            <div class="actions">\(primary, if: isReady)
            <button\(" class=\"primary\"", if: !isReady)>Update preview</button>
            <button class="quiet" formaction="/import/discard" formnovalidate>Cancel</button></div>
            <p class="hint">The files stay in memory for up to half an hour, and are removed when you lock.</p></form>
            """
    }

    // ---- one file ----

    private func section(_ file: PendingImport.File, _ index: Int) -> HTML {
        let unknown: HTML = "<option value=\"\" selected>Unknown format</option>"
        let options = ImportKind.allCases.html {
            "<option value=\"\($0.name)\"\(" selected", if: $0 == file.kind)>\($0.title)</option>"
        }
        return """
            <section class="card setting" aria-labelledby="file-\(index)"><h2 id="file-\(index)">\(file.label)</h2>
            <p class="field"><label for="format-\(index)">Read as</label>
            <select id="format-\(index)" name="format-\(index)">\(unknown, if: file.kind == nil)\(options)</select></p>
            \(body(file.plan))</section>
            """
    }

    private func body(_ plan: PendingImport.Plan) -> HTML {
        switch plan {
        case .unread: .empty
        case .needsPassword: "<p>This file is encrypted. Type its password below to see the preview.</p>"
        case .refused(let explanation): "<p class=\"fault\" role=\"alert\">\(besideField(explanation))</p>"
        case .health(let receipt): ReceiptPage.list(receipt)
        case .entries(let receipt): self.plan(of: receipt)
        }
    }

    private func plan(of receipt: Receipt) -> HTML {
        guard receipt.read > 0 else { return "<p>Nothing to import was found in this file.</p>" }
        let days: HTML? = receipt.days.map { days in
            let first = dates.day(days.lowerBound, style: .long)
            return days.lowerBound == days.upperBound
                ? "<p>All on \(first).</p>" : "<p>From \(first) to \(dates.day(days.upperBound, style: .long)).</p>"
        }
        let findings: HTML = """
            <h3>To check</h3><ul class="lines small">\(receipt.findings.prefix(ImportPlanPage.named).html { "<li class=\"line\">\(sentence($0.sentence))</li>" })</ul>
            """
        return """
            \(ReceiptPage.counts([receipt], isPlan: true))\(days)\(findings, if: !receipt.findings.isEmpty)
            \(group("What would be left out", receipt.lines.filter { $0.outcome == .skipped && !ReceiptPage.isHere($0) }))
            \(group("Entries that would be updated", receipt.lines.filter { $0.outcome == .merged }))
            \(group("What would be changed on the way", receipt.lines.filter { $0.outcome == .changed }))
            """
    }

    private func group(_ title: HTML, _ lines: [Receipt.Line]) -> HTML {
        guard !lines.isEmpty else { return .empty }
        let more = lines.count - ImportPlanPage.named
        return """
            <details><summary>\(title): \(grouped(lines.count))</summary><ul class="lines small">\(lines.prefix(ImportPlanPage.named).html(ReceiptPage.row))</ul>
            \("<p class=\"muted\">and \(grouped(max(more, 0))) more; the receipt will list them all</p>", if: more > 0)</details>
            """
    }

    // ---- the owner's choices ----

    private var salvage: HTML {
        """
        <section class="card setting" aria-labelledby="salvage-title"><h2 id="salvage-title">Damaged file</h2>
        <p class="choice"><label><input type="checkbox" name="salvage" value="yes"\(" checked", if: pending.salvages)> Import what can still be read</label></p></section>
        """
    }

    private var dateOrder: HTML {
        let orders: [(DateOrder, HTML)] = [
            (.dayFirst, "The day: 31/12/26"), (.monthFirst, "The month: 12/31/26"), (.yearFirst, "The year: 26/12/31"),
        ]
        let options = orders.html {
            "<option value=\"\($0.0.rawValue)\"\(" selected", if: $0.0 == pending.dateOrder)>\($0.1)</option>"
        }
        return """
            <section class="card setting" aria-labelledby="dates-title"><h2 id="dates-title">Dates</h2>
            <p class="field"><label for="date-order">What comes first in its dates</label>
            <select id="date-order" name="date-order"><option value="">Detect automatically</option>\(options)</select></p></section>
            """
    }

    private var update: HTML {
        """
        <section class="card setting" aria-labelledby="update-title"><h2 id="update-title">Entries you imported before</h2>
        <p class="choice"><label><input type="checkbox" name="update" value="yes"\(" checked", if: pending.updates)> Update entries that have changed in the source</label></p>
        <p class="hint">The old text stays in History. Your own changes here stay, and the receipt lists them.</p></section>
        """
    }

    private var password: HTML {
        let isWrong = pending.password != nil
        return """
            <section class="card setting" aria-labelledby="password-title"><h2 id="password-title">Password</h2>
            \(SecretField(name: "password", label: "Password or recovery code of the file", autocomplete: "off", hint: "Used for this import only, and not saved.", fault: isWrong ? "This password does not open the file." : nil, isRequired: false).html)</section>
            """
    }

    private var columns: HTML {
        let roles: [(ColumnMap.Role, HTML)] = [
            (.text, "Text"), (.date, "Date (required)"), (.time, "Time"), (.zone, "Time zone"), (.title, "Title"),
            (.mood, "Mood"),
            (.tags, "Tags"), (.starred, "Starred"), (.id, "Unique name of the row"),
        ]
        let fields = roles.html { role, label in
            "<p class=\"field\"><label for=\"column-\(role.rawValue)\">\(label)</label><input id=\"column-\(role.rawValue)\" name=\"column-\(role.rawValue)\" autocomplete=\"off\" value=\"\(pending.columns.names[role] ?? "")\"></p>"
        }
        let table: HTML =
            "<p class=\"field\"><label for=\"table\">Table of the database</label><input id=\"table\" name=\"table\" autocomplete=\"off\" value=\"\(pending.columns.table ?? "")\"></p>"
        return """
            <section class="card setting" aria-labelledby="columns-title"><h2 id="columns-title">Columns</h2>
            <p class="hint">Type column names as they are in the first line or in the database. Leave a field empty to use the usual name.</p>
            <div class="pairs">\(table, if: pending.files.contains { $0.kind == .program(.sqlite) })\(fields)</div></section>
            """
    }

    private var ratings: HTML {
        let levels: [(String, HTML)] = [
            ("5", "5, best"), ("4", "4"), ("3", "3"), ("2", "2"), ("1", "1, worst"), ("none", "no level"),
        ]
        let rows = pending.ratings.enumerated().html { index, rating -> HTML in
            let chosen = rating.level.map(String.init) ?? "none"
            return """
                <li class="line"><label for="rating-\(index)">\(rating.name) <span class="muted">\(grouped(rating.count))</span></label>
                <select id="rating-\(index)" name="rating-\(index)">\(levels.html { "<option value=\"\($0.0)\"\(" selected", if: $0.0 == chosen)>\($0.1)</option>" })</select></li>
                """
        }
        return """
            <section class="card setting" aria-labelledby="ratings-title"><h2 id="ratings-title">Ratings</h2>
            <p class="hint">Choose a mood level for each. It becomes the number of the entry’s mood; the word stays beside it.</p>
            <ul class="lines ratings">\(rows)</ul></section>
            """
    }
}
