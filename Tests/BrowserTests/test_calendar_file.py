"""The calendar of schedules, expanded by readers that are not ours: they find the very doses that Auralyst reckons with."""
import hashlib
import json
import pathlib
import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr
from dateutil.tz import resolve_imaginary

examples = pathlib.Path(__file__).parent / "calendar"
expected = json.loads((examples / "doses.json").read_text())
written = (examples / "schedules.ics").read_bytes()
here = ZoneInfo(expected["zone"])
first = datetime.fromtimestamp(expected["from"], timezone.utc)
last = first + timedelta(days=expected["days"])


def schedule_of(uid):
    """The name of the schedule; `None` for an event of another kind."""
    name = str(uid).split("-")[0]
    return name if name in expected["schedules"] else None


def seconds(moment):
    """Of an event's start: floating ones are reckoned by the wall of their owner."""
    return int((moment if moment.tzinfo else moment.replace(tzinfo=here)).timestamp())


def digests(found):
    """What is compared: how many, and which."""
    return {
        name: {"count": len(times), "digest": hashlib.sha256("".join(f"{time}\n" for time in sorted(times)).encode()).hexdigest()}
        for name, times in found.items()
    }


def within(times):
    return [time for time in times if first.timestamp() <= time < last.timestamp()]


def test_a_calendar_library_finds_every_dose():
    found = {name: [] for name in expected["schedules"]}
    calendar = icalendar.Calendar.from_ical(written)
    # Two days more on both sides: floating times are looked for by the wall of no zone.
    for event in recurring_ical_events.of(calendar).between(first - timedelta(days=2), last + timedelta(days=2)):
        if name := schedule_of(event["UID"]):
            found[name].append(seconds(event["DTSTART"].dt))
    assert digests({name: within(times) for name, times in found.items()}) == expected["schedules"]


def test_the_rules_alone_give_every_dose_with_the_zones_of_the_file():
    """By dateutil, and by the VTIMEZONE components instead of the system's zones."""
    calendar = icalendar.Calendar.from_ical(re.sub(rb"TZID([:=])", rb"TZID\1x-", written))
    zones = {str(zone["TZID"]): zone.to_tz(lookup_tzid=False) for zone in calendar.walk("VTIMEZONE")}
    assert len(zones) == 4
    found = {name: [] for name in expected["schedules"]}
    for event in calendar.walk("VEVENT"):
        name = schedule_of(event["UID"])
        if not name:
            continue
        start, zone = event["DTSTART"].dt, event["DTSTART"].params.get("TZID")
        rule = event["RRULE"].to_ical().decode()
        end = re.search(r";UNTIL=(\w+)", rule)
        until = None
        if zone and end:
            rule = rule.replace(end[0], "")
            until = datetime.strptime(end[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc).timestamp()
        # In a zone the rule goes by the wall, its end by universal time.
        for moment in rrulestr(rule, dtstart=start.replace(tzinfo=None) if zone else start).between(
            (first - timedelta(days=3)).replace(tzinfo=None if zone or not start.tzinfo else timezone.utc),
            (last + timedelta(days=3)).replace(tzinfo=None if zone or not start.tzinfo else timezone.utc), inc=True
        ):
            # A time that the wall skips is taken with the offset before the gap (RFC 5545, 3.3.5).
            time = seconds(resolve_imaginary(moment.replace(tzinfo=zones[zone])) if zone else moment)
            if until is None or time <= until:
                found[name].append(time)
    assert digests({name: within(times) for name, times in found.items()}) == expected["schedules"]


def test_every_event_has_an_alarm_and_says_nothing_of_the_medicine():
    for event in icalendar.Calendar.from_ical(written).walk("VEVENT"):
        assert event["SUMMARY"] in ("A dose is due", "Time to check in")
        alarm, = event.walk("VALARM")
        assert alarm["ACTION"] == "DISPLAY" and alarm["TRIGGER"].dt == timedelta(0)
        assert {"UID", "DTSTAMP", "SEQUENCE", "DTSTART", "RRULE"} <= set(event)
