import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

extension WebApp {
    func addScheduleRoutes(to routes: inout Routes) {
        routes.page("/medicine/:id/schedule/new") { visit in
            let medication = try await visit.vault().record(Medication.self, try visit.recordID())
            let form = ScheduleForm(for: medication.value, today: visit.app.today)
            return try await visit.app.scheduleEditor(visit, medication, nil, form)
        }
        routes.form("/medicine/:id/schedule/new") { visit, fields in
            let medication = try await visit.vault().record(Medication.self, try visit.recordID())
            return try await visit.app.keepSchedule(visit, fields, medication, nil)
        }
        routes.form("/medicine/:id/schedule/preview") { visit, fields in try await visit.app.preview(visit, fields) }
        routes.page("/schedule/:id") { visit in
            let (medication, schedule) = try await visit.app.scheduleInForce(visit)
            guard let schedule else { return .redirect(to: "/medicine/" + medication.id.description) }
            return try await visit.app.scheduleEditor(visit, medication, schedule, ScheduleForm(schedule.value))
        }
        routes.form("/schedule/:id") { visit, fields in
            let (medication, schedule) = try await visit.app.scheduleInForce(visit)
            guard let schedule else { return visit.app.endedBefore(visit, medication) }
            return try await visit.app.keepSchedule(visit, fields, medication, schedule)
        }
        routes.form("/schedule/:id/shift") { visit, fields in try await visit.app.shiftSchedule(visit, fields) }
        routes.form("/schedule/:id/end") { visit, _ in try await visit.app.endSchedule(visit) }
        routes.form("/schedule/:id/resume") { visit, _ in try await visit.app.resumeSchedule(visit) }
    }

    /// The schedule named by the route, if it has not ended, and its medicine.
    private func scheduleInForce(_ visit: Visit) async throws -> (Stored<Medication>, Stored<Schedule>?) {
        let named = try visit.recordID()
        let (medication, schedule) = try await visit.read { vault, _ in
            let schedule = try vault.record(Schedule.self, named)
            return (try vault.record(Medication.self, schedule.value.medication), schedule)
        }
        let isOver = schedule.value.until.map { $0.milliseconds <= surroundings.now() } ?? false
        return (medication, isOver ? nil : schedule)
    }

    private func endedBefore(_ visit: Visit, _ medication: Stored<Medication>) -> Response {
        let words = say("This schedule has ended already, and nothing was changed. It may have been replaced in another window.")
        return visit.done(Notice(sentence: words, tone: .trouble), next: "/medicine/" + medication.id.description)
    }

    /// The home zone: where a schedule was created, and for a new one the owner's present zone.
    private func home(_ schedule: Stored<Schedule>?) throws -> String {
        try schedule?.value.zone ?? Moment(nowIn: surroundings).zone
    }

    private func scheduleEditor(
        _ visit: Visit, _ medication: Stored<Medication>, _ schedule: Stored<Schedule>?, _ form: ScheduleForm
    ) async throws -> Response {
        let zone = try home(schedule)
        let editor = try await visit.read { vault, preferences in
            let preview = try self.preview(of: form, medication, after: schedule, zone: zone, preferences, in: vault)
            var form = form
            (form.start, form.proposedStart) = preview.start
            return ScheduleEditor(
                medication: medication, old: schedule, form: form, zone: zone, preview: preview,
                firstWeekday: preferences.firstWeekday)
        }
        return PageFrame(title: "Schedule", place: .health, name: "schedule")
            .page(editor.html(for: visit), for: visit, status: form.faults.isEmpty && form.question == nil ? .ok : .unprocessable)
    }

    /// The part of the page with the form's preview.
    private func preview(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let medication = try visit.recordID()
        let zone = try fields["home"].flatMap { CivilTime(named: $0) == nil ? nil : $0 } ?? home(nil)
        let replaced = fields["replaces"].flatMap { RecordID(text: $0) }
        let preview = try await visit.read { vault, preferences in
            try self.preview(
                of: ScheduleForm(fields), vault.record(Medication.self, medication),
                after: try replaced.map { try vault.record(Schedule.self, $0) }, zone: zone, preferences, in: vault)
        }
        return PageFrame.piece(preview.html)
    }

