"""Figures and dates as the page writes them in British English."""

from datetime import date, datetime, timedelta


def half_up(value):
    """Rounds as browsers do. Python would round 0.5 to 0."""
    return int(value + 0.5)


def count(value):
    """Returns `12,345`."""
    return f"{half_up(value):,}"


def beats(value):
    """Returns `61 bpm`."""
    return f"{half_up(value)} bpm"


def duration(seconds):
    """Returns `7 h 54 min`."""
    hours, minutes = divmod(half_up(seconds / 60), 60)
    parts = ([f"{hours} h"] if hours else []) + ([f"{minutes} min"] if minutes or not hours else [])
    return " ".join(parts)


def month(text):
    """Returns `Feb`, or `Sept`, where Python has Sep."""
    return date.fromisoformat(text[:10]).strftime("%b").replace("Sep", "Sept")


def day(text):
    """Returns `Sat, 28 Feb 2026` of a date or time of the API."""
    shown = date.fromisoformat(text[:10])
    return f"{shown:%a}, {shown.day} {month(text)} {shown.year}"


def clock(text):
    """Returns `7:05` of a time of the API."""
    shown = datetime.fromisoformat(text[:19])
    return f"{shown.hour}:{shown:%M}"


def days_after(text, number):
    """Returns the date some days after another one."""
    return (date.fromisoformat(text[:10]) + timedelta(number)).isoformat()
