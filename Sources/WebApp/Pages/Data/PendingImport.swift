import Base
import Basics
import Engine
import Exchange
import Foundation
import HTTP
import Importing
import Journal

enum ImportKind: Hashable, Sendable, CaseIterable {
    /// Our own export, possibly encrypted.
    case auralyst
    case program(ImportFormat)
    case appleHealth

    static let allCases = [.auralyst] + ImportFormat.allCases.map(ImportKind.program) + [.appleHealth]

    var name: String {
        switch self {
        case .auralyst: "auralyst"
        case .program(let format): format.rawValue
        case .appleHealth: "apple-health"
        }
    }

    /// The program's usual name.
    var title: String {
        switch self {
        case .auralyst: "Auralyst"
        case .program(let format): format.title
        case .appleHealth: say("Apple Health")
        }
    }

    init?(_ name: String) {
        guard let kind = ImportKind.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}

/// Files in memory that wait until their owner has seen the preview; they belong to a session and are removed with it.
struct PendingImport: Sendable {
    /// The longest wait, in milliseconds.
    static let patience: Int64 = 30 * 60_000

    struct File: Sendable {
        /// Its path, in memory.
        let path: String
        let label: String
        /// Its format; `nil` if no reader is known.
        var kind: ImportKind?
        var plan: Plan = .unread
    }

    enum Plan: Sendable {
        case unread
        case entries(Receipt)
        case health(HealthReceipt)
        case needsPassword
        case refused(Explanation)

        var isReady: Bool {
            switch self {
            case .entries(let receipt): receipt.read > 0
            case .health(let receipt): receipt.read > 0
            case .unread, .needsPassword, .refused: false
            }
        }

        /// Reports with the total from the preview, if the reader does not know it yet.
        func counted(_ progress: ProgressReport) -> ProgressReport {
            guard case .entries(let receipt) = self else { return progress }
            let count = receipt.read
            return ProgressReport { what, done, total in
                progress.report(what, done, total == 0 && done > 0 ? max(count, done) : total)
            }
        }
    }

    /// How often a rating occurs in all files.
    struct Rating: Sendable {
        let name: String
        let count: Int
        /// 1 to 5; `nil` for none.
        let level: Int?
    }

    let folder: TemporaryFolder
    /// When they arrived, in milliseconds since 1970.
    let since: Int64
    var files: [File]
    /// Files left out because another had the same name, and empty files.
    var left = 0
    var empty = 0
    var choices: [String: MoodMap.Choice] = [:]
    var columns = ColumnMap()
    /// The order of ambiguous numeric dates, if the owner chose one.
    var dateOrder: DateOrder?
    /// Whether to update entries that changed in the source.
    var updates = false
    var password: ImportPassword?
    /// Whether to read a broken file as far as possible.
    var salvages = false

    /// Whether a file is broken, or is read as far as possible because it was.
    var offersSalvage: Bool { salvages || files.contains(where: \.isBroken) }

