import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records

/// The JSON of the health log (docs/formats/command-line.md).
extension Document {
    /// A record with a moment: the members that an export has, of the fields that this program knows.
    static func logged<Kept: MomentValue>(_ stored: Stored<Kept>) -> JSON {
        let fields = stored.value.fields
        let civil = CivilTime(named: stored.value.zone)
        var members = base(stored)
        for member in RecordKind.of(Kept.kind).members {
            members[member.name] = plain(member.shown(fields) { civil?.offset(at: $0) ?? 0 } ?? member.absent)
        }
        return .object(members)
    }

    /// Numbers without an unnecessary fraction.
    private static func plain(_ value: JSON) -> JSON {
        switch value {
        case .double(let double): number(double)
        case .object(let members): .object(members.mapValues(plain))
        default: value
        }
    }

    static func medication(_ status: MedicationStatus) -> JSON {
        let value = status.medication.value
        var members = base(status.medication)
        members["name"] = .string(value.name)
        members["strength"] = .string(value.strength)
        members["title"] = .string(value.title)
        members["amount"] = amount(value.amount)
        members["unit"] = .string(value.unit)
        members["as_needed"] = .bool(value.asNeeded)
        members["acute"] = .text(value.acute?.rawValue)
        members["archived"] = .bool(value.archived)
        members["counted"] =
            value.stock.map { ["amount": amount($0.amount), "instant": time($0.counted.milliseconds)] } ?? .null
        members["left"] = amount(status.left)
        members["days_left"] = number(status.supply?.days)
        members["runs_out"] = .text(status.supply?.runsOut?.iso)
        members["enough_until"] = .text(status.enoughUntil?.iso)
        members["refill_at"] = amount(value.refillAt)
        members["needs_refill"] = .bool(status.needsRefill)
        members["expires"] = .text(value.expiry?.iso)
        members["open_hours"] = number(value.openHours)
        members["substance"] = .text(value.limits.substance.isEmpty ? nil : value.limits.substance)
        members["gap_minutes"] = number(value.limits.gap)
        members["day_most"] = amount(value.limits.dayMost)
        members["notes"] = .string(value.notes)
        members["schedules"] = .array(status.schedules.map { schedule($0, of: status.medication, next: nil) })
        members["next"] = status.next.map { next($0) } ?? .null
        return .object(members)
    }

    /// A schedule; `next` is its next dose, left out if not requested.
    static func schedule(_ stored: Stored<Schedule>, of medication: Stored<Medication>, next: Occurrence??) -> JSON {
        let value = stored.value
        var members = base(stored)
        members["medication"] = .string(value.medication.description)
        members["title"] = .string(medication.value.title)
        members["words"] = .string(value.words(unit: medication.value.unit))
        members["phrase"] = .string(value.phrase.words)
        members["times"] = .array(value.times.map { .string($0.clock) })
        members["any_time"] = .bool(value.isAnyTime)
        members["amount"] = amount(value.amount)
        members["unit"] = .string(medication.value.unit)
        members["steps"] = .array(value.steps.map { ["amount": amount($0.amount), "days": number($0.days)] })
        members["start"] = .string(value.start.iso)
        members["end"] = .text(value.lastDay?.iso)
        members["zone"] = .string(value.zone)
        members["travel"] = .string(value.travel.rawValue)
        members["since"] = time(value.since.milliseconds)
        members["until"] = value.until.map { time($0.milliseconds) } ?? .null
        members["replaces"] = .text(value.replaces?.description)
        if let next { members["next"] = next.map { Document.next($0) } ?? .null }
        return .object(members)
    }

    static func next(_ occurrence: Occurrence) -> JSON {
        [
            "id": .string(occurrence.name.record.description), "kind": "dose", "amount": amount(occurrence.amount),
            "instant": instant(occurrence.due, zone: Environment.surroundings.zone.identifier),
            "zone": .string(Environment.surroundings.zone.identifier),
            "day": .string(occurrence.wall(here: CivilTime(zone: Environment.surroundings.zone)).day.iso),
        ]
    }

    static func dose(_ line: DoseLine) -> JSON {
        var members: [String: JSON] = [
            "id": .string(line.id.description), "kind": "dose", "state": .string(line.state.rawValue),
            "instant": instant(line.instant, zone: line.zone), "zone": .string(line.zone), "day": .string(line.day.iso),
            "medication": .string(line.medication.description), "title": .string(line.title), "amount": amount(line.amount),
            "unit": .string(line.unit), "scheduled": .bool(line.isScheduled),
            "due": line.due.map { instant($0, zone: line.zone) } ?? .null, "late": .bool(line.isLate),
            "timing": .text(line.timing?.rawValue),
            "schedule": .text(line.schedule?.description), "symptom": .text(line.intake?.value.symptom?.description),
            "note": .string(line.intake?.value.note ?? ""),
        ]
        if let occurrence = line.occurrence { members["missed_at"] = instant(occurrence.missedAt, zone: line.zone) }
        if let intake = line.intake {
            members["created"] = time(intake.created)
            members["modified"] = time(intake.modified)
            if let deleted = intake.deleted { members["deleted"] = time(deleted) }
        }
        return .object(members)
    }

    static func supportItem(_ stored: StoredSupportItem, place: Int?) -> JSON {
        guard case .object(var members) = supportItem(stored.item, place: place) else { return .null }
        members["id"] = .string(stored.id.description)
        if let deleted = stored.deleted { members["deleted"] = time(deleted) }
        return .object(members)
    }

    /// A line without its record.
    static func supportItem(_ item: SupportItem, place: Int?) -> JSON {
        var members: [String: JSON] = [
            "kind": .string(item.part.rawValue), "name": .string(item.name), "note": .string(item.note), "place": number(place),
        ]
        if item.part.hasPhone { (members["phone"], members["dial"]) = (.string(item.phone), .text(item.dialled)) }
        return .object(members)
    }

    /// A part of the support plan in its order.
    static func supportItems(_ items: [StoredSupportItem]) -> [JSON] {
        items.enumerated().map { supportItem($1, place: $0 + 1) }
    }

    static func instant(_ instant: Instant, zone: String) -> JSON {
        .string(instant.rfc3339(offset: CivilTime(named: zone)?.offset(at: instant.milliseconds) ?? 0))
    }

    static func amount(_ amount: Amount?) -> JSON {
        amount.map { number(Double($0.thousandths) / 1000) } ?? .null
    }

    private static func number(_ number: Int?) -> JSON { number.map { .int(Int64($0)) } ?? .null }

    private static func number(_ number: Double) -> JSON { Int64(exactly: number).map(JSON.int) ?? .double(number) }

    private static func base<Kept: RecordValue>(_ stored: Stored<Kept>) -> [String: JSON] {
        var members: [String: JSON] = [
            "id": .string(stored.id.description), "kind": .string(Kept.kind), "journal": .string(stored.journal.description),
            "created": time(stored.created), "modified": time(stored.modified),
        ]
        if let deleted = stored.deleted { members["deleted"] = time(deleted) }
        return members
    }
}
