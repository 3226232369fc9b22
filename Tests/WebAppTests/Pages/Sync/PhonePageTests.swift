import Base
import Engine
import Foundation
import HTTP
import Journal
import SeededChance
import Testing
import Vault
import WebApp

/// The page "Use on my phone", and what Sync offers when a phone was linked again.
@Suite struct `Use on my phone` {
    private let desk: RelayDesk
    private let ben: Sharer

    init() async throws {
        desk = try await RelayDesk()
        ben = try await Sharer(desk)
    }

    /// Links another device of this name.
    private func link(_ name: String) async throws -> (OpenVault, PassingFolder) {
        let (line, clock) = (desk.line, desk.clock)
        let link = Link(try RelayAddress(RelayDesk.address), over: line)
        try await link.begin()
        try await ben.vault.approveDevice(typed: link.code.text) { _ in line }
        guard let linked = try await link.vault() else { throw SyncError.notApproved }
        let folder = PassingFolder("webapp-phone", isMade: false)
        let zone = try #require(Zone(identifier: "Europe/Vienna"))
        let vault = try OpenVault.create(
            from: linked, at: VaultLocation(folder: folder.path), relay: try RelayAddress(RelayDesk.address),
            passphrase: Secret(copying: Array("correct horse".utf8)),
            surroundings: Surroundings(now: { clock.now }, zone: zone), deviceName: name, cost: .testOnlyCheapest)
        try await vault.readFirst(over: { _ in line }, now: { clock.now })
        return (vault, folder)
    }

    @Test func `shows no code without a relay, but the ways to one`() async throws {
        #expect(try await ben.get("/settings/sync").contains("href=\"/phone\""))
        let page = try await ben.get("/phone")
        #expect(
            page.contains("A phone gets Auralyst from a relay, and this vault has none yet.") && !page.contains("class=\"qr\""))
        for way in PhoneWay.allCases {
            #expect(page.contains("<a href=\"/phone/\(way.rawValue)\">\(way.title)</a>"))
            let guide = try await ben.get("/phone/\(way.rawValue)")
            #expect(guide.contains("<h1>\(way.title)</h1>") && guide.contains("<ol>") && !guide.contains("as-typed"))
        }
        #expect(try await ben.browser.get("/phone/other").status == .notFound)
    }

    @Test func `says that the relay has no app, or an older one`() async throws {
        try await ben.beginToSync()
        let none = try await ben.get("/phone")
        #expect(none.contains("does not offer Auralyst for phones") && none.contains("href=\"/phone/tailnet\""))
        desk.offerApp(version: "0.0.1")
        let older = try await ben.get("/phone")
        #expect(older.contains("version 0.0.1") && !older.contains("href=\"/phone/tailnet\"") && !older.contains("class=\"qr\""))
    }

    @Test func `shows the address as a code, what to do, and where the phone's own code is typed`() async throws {
        try await ben.beginToSync()
        desk.offerApp(version: Product.version)
        _ = try await ben.page(showing: "Synced")
        let page = try await ben.get("/phone")
        #expect(
            page.contains("<p class=\"link-code\">\(RelayDesk.address)</p>")
                && page.contains("aria-label=\"QR code of the address\""))
        for step in ["Scan the QR code, ", "Add Auralyst to the home screen, ", "Link the phone. It shows a code: "] {
            #expect(page.contains("<li>" + step))
        }
        #expect(page.contains("href=\"/settings/sync/approve\"") && page.contains("Last change sent from this device: just now."))
    }

    @Test func `is the same on the phone, or docs/phone/pages.md says for each route what is different`() async throws {
        let root = "/" + URL(fileURLWithPath: #filePath).pathComponents.dropFirst().dropLast(5).joined(separator: "/")
        let table = try String(contentsOfFile: root + "/docs/phone/pages.md", encoding: .utf8)
        // Whether the phone has what is at an address.
        var rows: [String: Bool] = [:]
        for row in table.split(separator: "\n") where row.hasPrefix("| `/") {
            let cells = row.split(separator: "|")
            for address in cells[0].split(separator: "`") where address.hasPrefix("/") {
                rows[String(address)] = !cells[2].hasPrefix(" not there") && !cells[2].hasPrefix(" at a computer")
            }
        }
        let phone = try await GivenApp(reach: .inside(origin: "https://phone.test"))
        let browser = phone.browser(host: "phone.test", origin: "https://phone.test")
        for route in phone.app.routes {
            let path = String(route.split(separator: " ")[1]), parts = path.split(separator: "/")
            let above = (1...parts.count).map { "/" + parts.prefix($0).joined(separator: "/") }
            guard let isThere = above.reversed().compactMap({ rows[$0] }).first else {
                Issue.record("\(route) is not in docs/phone/pages.md")
                continue
            }
            let answer = try await browser.get(path.replacing(":", with: ""))
            #expect((answer.status != .notFound) == isThere, "\(route): \(answer.status.code)")
        }
    }

    @Test func `offers to remove the older one of two devices with one name`() async throws {
        try await ben.beginToSync()
        let old = try await link("Pixel")
        desk.clock.advance(seconds: 60)
        let new = try await link("Pixel")
        desk.clock.advance(seconds: 60)
        _ = try await ben.post("/settings/sync/now")
        let page = try await ben.page("/settings/sync", showing: "A newer device has the same name")
        #expect(page.ranges(of: "A newer device has the same name").count == 1)
        #expect(page.ranges(of: "<details class=\"removal\" open>").count == 1)
        _ = try await ben.post("/settings/sync/drop", [("device", old.0.device.description)])
        #expect(!(try await ben.get("/settings/sync")).contains("A newer device has the same name"))
        withExtendedLifetime((old, new)) {}
    }
}
