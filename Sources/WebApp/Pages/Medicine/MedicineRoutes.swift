import Base
import Documents
import Engine
import Findings
import HTTP
import Insights
import Journal
import Ledger
import Records

extension WebApp {
    func addMedicineRoutes(to routes: inout Routes) {
        routes.page("/medicines") { visit in try await visit.app.medicines(visit) }
        routes.page("/medicine/new") { visit in visit.app.medicineForm(nil, MedicineForm(), visit) }
        routes.form("/medicine/new") { visit, fields in try await visit.app.keepMedicine(visit, fields) }
        routes.page("/medicine/:id") { visit in try await visit.app.medicine(visit) }
        routes.page("/medicine/:id/edit") { visit in
            let stored = try await visit.vault().record(Medication.self, try visit.recordID())
            return visit.app.medicineForm(stored.id, MedicineForm(stored.value), visit)
        }
        routes.form("/medicine/:id/edit") { visit, fields in
            let old = try await visit.vault().record(Medication.self, try visit.recordID())
            return try await visit.app.keepMedicine(visit, fields, old)
        }
        addStockRoutes(to: &routes)
        addMedicineEndRoutes(to: &routes)
        addScheduleRoutes(to: &routes)
    }

    /// The page that contains a medicine form (see `page(insteadOf:)`).
    static func medicinePage(insteadOf parts: [String]) -> String? {
        guard parts.count > 2, parts[0] == "medicine" || parts[0] == "schedule" else { return nil }
        return RecordID(text: parts[1]).map { "/\(parts[0])/\($0.description)" }
    }

    /// What words about medicines need.
    func medicineWords(_ preferences: Preferences) -> MedicineWords {
        MedicineWords(dates: preferences.dates, today: today, here: CivilTime(zone: surroundings.zone))
    }

    private func medicines(_ visit: Visit) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            let all = try vault.medications(archived: true).map { try vault.status(of: $0) }
            return MedicineListPage(
                inUse: all.filter { !$0.medication.value.archived }, archived: all.filter { $0.medication.value.archived },
                words: self.medicineWords(preferences))
        }
        return PageFrame(title: "Medicines", place: .health, name: "medicine", isForReading: true).page(page.html, for: visit)
    }

    private func medicine(
        _ visit: Visit, fault: (form: MedicinePage.Form, typed: String, sentence: String)? = nil
    ) async throws -> Response {
        let (id, now) = (try visit.recordID(), surroundings.now())
        let page = try await visit.read { vault, preferences in
            let stored = try vault.record(Medication.self, id)
            let ended = try vault.allSchedules().filter {
                $0.value.medication == stored.id && ($0.value.until.map { $0.milliseconds <= now } ?? false)
            }
            let yesterday = self.today.adding(days: -1) ?? self.today
            let diary = try vault.diary(days: MedicineDoses.first(until: yesterday)...yesterday)
            let open = try vault.doses(on: self.today).filter { $0.medication.id == stored.id && $0.intake == nil }
            return MedicinePage(
                status: try vault.status(of: stored),
                ended: ended.sorted { ($0.value.until?.milliseconds ?? 0) > ($1.value.until?.milliseconds ?? 0) },
                words: self.medicineWords(preferences),
                doses: MedicineDoses(
                    medication: stored, open: open.filter { $0.dose.state != .missed },
                    counted: diary?.medicines.first { $0.id == stored.id }, yesterday: yesterday,
                    latest: try vault.doses(of: stored.id, latest: MedicineDoses.latestCount), dates: preferences.dates),
                fault: fault)
        }
        return PageFrame(title: "Medicine", place: .health, name: "medicine")
            .page(page.html(for: visit), for: visit, status: fault == nil ? .ok : .unprocessable)
    }

    private func medicineForm(_ id: RecordID?, _ form: MedicineForm, _ visit: Visit) -> Response {
        PageFrame(title: "Medicine", place: .health, name: "medicine")
            .page(
                MedicineEditPage(id: id, form: form).html(for: visit), for: visit,
                status: form.faults.isEmpty ? .ok : .unprocessable)
    }

    private func keepMedicine(_ visit: Visit, _ fields: FormFields, _ old: Stored<Medication>? = nil) async throws -> Response {
        let vault = try await visit.vault()
        var form = MedicineForm(fields)
        guard let medication = form.medication(changing: old?.value, now: try Moment(nowIn: surroundings).instant, today: today)
        else { return medicineForm(old?.id, form, visit) }
        let path: String
        do {
            if let old {
                try await vault.changeMedication(old.id, to: medication)
                return visit.done(Notice(sentence: "Saved."), next: "/medicine/" + old.id.description)
            }
            path = "/medicine/" + (try await vault.addMedication(medication)).id.description
        } catch let error as HealthError {
            guard case .medicationExists = error else { throw error }
            form.faults[.name] = besideField(Explanation(error))
            return medicineForm(old?.id, form, visit)
        }
        // A medicine that is not as needed needs a schedule next.
        guard !medication.asNeeded else { return visit.done(Notice(sentence: "Medicine added."), next: path) }
        return visit.done(Notice(sentence: "Medicine added. When do you take it?"), next: path + "/schedule/new")
    }
}

