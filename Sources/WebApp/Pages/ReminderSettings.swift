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
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        let isPhone = visit.app.site.isInside
        let desktop: HTML = """
            <label class="choice"><input type="checkbox" name="desktop" value="yes" aria-describedby="desktop-hint"\(" checked", if: areAllowed == true)> Show reminders on the desktop of the machine that runs Auralyst</label>

            """
        let hint: HTML =
            isPhone
            ? "<p class=\"hint\">A phone shows what is due when you open the app. To be reminded, add the calendar file below to your calendar.</p>"
            : "<p class=\"hint\" id=\"desktop-hint\">Without names, they only say “A dose is due”: anyone near the screen can read them. They appear while the app is open. To see them whenever you are logged in, run <code>auralyst remind install</code>.</p>"
        return """
            <section class="card setting" id="reminders" aria-labelledby="reminders-title"><h2 id="reminders-title">Reminders</h2>
            <form method="post" action="/settings/reminders#reminders" class="stack">\(formToken(visit))\(fault)
            <div class="choices">
            \(desktop, if: !isPhone)<label class="choice"><input type="checkbox" name="names" value="yes"\(" checked", if: preferences.namesInReminders)> Include the name of the medicine or symptom</label>
            <label class="choice"><input type="checkbox" name="follow-ups" value="yes"\(" checked", if: preferences.followUps)> Ask “How is it now?” two hours after a strong symptom</label>
            <label class="choice"><input type="checkbox" name="week" value="yes"\(" checked", if: preferences.weekCounts)> Tell me, at most once a week, when a symptom was at 7 or more on three mornings, or a craving on three evenings</label>
            </div>
            \(hint)
            <p class="field"><label for="follow-up-from">A symptom is strong from level</label>
            <input id="follow-up-from" name="follow-up-from" type="number" inputmode="numeric" min="1" max="10" value="\(preferences.followUpFrom)" required></p>
            <p class="field"><label for="check-in-times">Remind me to check in at <span class="together">(such as 8:30, 21:00)</span></label>
            <input id="check-in-times" name="check-in-times" value="\(preferences.checkInTimes.map(\.clock).joined(separator: ", "))" autocomplete="off" placeholder="never"></p>
            <p class="field"><label for="repeat">Repeat the reminder of a dose until it is logged, every <span class="together">(minutes, 5 to 240)</span></label>
            <input id="repeat" name="repeat" value="\(preferences.repeatMinutes.map { String($0) } ?? "")" inputmode="numeric" autocomplete="off" placeholder="shown once"></p>
            <p class="field"><label for="quiet">Quiet hours <span class="together">(such as 22:00-07:00)</span></label>
            <input id="quiet" name="quiet" value="\(preferences.quietHours?.text ?? "")" autocomplete="off" placeholder="none"></p>
            <div class="actions"><button>Save</button></div></form>
            <h3 id="calendar">In your calendar</h3>
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
            return .redirect(to: "/settings#calendar")
        }
        routes.form("/settings/calendar-renew") { visit, _ in
            try await visit.vault().renewCalendarToken()
            _ = visit.update { $0.showsCalendarAddress = true }
            let done = say("The calendar has a new address. The old one no longer works.")
            return visit.done(Notice(sentence: done), next: "/settings#calendar")
        }
        routes.form("/settings/calendar-end") { visit, _ in
            try await visit.vault().dropCalendarToken()
            _ = visit.update { $0.showsCalendarAddress = false }
            return visit.done(Notice(sentence: "The calendar address no longer works."), next: "/settings#calendar")
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
        _ preferences: Preferences, in vault: isolated OpenVault, _ visit: Visit, fault: HTML?
    ) throws -> ReminderSettings {
        let address = visit.session.showsCalendarAddress ? calendarAddress(try vault.calendarToken(), visit) : nil
        return ReminderSettings(
            preferences: preferences, areAllowed: try vault.remindersAllowed(), calendarAddress: address,
            fault: fault)
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
            let words: HTML =
                "<p class=\"fault\" role=\"alert\">Nothing was changed. \(besideField(Explanation(fault)))</p>"
            return try await settings(visit, reminderFault: words)
        }
        try await vault.allowReminders(fields["desktop"] == "yes")
        return visit.done(Notice(sentence: "Saved."), next: "/settings#reminders")
    }
}
