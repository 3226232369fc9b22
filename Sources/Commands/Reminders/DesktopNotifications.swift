import Base
import CNotify
import Engine
import Reminders

/// Notifications of the owner's desktop (`org.freedesktop.Notifications` on the session bus). On systems other than Linux showing
/// one throws `.noLibrary`.
package actor DesktopNotifications: NotificationDesk {
    private nonisolated let thread = VaultThread("notifications")
    /// A thread of its own, because the bus and waiting block.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Timeout of the desktop, in milliseconds.
    private static let patience: UInt32 = 5000

    package init() {}

    /// Shows one with its buttons; a purely informative one has none.
    package func show(_ notice: ReminderNotice, replacing old: UInt32?) async throws(NotificationError) -> UInt32 {
        var bubble: UInt32 = 0
        let hasButtons = !notice.names.isEmpty
        let code = unsafe notice.title.withCString { title in
            unsafe notice.body.withCString { body in
                unsafe say("Snooze \(OpenVault.usualSnooze) minutes").withCString { snooze in
                    unsafe "Open".withCString { open in
                        unsafe (notice.taken ?? "").withCString { taken in
                            let text = unsafe cnotify_text(
                                title: title, body: body, taken: notice.taken == nil ? nil : taken,
                                snooze: hasButtons ? snooze : nil, open: hasButtons ? open : nil)
                            return unsafe cnotify_show(text, old ?? 0, DesktopNotifications.patience, &bubble)
                        }
                    }
                }
            }
        }
        if let error = NotificationError(code: Int(code)) { throw error }
        return bubble
    }

    /// Closes it; the desktop's answer is ignored.
    package func withdraw(_ bubble: UInt32) async { cnotify_withdraw(bubble, DesktopNotifications.patience) }

    /// Which buttons were pressed, and which notifications are gone.
    package func answers() async -> [NotificationAnswer] {
        var list: [NotificationAnswer] = []
        var bubble: UInt32 = 0
        while let action = unsafe DesktopNotifications.action(Int(cnotify_next(&bubble))) {
            list.append(NotificationAnswer(bubble: bubble, action: action))
        }
        return list
    }

    /// Waits on this desk's thread, so that nothing is shown meanwhile.
    package func pause(milliseconds: Int64) async {
        await withTaskCancellationHandler {
            wait(UInt32(clamping: milliseconds))
        } onCancel: {
            cnotify_wake()
        }
    }

    private func wait(_ milliseconds: UInt32) { cnotify_wait(milliseconds) }

    private static func action(_ answer: Int) -> NotificationAnswer.Action? {
        switch answer {
        case CNOTIFY_ANSWER_SNOOZE: .snooze
        case CNOTIFY_ANSWER_OPEN: .open
        case CNOTIFY_ANSWER_CLOSED: .closed
        case CNOTIFY_ANSWER_TAKEN: .taken
        default: nil
        }
    }
}

extension NotificationError {
    /// `nil` for success.
    init?(code: Int) {
        switch code {
        case CNOTIFY_DONE: return nil
        case CNOTIFY_NO_LIBRARY: self = .noLibrary
        case CNOTIFY_NO_SESSION: self = .noSession
        case CNOTIFY_NO_SERVER: self = .noServer
        case CNOTIFY_TIMEOUT: self = .timedOut
        default: self = .failed
        }
    }
}