// Stock.
extension WebApp {
    private func addStockRoutes(to routes: inout Routes) {
        routes.form("/medicine/:id/count") { visit, fields in
            let typed = fields["count"] ?? ""
            return try await visit.app.setStock(visit, .count, typed) { vault, id in
                try await vault.setStock(id, to: try Amount.typed(typed, "stock", least: .none))
            }
        }
        routes.form("/medicine/:id/refill") { visit, fields in
            let typed = fields["refill"] ?? ""
            return try await visit.app.setStock(visit, .refill, typed) { vault, id in
                try await vault.refill(id, by: try Amount.typed(typed, "new pack"))
            }
        }
    }

    private func setStock(
        _ visit: Visit, _ form: MedicinePage.Form, _ typed: String,
        _ save: @Sendable (OpenVault, RecordID) async throws -> Stored<Medication>
    ) async throws -> Response {
        let vault = try await visit.vault()
        let stored: Stored<Medication>
        do {
            stored = try await save(vault, try visit.recordID())
        } catch let error where error is HealthFault || error is HealthError {
            return try await medicine(visit, fault: (form, typed, besideField(Explanation(error))))
        }
        let left = try await vault.status(of: stored).left ?? .none
        let words =
            left == Amount.none ? say("Stock updated: none left.") : say("Stock updated: \(stored.value.words(left)) left.")
        return visit.done(Notice(sentence: words), next: "/medicine/\(stored.id.description)#stock")
    }
}

// Archiving and deleting.
extension WebApp {
    private func addMedicineEndRoutes(to routes: inout Routes) {
        routes.form("/medicine/:id/archive") { visit, _ in try await visit.app.archiveMedicine(visit) }
        routes.form("/medicine/:id/unarchive") { visit, _ in try await visit.app.unarchiveMedicine(visit) }
        routes.page("/medicine/:id/delete") { visit in
            let vault = try await visit.vault()
            let stored = try await vault.record(Medication.self, try visit.recordID())
            let doses = try await vault.doseCount(stored.id, most: DeleteMedicinePage.mostDoses + 1)
            guard doses > 0 else { return .redirect(to: "/medicine/" + stored.id.description) }
            return PageFrame(title: "Delete a medicine", place: .health, name: "medicine")
                .page(DeleteMedicinePage(medication: stored, doses: doses).html(for: visit), for: visit)
        }
        routes.form("/medicine/:id/delete") { visit, fields in try await visit.app.deleteMedicine(visit, fields) }
        routes.form("/medicine/:id/restore") { visit, _ in
            let stored = try await visit.vault().restoreMedication(try visit.recordID())
            return visit.done(Notice(sentence: "Medicine restored."), next: "/medicine/" + stored.id.description)
        }
    }

    /// Its schedules end too: otherwise all doses until it is restored would count as missed.
    private func archiveMedicine(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let stored = try await vault.archiveMedication(try visit.recordID())
        let undo = Notice.Undo(path: "/medicine/\(stored.id.description)/unarchive", label: "Undo")
        return visit.done(Notice(sentence: "Marked as no longer taken. Its doses stay.", undo: undo), next: "/medicines")
    }

    private func unarchiveMedicine(_ visit: Visit) async throws -> Response {
        let stored = try await visit.vault().unarchiveMedication(try visit.recordID())
        return visit.done(Notice(sentence: "Marked as taken again."), next: "/medicine/" + stored.id.description)
    }

    private func deleteMedicine(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let stored = try await vault.record(Medication.self, try visit.recordID())
        let id = stored.id.description
        let choice = fields["doses"].flatMap(DosesOfDeleted.init)
        let count: Int
        do {
            count = try await vault.deleteMedication(stored.id, doses: choice)
        } catch HealthError.medicationHasDoses {
            return .redirect(to: "/medicine/\(id)/delete")
        }
        let words =
            switch choice {
            case nil: say("Medicine deleted.")
            case .keep: say("Medicine deleted. Its doses stay in your history.")
            case .delete: say("Medicine deleted, together with \(counted(count, "dose")).")
            }
        return visit.done(.deleted(words, at: "/medicine/\(id)"), next: "/medicines")
    }
}
