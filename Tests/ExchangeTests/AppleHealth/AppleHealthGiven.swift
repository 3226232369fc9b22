import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import Testing

/// An export of Apple Health written in a test: records in winter time of Vienna, 2026.
struct HealthExport {
    var records: [String] = []
    /// `nil`: the export does not say when it was made.
    var made: String? = "2026-03-10 09:00:00 +0100"
    /// What stands before the root.
    var head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    static let stepType = "HKQuantityTypeIdentifierStepCount"
    static let sleepType = "HKCategoryTypeIdentifierSleepAnalysis"

    /// `03-01 08:00` or `03-01 08:00:30` as an export writes it.
    static func stamp(_ text: String) -> String {
        "2026-" + text + (text.count == 11 ? ":00" : "") + " +0100"
    }

    static func record(
        _ type: String, _ source: String, _ start: String, _ end: String, _ value: String, more: String = "", inside: String = ""
    ) -> String {
        let tag =
            #" <Record type="\#(type)" sourceName="\#(source)" sourceVersion="1"\#(more) creationDate="\#(stamp(end))" "#
            + #"startDate="\#(stamp(start))" endDate="\#(stamp(end))" value="\#(value)""#
        return inside.isEmpty ? tag + "/>" : tag + ">" + inside + "</Record>"
    }

    mutating func steps(_ source: String, _ start: String, _ end: String, _ count: String) {
        records.append(HealthExport.record(HealthExport.stepType, source, start, end, count, more: #" unit="count""#))
    }

    mutating func sleep(_ source: String, _ start: String, _ end: String, _ stage: String) {
        records.append(HealthExport.record(HealthExport.sleepType, source, start, end, "HKCategoryValueSleepAnalysis" + stage))
    }

    mutating func symptom(_ name: String, _ start: String, _ value: String, end: String? = nil) {
        records.append(HealthExport.record("HKCategoryTypeIdentifier" + name, "Mira’s iPhone", start, end ?? start, value))
    }

    var text: String {
        head + #"<HealthData locale="de_AT">"# + "\n" + (made.map { #" <ExportDate value="\#($0)"/>"# + "\n" } ?? "")
            + records.map { $0 + "\n" }.joined() + "</HealthData>\n"
    }
}

struct HealthVault {
    let given: TestVault
    let vault: OpenVault

    init(zone: String = "Europe/Vienna") throws {
        given = try TestVault(zone: zone)
        vault = try given.create()
    }

    func take(_ text: String, sources: [String] = [], dryRun: Bool = false) async throws -> HealthReceipt {
        try await take(Array(text.utf8), sources: sources, dryRun: dryRun)
    }

    func take(
        _ bytes: [UInt8], name: String = "export.bin", sources: [String] = [], dryRun: Bool = false, memoryLimit: Int = 16 << 20
    ) async throws -> HealthReceipt {
        let path = try given.scratch.write(bytes, to: name)
        let receipt = try await vault.importAppleHealth(
            path: path, sources: sources, dryRun: dryRun, memoryLimit: memoryLimit)
        let sum = Receipt.Outcome.allCases.reduce(0) { $0 + receipt.count($1) }
        #expect(receipt.read == sum)
        return receipt
    }

    func samples(_ measure: HealthSample.Measure) async throws -> [String: HealthSample] {
        let all = try await vault.records(HealthSample.self).map(\.value).filter { $0.measure == measure }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.day.iso, $0) })
    }

    func values(_ measure: HealthSample.Measure) async throws -> [String: Double] {
        try await samples(measure).mapValues(\.value)
    }

    func symptoms() async throws -> [SymptomEntry] {
        try await vault.records(SymptomEntry.self, newestFirst: false).map(\.value)
    }
}
