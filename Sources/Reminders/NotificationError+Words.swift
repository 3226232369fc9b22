import Base

extension NotificationError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noLibrary:
            Explanation(
                "no_notification_library", "the library that shows notifications is not installed",
                hint: "install GLib (Debian: libglib2.0-0)")
        case .noSession:
            Explanation(
                "no_desktop_session", "there is no desktop session in which a notification could be shown",
                hint: "run this inside your desktop, or see 'auralyst remind calendar' for an alarm on your phone")
        case .noServer:
            Explanation(
                "no_notification_server", "nothing on this desktop shows notifications",
                hint: "start your desktop's notification program, or install one such as dunst or mako")
        case .timedOut:
            Explanation(
                "notification_timeout", "the desktop did not take the notification in time",
                hint: "is it busy or hanging? it is tried again")
        case .failed:
            Explanation(
                "notification_failed", "the desktop refused the notification",
                hint: "do its settings forbid notifications of Auralyst?")
        }
    }
}
