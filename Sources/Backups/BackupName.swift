import Base
import Engine
import Foundation
import Journal
import Ledger

/// How much a backup contains: everything, or what was added since the one before.
package enum BackupTier: String, CaseIterable, Sendable {
    /// Everything, and all records in readable form.
    case monthly
    /// What was added since the last monthly one.
    case weekly
    /// What was added since the last weekly one, or the monthly one if that is newer.
    case daily

    package var contents: String {
        switch self {
        case .monthly: say("everything")
        case .weekly: say("changes since the last monthly backup")
        case .daily: say("changes since the last weekly or monthly backup")
        }
    }

    /// How many of this tier are kept.
    package var kept: Int {
        switch self {
        case .monthly: 12
        case .weekly: 4
        case .daily: 7
        }
    }
}

/// The name of a backup file: `auralyst-1a2b3c4d-20260314T201530Z-daily.age`.
package struct BackupName: Hashable, Comparable, Sendable {
    /// The first 8 hexadecimal digits of the vault's name.
    package let vault: String
    /// When it was made, to the second, in milliseconds since 1970.
    package let created: Int64
    package let tier: BackupTier

    package init(vault: [UInt8], created: Int64, tier: BackupTier) {
        self.vault = hex(vault.prefix(4))
        self.created = created - (created % 1000 + 1000) % 1000
        self.tier = tier
    }

    /// Reads a name; `nil` for any other.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "auralyst", bytes(fromHex: parts[1])?.count == 4, parts[3].hasSuffix(".age"),
            let tier = BackupTier(rawValue: String(parts[3].dropLast(4))), let created = Self.moment(parts[2])
        else { return nil }
        self.vault = String(parts[1])
        self.created = created
        self.tier = tier
    }

    /// Whether a name can show this time, in milliseconds since 1970: in the years 0 to 9999.
    static func isMoment(_ milliseconds: Int64) -> Bool { (-62_167_219_200_000..<253_402_300_800_000).contains(milliseconds) }

    /// Whether something can have been made at a moment, seen from `now`: not in the future, but for a day, since clocks differ.
    static func isPlausible(_ made: Int64, now: Int64) -> Bool { made <= now + 86_400_000 }

    package var text: String { "auralyst-\(vault)-\(stamp)-\(tier.rawValue).age" }

    package static func < (a: BackupName, b: BackupName) -> Bool { (a.created, a.text) < (b.created, b.text) }

    /// The day in UTC.
    var day: LocalDay { LocalDay(number: Int(clamping: created / 86_400_000)) ?? .epoch }

    private var stamp: String {
        let parts = day.parts
        let seconds = Int(clamping: created / 1000 % 86_400)
        return Self.digits(parts.year, 4) + Self.digits(parts.month, 2) + Self.digits(parts.day, 2) + "T"
            + Self.digits(seconds / 3600, 2) + Self.digits(seconds / 60 % 60, 2) + Self.digits(seconds % 60, 2) + "Z"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func moment(_ text: Substring) -> Int64? {
        let digits = Array(text.utf8)
        guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            digits[range].reduce(Int?(0)) { sum, digit in
                guard let sum, (48...57).contains(digit) else { return nil }
                return sum * 10 + Int(digit - 48)
            }
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), hour < 24, minute < 60, second < 60,
            let date = LocalDay(year: year, month: month, day: day)
        else { return nil }
        return Int64(date.number) * 86_400_000 + Int64(hour * 3600 + minute * 60 + second) * 1000
    }
}

struct BackupShelf {
    let folder: String
    /// In the order in which they were made.
    let names: [BackupName]
    /// Other age files, by name: there may be a renamed backup among them.
    let unread: [String]

    /// Lists a folder; with `vault` (8 hexadecimal digits), only backups of that vault.
    init(folder: String, vault: String? = nil) throws {
        self.folder = folder
        do {
            let all = try FileManager.default.contentsOfDirectory(atPath: folder)
            names = all.compactMap(BackupName.init).filter { vault == nil || $0.vault == vault }.sorted()
            unread = all.filter { $0.hasSuffix(".age") && BackupName($0) == nil }.sorted()
        } catch {
            throw EngineError.file(path: folder, code: ENOENT)
        }
    }

    /// The files that one builds on: the newest of each higher tier before it.
    func parents(of name: BackupName) -> [BackupName] {
        guard name.tier != .monthly, let monthly = names.last(where: { $0 < name && $0.tier == .monthly }) else { return [] }
        guard name.tier == .daily, let weekly = names.last(where: { $0 < name && $0.tier == .weekly && $0 > monthly })
        else { return [monthly] }
        return [monthly, weekly]
    }

    /// Backups that may be removed: neither among the newest of their tier nor needed by one that stays.
    func superfluous() -> [BackupName] {
        var kept = Set(BackupTier.allCases.flatMap { tier in names.filter { $0.tier == tier }.suffix(tier.kept) })
        for name in kept { kept.formUnion(parents(of: name)) }
        return names.filter { !kept.contains($0) }
    }
}
