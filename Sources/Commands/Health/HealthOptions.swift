import ArgumentParser
import Base
import Engine
import Journal
import Records

struct WhenOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(say("When it was: \"8:30\", \"yesterday 9pm\", 2026-03-14T21:00 (default: now)."), valueName: "when"))
    var at: String?

    /// The moment; `nil` if none was given.
    func moment() throws -> Moment? { try at.map(Moment.typed) }
}

/// The days of a list, and its length.
struct StretchOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp(say("From this day on."), valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp(say("Up to this day."), valueName: "day")) var to: String?
    @Option(name: .long, help: ArgumentHelp(say("On this day, or in this month or year."), valueName: "day")) var on: String?
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(say("At most this many, the newest; 0 for all."), valueName: "number"))
    var limit: Int?
    @Flag(name: .long, help: say("Only what was deleted in the last 30 days.")) var deleted = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError(say("--limit must be 0 or more")) }
    }

    /// The first and the last day, if given.
    func bounds() throws -> (first: LocalDay?, last: LocalDay?) {
        var query = SearchQuery()
        try query.narrow(from: from, to: to, on: on)
        return (query.firstDay, query.lastDay)
    }

    /// All days; `nil` if none were given.
    func days() throws -> ClosedRange<LocalDay>? {
        let (first, last) = try bounds()
        guard first != nil || last != nil, let start = LocalDay(year: 1, month: 1, day: 1),
            let end = LocalDay(year: 9999, month: 12, day: 31)
        else { return nil }
        return (first ?? start)...(last ?? end)
    }

    /// How many are shown: one page on a terminal, otherwise all.
    func limit(json: Bool) -> Int {
        limit.map { $0 == 0 ? .max : $0 } ?? (json || !Terminal.isRead ? .max : FilterOptions.page)
    }
}

extension SearchQuery {
    /// Restricts it to the days given in options, as typed.
    mutating func narrow(from: String?, to: String?, on stretches: String?...) throws {
        for (text, isFirst, isLast) in [(from, true, false), (to, false, true)] + stretches.map({ ($0, true, true) }) {
            guard let text else { continue }
            let days = try DayPhrase.days(text)
            do throws(SearchError) {
                try narrow(from: isFirst ? days.lowerBound : nil, to: isLast ? days.upperBound : nil)
            } catch {
                throw EngineError.search(error)
            }
        }
    }
}

enum DayPhrase {
    /// A day or a range of days, the most recent one; prints how an ambiguous date was read.
    static func days(_ text: String) throws -> ClosedRange<LocalDay> {
        do throws(WhenError) {
            let phrase = try WhenPhrase.parseDays(NumericDates.monthFirst(text), today: Environment.surroundings.wall.day)
            if let other = phrase.otherReading {
                Terminal.note(say("'\(text)' was read as \(phrase.days.lowerBound.longName), not as \(other.longName)"))
            }
            return phrase.days
        } catch {
            throw EngineError.when(error)
        }
    }

    /// A day or a range of days in a plan: without a year, `monday` or `14 december` is the next one from a day on (default: today).
    static func comingDays(_ text: String, from first: LocalDay? = nil) throws -> ClosedRange<LocalDay> {
        let today = first ?? Environment.surroundings.wall.day
        let said = text
        let text = NumericDates.monthFirst(text)
        let ways = [text, "next " + text, "\(text) \(today.year)", "\(text) \(today.year + 1)"]
        let found = ways.lazy.compactMap { try? WhenPhrase.parseDays($0, today: today).days }.first { $0.upperBound >= today }
        return try found ?? days(said)
    }
}

extension CommandGroup {
    /// The medicine; if there is none, the first word may have been meant as a subcommand.
    static func medicine(_ name: [String], in vault: OpenVault) async throws -> Stored<Medication> {
        do {
            return try await vault.medicine(named: name.joined, orCommand: meant(by: name))
        } catch HealthError.noSuchMedication {
            // 'set metformin': the first word was meant as a subcommand.
            let names = try await vault.medications(archived: true).flatMap { [$0.value.name, $0.value.title] }
            guard let first = name.first?.lowercased(), name.count > 1,
                !names.contains(where: { $0.lowercased().hasPrefix(first) })
            else { throw HealthError.noSuchMedication(name.joined) }
            throw unknown(name[0])
        }
    }
}

/// Reads by a medicine's name; if there is none, the error suggests the nearest one.
func readByMedicine<Found>(in vault: OpenVault, _ read: () async throws -> Found) async throws -> Found {
    do { return try await read() } catch HealthError.noSuchMedication(let name) { throw try await vault.unknownMedicine(name) }
}

extension OpenVault {
    /// The medicine with a name; if there is none, the error suggests the nearest medicine or command.
    func medicine(named typed: String, orCommand command: String? = nil) throws -> Stored<Medication> {
        do {
            return try medication(named: typed)
        } catch HealthError.noSuchMedication(let name) {
            throw try unknownMedicine(name, orCommand: command)
        }
    }

    func unknownMedicine(_ typed: String, orCommand command: String? = nil) throws -> any Error {
        let names = try medications().flatMap { [$0.value.name, $0.value.title] }
        guard let meant = command ?? NearestName.to(typed, in: names) else { return HealthError.noSuchMedication(typed) }
        return Refusal(
            "no_such_medication", "no medicine is called '\(typed.prefix(60))'", hint: "did you mean '\(meant.prefix(60))'?",
            exit: .failed)
    }
}

extension [String] {
    /// Words split by the shell, joined to one name.
    var joined: String { joined(separator: " ") }
}
