import Backups
import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Reminders
import Synchronization

extension WebApp {
    func addSettingsRoutes(to routes: inout Routes) {
        routes.page("/settings") { visit in try await visit.app.settings(visit, nil) }
        // Sync reads more than the vault: its page has its own route.
        for place in SettingsPlace.allCases where place != .sync {
            routes.page(place.path) { visit in try await visit.app.settings(visit, place) }
        }
        routes.form("/settings/lock") { visit, fields in
            try await visit.app.save(.lock, visit) { now in
                now.idleMinutes = fields["idle"].flatMap { Int($0) } ?? 0
                if let hidden = fields["hidden"] { now.hiddenMinutes = Int(hidden) ?? -1 }
            }
        }
        routes.form("/settings/look") { visit, fields in
            try await visit.app.save(.look, visit) { now in
                now.theme = fields["theme"].flatMap(Preferences.Theme.init) ?? now.theme
            }
        }
        routes.form("/settings/language") { visit, fields in
            try await visit.app.save(.language, visit) { now in
                now.dateLanguage = fields["language"].flatMap { $0.isEmpty ? nil : $0 }
                now.weekStart = fields["week"].flatMap { Int($0) }
            }
        }
        routes.form("/settings/writing") { visit, fields in
            try await visit.app.save(.writing, visit) { now in
                if !visit.app.site.isInside { now.onlineQuotes = fields["quotes"] == "yes" }
                (now.prompts, now.moodSuggestions) = (fields["prompts"] == "yes", fields["moods"] == "yes")
                now.supportLine = fields["support"] == "yes"
                // Whoever was never asked still is, by the command line.
                if now.textTags != nil || fields["text-tags"] == "yes" { now.textTags = fields["text-tags"] == "yes" }
            }
        }
        routes.form("/settings/health") { visit, fields in
            try await visit.app.save(.health, visit) { now in
                (now.craving, now.menstruation) = (fields["craving"] == "yes", fields["menstruation"] == "yes")
            }
        }
        routes.form("/settings/sos") { visit, fields in
            try await visit.vault().showNumbersWhileLocked(fields["numbers"] == "yes")
            return visit.said(Notice(sentence: "Saved."), next: SettingsPlace.lock.path)
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

    /// A page of the settings, or their list.
    /// - Parameter fault: why a form of the page was refused; a script gets it as JSON.
    /// - Parameter lead: what comes before its sentence.
    func settings(
        _ visit: Visit, _ place: SettingsPlace?, fault: Explanation? = nil, lead: String? = nil
    ) async throws -> Response {
        let words = fault.map { [lead, besideField($0)].compactMap(\.self).joined(separator: " ") }
        if let words, visit.isFromScript {
            return .json(["error": ["message": .string(words)]], status: .unprocessable)
        }
        let wrong: HTML? = words.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        let keys = place == .keys ? try await keysAround(visit) : nil
        return try await settings(visit, place, isRefused: fault != nil) { vault, preferences in
            try visit.app.content(
                of: place ?? SettingsPage.first, in: vault, preferences, keys: keys, visit, fault: wrong)
        }
    }

    /// A page of the settings with this content, beside their list.
    func settings(
        _ visit: Visit, _ place: SettingsPlace?, isRefused: Bool,
        content: @Sendable (isolated OpenVault, Preferences) throws -> HTML
    ) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            SettingsPage(
                values: try self.values(in: vault, preferences, visit), place: place, content: try content(vault, preferences))
        }
        return PageFrame(
            title: place?.title ?? "Settings", place: .settings, name: place == .sync ? "sync" : "settings"
        ).page(page.html(for: visit), for: visit, status: isRefused ? .unprocessable : .ok)
    }

    /// A page that one of the settings leads to, beside their list.
    /// - Parameter name: as in `PageFrame`.
    func settings(
        _ visit: Visit, below place: SettingsPlace, _ title: HTML, name: HTML = "settings", status: Status = .ok, _ content: HTML
    ) async throws -> Response {
        let values = try await visit.read { vault, preferences in try self.values(in: vault, preferences, visit) }
        let page = SettingsPage(values: values, place: place, content: content, isBelow: true)
        return PageFrame(title: title, place: .settings, name: name).page(page.html(for: visit), for: visit, status: status)
    }

    private func values(
        in vault: isolated OpenVault, _ preferences: Preferences, _ visit: Visit
    ) throws -> [(place: SettingsPlace, value: String)] {
        try SettingsPlace.allCases.filter { $0 != .about && visit.offers($0.path) }.map {
            ($0, try value(of: $0, in: vault, preferences))
        }
    }

