import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Sentences about what of a form of the health log cannot be saved, each beside its field.
struct FormFaults {
    /// By the field's name.
    private(set) var sentences: [String: String] = [:]

    /// Nothing is wrong.
    var isEmpty: Bool { sentences.isEmpty }

    /// Puts words beside a field; the first ones stay.
    mutating func note(_ words: String, at field: String) {
        if sentences[field] == nil { sentences[field] = words }
    }

    /// Puts what the catalogue says of an error beside the field that it names, otherwise beside the one given.
    mutating func note(_ error: any Error, at field: String) {
        var place = field
        if case .fault(let fault)? = error as? HealthError, let named = fault.field { place = named }
        note(sentence(Explanation(error).sentence), at: place)
    }

    /// Saves what a form says; `nil` where its time is in the future, which then is beside it.
    mutating func keeping<Kept: Sendable>(_ save: @Sendable () async throws -> Kept) async throws -> Kept? {
        do {
            return try await save()
        } catch HealthError.inTheFuture {
            note(HealthError.inTheFuture, at: "when")
            return nil
        }
    }

    /// The sentence beside a field.
    func html(_ field: String) -> HTML? {
        sentences[field].map { "<p class=\"fault\" id=\"\(field)-fault\" role=\"alert\">\($0)</p>" }
    }

    /// Says to a screen reader that the sentence is about the field.
    func described(_ field: String) -> HTML {
        sentences[field] == nil ? .empty : " aria-invalid=\"true\" aria-describedby=\"\(field)-fault\""
    }

    /// The same for a group of fields.
    func describedGroup(_ field: String) -> HTML {
        sentences[field] == nil ? .empty : " aria-describedby=\"\(field)-fault\""
    }
}

extension HealthFault {
    /// The field of our forms that it concerns; `nil` where it concerns none.
    fileprivate var field: String? {
        let name: String? =
            switch self {
            case .empty(let field), .badText(let field, _), .outside(let field, _, _), .tooMany(let field, _): field
            case .nothing, .schedule: nil
            }
        return switch name {
        case "metric", "metrics": "metrics"
        case "what helped": "helped"
        default: name
        }
    }
}

/// When something was, as a form asks for it and gives it back.
struct WhenField {
    /// `2026-03-14T21:00`, or a phrase; empty for now.
    var typed = ""
    /// What was there when the page was made: who has not touched it moves nothing, not even by a second.
    var before = ""

    init() {}

    init(_ fields: FormFields) {
        typed = trimmed(fields["when"] ?? "")
        before = fields["was-when"] ?? ""
    }

    init(_ instant: Instant, in zone: String) {
        if let wall = CivilTime(named: zone)?.wall(at: instant.milliseconds) { before = wall.day.iso + "T" + wall.time.clock }
        typed = before
    }

    /// The moment that is meant; `nil` where nothing was touched. `zone` is that of the record, in which a picked time is meant.
    func moment(in zone: String?, _ surroundings: Surroundings) throws(EngineError) -> Moment? {
        guard !typed.isEmpty, typed != before else { return nil }
        var here = surroundings
        if EntryForm.isPicked(typed), let zone, let civil = CivilTime(named: zone) { here.zone = civil.zone }
        return try Moment.parse(typed, in: here)
    }

    /// The moment of a record: what is meant, otherwise that of `old`, in whose place the record comes, otherwise now. `nil` for
    /// none, which `faults` says.
    func moment(insteadOf old: (some MomentValue)?, _ surroundings: Surroundings, _ faults: inout FormFaults) -> Moment? {
        do {
            if let moment = try self.moment(in: old?.zone, surroundings) { return moment }
            if old == nil { return try Moment(nowIn: surroundings) }
        } catch {
            faults.note(error, at: "when")
        }
        return old.map { Moment(instant: $0.instant, zone: $0.zone, day: $0.day) }
    }

    /// - Parameter zone: said where it is not the owner's.
    func html(_ faults: FormFaults, zone: String?, hint: HTML? = nil) -> HTML {
        // A browser's picker shows nothing of a phrase.
        let type: HTML = typed.isEmpty || EntryForm.isPicked(typed) ? "datetime-local" : "text"
        let place: HTML? = zone.map { " <span class=\"hint\">in \($0)</span>" }
        return """
            <div class="field"><label for="when">\(Icon.clock) When\(place)</label><input id="when" name="when" type="\(type)" value="\(typed)" max="9999-12-31T23:59"\(faults.described("when"))><input type="hidden" name="was-when" value="\(before)">\(hint.map { "<p class=\"hint\">\($0)</p>" })\(faults.html("when"))</div>
            """
    }
}

/// Free words of a record.
func noteField(_ note: String, _ faults: FormFaults, label: HTML = "Note", rows: Int = 3) -> HTML {
    """
    <div class="field"><label for="note">\(label)</label><textarea id="note" name="note" rows="\(rows)" dir="auto" spellcheck="true"\(faults.described("note"))>
    \(note)</textarea>\(faults.html("note"))</div>
    """
}

/// The name of a zone, where what is shown is not in the owner's.
func otherZone(_ zone: String, at instant: Instant, _ surroundings: Surroundings) -> String? {
    guard let offset = CivilTime(named: zone)?.offset(at: instant.milliseconds),
        offset != CivilTime(zone: surroundings.zone).offset(at: instant.milliseconds)
    else { return nil }
    return zone
}

/// The way back to Health that is above a form.
let healthWayBack: HTML = "<p class=\"way-back\"><a href=\"/health\">\(Icon.back)Health</a></p>"

/// The button that deletes what is at a path.
func deleteForm(at path: String, _ visit: Visit) -> HTML {
    "<form method=\"post\" action=\"\(path)/delete\" class=\"apart\">\(formToken(visit))<button class=\"danger\">\(Icon.trash)Delete it</button></form>"
}

extension Routes {
    /// The forms that delete a record of the health log and bring it back; `noun` is what a person calls it.
    mutating func removal<Kept: HealthValue>(of type: Kept.Type, at path: String, _ noun: String) {
        form(path + "/:id/delete") { visit, fields in
            let id = try visit.recordID()
            try await visit.vault().delete(type, id)
            let notice = Notice.deleted("The \(noun) was deleted.", at: "\(path)/\(id.description)")
            return visit.said(notice, next: wayBack(fields))
        }
        form(path + "/:id/restore") { visit, fields in
            _ = try await visit.vault().restore(type, try visit.recordID())
            return visit.said(Notice(sentence: "The \(noun) was restored."), next: wayBack(fields))
        }
    }
}

/// A record that is deleted, and how to have it again.
func deletedCard(_ what: HTML, restore path: String, _ visit: Visit) -> HTML {
    """
    \(healthWayBack)
    <section class="card narrow"><h1>\(what) was deleted</h1><p>You can restore it within \(Limits.deletedDays) days of deleting it.</p>
    <form method="post" action="\(path)">\(formToken(visit))<button class="primary">Restore</button></form></section>
    """
}
