import Base
import Documents
import Journal

struct LockSettings {
    let preferences: Preferences
    /// Whether the SOS numbers are shown while locked.
    let showsNumbers: Bool

    static func words(_ minutes: Int) -> String {
        minutes == 0
            ? say("at once") : minutes % 60 == 0 ? say("\(counted(minutes / 60, "hour"))") : say("\(counted(minutes, "minute"))")
    }

    func html(for visit: Visit, fault: HTML?) -> HTML {
        let reach: HTML =
            visit.app.site.isInside
            ? "who opens the app. They are then on this phone without encryption."
            : "at this browser. They are then in a file outside the vault that is not encrypted: whoever uses your account on this device, or copies its disk, can read whom you would call."
        let numbers = switchField(
            "numbers", "Show my SOS numbers while locked", showsNumbers,
            hint:
                "Off: while locked, the SOS page shows general help only. On: it also shows your <a href=\"/support#contact\">SOS numbers</a> and their names, without the passphrase, to anyone \(reach) Buddies, steps and notes stay locked. No backup and no other device has them."
        )
        return """
            <section class="card setting" aria-label="When to lock">\(fault)
            \(savingForm("/settings/lock", visit, "\(minutes("idle", "Lock after inactivity of", [1, 2, 5, 10, 15, 30, 60, 120, 240], preferences.idleMinutes))\(minutes("hidden", "Lock when the app is out of sight, after", [0, 1, 5, 15, 60], preferences.hiddenMinutes), if: visit.app.site.isInside)"))
            <form method="post" action="/lock" class="apart">\(lockFields(visit))<p class="hint">Locking closes the journal in every window and browser at once.</p>
            <button>\(Icon.lock)Lock now</button></form></section>
            <section class="card setting" aria-label="SOS numbers">\(savingForm("/settings/sos", visit, numbers))</section>
            """
    }

    private func minutes(_ name: HTML, _ label: HTML, _ usual: [Int], _ chosen: Int) -> HTML {
        choiceField(name, label, choices(usual, chosen: chosen) { "\(LockSettings.words($0))" }, chosen: "\(chosen)")
    }
}
