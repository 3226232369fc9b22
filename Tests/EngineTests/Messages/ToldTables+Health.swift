import Base
import Engine
import Journal
import Reminders

extension ToldTables {
    static let health: [Told] = [
        Told(
            HealthError.fault(.nothing), "bad_health_value", "nothing was said",
            "give at least one of mood, craving, sleep or a note", .usage),
        Told(
            HealthError.noSuchRecord(kind: "check_in"), "no_such_record", "there is no such check-in, or it is deleted",
            "the lists show what there is, with its name in the first column"),
        Told(
            HealthError.ambiguous(kind: "symptom_entry", count: 100), "ambiguous_record",
            "at least 100 symptom entries have a name that begins so", "type one or two characters more", .usage),
        Told(
            HealthError.ambiguous(kind: "intake", count: 2), "ambiguous_record", "2 doses have a name that begins so",
            "type one or two characters more", .usage),
        Told(
            HealthError.badID, "bad_record_id", "this can be no record's name",
            "names have letters and figures only, such as 3v0x2kd", .usage),
        Told(
            HealthError.notDeleted(kind: "medication"), "not_deleted", "this medicine is not deleted",
            "there is nothing to restore"),
        Told(
            HealthError.deletedTooLongAgo(kind: "medication_schedule"), "deleted_too_long_ago",
            "this schedule was deleted more than 30 days ago", "what is deleted can be restored for 30 days"),
        Told(HealthError.noSuchDose, "no_such_dose", "no schedule has this dose", "'auralyst dose due' shows the doses of today"),
        Told(
            HealthError.doseNotSettled, "dose_not_settled", "nothing was said of this dose yet", "there is nothing to take back"),
        Told(
            HealthError.noSuchMedication("Iron\u{202E}"), "no_such_medication", "no medicine is called 'Iron\u{FFFD}'",
            "'auralyst medication list' shows them; 'auralyst medication add' adds one"),
        Told(
            HealthError.ambiguousMedication("i", titles: ["Iron", "Ibuprofen 400 mg"]), "ambiguous_medication",
            "several medicines are called 'i'", "say more of its name: 'Iron', 'Ibuprofen 400 mg'", .usage),
        Told(
            HealthError.medicationHasDoses, "medication_has_doses", "this medicine has doses, and nothing was deleted",
            "say what becomes of them: keep them in the history, or delete them with it (--doses keep or --doses delete)", .usage),
        Told(
            HealthError.scheduleEnded, "schedule_ended", "this schedule has ended already, and nothing was changed",
            "it may have been replaced elsewhere; the medicine's page and 'auralyst schedule list' show what is in force"),
        Told(
            HealthError.medicationArchived, "medication_archived", "this medicine is archived and has no schedule",
            "take it into use again first"),
        Told(
            HealthError.inTheFuture, "in_the_future", "this lies in the future, and nothing was saved",
            "look at the day and the time", .usage),
        Told(
            HealthError.sameSchedule, "same_schedule",
            "a schedule of the same days and times is in force for this medicine, and nothing was saved",
            "change that one, or choose other times: else each dose would be asked for twice"),
        Told(
            HealthError.tooManyLines(limit: 100), "too_many_lines",
            "this part of the plan has 100 lines already, which is all there is room for", "take one out that no longer helps"),
    ]

    static let healthFault: [Told] = [
        Told(HealthFault.empty(field: "symptom"), "bad_health_value", "the symptom is empty", "a word or two are enough", .usage),
        Told(
            HealthFault.badText(field: "phone", limit: 200), "bad_health_value", "this is no telephone number",
            "figures, blanks and a plus sign in front, such as +43 1 234 56 78", .usage),
        Told(
            HealthFault.badText(field: "note", limit: 65536), "bad_health_value", "the note is too long, or is not plain text",
            "at most 65536 bytes, without control characters", .usage),
        Told(
            HealthFault.outside(field: "severity", least: "0", most: "10"), "bad_health_value",
            "the severity lies outside 0 to 10", "choose a number from 0 to 10", .usage),
        Told(
            HealthFault.tooMany(field: "triggers", limit: 50), "bad_health_value", "there are more than 50 triggers",
            "keep those that matter", .usage),
        Told(
            HealthFault.nothing, "bad_health_value", "nothing was said", "give at least one of mood, craving, sleep or a note",
            .usage),
        Told(
            HealthFault.schedule(.noTimes), "bad_schedule", "the schedule has no time of day", "such as 08:00 and 20:00", .usage),
    ]