    /// All ratings with their levels, the most frequent first.
    var ratings: [Rating] {
        var sums: [String: (count: Int, level: Int?)] = [:]
        for case .entries(let receipt) in files.map(\.plan) {
            for rating in receipt.ratings { sums[rating.name] = ((sums[rating.name]?.count ?? 0) + rating.count, rating.level) }
        }
        return sums.map { Rating(name: $0.key, count: $0.value.count, level: $0.value.level) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    /// Whether some file is a table with columns to be named.
    var hasTables: Bool { files.contains { $0.kind == .program(.csv) || $0.kind == .program(.sqlite) } }

    var offersUpdate: Bool {
        files.contains { if case .program = $0.kind, case .entries = $0.plan { true } else { false } }
    }

    /// Whether the order of some dates is ambiguous, or was chosen.
    var offersDateOrder: Bool {
        dateOrder != nil
            || files.contains { file in
                guard case .entries(let receipt) = file.plan else { return false }
                return receipt.findings.contains { if case .ambiguousDates = $0 { true } else { false } }
            }
    }

    var needsPassword: Bool {
        files.contains { if case .needsPassword = $0.plan { true } else { $0.isWrongPassword } }
    }

    /// Applies the choices of the preview page.
    /// - Returns: whether anything changed, so that a new preview is needed.
    mutating func choose(_ fields: FormFields) -> Bool {
        let before = (files.map(\.kind), choices, columns)
        let (salvaged, updated, ordered) = (salvages, updates, dateOrder)
        if offersUpdate { updates = fields["update"] == "yes" }
        if let order = fields["date-order"] { dateOrder = DateOrder(rawValue: order) }
        if offersSalvage { salvages = fields["salvage"] == "yes" }
        for index in files.indices {
            guard let name = fields["format-\(index)"] else { continue }
            files[index].kind = ImportKind(name) ?? files[index].kind
        }
        for (index, rating) in ratings.enumerated() {
            guard let value = fields["rating-\(index)"] else { continue }
            choices[rating.name] = value == "none" ? MoodMap.Choice.none : Int(value).map { .level($0) }
        }
        if hasTables {
            columns.table = fields["table"].flatMap { trimmed($0).isEmpty ? nil : trimmed($0) } ?? columns.table
            for role in ColumnMap.Role.allCases {
                guard let typed = fields["column-\(role.rawValue)"].map(trimmed) else { continue }
                columns.names[role] = typed.isEmpty ? nil : typed
            }
        }
        var hasPassword = false
        if let typed = fields["password"], !typed.isEmpty {
            password = ImportPassword(typed: typed)
            hasPassword = true
        }
        return hasPassword || (salvages, updates) != (salvaged, updated) || dateOrder != ordered
            || before != (files.map(\.kind), choices, columns)
    }

    func options(_ surroundings: Surroundings) -> ImportOptions {
        var options = ImportOptions(surroundings: surroundings)
        for (name, choice) in choices { _ = options.moods.set(name, choice) }
        options.columns = columns
        (options.dateOrder, options.updates) = (dateOrder, updates)
        options.decryptJrnl = password?.decryptJrnl
        options.salvage = salvages ? Salvage() : nil
        return options
    }

    /// Reads every file again, and writes nothing.
    mutating func look(_ vault: OpenVault, surroundings: Surroundings) async {
        let options = options(surroundings)
        for index in files.indices where !Task.isCancelled { await files[index].look(vault, options, password) }
    }
}

extension PendingImport.File {
    fileprivate var isBroken: Bool {
        if case .refused(let explanation) = plan {
            ["malformed_json", "damaged_archive"].contains(explanation.code)
        } else {
            false
        }
    }

    fileprivate var isWrongPassword: Bool {
        if case .refused(let explanation) = plan { ["wrong_password", "wrong_key"].contains(explanation.code) } else { false }
    }

    fileprivate mutating func look(_ vault: OpenVault, _ options: ImportOptions, _ password: ImportPassword?) async {
        do {
            if kind == .appleHealth || kind == nil && isAppleHealthExport(path: path) {
                kind = .appleHealth
                plan = .health(try await vault.importAppleHealth(path: path, dryRun: true))
                return
            }
            let asks = encryptedExportAsksForPassphrase(path: path)
            if kind == .auralyst || kind == nil && (asks != nil || isAuralystExport(path: path)) {
                kind = .auralyst
                let isMissing = asks != nil && password == nil
                plan =
                    isMissing
                    ? .needsPassword
                    : .entries(try await vault.importExport(path: path, password: password, dryRun: true))
                return
            }
            var format: ImportFormat?
            if case .program(let chosen) = kind { format = chosen }
            let source = try ImportSource(path: path, format: format, options: options)
            kind = .program(source.format)
            guard try !source.needsPassword() else {
                plan = .needsPassword
                return
            }
            plan = .entries(try await vault.importEntries(source, dryRun: true))
        } catch {
            plan = .refused(Explanation(error))
        }
    }

    func bringIn(
        to vault: OpenVault, _ options: ImportOptions, _ password: ImportPassword?, progress: ProgressReport
    ) async throws -> ImportedFile.Outcome {
        switch kind {
        case .appleHealth: return .health(try await vault.importAppleHealth(path: path, progress: progress))
        case .auralyst:
            return .entries(try await vault.importExport(path: path, password: password, progress: progress))
        case .program(let format):
            let source = try ImportSource(path: path, format: format, options: options)
            return .entries(try await vault.importEntries(source, progress: progress))
        case nil: throw ImportError.unknownFormat
        }
    }
}
