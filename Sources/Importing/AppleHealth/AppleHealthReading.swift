import Base
import Journal

/// An export being read: its records in order, sorted and collected by day. Nothing is compared with the vault yet.
package final class AppleHealthReading {
    package let byDay: HealthByDay
    package private(set) var sources = HealthSources()
    /// The zones that records name; the first means none.
    package private(set) var zones: [CivilTime?] = [nil]
    /// When the export was made, according to the file.
    package private(set) var exported: HealthStamp?
    private(set) var receipt: HealthReceipt
    /// The means of the quantities that are measured all day: they need no record each.
    package private(set) var means: [QuantityMean.Key: QuantityMean] = [:]
    /// What kind of workout began at a second: `Running`.
    package private(set) var workouts: [Int64: String] = [:]

    private let years: ClosedRange<Int64>
    private var types = HealthTypes()
    private var zoneNumbers: [String: UInt16] = [:]
    /// The record whose tag has begun: its child elements may still name its zone.
    private var pending: (piece: HealthPiece, type: Int)?
    private var failure: (any Error)?
    /// Lines before the reader's last restart.
    private var linesBefore = 0
    private var reader: XMLElements?
    private var damages = 0
    /// The mark at which reading continues; `nil` while it is reading.
    private var sought: AppleHealthText.Mark? = AppleHealthText.root
    private var line = 0

    /// The number of places that are no XML after which the file is given up.
    private static let damageLimit = 100

    /// `now`: milliseconds since 1970; records more than two days after it cannot have been measured.
    package init(byDay: HealthByDay, receipt: HealthReceipt, now: Int64) {
        (self.byDay, self.receipt) = (byDay, receipt)
        let first = LocalDay(year: 1900, month: 1, day: 1)?.number ?? 0
        years = Int64(first) * 86_400...max(0, now / 1000 + 2 * 86_400)
    }

    package func read(_ bytes: ExportBytes, progress: ProgressReport) throws {
        let reader = XMLElements(
            start: { [unowned self] tag, level in begin(tag, level) }, end: { [unowned self] level in end(level) })
        guard let reader else { throw AppleHealthError.notAnExport }
        self.reader = reader
        defer { self.reader = nil }
        var tail: [UInt8] = []
        while damages < AppleHealthReading.damageLimit {
            var piece = tail + (try bytes.next())
            if piece.count == tail.count { break }
            progress.report("reading", Int(clamping: bytes.done), Int(clamping: bytes.total))
            AppleHealthText.dropControls(&piece)
            tail = take(piece[...], reader)
            if let failure { throw failure }
        }
        endPending()
        if let broken = bytes.brokeOff {
            receipt.add(.cutOff, type: HealthReceipt.unreadable, line: line + 1)
            receipt.notes.append(.archiveBroke(broken))
        } else if sought == nil, !reader.finish() {
            receipt.add(.cutOff, type: HealthReceipt.unreadable, line: line + 1)
        }
        if let failure { throw failure }
    }

    /// Reads a piece; returns its end if that has to be read together with the next piece.
    private func take(_ piece: ArraySlice<UInt8>, _ reader: XMLElements) -> [UInt8] {
        var rest = piece
        while !rest.isEmpty {
            if let mark = sought {
                guard let place = mark.position(in: rest) else {
                    // The mark may begin in this piece and end in the next.
                    let kept = rest.suffix(mark.bytes.count)
                    line += AppleHealthText.lines(in: rest.dropLast(kept.count))
                    return Array(kept)
                }
                line += AppleHealthText.lines(in: rest[..<place])
                rest = rest[place...]
                (sought, linesBefore) = (nil, line)
                reader.reset()
                // The file has one root; after damage the following records need another.
                if mark.bytes == AppleHealthText.record.bytes { _ = reader.feed(Array("<HealthData>".utf8)[...]) }
            }
            guard let place = reader.feed(rest) else {
                line += AppleHealthText.lines(in: rest)
                return []
            }
            rest = skip(rest, to: rest.startIndex + place + 1)
            guard damages < AppleHealthReading.damageLimit else { return [] }
        }
        return []
    }

    /// Notes that the bytes before a place are no XML, and looks for the next record after it.
    private func skip(_ bytes: ArraySlice<UInt8>, to place: Int) -> ArraySlice<UInt8> {
        line += AppleHealthText.lines(in: bytes[..<place])
        sought = AppleHealthText.record
        endPending()
        damages += 1
        receipt.add(.damaged, type: HealthReceipt.unreadable, line: line + 1)
        if damages == AppleHealthReading.damageLimit { receipt.notes.append(.givenUp(line: line + 1)) }
        return bytes[place...]
    }

    /// A record whose tag was complete counts, even if what follows it is not XML.
    private func endPending() {
        guard pending != nil else { return }
        end(2)
    }

    private func begin(_ tag: XMLTag, _ level: Int) {
        if level == 2 {
            if tag.name == "Record" {
                record(tag, types.number(of: tag["type"]))
            } else if tag.name == "Workout" {
                record(tag, types.numberOfWorkouts())
            } else if tag.name == "ExportDate", let text = tag["value"] {
                exported = HealthStamp(text)
            }
        } else if level == 3, pending != nil, tag.name == "MetadataEntry", let key = tag["key"], key == "HKTimeZone",
            let zone = tag["value"], zone.count <= 64
        {
            pending?.piece.zone = number(ofZone: zone.string)
        }
    }

    private func end(_ level: Int) {
        guard level == 2, let (piece, type) = pending else { return }
        pending = nil
        do {
            let days: ClosedRange<Int>
            // Steps are divided over their days; a night and a symptom belong to the day on which they begin.
            if case .steps = piece.what { days = piece.days } else { days = piece.days.lowerBound...piece.days.lowerBound }
            for day in days {
                let isTaken = try byDay.add(piece, to: day)
                if !isTaken, day == days.lowerBound { receipt.add(.crowded, type: types.name(type)) }
            }
        } catch {
            failure = failure ?? error
        }
    }

    private func record(_ tag: XMLTag, _ type: Int) {
        pending = nil
        guard let measure = types.measure(type) else {
            types.count(notImported: type)
            return
        }
        switch piece(of: tag, measure) {
        case .success(let piece):
            guard case .quantity(let number, _) = piece.what, HealthQuantity.all[number].isDaily else {
                pending = (piece, type)
                return
            }
            let day = HealthPiece.day(of: piece.start + Int64(piece.offset) * 60)
            means[QuantityMean.Key(quantity: number, day: day), default: QuantityMean()]
                .add(piece.value, at: piece.start, offset: Int(piece.offset) * 60, source: Int(piece.source))
        case .failure(let fault):
            // A record without duration says nothing, and is no fault of the file.
            let line = fault.reason == .noDuration ? nil : linesBefore + (reader?.line ?? 0)
            receipt.add(fault.reason, type: types.name(type), line: line)
        }
    }

    private struct Fault: Error { let reason: HealthReceipt.Reason }

    private func piece(of tag: XMLTag, _ measure: HealthTypes.Measure) -> Result<HealthPiece, Fault> {
        func fault(_ reason: HealthReceipt.Reason) -> Result<HealthPiece, Fault> { .failure(Fault(reason: reason)) }
        guard let start = tag["startDate"].flatMap(HealthStamp.init), let end = tag["endDate"].flatMap(HealthStamp.init) else {
            return fault(.badDate)
        }
        guard start.seconds <= end.seconds else { return fault(.endsBeforeStart) }
        guard years.contains(start.seconds), years.contains(end.seconds) else { return fault(.outsideTime) }
        let length = end.seconds - start.seconds
        guard length <= measure.longest else { return fault(.tooLong) }
        let what: HealthPiece.What
        var amount = 0.0
        let text = tag["value"].flatMap { $0.count <= 100 ? $0.string : nil } ?? ""
        switch measure {
        case .steps:
            guard let number = Double(text), number.isFinite, (0...1e6).contains(number),
                tag["unit"].map({ $0 == "count" }) ?? true
            else { return fault(.badValue) }
            (what, amount) = (.steps, number)
        case .sleep:
            guard let stage = SleepStage(value: text) else { return fault(.unknownValue) }
            guard length > 0 else { return fault(.noDuration) }
            what = .sleep(stage)
        case .symptom(let number):
            guard let value = HealthSymptom.value(text, of: number) else { return fault(.unknownValue) }
            (what, amount) = (.symptom(number), Double(value))
        case .quantity(let number):
            let quantity = HealthQuantity.all[number]
            let isWorkout = quantity.measure.form == .duration
            let typed = isWorkout ? tag["duration"] : tag["value"]
            let unit = isWorkout ? tag["durationUnit"] : tag["unit"]
            guard let typed, typed.count <= 100, let unit, unit.count <= 100,
                let (value, place) = quantity.read(typed.string, unit: unit.string)
            else { return fault(.badValue) }
            (what, amount) = (.quantity(number, unit: place), value)
            if isWorkout, workouts.count < 100_000, let activity = tag["workoutActivityType"], activity.count <= 100 {
                workouts[start.seconds] = activity.string.replacing("HKWorkoutActivityType", with: "")
            }
        }
        guard let source = tag["sourceName"] else { return fault(.noSource) }
        let number = sources.number(of: source, device: tag["device"])
        return .success(
            HealthPiece(
                start: start.seconds, length: Int32(length), value: amount, source: number, what: what,
                // A night belongs to the day of waking, everything else to the day on which it begins.
                offset: Int16(clamping: measure == .sleep ? end.offset : start.offset), zone: 0))
    }

    private func number(ofZone name: String) -> UInt16 {
        if let known = zoneNumbers[name] { return known }
        guard zoneNumbers.count < 1000 else { return 0 }
        var number: UInt16 = 0
        if let zone = CivilTime(named: name) {
            number = UInt16(zones.count)
            zones.append(zone)
        }
        zoneNumbers[name] = number
        return number
    }

    /// The receipt with the records that are never imported: they are only counted by type while reading.
    package func closedReceipt() -> HealthReceipt {
        var closed = receipt
        for (name, count) in types.notImported { closed.add(.notImported, type: name, times: count) }
        return closed
    }
}
