// Writes Sources/Shims/CDateNames/date-names.tsv from Foundation's ICU: scripts/make-date-names. docs/decisions/0052 says why;
// Sources/Shims/CDateNames/DATE-NAMES.md how the file is laid out.
import Foundation
import _FoundationICU

/// What ICU says of one locale, in the Gregorian calendar.
struct Facts: Equatable {
    /// Of the templates, in their order.
    var patterns: [String]
    /// Digit zero, as the formatter's output has it.
    var zero: String
    /// The present era; empty where no pattern asks for it.
    var era: String
    /// The names for each of `Facts.fields`; empty where neither a pattern nor `DateWords` asks for them.
    var names: [[String]]

    static let templates = ["yMMMMEEEEd", "yMMMd", "EEE", "MMMd", "yMMMM"]
    static let fields = ["MMMM", "LLLL", "MMM", "LLL", "EEEE", "cccc", "EEE", "ccc"]
}

/// The languages whose names of months imports read: `DateWords`.
let readLanguages: Set<String> = [
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "sv", "da", "nb", "fi", "cs", "sk", "hu", "ro", "tr", "el", "ca",
    "id", "ms", "bg", "sl", "et", "lv", "lt",
]

func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("make-date-names: error: \(message)\n".utf8))
    exit(1)
}

func formatter(_ locale: Locale) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.gregorianStartDate = .distantPast
    return formatter
}

func formatter(_ locale: Locale, template: String) -> DateFormatter {
    let formatter = formatter(locale)
    formatter.setLocalizedDateFormatFromTemplate(template)
    return formatter
}

func date(_ year: Int, _ month: Int, _ day: Int) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
}

/// A day in each month of 2026, and a Monday to a Sunday.
let months = (1...12).map { date(2026, $0, 1) }
let weekdays = (2...8).map { date(2026, 3, $0) }

/// The letters of a pattern outside quotes, in runs.
func fields(of pattern: String) -> Set<String> {
    var found: Set<String> = []
    var run = ""
    var isQuoted = false
    // Not by characters: a mark can lie over a quotation mark.
    for scalar in (pattern + " ").unicodeScalars {
        if scalar == "'" { isQuoted.toggle() }
        if run.unicodeScalars.last != scalar, !run.isEmpty {
            found.insert(run)
            run = ""
        }
        if !isQuoted, scalar.isASCII, scalar.properties.isAlphabetic { run.unicodeScalars.append(scalar) }
    }
    return found
}

func facts(_ tag: String, all: Bool = false) -> Facts {
    let locale = Locale(identifier: tag)
    let patterns = Facts.templates.map { formatter(locale, template: $0).dateFormat ?? "" }
    let used = patterns.map(fields(of:)).reduce(into: Set<String>()) { $0.formUnion($1) }
    let known = Set(Facts.fields + ["y", "M", "MM", "d", "dd", "G"])
    if !used.isSubset(of: known) { stop("\(tag): a pattern has a field that is not known here: \(patterns)") }
    let names = Facts.fields.map { field -> [String] in
        let isMonth = "ML".contains(field.prefix(1))
        guard used.contains(field) || all && isMonth else { return [] }
        let one = formatter(locale)
        one.dateFormat = field
        return (isMonth ? months : weekdays).map(one.string(from:))
    }
    let one = formatter(locale)
    one.dateFormat = "d"
    // The 10th is a one and a zero.
    let zero = String(one.string(from: date(2026, 3, 10)).dropFirst())
    one.dateFormat = "G"
    return Facts(
        patterns: patterns, zero: zero, era: used.contains("G") ? one.string(from: months[0]) : "", names: names)
}

/// 1 = Monday … 7 = Sunday.
func firstWeekday(_ tag: String) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: tag)
    return (calendar.firstWeekday + 5) % 7 + 1
}

/// The parts of a tag, as `DateNames` splits it.
func parts(_ tag: String) -> (language: String, script: String?, region: String?) {
    var script: String?
    var region: String?
    let subtags = tag.split(separator: "-").map(String.init)
    for subtag in subtags.dropFirst() {
        if subtag.count == 4, region == nil, subtag.first?.isLetter == true { script = subtag }
        if subtag.count == 2 || subtag.count == 3 && subtag.first?.isNumber == true { region = subtag }
    }
    return (subtags[0], script, region)
}

/// Where `DateNames` looks, in this order.
func places(_ tag: String) -> [String] {
    let (language, script, region) = parts(tag)
    var places = [tag]
    if let script, let region { places.append("\(language)-\(script)-\(region)") }
    if let script { places.append("\(language)-\(script)") }
    if let region { places.append("\(language)-\(region)") }
    return places + [language]
}

var table: [String: Facts] = [:]
func found(_ tag: String) -> Facts? { places(tag).lazy.compactMap { table[$0] }.first }