    private func content(
        of place: SettingsPlace, in vault: isolated OpenVault, _ preferences: Preferences, keys: KeysAround?, _ visit: Visit,
        fault: HTML?
    ) throws -> HTML {
        let now = surroundings.now()
        switch place {
        case .writing:
            return WritingSettings(
                preferences: preferences, templates: try vault.templates(),
                moodOutcomes: try vault.moodLearning().outcomes.map(\.isRight)
            ).html(for: visit)
        case .health: return HealthSettings(tracked: try vault.tracked(preferences)).html(for: visit)
        case .reminders: return try reminderSettings(preferences, in: vault, visit).html(for: visit, fault: fault)
        case .look: return LookSettings(preferences: preferences, today: today).theme(for: visit, fault: fault)
        case .language: return LookSettings(preferences: preferences, today: today).language(for: visit, fault: fault)
        case .journals:
            return JournalsSection(journals: try vault.journals(), dates: preferences.dates).html(for: visit, fault: fault)
        case .data: return try dataSection(vault, status: try vault.status(), dates: preferences.dates).html(for: visit)
        case .lock:
            let numbers = LockedNumbers.read(at: VaultLocation(folder: door.folder))
            return LockSettings(preferences: preferences, showsNumbers: numbers != nil).html(for: visit, fault: fault)
        case .browsers: return try browsersSection(in: vault, visit).html(for: visit)
        case .keys:
            let proven = vault.recoveryProven()
            let day = proven.flatMap { CivilTime(zone: surroundings.zone).wall(at: $0)?.day }
            return KeysSection(
                slots: try vault.keyslots(), passkeys: keys?.passkeys ?? [],
                provenOn: day.map { preferences.dates.day($0, style: .long) },
                reminder: RecoveryReminder(proven: proven, now: now), isCodeShown: keys?.isCodeShown ?? false,
                offersKeychain: !site.isProxied && visit.offers("/settings/keychain"), challenge: keys?.challenge ?? ""
            ).html(for: visit, fault: fault)
        case .sync: return .empty
        case .about: return AboutPage.html
        }
    }

    /// What is set now, in a few words.
    private func value(of place: SettingsPlace, in vault: isolated OpenVault, _ preferences: Preferences) throws -> String {
        let now = surroundings.now()
        switch place {
        case .writing: return preferences.prompts ? say("with a prompt") : say("no prompt")
        case .health:
            let tracked = try vault.tracked(preferences)
            let names = [tracked.craving ? say("craving") : nil, tracked.menstruation ? say("menstruation") : nil]
            return names.contains { $0 != nil } ? names.compactMap(\.self).joined(separator: ", ") : say("standard")
        case .reminders: return try vault.remindersAllowed() == true ? say("on") : say("off")
        case .look: return LookSettings.words(preferences.theme)
        case .language:
            let identifier = preferences.dates.identifier
            return DateLanguage.available.first { $0.identifier == identifier }?.name ?? identifier
        case .journals: return grouped(try vault.journalNames().count)
        case .sync:
            guard try vault.relayAddress() != nil else { return say("off") }
            let mark = sync.mark
            guard mark?.fault == nil else { return say("stopped") }
            return mark?.lastSynced.map { say("on, \(ago($0, now: now))") } ?? say("on")
        case .data:
            let last = try vault.backupState().last
            return last.map { say("backup \(BackupState.ago($0, now: now, zone: CivilTime(zone: surroundings.zone)))") }
                ?? say("no backup yet")
        case .lock: return say("after \(LockSettings.words(preferences.idleMinutes))")
        case .browsers: return grouped(browsers.names.count)
        case .keys: return vault.recoveryProven() == nil ? say("code not checked") : say("code checked")
        case .about: return Product.version
        }
    }

    /// What the page of the keys knows from outside the vault.
    private struct KeysAround: Sendable {
        let passkeys: [Passkey]
        let isCodeShown: Bool
        let challenge: String
    }

    private func keysAround(_ visit: Visit) async throws -> KeysAround {
        KeysAround(
            passkeys: try await door.passkeys(), isCodeShown: await door.recoveryCode() != nil,
            challenge: visit.isReachedByNumber
                ? "" : PasskeyChallenges.shared.make(for: visit.session.key, now: surroundings.now()))
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
        _ place: SettingsPlace, _ visit: Visit, _ change: @Sendable (inout Preferences) -> Void
    ) async throws -> Response {
        let preferences: Preferences
        do {
            preferences = try await visit.vault().setPreferences(change)
        } catch let fault as PreferenceFault {
            return try await settings(visit, place, fault: Explanation(fault))
        }
        current.withLock { $0 = preferences }
        var response = visit.said(Notice(sentence: "Saved."), next: place.path)
        response.headers.add("set-cookie", themeCookie(preferences.theme))
        return response
    }
}
