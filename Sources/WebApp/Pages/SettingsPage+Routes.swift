import Backups
import Base
import Documents
import Engine
import HTTP
import Journal
import Synchronization

extension WebApp {
    func addSettingsRoutes(to routes: inout Routes) {
        routes.page("/settings") { visit in try await visit.app.settings(visit) }
        routes.form("/settings/lock") { visit, fields in
            try await visit.app.save(.lock, "lock", visit) { now in
                now.idleMinutes = fields["idle"].flatMap { Int($0) } ?? 0
                if let hidden = fields["hidden"] { now.hiddenMinutes = Int(hidden) ?? -1 }
            }
        }
        routes.form("/settings/look") { visit, fields in
            try await visit.app.save(.look, "look", visit) { now in
                now.dateLanguage = fields["language"].flatMap { $0.isEmpty ? nil : $0 }
                now.weekStart = fields["week"].flatMap { Int($0) }
                now.theme = fields["theme"].flatMap(Preferences.Theme.init) ?? now.theme
            }
        }
        routes.form("/settings/today") { visit, fields in
            try await visit.app.save(.look, "daily", visit) { now in
                if !visit.app.site.isInside { now.onlineQuotes = fields["quotes"] == "yes" }
                (now.prompts, now.moodSuggestions) = (fields["prompts"] == "yes", fields["moods"] == "yes")
                now.supportLine = fields["support"] == "yes"
                // Whoever was never asked still is, by the command line.
                if now.textTags != nil || fields["text-tags"] == "yes" { now.textTags = fields["text-tags"] == "yes" }
            }
        }
        routes.form("/settings/sos") { visit, fields in
            try await visit.vault().showNumbersWhileLocked(fields["numbers"] == "yes")
            return visit.done(Notice(sentence: "Saved."), next: "/settings#lock")
        }
        addKeySettingsRoutes(to: &routes)
        addBrowserRoutes(to: &routes)
        addTemplateRoutes(to: &routes)
        addFillRoutes(to: &routes)
        addTagQuestionRoutes(to: &routes)
        addLooksRoutes(to: &routes)
        addJournalSettingsRoutes(to: &routes)
        addReminderRoutes(to: &routes)
    }

    func settings(
        _ visit: Visit, fault: (form: SettingsPage.Form, explanation: Explanation)? = nil,
        reminderFault: HTML? = nil
    ) async throws -> Response {
        let (passkeys, isCodeShown) = (try await door.passkeys(), await door.recoveryCode() != nil)
        let challenge =
            visit.isReachedByNumber ? "" : PasskeyChallenges.shared.make(for: visit.session.key, now: surroundings.now())
        let page = try await visit.read { vault, preferences in
            let (status, slots, dates) = (try vault.status(), try vault.keyslots(), preferences.dates)
            let now = self.surroundings.now()
            let proven = status.recoveryProven.flatMap { CivilTime(zone: self.surroundings.zone).wall(at: $0)?.day }
            return SettingsPage(
                preferences: preferences, slots: slots, templates: try vault.templates(),
                journals: JournalsSection(journals: try vault.journals(), dates: dates),
                moodOutcomes: try vault.moodLearning().outcomes.map(\.isRight),
                keys: KeysSection(
                    slots: slots, passkeys: passkeys, provenOn: proven.map { dates.day($0, style: .long) },
                    reminder: RecoveryReminder(proven: status.recoveryProven, now: now),
                    isCodeShown: isCodeShown, offersKeychain: !self.site.isProxied && visit.offers("/settings/keychain"),
                    challenge: challenge),
                browsers: try self.browsersSection(in: vault, visit),
                reminders: try self.reminderSettings(preferences, in: vault, visit, fault: reminderFault),
                sync: SyncSection(status: try vault.syncStatus(), now: now),
                data: try self.dataSection(vault, status: status, dates: dates),
                showsNumbers: LockedNumbers.read(at: VaultLocation(folder: self.door.folder)) != nil, today: self.today,
                fault: fault)
        }
        return PageFrame(title: "Settings", place: .settings, name: "settings")
            .page(page.html(for: visit), for: visit, status: fault == nil && reminderFault == nil ? .ok : .unprocessable)
    }

    private func dataSection(_ vault: isolated OpenVault, status: VaultStatus, dates: DateLanguage) throws -> DataSection {
        let backup = try vault.backupState()
        let (zone, now) = (CivilTime(zone: surroundings.zone), surroundings.now())
        // Every command reports a damaged list of profiles; this vault is open without it.
        let profiles = (try? machine.profiles?.read())?.profiles ?? []
        return DataSection(
            status: status, backup: backup, folder: door.folder, dates: dates,
            lastBackup: backup.last.map { BackupState.ago($0, now: now, zone: zone) },
            lastCheck: backup.verified.map { BackupState.ago($0, now: now, zone: zone) }, vaultName: vaultName,
            otherProfiles: profiles.count { $0.folder != door.folder })
    }

    private func save(
        _ form: SettingsPage.Form, _ section: String, _ visit: Visit, _ change: @Sendable (inout Preferences) -> Void
    ) async throws -> Response {
        let preferences: Preferences
        do {
            preferences = try await visit.vault().setPreferences(change)
        } catch let fault as PreferenceFault {
            return try await settings(visit, fault: (form, Explanation(fault)))
        }
        current.withLock { $0 = preferences }
        var response = visit.done(Notice(sentence: "Saved."), next: "/settings#\(section)")
        response.headers.add("set-cookie", themeCookie(preferences.theme))
        return response
    }
}
