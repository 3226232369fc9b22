import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct WhenField {
    /// `2026-03-14T21:00`, or a phrase; empty for now.
    var typed = ""
    /// The value when the page was made: an untouched time is not changed, not even by a second.
    var before = ""
    var name = "when"

    init(_ name: String = "when") { self.name = name }

    init(_ fields: FormFields, _ name: String = "when") {
        self.name = name
        typed = trimmed(fields[name] ?? "")
        before = fields["was-" + name] ?? ""
    }

    init(_ instant: Instant?, in zone: String, _ name: String = "when") {
        self.name = name
        if let instant, let wall = CivilTime(named: zone)?.wall(at: instant.milliseconds) {
            before = wall.day.iso + "T" + wall.time.clock
        }
        typed = before
    }

    /// The moment; `nil` if untouched. `zone` is the record's, in which a picked time is read.
    func moment(in zone: String?, _ surroundings: Surroundings) throws(EngineError) -> Moment? {
        guard !typed.isEmpty, typed != before else { return nil }
        var here = surroundings
        if isPickedMoment(typed), let zone, let civil = CivilTime(named: zone) { here.zone = civil.zone }
        return try Moment.parse(typed, in: here)
    }

    /// The moment of a record: the one given, otherwise that of `old`, which it replaces, otherwise now. `nil` if invalid, with
    /// the reason in `faults`.
    func moment(insteadOf old: (some MomentValue)?, _ surroundings: Surroundings, _ faults: inout FormFaults) -> Moment? {
        do {
            if let moment = try self.moment(in: old?.zone, surroundings) { return moment }
            if old == nil { return try Moment(nowIn: surroundings) }
        } catch {
            faults.note(error, at: "when")
        }
        return old.map { Moment(instant: $0.instant, zone: $0.zone, day: $0.day) }
    }

    /// The instant of a record that may have none, as `old` has it if the field is untouched.
    func instant(insteadOf old: Instant?, in zone: String?, _ surroundings: Surroundings, _ faults: inout FormFaults) -> Instant?
    {
        if typed.isEmpty || typed == before { return typed.isEmpty ? nil : old }
        do { return try moment(in: zone, surroundings)?.instant } catch { faults.note(error, at: name) }
        return nil
    }

    /// - Parameter zone: shown if it is not the owner's.
    func html(_ faults: FormFaults, zone: String?, label: HTML = "When", hint: HTML? = nil) -> HTML {
        let place: HTML? = zone.map { " <span class=\"hint\">in \($0)</span>" }
        return """
            <div class="field"><label for="\(name)">\(Icon.clock) \(label)\(place)</label><input id="\(name)" name="\(name)"\(inputAttributes(typed, type: "datetime-local"))\(faults.described(name))><input type="hidden" name="was-\(name)" value="\(before)">\(hint.map { "<p class=\"hint\">\($0)</p>" })\(faults.html(name))</div>
            """
    }
}

func noteField(_ note: String, _ faults: FormFaults, label: HTML = "Note", rows: Int = 3) -> HTML {
    """
    <div class="field"><label for="note">\(label)</label><textarea id="note" name="note" rows="\(rows)" dir="auto" spellcheck="true"\(faults.described("note"))>
    \(note)</textarea>\(faults.html("note"))</div>
    """
}

func suggestions(_ list: HTML, _ names: [String]) -> HTML {
    "<datalist id=\"\(list)\">\(names.prefix(200).html { "<option value=\"\($0)\">" })</datalist>"
}

/// The name of a zone, if it is not the owner's.
func otherZone(_ zone: String, at instant: Instant, _ surroundings: Surroundings) -> String? {
    guard let offset = CivilTime(named: zone)?.offset(at: instant.milliseconds),
        offset != CivilTime(zone: surroundings.zone).offset(at: instant.milliseconds)
    else { return nil }
    return zone
}

/// The link back to Health above a form.
let healthWayBack: HTML = "<p class=\"way-back\"><a href=\"/health\">\(Icon.back)Health</a></p>"

func deleteForm(at path: String, _ visit: Visit) -> HTML {
    "<form method=\"post\" action=\"\(path)/delete\" class=\"apart\">\(formToken(visit))<button class=\"danger\">\(Icon.trash)Delete it</button></form>"
}

extension Routes {
    /// The forms that delete and restore a health record; `noun` is its usual name.
    mutating func removal<Kept: HealthValue>(of type: Kept.Type, at path: String, _ noun: String) {
        form(path + "/:id/delete") { visit, fields in
            let id = try visit.recordID()
            try await visit.vault().delete(type, id)
            let notice = Notice.deleted(say("The \(noun) was deleted."), at: "\(path)/\(id.description)")
            return visit.said(notice, next: wayBack(fields))
        }
        form(path + "/:id/restore") { visit, fields in
            _ = try await visit.vault().restore(type, try visit.recordID())
            return visit.said(Notice(sentence: "The \(noun) was restored."), next: wayBack(fields))
        }
    }
}

func deletedCard(_ what: HTML, restore path: String, _ visit: Visit) -> HTML {
    """
    \(healthWayBack)
    <section class="card narrow"><h1>\(what) was deleted</h1><p>You can restore it within \(Limits.deletedDays) days of deleting it.</p>
    <form method="post" action="\(path)">\(formToken(visit))<button class="primary">Restore</button></form></section>
    """
}
