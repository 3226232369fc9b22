import Base
import Documents
import Engine
import HTTP
import Journal
import Reminders

struct ReminderSettings {
    let preferences: Preferences
    /// Whether reminders are shown on this machine; `nil` if not decided.
    let areAllowed: Bool?
    /// The calendar's address, if there is one and its owner asked to see it.
    let calendarAddress: String?

    func html(for visit: Visit, fault: HTML?) -> HTML {
        let isPhone = visit.app.site.isInside
        let hint: HTML =
            "<p class=\"hint\">A phone shows what is due when you open the app. To be reminded, add the calendar file below to your calendar.</p>"
        let desktop = switchField(
            "desktop", "Show reminders on the desktop of the machine that runs Auralyst", areAllowed == true,
            hint:
                "They appear while the app is open. To see them whenever you are logged in, run <code>auralyst remind install</code>."
        )
        let again = choices([5, 10, 15, 30, 60, 120, 240], chosen: preferences.repeatMinutes) {
            "every \(LockSettings.words($0))"
        }
        let fields: HTML = """
            \(isPhone ? hint : desktop)
            \(switchField("names", "Include the name of the medicine or symptom", preferences.namesInReminders, hint: "Without names, they only say “A dose is due”: anyone near the screen can read them."))
            \(switchField("follow-ups", "Ask “How is it now?” two hours after a strong symptom", preferences.followUps))
            \(switchField("week", "Tell me, at most once a week, when a symptom was at 7 or more on three mornings, or a craving on three evenings", preferences.weekCounts))
            \(choiceField("follow-up-from", "A symptom is strong from level", choices(Array(Preferences.followUpRange), chosen: nil) { "\($0)" }, chosen: "\(preferences.followUpFrom)"))
            \(choiceField("repeat", "Repeat the reminder of a dose until it is logged", [("", "shown once")] + again, chosen: preferences.repeatMinutes.map { "\($0)" } ?? ""))
            <p class="field setting-field"><label for="check-in-times">Remind me to check in at <span class="together">(such as 8:30, 21:00)</span></label>
            <input id="check-in-times" name="check-in-times" value="\(preferences.checkInTimes.map(\.clock).joined(separator: ", "))" autocomplete="off" placeholder="never"></p>
            <p class="field setting-field"><label for="quiet">Quiet hours <span class="together">(such as 22:00-07:00)</span></label>
            <input id="quiet" name="quiet" value="\(preferences.quietHours?.text ?? "")" autocomplete="off" placeholder="none"></p>
            """
        return """
            <section class="card setting" aria-label="Reminders">\(fault)
            \(savingForm("/settings/reminders", visit, fields))</section>
            <section class="card setting" aria-labelledby="calendar"><h2 id="calendar">In your calendar</h2>
            <p>A calendar file with doses, check-ins and alarms reminds you on your phone, even when \(isPhone ? "Auralyst is closed" : "this machine is off" as HTML). A calendar is not encrypted: anyone who sees it sees the times, and the names if you include them.</p>
            <form method="post" action="/settings/calendar-file" class="stack">\(formToken(visit))
            <label class="choice"><input type="checkbox" name="names" value="yes"> Include the names of the medicines</label>
            <div class="actions"><button>Download the calendar file</button></div></form>
            \(visit.offers("/settings/calendar-link") ? feed(visit) : .empty)</section>
            """
    }

    private func feed(_ visit: Visit) -> HTML {
        guard let calendarAddress else {
            return """
                <form method="post" action="/settings/calendar-link" class="apart">\(formToken(visit))<p class="hint">A calendar program can also subscribe to an address, without names, while the app runs and is unlocked.</p>
                <button>Show the address</button></form>
                """
        }
        return """
            <p class="field"><label for="calendar-address">Calendar address: anyone who has it can see when doses are due</label>
            <input id="calendar-address" readonly value="\(calendarAddress)"></p>
            <div class="actions"><form method="post" action="/settings/calendar-renew">\(formToken(visit))<button class="quiet">Replace the address</button></form>
            <form method="post" action="/settings/calendar-end">\(formToken(visit))<button class="quiet">Remove the address</button></form></div>
            """
    }
}

