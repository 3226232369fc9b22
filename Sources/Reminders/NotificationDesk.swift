package enum NotificationError: Error, Hashable, Sendable, CaseIterable {
    /// The library for desktop notifications is not installed (on Debian: `libglib2.0-0`).
    case noLibrary
    /// There is no desktop session: no session bus.
    case noSession
    /// No program in the session shows notifications.
    case noServer
    /// No answer in time.
    case timedOut
    /// Refused for another reason.
    case failed
}

package struct NotificationAnswer: Hashable, Sendable {
    /// The number from `NotificationDesk.show`.
    package let bubble: UInt32
    package let action: Action

    package enum Action: Hashable, Sendable {
        case taken
        case snooze
        case open
        case closed
    }

    package init(bubble: UInt32, action: Action) { (self.bubble, self.action) = (bubble, action) }
}

package protocol NotificationDesk: Sendable {
    /// Shows one, in place of an older one if its number is given; returns its number.
    func show(_ notice: ReminderNotice, replacing old: UInt32?) async throws(NotificationError) -> UInt32

    /// Removes one from the screen; one that is already gone stays so.
    func withdraw(_ bubble: UInt32) async

    /// The owner's actions since the last call, in order.
    func answers() async -> [NotificationAnswer]

    /// Waits for this time, until the owner acts, or until the task is cancelled.
    func pause(milliseconds: Int64) async
}