let available = Locale.availableIdentifiers.map { $0.replacing("_", with: "-").lowercased() }
let regions = Locale.Region.isoRegions.map { $0.identifier.lowercased() }.filter { $0.count == 2 }.sorted()

// A locale is left out if it equals what its other places give: `de-at` is here only because it differs from `de`.
for tag in available.sorted(by: { ($0.split(separator: "-").count, $0) < ($1.split(separator: "-").count, $1) }) {
    let own = facts(tag, all: readLanguages.contains(tag))
    let (_, script, region) = parts(tag)
    let isBase = script == nil && region == nil || script != nil && region == nil
    if isBase || !sameWords(found(tag), own) { table[tag] = own }
}
let languages = table.keys.filter { !$0.contains("-") }.sorted()

func sameWords(_ general: Facts?, _ own: Facts) -> Bool {
    guard let general else { return false }
    // A place may have more names than are asked for.
    return general.patterns == own.patterns && general.zero == own.zero && general.era == own.era
        && zip(general.names, own.names).allSatisfy { $1.isEmpty || $0 == $1 }
}

// A region that ICU does not list for a language can yet mean another script: `zh-tw`, `pa-pk`. Order and punctuation are not
// compared: with such a region they are accidents of ICU (the eras of another calendar, `de-th`; the hours of the clock, `de-pt`).
var added: [String] = []
for language in languages {
    let general = namesAndDigits(language)
    for region in regions {
        let tag = "\(language)-\(region)"
        guard !available.contains(tag), namesAndDigits(tag) != general else { continue }
        table[tag] = facts(tag)
        added.append(tag)
    }
}

func namesAndDigits(_ tag: String) -> [String] {
    let one = formatter(Locale(identifier: tag))
    one.dateFormat = "d MMMM LLL EEEE"
    return (months + weekdays).map(one.string(from:))
}

// Other codes of a language: `iw`, `deu`, `cmn`. Where ICU has no names it uses those of the machine's language, here English.
var aliases: [String: String] = [:]
let spoken = Dictionary(uniqueKeysWithValues: table.keys.filter { parts($0).region == nil }.map { ($0, namesAndDigits($0)) })
let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
let codes = letters.flatMap { a in letters.flatMap { b in ([""] + letters).map { a + b + $0 } } }
for code in codes where table[code] == nil {
    guard Locale(identifier: code).localizedString(forLanguageCode: code) != nil else { continue }
    let canonical = Locale.canonicalLanguageIdentifier(from: code).lowercased()
    let own = namesAndDigits(code)
    let same = spoken.filter { $0.value == own }.keys
    if same.contains(canonical) {
        aliases[code] = canonical
    } else if !same.contains("en"), !own[0].contains("M01") {
        aliases[code] = same.min { ($0.count, $0) < ($1.count, $1) }
    }
}

// The first day of the week is that of the region.
let firsts = Dictionary(uniqueKeysWithValues: regions.map { ($0, firstWeekday("en-\($0)")) }).filter { $0.value != 1 }
for tag in available {
    guard let region = parts(tag).region else { continue }
    if firstWeekday(tag) != firsts[region] ?? 1 { stop("\(tag): its first day of the week is not that of its region") }
}

/// Lines that others name by a number.
var numbers: [String: Int] = [:]
func number(_ line: String) -> String {
    if let known = numbers[line] { return String(known, radix: 36) }
    numbers[line] = numbers.count
    return String(numbers.count - 1, radix: 36)
}

var lines: [String] = []
for (tag, facts) in table.sorted(by: { $0.key < $1.key }) {
    let look = number((facts.patterns + [facts.zero, facts.era]).joined(separator: "\t"))
    let names = facts.names.map { $0.isEmpty ? "" : number($0.joined(separator: "\t")) }
    lines.append(([tag, String(firstWeekday(tag)), look] + names).joined(separator: "\t"))
}
lines += numbers.map { "=\(String($0.value, radix: 36))\t\($0.key)" }
lines += aliases.map { "\($0.key)\t@\($0.value)" }
lines += firsts.map { "+\($0.key)\t\($0.value)" }
lines += [
    "# Names of dates in the languages of Unicode's CLDR, made by scripts/make-date-names; do not edit.",
    "# (c) Unicode, Inc.; condensed from their data, under the Unicode License v3: LICENSE-UNICODE.",
    "#icu\t\(U_ICU_VERSION)",
]
let text = lines.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
let file = text.joined(separator: "\n") + "\n"
try Data(file.utf8).write(to: URL(filePath: CommandLine.arguments[1]))
let report = """
    \(file.utf8.count) bytes; \(table.count) locales, \(aliases.count) other codes, \(numbers.count) lists
    with another script than their language, and not listed by ICU: \(added.joined(separator: " "))

    """
FileHandle.standardError.write(Data(report.utf8))