extension WebApp {
    func addReminderRoutes(to routes: inout Routes) {
        routes.form("/settings/reminders") { visit, fields in try await visit.app.saveReminders(visit, fields) }
        routes.form("/settings/calendar-file") { visit, fields in
            let bytes = try await visit.vault().calendarFile(names: fields["names"] == "yes")
            return WebApp.calendar(bytes, isDownload: true)
        }
        routes.form("/settings/calendar-link") { visit, _ in
            _ = try await visit.vault().calendarToken()
            _ = visit.update { $0.showsCalendarAddress = true }
            return .redirect(to: "/settings/reminders#calendar")
        }
        routes.form("/settings/calendar-renew") { visit, _ in
            try await visit.vault().renewCalendarToken()
            _ = visit.update { $0.showsCalendarAddress = true }
            let done = say("The calendar has a new address. The old one no longer works.")
            return visit.done(Notice(sentence: done), next: "/settings/reminders#calendar")
        }
        routes.form("/settings/calendar-end") { visit, _ in
            try await visit.vault().dropCalendarToken()
            _ = visit.update { $0.showsCalendarAddress = false }
            return visit.done(Notice(sentence: "The calendar address no longer works."), next: "/settings/reminders#calendar")
        }
        routes.file("/calendar/:name") { [self] request in
            // Calendar programs have no session: the address itself is the secret. A wrong one and a locked vault get the same
            // answer.
            guard let name = request.parameters["name"], name.hasSuffix(".ics"), let vault = try? await door.vault(),
                try await vault.isCalendarToken(String(name.dropLast(4)))
            else { throw HTTPFault.notFound }
            return WebApp.calendar(try await vault.calendarFile(), isDownload: false)
        }
    }

    func reminderSettings(
        _ preferences: Preferences, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> ReminderSettings {
        let address = visit.session.showsCalendarAddress ? calendarAddress(try vault.calendarToken(), visit) : nil
        return ReminderSettings(
            preferences: preferences, areAllowed: try vault.remindersAllowed(), calendarAddress: address)
    }

    private func calendarAddress(_ token: String, _ visit: Visit) -> String {
        let host = visit.request.headers["host"] ?? ""
        let origin = site.isProxied ? site.origins.first ?? "" : "http://" + host
        return "\(origin)/calendar/\(token).ics"
    }

    private static func calendar(_ bytes: [UInt8], isDownload: Bool) -> Response {
        var response = Response(body: .bytes(bytes))
        response.headers.add("content-type", "text/calendar; charset=utf-8")
        if isDownload { response.headers.add("content-disposition", "attachment; filename=\"auralyst.ics\"") }
        return response
    }

    private func saveReminders(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        func typed(_ name: String) -> String { trimmed(fields[name] ?? "") }
        do {
            let times = try Preferences.checkInTimes(typed: typed("check-in-times"))
            let from = try Preferences.followUpFrom(typed: typed("follow-up-from"))
            let again = try Preferences.repeatMinutes(typed: typed("repeat"))
            let quiet = try Preferences.quietHours(typed: typed("quiet"))
            try await vault.setPreferences { now in
                (now.checkInTimes, now.followUpFrom, now.repeatMinutes, now.quietHours) = (times, from, again, quiet)
                (now.followUps, now.namesInReminders) = (fields["follow-ups"] == "yes", fields["names"] == "yes")
                now.weekCounts = fields["week"] == "yes"
            }
        } catch let fault as PreferenceFault {
            return try await settings(visit, .reminders, fault: Explanation(fault), lead: say("Nothing was changed."))
        }
        try await vault.allowReminders(fields["desktop"] == "yes")
        return visit.said(Notice(sentence: "Saved."), next: "/settings/reminders")
    }
}