    private func preview(
        of form: ScheduleForm, _ medication: Stored<Medication>, after old: Stored<Schedule>?, zone: String,
        _ preferences: Preferences, in vault: isolated OpenVault
    ) throws -> SchedulePreview {
        var preview = SchedulePreview(
            form, of: medication, zone: zone, now: try Moment(nowIn: surroundings).instant, words: medicineWords(preferences))
        if let old, case .success(let schedule) = preview.schedule {
            preview.schedule = .success(try vault.continuing(schedule, after: old))
        }
        return preview
    }

    private func keepSchedule(
        _ visit: Visit, _ fields: FormFields, _ medication: Stored<Medication>, _ old: Stored<Schedule>?
    ) async throws -> Response {
        let vault = try await visit.vault()
        var form = ScheduleForm(fields)
        let button = fields["do"] ?? "save"
        if form.press(button) || button == "show" { return try await scheduleEditor(visit, medication, old, form) }
        let new = form.schedule(of: medication.id, zone: try home(old), now: try Moment(nowIn: surroundings).instant)
        guard let new else { return try await scheduleEditor(visit, medication, old, form) }
        let isEndMeant = SchedulePhrase.saysYear(form.end)
        do {
            if let old {
                try await vault.replaceSchedule(old.id, with: new, isEndMeant: isEndMeant, isSure: button == "sure")
            } else {
                try await vault.addSchedule(new, once: fields["once"], isEndMeant: isEndMeant, isSure: button == "sure")
            }
        } catch HealthError.scheduleDoubt(let words) {
            form.question = sentence(words)
            return try await scheduleEditor(visit, medication, old, form)
        } catch HealthError.scheduleEnded {
            return endedBefore(visit, medication)
        } catch HealthError.sameSchedule {
            form.faults[.times] = besideField(Explanation(HealthError.sameSchedule))
            return try await scheduleEditor(visit, medication, old, form)
        } catch HealthError.fault(.schedule(let fault)) {
            form.note(fault)
            return try await scheduleEditor(visit, medication, old, form)
        }
        let words = old == nil ? say("Schedule started.") : say("Schedule changed from now on.")
        return visit.done(Notice(sentence: words), next: "/medicine/\(medication.id.description)#schedules")
    }

    private func shiftSchedule(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (medication, schedule) = try await scheduleInForce(visit)
        guard let schedule else { return endedBefore(visit, medication) }
        let days = Int(fields["days"] ?? "").flatMap { Schedule.shiftRange.contains($0) ? max($0, 0) : nil } ?? 0
        do {
            try await visit.vault().shiftSchedule(schedule.id, by: fields["way"] == "earlier" ? -days : days)
        } catch HealthError.cannotShift {
            let words = besideField(Explanation(HealthError.cannotShift))
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/schedule/" + schedule.id.description)
        }
        let notice = Notice(sentence: "The coming doses are moved.")
        return visit.done(notice, next: "/medicine/\(medication.id.description)#schedules")
    }

    private func endSchedule(_ visit: Visit) async throws -> Response {
        let (medication, schedule) = try await scheduleInForce(visit)
        guard let schedule else { return endedBefore(visit, medication) }
        try await visit.vault().endSchedule(schedule.id)
        let undo = Notice.Undo(path: "/schedule/\(schedule.id.description)/resume", label: "Undo")
        return visit.done(
            Notice(sentence: "Schedule ended. Its doses stay.", undo: undo),
            next: "/medicine/\(medication.id.description)#schedules")
    }

    private func resumeSchedule(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let schedule = try await vault.record(Schedule.self, try visit.recordID())
        let next = "/medicine/" + schedule.value.medication.description
        guard try await vault.resumeSchedule(schedule.id) else {
            let words = say("It is too late to undo this. Add a new schedule instead.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: next)
        }
        return visit.done(Notice(sentence: "The schedule continues."), next: next + "#schedules")
    }
}
