import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// A check-in with all its fields, new or edited: mood, craving with triggers and what helped, sleep.
struct CheckInPage: RecordPage {
    static let noun = "Check-in"
    static let newTitle: HTML = "How are you?"
    let id: RecordID?
    var form = CheckInForm()
    /// Names from the support plan.
    var triggers: [String] = []
    var steps: [String] = []
    var asksCraving = true
    var words: [Mood] = []
    var looks = Looks()
    var zone: String?

    init(id: RecordID?) { self.id = id }

    var fields: HTML {
        let faults = form.faults
        return """
            \(scale(.mood(looks), "Mood", "mood", form.mood))
            <div class="field"><label for="word">Mood in a word <span class="hint">(optional)</span></label><input id="word" name="word" value="\(form.word)" maxlength="40" autocomplete="off" autocapitalize="off" list="mood-words"\(faults.described("word"))>\(faults.html("word"))<datalist id="mood-words">\(words.html { "<option value=\"\($0.name)\">" })</datalist></div>
            \(craving)
            \(scale(.sleep, "Sleep last night", "sleep", form.sleep))
            \(noteField(form.note, faults))
            \(form.when.html(faults, zone: zone, hint: id == nil ? "Empty means now." : nil))
            \(untagged)
            """
    }

    /// A record keeps what it has.
    private var craving: HTML? {
        guard asksCraving || form.craving != nil || !form.triggers.isEmpty || !form.helped.isEmpty else { return nil }
        return """
            \(scale(.craving, "Craving", "craving", form.craving))
            \(form.choices("trigger", "What set it off?", of: triggers))\(form.choices("helped", "What helped?", of: steps))
            """
    }

    var otherWays: HTML {
        id == nil ? "<button class=\"quiet\" name=\"untagged\" value=\"1\">None of my tags today</button>" : .empty
    }

    /// In a saved check-in the mark can be removed; in a new one, one button saves it.
    private var untagged: HTML? {
        guard id != nil else { return nil }
        return
            "<label class=\"pick\"><input type=\"checkbox\" name=\"untagged\" value=\"1\"\(" checked", if: form.isUntagged)><span>None of my tags that day</span></label>"
    }

    private func scale(_ scale: Scale, _ legend: HTML, _ name: String, _ chosen: Int?) -> HTML {
        // A chosen value can be removed again.
        let none: HTML? =
            id == nil
            ? nil
            : "<label class=\"unsaid\"><input type=\"radio\" name=\"\(scale.name)\" value=\"\"\(" checked", if: chosen == nil)> no answer</label>"
        return scale.radios(
            legend, chosen: chosen, extra: "\(none)\(form.faults.html(name))", described: form.faults.describedGroup(name))
    }

    mutating func fill(from vault: isolated OpenVault) throws {
        triggers = try vault.supportItems(.trigger).map(\.item.name)
        steps = try vault.supportItems(.step).map(\.item.name)
        let preferences = try vault.preferences()
        // A plan with triggers is one for cravings.
        asksCraving = try preferences.craving ?? (!triggers.isEmpty || vault.tracked(preferences).craving)
        looks = preferences.looks
        words = looks.offered(used: try vault.moodsInUse().map(\.mood))
    }

    static func said(_ stored: Stored<CheckIn>) -> Notice {
        Notice(sentence: "Check-in saved.", undo: .init(path: "/check-in/\(stored.id.description)/delete", label: "Undo"))
    }
}
