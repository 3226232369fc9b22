import Base

extension NotificationError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noLibrary:
            Explanation(
                "no_notification_library", "notifications need GLib, which is not installed",
                hint: "install it (Debian: libglib2.0-0)")
        case .noSession:
            Explanation(
                "no_desktop_session", "notifications cannot be shown: this is not a desktop session",
                hint: .on(
                    commandLine: "run this on your desktop, or get alarms on your phone: 'auralyst remind calendar'",
                    page: "start Auralyst on your desktop, or get a calendar file for alarms on your phone"))
        case .noServer:
            Explanation(
                "no_notification_server", "this desktop has no program that shows notifications",
                hint: "start or install one, such as dunst or mako")
        case .timedOut:
            Explanation(
                "notification_timeout", "the desktop did not show the notification in time",
                hint: "it will be tried again")
        case .failed:
            Explanation(
                "notification_failed", "the desktop refused the notification",
                hint: "check that its settings allow notifications from Auralyst")
        }
    }
}
