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
                "no_notification_server", "no program on this desktop shows notifications",
                hint: "start your desktop's notification program, or install one such as dunst or mako")
        case .timedOut:
            Explanation(
                "notification_timeout", "the desktop did not accept the notification in time",
                hint: "Auralyst tries again; check whether the desktop is busy")
        case .failed:
            Explanation(
                "notification_failed", "the desktop refused the notification",
                hint: "allow notifications from Auralyst in its settings")
        }
    }
}
