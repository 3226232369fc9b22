import CNotify
import Engine

/// The notifications of the owner's desktop (`org.freedesktop.Notifications` on the session bus). Elsewhere than on Linux every
/// showing throws `.noLibrary`.
package actor DesktopNotifications: NotificationDesk {
    private nonisolated let thread = VaultThread("notifications")
    /// A thread of its own: the bus blocks, and so does waiting.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// How long the desktop may take to answer, in milliseconds.
    private static let patience: UInt32 = 5000

    package init() {}

    /// Shows one with its buttons; one that only tells something has none.
    package func show(_ notice: ReminderNotice, replacing old: UInt32?) async throws(NotificationError) -> UInt32 {
        var bubble: UInt32 = 0
        let hasButtons = !notice.names.isEmpty
        let code = unsafe notice.title.withCString { title in
            unsafe notice.body.withCString { body in
                unsafe "Snooze \(OpenVault.usualSnooze) minutes".withCString { snooze in
                    unsafe "Open".withCString { open in
                        let text = unsafe cnotify_text(
                            title: title, body: body, snooze: hasButtons ? snooze : nil, open: hasButtons ? open : nil)
                        return unsafe cnotify_show(text, old ?? 0, DesktopNotifications.patience, &bubble)
                    }
                }
            }
        }
        if let error = NotificationError(code: Int(code)) { throw error }
        return bubble
    }

    /// Closes it; what the desktop says to that is not asked.
    package func withdraw(_ bubble: UInt32) async { cnotify_withdraw(bubble, DesktopNotifications.patience) }

    /// What buttons were pressed, and which are gone.
    package func answers() async -> [NotificationAnswer] {
        var list: [NotificationAnswer] = []
        var bubble: UInt32 = 0
        while let action = unsafe DesktopNotifications.action(Int(cnotify_next(&bubble))) {
            list.append(NotificationAnswer(bubble: bubble, action: action))
        }
        return list
    }

    /// Waits on the thread of this desk, so that nothing is shown meanwhile.
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
