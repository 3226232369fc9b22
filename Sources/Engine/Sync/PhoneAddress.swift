import Base
import CTexts
import Ledger
import Sync

/// Where a phone gets its own Auralyst, after everything that a phone needs there was checked.
package struct PhoneAddress: Hashable, Sendable {
    /// What the QR code holds, and nothing secret: the relay's address, or the one that the relay names for the app.
    package let address: String
    package let relay: String
    /// The version of the app there: `1.4.0`.
    package let version: String
    /// When the relay received this device's last change: milliseconds since 1970; `nil` if it has none.
    package let lastSent: Int64?
    /// How many changes of this device are not sent yet.
    package let waiting: Int

    /// What to do on the phone, in order. The last step ends here, with the code that the phone shows.
    package var steps: [String] {
        let isNamed = relay != address
        let known = isNamed ? say("Your relay says that the app is at \(address). Go on only if you know it.") + " " : ""
        let place = isNamed ? say("Type \(relay) as the address of the relay.") + " " : ""
        return [
            known + say("Scan the QR code, or open the address in the phone’s own browser."),
            say("Add Auralyst to the home screen, and open it from there. On an iPhone: Share, Add to Home Screen."),
            say("Link the phone.") + " " + place + say("It shows a code: type that code here."),
        ]
    }

    /// `moment`: writes a time in milliseconds since 1970.
    package func sent(_ moment: (Int64) -> String) -> String {
        let last =
            lastSent.map { say("Last change sent from this device: \(moment($0)).") } ?? say("This device has sent nothing yet.")
        return waiting == 0 ? last : last + " " + say("Still to be sent: \(counted(waiting, "change")).")
    }
}

/// Why a phone can't get Auralyst from the relay: the first thing that is missing.
package enum PhoneFault: Error, Hashable, Sendable {
    case noRelay
    case notEncrypted(address: String)
    case notTrusted(host: String)
    case noApp(host: String)
    case olderApp(version: String)

    /// What leads to a relay that a phone can use.
    package var ways: [PhoneWay] { if case .olderApp = self { [] } else { PhoneWay.allCases } }
}

/// A way to a relay that a phone can use, with its guide: `docs/phone/<raw value>.md`.
package enum PhoneWay: String, CaseIterable, Sendable {
    case ownName = "own-name"
    case tailnet
    case someone = "someone-you-trust"

    package var title: String {
        switch self {
        case .ownName: say("A name of your own, with Caddy")
        case .tailnet: say("The relay on this computer, in a tailnet")
        case .someone: say("A relay of someone you trust")
        }
    }

    /// The guide, in Markdown, without its heading.
    package var guide: String {
        let text =
            switch self {
            case .ownName: unsafe String(cString: phone_own_name_text())
            case .tailnet: unsafe String(cString: phone_tailnet_text())
            case .someone: unsafe String(cString: phone_someone_text())
            }
        return String(text.drop { $0 != "\n" })
    }
}

extension OpenVault {
    /// Asks the relay whether a phone can get Auralyst there, or where, and then that host. `app`: where it is known to be. Throws a
    /// `PhoneFault`, or a `SyncError` if a host is not reached.
    package func phoneAddress(
        from app: String? = nil, over relays: @Sendable (RelayAddress) -> any RelayTransport
    ) async throws -> PhoneAddress {
        let status = try syncStatus()
        guard let relay = try relayAddress() else { throw PhoneFault.noRelay }
        let (place, version) = try await OpenVault.app(at: app.map { try RelayAddress($0) } ?? relay, over: relays)
        guard !version.lexicographicallyPrecedes(OpenVault.numbers(Product.version) ?? []) else {
            throw PhoneFault.olderApp(version: OpenVault.text(version))
        }
        return PhoneAddress(
            address: place.text, relay: relay.text, version: OpenVault.text(version),
            lastSent: status.devices.first(where: \.isThis)?.lastHeard, waiting: status.waiting)
    }

    /// Where the app is, and the version that the first line of its signed manifest names. `isNamed`: by a relay.
    private static func app(
        at place: RelayAddress, isNamed: Bool = false, over relays: @Sendable (RelayAddress) -> any RelayTransport
    ) async throws -> (RelayAddress, [Int]) {
        guard place.text.hasPrefix("https://") else { throw PhoneFault.notEncrypted(address: place.text) }
        let (transport, path) = (relays(place), "/-/release")
        defer { transport.close() }
        let answer: RelayResponse
        do {
            answer = try await transport.send(RelayRequest("GET", path))
        } catch SyncError.unreachable(.trust) {
            throw PhoneFault.notTrusted(host: place.host)
        } catch let error as SyncError where error == .notARelay || isNamed {
            throw PhoneFault.noApp(host: place.host)
        }
        // A relay whose app is elsewhere names that host. What is no address leads nowhere.
        if answer.status == 303, !isNamed, let named = answer.headers["location"], named.hasSuffix(path),
            let other = try? RelayAddress(String(named.dropLast(path.count)))
        {
            return try await app(at: other, isNamed: true, over: relays)
        }
        // Another server may send a page of its own for any address.
        guard answer.status == 200, let manifest = try? JSON(reading: Array(answer.body.prefix { $0 != UInt8(ascii: "\n") })),
            manifest["app"]?.string == "auralyst-phone", let version = manifest["version"]?.string.flatMap(numbers)
        else { throw PhoneFault.noApp(host: place.host) }
        return (place, version)
    }

    /// The three numbers of a version (semver.org), without what follows `-` or `+`.
    private static func numbers(_ version: String) -> [Int]? {
        let numbers = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").compactMap { Int($0) }
        return numbers.count == 3 ? numbers : nil
    }

    private static func text(_ version: [Int]) -> String { version.map(String.init).joined(separator: ".") }
}
