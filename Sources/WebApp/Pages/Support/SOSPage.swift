import Base
import Documents
import Journal

/// Help now: people to call, steps to take, and general advice. It needs no scripts and no passphrase; only the owner's own plan
/// does.
struct SOSPage {
    /// The situation of the reader.
    enum Place {
        /// Signed in; `nil` if the plan cannot be read.
        case inside(SupportPlan?)
        /// The vault is locked; with the numbers that the owner shows all the same.
        case locked([SupportItem])
        case atWelcome
    }

    let place: Place

    var html: HTML {
        """
        <div class="sos">\(brand)
        <h1>Help now</h1>
        <p class="sos-calm">Take one slow breath. This will pass. You need only do the next thing.</p>
        \(people)
        \(SOSPage.general)
        \(unlocking)
        <p class="sos-end">Auralyst is not a medical or emergency service. It never calls anyone by itself, and no one is told that you opened this page.</p></div>
        """
    }

    private var brand: HTML? {
        if case .inside = place { nil } else { "<div class=\"brand\">\(Icon.mark)<span>Auralyst</span></div>" }
    }

    private var people: HTML? {
        switch place {
        case .inside(let plan): plan.map(own)
        case .locked(let numbers) where !numbers.isEmpty: own(SupportPlan(contacts: numbers))
        case .locked, .atWelcome: nil
        }
    }

    private func own(_ plan: SupportPlan) -> HTML {
        let people = plan.contacts + plan.buddies
        let calls: HTML =
            people.isEmpty
            ? "<p class=\"muted\">Your plan has no numbers. <a href=\"/support#contact\">Add them</a> in a calm moment.</p>"
            : "<ul class=\"calls\">\(people.html(call))</ul>"
        let steps: HTML = """
            <section aria-labelledby="steps-title"><h2 id="steps-title">Your steps</h2><ol class="sos-steps">\(plan.steps.html(step))</ol></section>
            """
        return """
            <section aria-labelledby="people-title"><h2 id="people-title">Your people</h2>\(calls)</section>\(steps, if: !plan.steps.isEmpty)
            """
    }

    private func call(_ item: SupportItem) -> HTML {
        let note: HTML = "<span class=\"call-note\">\(item.note)</span>"
        guard let dialled = item.dialled else {
            return "<li class=\"call\"><span class=\"call-words\"><b>\(item.name)</b>\(note, if: !item.note.isEmpty)</span></li>"
        }
        return """
            <li><a class="call" href="tel:\(dialled.replacing("#", with: "%23"))">\(Icon.phone)<span class="call-words"><b>Call \(item.name)</b><span class="call-number">\(item.phone)</span>\(note, if: !item.note.isEmpty)</span></a></li>
            """
    }

    private func step(_ item: SupportItem) -> HTML {
        let note: HTML = "<span class=\"muted\">\(item.note)</span>"
        return "<li><span>\(item.name)</span>\(note, if: !item.note.isEmpty)</li>"
    }

    /// Valid everywhere: no country's number, no medical advice.
    private static let general: HTML = """
        <section aria-labelledby="danger-title"><h2 id="danger-title">If someone is in danger</h2>
        <ul class="sos-general"><li>Call your local emergency number now, or ask someone near you to call.</li>
        <li>Call or go to someone you trust. You do not have to explain much: “I need you now” is enough.</li>
        <li>Move away from what could hurt you, and stay where other people are.</li>
        <li>You can leave this page open as long as you like.</li></ul></section>
        """

    private var unlocking: HTML? {
        switch place {
        case .inside: nil
        case .locked(let numbers):
            """
            <p class="sos-unlock">\(numbers.isEmpty ? "Your own people, numbers and steps" : "Your buddies, notes and steps" as HTML) are in your locked journal. <a href="/unlock?next=/sos">Unlock it</a> to see them here.</p>
            """
        case .atWelcome: "<p><a class=\"button\" href=\"/\">Back to Auralyst</a></p>"
        }
    }

    /// For the pages before unlocking.
    static let link: HTML = "<p class=\"sos-outside\"><a href=\"/sos\">\(Icon.support)Help now (SOS)</a></p>"
}
