/// Why a notification cannot be shown.
package enum NotificationError: Error, Hashable, Sendable, CaseIterable {
    /// The library that speaks to the desktop is not installed (on Debian: `libglib2.0-0`).
    case noLibrary
    /// There is no session of a desktop: no session bus.
    case noSession
    /// Nothing in the session shows notifications.
    case noServer
    /// No answer in time.
    case timedOut
    /// Refused for another reason.
    case failed
}

/// What the owner did with a notification.
package struct NotificationAnswer: Hashable, Sendable {
    /// The number that `NotificationDesk.show` gave.
    package let bubble: UInt32
    /// What was done.
    package let action: Action

    /// What can be done.
    package enum Action: Hashable, Sendable {
        /// Put it off.
        case snooze
        /// Go to the app.
        case open
        /// It is gone from the screen.
        case closed
    }

    package init(bubble: UInt32, action: Action) { (self.bubble, self.action) = (bubble, action) }
}

/// Where notifications are shown.
package protocol NotificationDesk: Sendable {
    /// Shows one, in place of an older one where its number is given; gives its number.
    func show(_ notice: ReminderNotice, replacing old: UInt32?) async throws(NotificationError) -> UInt32

    /// Takes one from the screen; one that is gone already stays gone.
    func withdraw(_ bubble: UInt32) async

    /// What the owner did since this was asked last, in its order.
    func answers() async -> [NotificationAnswer]

    /// Waits so long, or until the owner does something, or until the task is cancelled.
    func pause(milliseconds: Int64) async
}
