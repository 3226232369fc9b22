import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal
import Ledger

/// The journals in the settings: their names, and which one is the default.
struct JournalsSection {
    let journals: [JournalSummary]
    let dates: DateLanguage

    func html(for visit: Visit, fault: HTML?) -> HTML {
        """
        <section class="card setting" aria-label="Journals">
        <p class="hint">Each journal has its own key. Medicines, the support plan and these settings are in the first one.</p>\(fault)
        <ul class="lines">\(journals.html { line($0, visit) })</ul>
        <form method="post" action="/settings/journals" class="stack">\(formToken(visit))
        <p class="field"><label for="journal-name">New journal</label><input id="journal-name" name="name" placeholder="Symptoms" maxlength="\(JournalName.length)" autocomplete="off" required></p>
        <div class="actions"><button>Create</button></div></form></section>
        """
    }

    private func line(_ journal: JournalSummary, _ visit: Visit) -> HTML {
        let id = journal.id.description
        let last: HTML? = journal.lastDay.map { ", last on \(dates.day($0, style: .medium))" }
        let count = say("\(counted(journal.entries, "entry", "entries"))")
        let ended: HTML? = journal.end.map { "<span class=\"muted\">\(sentence($0.reason.words))</span>" }
        let way: HTML = "<p><a href=\"/people/put-away/\(id)\">Remove it from your vault…</a></p>"
        let use: HTML =
            ended
            ?? (journal.isDefault
                ? "<span class=\"muted\">new entries go here</span>"
                : """
                <form method="post" action="/settings/journals/\(id)/use">\(formToken(visit))<button class="quiet">Use for new entries<span class="hidden">: \(journal.name)</span></button></form>
                """)
        let isAlone = journals.count == 1
        return """
            <li class="line"><details><summary>\(journal.name) <span class="muted">\(count)\(last)</span></summary>
            <form method="post" action="/settings/journals/\(id)/rename" class="stack">\(formToken(visit))
            <p class="field"><label for="name-\(id)">Name</label><input id="name-\(id)" name="name" value="\(journal.name)" maxlength="\(JournalName.length)" autocomplete="off" required></p>
            <div class="actions"><button>Rename</button></div></form>\(way, if: !journal.isFirst)</details>\(use, if: !isAlone)</li>
            """
    }
}

extension WebApp {
    func addJournalSettingsRoutes(to routes: inout Routes) {
        routes.form("/settings/journals") { visit, fields in
            try await visit.app.change(visit) { vault in
                let made = try await vault.createJournal(named: fields["name"] ?? "")
                return say("Journal \(made.name) created.")
            }
        }
        routes.form("/settings/journals/:id/rename") { visit, fields in
            try await visit.app.change(visit) { vault in
                let renamed = try await vault.renameJournal(try visit.journalID(), to: fields["name"] ?? "")
                return say("Journal renamed to \(renamed.name).")
            }
        }
        routes.form("/settings/journals/:id/use") { visit, _ in
            try await visit.app.change(visit) { vault in
                let used = try await vault.useJournal(try visit.journalID())
                return say("New entries go to \(used.name).")
            }
        }
    }

    /// Changes the journals, and returns to their section with the result.
    private func change(_ visit: Visit, _ change: (OpenVault) async throws -> String) async throws -> Response {
        let sentence: String
        do {
            sentence = try await change(try await visit.vault())
        } catch let error as JournalError {
            return try await settings(visit, .journals, fault: Explanation(error))
        }
        return visit.done(Notice(sentence: sentence), next: "/settings/journals")
    }
}

extension Visit {
    /// The journal named by `:id` in the route. Throws `HTTPFault.notFound` for anything else.
    fileprivate func journalID() throws -> JournalID {
        guard let id = JournalID(text: part("id")) else { throw HTTPFault.notFound }
        return id
    }
}
