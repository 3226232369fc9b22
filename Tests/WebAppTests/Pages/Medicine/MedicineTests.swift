import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// Medicines, their stock and their schedules. The clock stands at Saturday, 14 March 2026, 21:00 in Vienna.
@Suite struct `Medicines` {
    private let given: GivenApp
    private let browser: TestClient
    private let token: String
    private let vault: OpenVault

    init() async throws {
        given = try await GivenApp(opensFirstBrowser: true)
        browser = try await given.knownBrowser()
        token = try await browser.get("/medicines").formToken
        vault = try await given.vault()
    }

    private func post(_ path: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        try await browser.post(path, form: FormFields([("form-token", token)] + fields.map { (name: $0.0, value: $0.1) }))
    }

    private func medicine() async throws -> Stored<Medication> {
        try await vault.add(Medication(name: "Ramipril", strength: "5 mg"))
    }

    private static let form = [
        ("name", "Ramipril"), ("strength", "5 mg"), ("amount", "1/2"), ("unit", "tablet"), ("taken", "scheduled"),
        ("stock", "28"),
        ("refill-at", "7"), ("expiry", "2027-03-31"), ("notes", "with water"),
    ]

    @Test func `are kept as they were typed, and a schedule is asked for next`() async throws {
        let answer = try await post("/medicine/new", Medicines.form)
        let stored = try #require(try await vault.medications().first)
        #expect(answer.headers["location"] == "/medicine/\(stored.id.description)/schedule/new")
        let medication = stored.value
        #expect(medication.title == "Ramipril 5 mg" && medication.amount.text == "0.5" && medication.notes == "with water")
        #expect(medication.stock?.amount == Amount(28) && medication.refillAt == Amount(7))
        #expect(medication.expiry == LocalDay(iso: "2027-03-31") && !medication.asNeeded)
        // Changed without a word about the stock, it keeps it.
        let path = "/medicine/\(stored.id.description)"
        #expect(try await post(path + "/edit", Medicines.form.filter { $0.0 != "stock" }).headers["location"] == path)
        #expect(try await vault.medications().first?.value.stock?.amount == Amount(28))
    }

    @Test(arguments: [
        ("name", "", "name-fault"), ("name", String(repeating: "x", count: 201), "name-fault"), ("amount", "0", "amount-fault"),
        ("amount", "some", "amount-fault"), ("amount", "", "amount-fault"), ("unit", "", "unit-fault"),
        ("gap", "0", "gap-fault"), ("most", "0", "most-fault"), ("hours", "169", "hours-fault"), ("hours", "x", "hours-fault"),
        ("stock", "-3", "stock-fault"), ("refill-at", "1,2,3", "refill-at-fault"), ("expiry", "2027-02-30", "expiry-fault"),
    ])
    func `that cannot be kept come back with all that was typed`(field: String, value: String, fault: String) async throws {
        let answer = try await post("/medicine/new", [(field, value)] + Medicines.form.filter { $0.0 != field })
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("id=\"\(fault)\""))
        for (name, typed) in Medicines.form where name != field && name != "taken" { #expect(answer.text.contains(typed)) }
        #expect(try await vault.medications().isEmpty)
    }

    @Test func `have limits and hours, which an older window of the form leaves empty`() async throws {
        let limits = [("gap", "1.5"), ("most", "4"), ("substance", "ACE inhibitor"), ("hours", "20")]
        let path = try #require(try await post("/medicine/new", Medicines.form + limits).headers["location"])
            .replacing("/schedule/new", with: "")
        let medication = try #require(try await vault.medications().first).value
        #expect(medication.limits == DoseLimits(substance: "ACE inhibitor", gap: 90, dayMost: Amount(4)))
        #expect(medication.openHours == 20)
        #expect(
            try await browser.get(path).text.contains("at least 1.5 hours between doses, at most 4 tablets in 24 hours"))
        let form = try await browser.get(path + "/edit").text
        #expect(form.contains("<details class=\"med-limits\" open>"))
        for (_, typed) in limits { #expect(form.contains("value=\"\(typed)\"")) }
        #expect(try await post(path + "/edit", Medicines.form).status == .seeOther)
        #expect(try await vault.medications().first?.value.limits == DoseLimits())
    }

    @Test(arguments: [("Ramipril", "5 mg"), ("RAMIPRIL", "5 MG"), (" ramipril ", "5 mg")])
    func `that are there already are not added again, whatever their capitals`(name: String, strength: String) async throws {
        let first = try await medicine()
        let fields = Medicines.form.map { ($0.0, $0.0 == "name" ? name : $0.0 == "strength" ? strength : $0.1) }
        let answer = try await post("/medicine/new", fields)
        #expect(answer.status == .unprocessable && answer.text.contains("id=\"name-fault\""))
        #expect(answer.text.contains("with water"))
        let other = try await vault.add(Medication(name: "Other"))
        let changed = try await post("/medicine/\(other.id.description)/edit", fields)
        #expect(changed.status == .unprocessable)
        for page in [answer, changed] {
            #expect(page.text.contains("You already have a medicine called &#39;Ramipril 5 mg&#39;."))
        }
        // Its own title is no other's.
        #expect(try await post("/medicine/\(first.id.description)/edit", fields).status == .seeOther)
        #expect(try await vault.medications().count == 2)
    }