    static let schedule: [Told] = [
        Told(ScheduleFault.noTimes, "bad_schedule", "the schedule has no time of day", "such as 08:00 and 20:00", .usage),
        Told(
            ScheduleFault.tooManyTimes, "bad_schedule", "the schedule has more than 24 times a day",
            "'every 2 hours' may be what you mean", .usage),
        Told(
            ScheduleFault.badTimes, "bad_schedule", "the times of the schedule are not in order, or one comes twice",
            "whole minutes, earliest first", .usage),
        Told(
            ScheduleFault.badInterval, "bad_schedule", "the schedule's interval is out of range",
            "1 to 366 days, 1 to 52 weeks, or 1 to 168 hours", .usage),
        Told(
            ScheduleFault.badWeekdays, "bad_schedule", "the schedule has no day of the week",
            "choose at least one, such as Monday",
            .usage),
        Told(
            ScheduleFault.endsBeforeStart, "bad_schedule", "the schedule ends before it begins", "look at its first and last day",
            .usage),
        Told(
            ScheduleFault.badSteps, "bad_schedule", "the steps of the taper do not fit together",
            "each has an amount and a number of days; only the last may go on", .usage),
        Told(
            ScheduleFault.noDose, "bad_schedule", "the schedule asks for nothing to be taken", "say how much, such as 1 tablet",
            .usage),
        Told(
            ScheduleFault.unknownZone, "bad_schedule", "this time zone is not known here",
            "zones have names such as Europe/Vienna", .usage),
    ]

    static let schedulePhrase: [Told] = [
        Told(
            SchedulePhraseError.empty, "bad_schedule", "no schedule was typed",
            "such as 'daily at 8:00 and 20:00' or 'every 8 hours from 06:00'", .usage),
        Told(
            SchedulePhraseError.tooLong, "bad_schedule", "this is too long for a schedule",
            "such as 'daily at 8:00 and 20:00' or 'every 8 hours from 06:00'", .usage),
        Told(
            SchedulePhraseError.notUnderstood("monthly"), "bad_schedule", "'monthly' is not understood in a schedule",
            "such as 'every 2 days at 9:00', 'mon wed fri at 9:00' or '21 days on, 7 off at 22:00'", .usage),
        Told(
            SchedulePhraseError.noSuchTime("25:00"), "bad_schedule", "'25:00' is no time of day",
            "times look like 8:00, 20:30 or 8pm", .usage),
        Told(
            SchedulePhraseError.outOfRange("900"), "bad_schedule", "'900' is too small or too large here",
            "up to 366 days, 52 weeks or 168 hours, and up to 100 steps of 3,660 days", .usage),
        Told(
            SchedulePhraseError.needsTimes, "bad_schedule", "the schedule does not say at which time",
            "add the times, such as 'at 8:00 and 20:00'; of hours the first one, 'from 06:00'", .usage),
        Told(
            SchedulePhraseError.needsWeekdays, "bad_schedule", "the schedule does not say on which day of the week",
            "such as 'every 2 weeks on tuesday at 10:00'", .usage),
        Told(
            SchedulePhraseError.twoRhythms("every"), "bad_schedule", "a second rhythm begins at 'every'",
            "make a schedule of its own for it", .usage),
        Told(
            SchedulePhraseError.sameTimeTwice("08:00"), "bad_schedule", "'08:00' is said twice", "leave one of them out", .usage),
        Told(
            SchedulePhraseError.needsOneTime, "bad_schedule", "a schedule that counts hours has one first time",
            "such as 'every 8 hours from 06:00'", .usage),
        Told(
            SchedulePhraseError.tooManyTimes, "bad_schedule", "more than 24 times a day are named",
            "'every 2 hours from 06:00' may be what you mean", .usage),
        Told(
            SchedulePhraseError.countDiffers(said: 3, named: 2), "bad_schedule", "3 times are announced, and 2 are named",
            "name as many times as you say", .usage),
        Told(
            SchedulePhraseError.needsDays, "bad_schedule", "a step of the taper does not say for how many days",
            "such as '4 x 7, 3 x 7, 2 x 7'; only the last may go on", .usage),
        Told(
            SchedulePhraseError.tooManySteps, "bad_schedule", "the taper has too many steps, or one behind its end",
            "at most 100, and nothing behind a step that goes on", .usage),
        Told(
            SchedulePhraseError.noDose, "bad_schedule", "no step of the taper has a dose", "say how much, such as '4 x 7, 2 x 7'",
            .usage),
    ]

    static let notification: [Told] = [
        Told(
            NotificationError.noLibrary, "no_notification_library", "the library that shows notifications is not installed",
            "install GLib (Debian: libglib2.0-0)"),
        Told(
            NotificationError.noSession, "no_desktop_session",
            "there is no desktop session in which a notification could be shown",
            "run this inside your desktop, or see 'auralyst remind calendar' for an alarm on your phone"),
        Told(
            NotificationError.noServer, "no_notification_server", "no program on this desktop shows notifications",
            "start your desktop's notification program, or install one such as dunst or mako"),
        Told(
            NotificationError.timedOut, "notification_timeout", "the desktop did not accept the notification in time",
            "Auralyst tries again; check whether the desktop is busy"),
        Told(
            NotificationError.failed, "notification_failed", "the desktop refused the notification",
            "allow notifications from Auralyst in its settings"),
    ]
}
