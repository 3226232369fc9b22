import Base
import Documents
import Engine
import Foundation
import HTTP
import Ledger

/// The line below each page that says how sync is.
struct SyncMark: Equatable {
    private let mark: SyncLoop.Mark
    private let words: String
    private let isTroubled: Bool

    /// `nil` if the vault does not sync.
    init?(_ app: WebApp) {
        guard let mark = app.sync.mark else { return nil }
        self.mark = mark
        isTroubled = mark.fault != nil || (mark.problem != nil && !mark.isUnreachable) || mark.hasRefusedFiles
        // A phone's system may remove data: what no other place has comes first there.
        if app.site.isInside, mark.waiting > 0 {
            let why = isTroubled ? say(": see why") : ""
            words = say("\(grouped(mark.waiting)) \(plural(mark.waiting, "change", "changes")) not sent yet\(why)")
        } else {
            words = mark.fault == nil ? SyncMark.words(mark, now: app.surroundings.now()) : say("Sync has stopped: see why")
        }
    }

    var html: HTML { "<p class=\"sync-mark\(" troubled", if: isTroubled)\"><a href=\"/settings/sync\">\(words)</a></p>" }

    /// For the scripts of open pages. `at`: when everything was last sent and fetched.
    var json: JSON {
        let (at, waiting) = (mark.lastSynced.map(JSON.int) ?? .null, JSON.int(Int64(mark.waiting)))
        return ["words": .string(words), "troubled": .bool(isTroubled), "at": at, "waiting": waiting]
    }

    private static func words(_ mark: SyncLoop.Mark, now: Int64) -> String {
        let waiting = mark.waiting == 0 ? "" : say(", \(grouped(mark.waiting)) waiting to be sent")
        if mark.problem != nil, !mark.isUnreachable { return say("Sync failed: see why\(waiting)") }
        guard let last = mark.lastSynced else {
            return mark.isUnreachable ? say("Relay not reached\(waiting)") : "Syncing\(waiting)"
        }
        if mark.isUnreachable { return say("Relay not reached, synced \(ago(last, now: now))\(waiting)") }
        if mark.hasRefusedFiles { return say("Some files not sent: see why\(waiting)") }
        let when = ago(last, now: now)
        return (mark.hasAllFiles ? say("Synced \(when)") : say("Text synced, files not yet, \(when)")) + waiting
    }
}

/// The room that the browser gives the app on a phone: each request says `used/given` in bytes.
enum PhoneRoom {
    /// Less than this is told before a save fails.
    private static let least: Int64 = 100 << 20

    static func isScarce(_ visit: Visit) -> Bool {
        guard visit.app.site.isInside else { return false }
        let numbers = (visit.request.headers["x-storage"] ?? "").split(separator: "/").map { Int64($0) ?? 0 }
        return numbers.count > 1 && numbers[0] >= 0 && numbers[1] > 0 && numbers[1] - numbers[0] < least
    }

    static let scarce: HTML =
        "<p class=\"sync-mark troubled\">This phone has almost no room left for your journal. Make some, so that you can keep writing.</p>"
}

/// How long ago a moment was (both in milliseconds since 1970): "just now", "5 minutes ago", "2 days ago".
func ago(_ moment: Int64, now: Int64) -> String {
    let minutes = max(0, now - moment) / 60_000
    switch minutes {
    case 0: return say("just now")
    case 1..<60: return say("\(counted(minutes, "minute")) ago")
    case 60..<(48 * 60): return say("\(counted(minutes / 60, "hour")) ago")
    default: return say("\(counted(minutes / (24 * 60), "day")) ago")
    }
}