    @Test func `that are deleted stand among what can be restored, without the doses that come back with them`() async throws {
        let stored = try await medicine()
        _ = try await vault.logDose(stored)
        _ = try await post("/medicine/\(stored.id.description)/delete", [("doses", "delete")])
        let page = try await browser.get("/deleted").text
        #expect(page.contains("Ramipril 5 mg") && page.contains("/medicine/\(stored.id.description)/restore"))
        #expect(!page.contains("/dose/"))
    }

    @Test func `say in the list what is left, for how long, and what wants a look`() async throws {
        let now = try #require(Instant(milliseconds: given.clock.now))
        let stored = try await vault.add(
            Medication(
                name: "A <b>", stock: .init(amount: try #require(Amount(6)), counted: now), refillAt: Amount(6),
                expiry: LocalDay(iso: "2026-03-01")))
        let path = "/medicine/\(stored.id.description)/schedule/new"
        _ = try await post(path, MedicineSchedules.fields(["time": ["08:00", "20:00"]]))
        let page = try await browser.get("/medicines").text
        #expect(page.contains("A &lt;b&gt;") && !page.contains("A <b>"))
        #expect(page.contains("every day at 08:00 and 20:00"))
        #expect(page.contains("tomorrow 08:00"))
        #expect(page.contains("6 tablets, of a pack that expired on"))
        #expect(page.contains("Running low"))
        #expect(page.contains("This pack has expired"))
        // One no longer taken only says what is left.
        _ = try await post("/medicine/\(stored.id.description)/archive")
        let archived = try await browser.get("/medicine/\(stored.id.description)").text
        #expect(archived.contains("<dd>6 tablets</dd>") && !archived.contains("of a pack that expired"))
    }

    @Test func `count what was refilled on top of what is left`() async throws {
        let id = try await medicine().id
        let path = "/medicine/\(id.description)"
        #expect(try await post(path + "/refill", [("refill", "30")]).status == .seeOther)
        _ = try await vault.logDose(try await vault.record(Medication.self, id))
        given.clock.advance(seconds: 60)
        _ = try await post(path + "/refill", [("refill", "0.5")])
        #expect(try await vault.status(of: try await vault.record(Medication.self, id)).left?.text == "29.5")
        _ = try await post(path + "/count", [("count", "3")])
        #expect(try await vault.status(of: try await vault.record(Medication.self, id)).left?.text == "3")
        for typed in ["", "many", "-1", "9999999999"] {
            #expect(try await post(path + "/count", [("count", typed)]).status == .unprocessable)
        }
        // As the command refuses them.
        for typed in ["0", "10000000"] {
            let answer = try await post(path + "/refill", [("refill", typed)])
            #expect(answer.status == .unprocessable)
            #expect(answer.text.contains("The new pack must be a number from 0.001 to 1000000."))
        }
    }

    @Test func `that stop end their schedules, and undo takes both back`() async throws {
        let stored = try await medicine()
        let path = "/medicine/\(stored.id.description)"
        _ = try await post(path + "/schedule/new", MedicineSchedules.fields())
        _ = try await post(path + "/archive")
        #expect(try await vault.medications().isEmpty)
        #expect(try await vault.schedules(of: stored.id).isEmpty)
        #expect(try await browser.get("/medicines").text.contains("No longer taken (1)"))
        _ = try await post(path + "/unarchive")
        #expect(try await vault.schedules(of: stored.id).count == 1)
        // Taken up again a month later, nothing was missed meanwhile.
        _ = try await post(path + "/archive")
        given.clock.advance(seconds: 500)
        _ = try await browser.get("/medicines")
        given.clock.advance(seconds: 500)
        _ = try await browser.get("/medicines")
        _ = try await post(path + "/unarchive")
        #expect(try await vault.medications().count == 1)
        #expect(try await vault.schedules(of: stored.id).isEmpty)
    }

    @Test(arguments: [DosesOfDeleted.keep, .delete])
    func `are deleted only when somebody says what becomes of the doses`(choice: DosesOfDeleted) async throws {
        let stored = try await medicine()
        let path = "/medicine/\(stored.id.description)"
        for _ in 0..<2 { _ = try await vault.logDose(stored) }
        #expect(try await post(path + "/delete").headers["location"] == path + "/delete")
        #expect(try await vault.medications().count == 1)
        #expect(try await browser.get(path + "/delete").text.contains("Its 2 doses in your history"))
        _ = try await post(path + "/delete", [("doses", choice.rawValue)])
        #expect(try await vault.medications().isEmpty)
        #expect(try await vault.records(Intake.self).count == (choice == .keep ? 2 : 0))
        #expect(try await browser.get("/medicines").text.contains(path + "/restore"))
        _ = try await post(path + "/restore")
        #expect(try await vault.medications().count == 1)
        #expect(try await vault.records(Intake.self).count == 2)
    }

    @Test(arguments: ["/medicine/nothing", "/medicine/00000000000000000000000000", "/schedule/00000000000000000000000000"])
    func `that are not there are not found`(path: String) async throws {
        #expect(try await browser.get(path).status == .notFound)
    }

    @Test func `are shown to nobody before the door`() async throws {
        let id = try await medicine().id.description
        let stranger = try await given.knownBrowser()
        for path in ["/medicines", "/medicine/\(id)", "/medicine/\(id)/edit", "/medicine/\(id)/schedule/new"] {
            let answer = try await stranger.get(path)
            #expect(answer.status == .seeOther && !answer.text.contains("Ramipril"))
        }
    }
}
